import FlowMachine
import FlowSimulation
import Testing

@Suite("A simulated world is a value")
struct WorldTests {
    @Test("two copies of a world continue independently, also in what the device keeps")
    func copies() throws {
        var world = SimulatedWorld(settings: .appleTV, partner: SimulatedPartnerFramework(permission: .denied))
        world.addProfile("Cablevision")
        world.launch()
        world.runUntilIdle()
        let secrets = world.vault.count
        var copy = world

        copy.play("sports")
        copy.runUntilIdle()
        #expect(copy.vault.count > secrets)
        #expect(world.vault.count == secrets)

        // The same acts lead to the same log, whatever the copy did before.
        world.play("sports")
        world.runUntilIdle()
        #expect(world.log == copy.log)
        #expect(world.vault.fact(.profile) == copy.vault.fact(.profile))
    }

    @Test("a viewer who visits Settings comes back when the visit is over, not before")
    func visit() throws {
        var world = SimulatedWorld(settings: .appleTV, partner: SimulatedPartnerFramework(permission: .denied))
        let visit = SimulatedViewer.TimedAction(after: .seconds(1), .visitSettings(for: .seconds(59)))
        world.viewer = SimulatedViewer(habits: [SimulatedViewer.Habit(on: .providerPicker, [visit])])
        world.launch()
        world.signIn()
        world.runUntilIdle()
        var times: [FlowEvent.Origin: Instant] = [:]
        var reader = try LogReader(world.log)
        while let record = try reader.next() { times[record.event.origin] = record.event.time }
        let left = try #require(times[.app(.backgrounded)])
        #expect(times[.app(.foregrounded)] == left.advanced(by: .seconds(59)))
    }

    #if !os(iOS) && !os(tvOS)
        private static func signIn(picking provider: String) {
            var world = SimulatedWorld(settings: .appleTV, partner: SimulatedPartnerFramework(permission: .denied))
            world.viewer = SimulatedViewer(habits: [.picks(provider)])
            world.launch()
            world.signIn()
            world.runUntilIdle()
        }

        @Test("a viewer who means a provider that Adobe does not have stops the test")
        func typingError() async {
            await #expect(processExitsWith: .failure) {
                WorldTests.signIn(picking: "Cablevisoin")
            }
            await #expect(processExitsWith: .success) {
                WorldTests.signIn(picking: "Cablevision")
            }
            await #expect(processExitsWith: .failure) { _ = SimulatedViewer.Action.choose(provider: "") }
            await #expect(processExitsWith: .failure) {
                var world = SimulatedWorld(settings: .appleTV)
                world.addProfile("Cablevisoin")
            }
        }
    #endif
}
