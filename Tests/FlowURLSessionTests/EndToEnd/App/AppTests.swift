import FlowEffects
import Testing

@Suite("An app") struct AppTests {
    @Test func `an app plays without a sign-in, plays, previews and signs out, over real sockets`() async throws {
        let evening = try Evening()
        let flow = try evening.household.launch()
        async let watching: Void = evening.viewer.watch(flow)
        #expect(try await !flow.play(Evening.show, under: .temporary).redeem().isEmpty)
        #expect(flow.status.value == .temporaryAccess)
        #expect(try await !flow.play(Evening.show).redeem().isEmpty)
        let channels = [Evening.show, Evening.unpaid]
        #expect(try await flow.preview(channels).filter(\.isPermitted).map(\.resource) == channels)
        #expect(try await flow.signOut() == .accountRemains)
        #expect(flow.status.value == .signedOut)
        await flow.shutDown()
        await watching
    }
}
