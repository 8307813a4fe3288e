import FlowEffects
import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

/// An evening in front of the television, starting with the first launch, over real sockets.
struct Evening {
    static let show = "show-Zq0kXshow"
    static let unpaid = "unpaid-Zq0kXunpaid"

    let household: Household
    let viewer: Viewer

    init(_ settings: FlowSettings = .box) throws {
        let partner = SimulatedPartnerFramework(pickerActions: [.choose(Household.account)]).answeringAlone
        household = try Household(partner, settings: settings) { adobe in
            adobe.denials = [.init(resource: Evening.unpaid, mvpd: "SmallCo", details: "details-Zq0kXdetails")]
        }
        viewer = Viewer(household: household)
    }

    /// First launch, playback by the partner's single sign-on, preview, metadata, sign-out; then a sign-in on a second
    /// screen and a denial.
    func firstLaunch(_ flow: Flow) async throws {
        await flow.status { $0 == .signedOut }
        let permit = try await flow.play(Evening.show)
        #expect(permit.source == .mvpd)
        #expect(try !permit.redeem().isEmpty)
        #expect(throws: PermitFailure.alreadyRedeemed) { try permit.redeem() }
        let apple = flow.status.value.viewer
        #expect(apple?.mvpd?.text == "Cablevision")
        #expect(apple?.displayName == "Optimum")
        let previews = try await flow.preview([Evening.show, Evening.unpaid])
        #expect(previews.map(\.resource) == [Evening.show, Evening.unpaid])
        #expect(previews.allSatisfy { $0.isPermitted })
        #expect(try await flow.userMetadata().attributes.contains { $0.name == "userID" })
        try await flow.signOut()
        #expect(flow.status.value == .signedOut)

        let small = try await flow.signIn(with: .otherProvider)
        #expect(small.mvpd?.text == "SmallCo")
        let denied = await refusal { try await flow.play(Evening.unpaid) }
        #expect(denied?.reason == .denied)
        #expect(denied?.code == (household.settings.api == .restV2 ? "authorization_denied_by_mvpd" : nil))
        #expect(denied?.details == "details-Zq0kXdetails")
        #expect(try await flow.preview([Evening.unpaid, Evening.show]).map(\.isPermitted) == [false, true])
        _ = try await flow.play(Evening.show).redeem()
        #expect(viewer.names == ["signOutInSettings", "providerPicker", "code"])
    }
}

@Suite struct StoryTests {
    @Test func `an evening over real sockets: launch, sign-on, play, sign-out, second screen, denial, relaunch`() async throws {
        let evening = try Evening()
        let household = evening.household
        let flow = try household.launch()
        async let watching: Void = evening.viewer.watch(flow)
        try await evening.firstLaunch(flow)
        await flow.shutDown()
        await watching

        // The log is only a record: without it the viewer stays signed in, and no request to Adobe is repeated.
        try household.removeLogs()
        let before = household.adobe.withAdobe { $0.received.count }
        let again = try household.launch()
        await again.status { $0.viewer?.mvpd?.text == "SmallCo" }
        _ = try await again.play(Evening.show).redeem()
        #expect(household.adobe.withAdobe { $0.received.dropFirst(before) } == [.profile, .authorize])
        try await again.signOut()
        #expect(again.status.value == .signedOut)
        await again.shutDown()
    }
}
