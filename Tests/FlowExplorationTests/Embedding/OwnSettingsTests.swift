import FlowEffects
import FlowMachine
import FlowExploration
import FlowSimulation
import FlowTestSupport
import Testing

@Suite("An app's own settings", .timeLimit(.minutes(15))) struct OwnSettingsTests {
    // README: begin
    /// The settings that the app runs under; here those of the simulated Apple TV, with another policy.
    private var settings: FlowSettings {
        var settings = FlowSettings.appleTV
        settings.policy.opensOwnPickerAfterCancel = false
        settings.policy.pollInterval = .seconds(10)
        return settings
    }

    @Test func `no random sequence of events breaks an invariant under our settings`() {
        let violation = PropertyRun(settings: settings, events: 10_000).violation()
        #expect(violation == nil, "\(violation?.text ?? "")")
    }

    @Test func `no event of a log breaks one either`() throws {
        let machine = FlowReducer(settings: settings)
        var checker = InvariantChecker(settings: settings)
        var model = FlowModel()
        var reader = try LogReader(log)
        while let record = try reader.next() {
            let transition = machine.reduce(model, record.event)
            model = transition.model
            #expect(checker.check(record.event, model, transition.effects) == [], "event \(record.number)")
        }
    }
    // README: end

    /// A viewer's evening; an app would read a file.
    private var log: [UInt8] { Scenario.named("cancel-in-apple-picker")?.run().log ?? [] }

    @Test func `the README shows the exploration tests that are run here`() throws {
        #expect(try Repository.readmeComplaint(about: "Embedding/OwnSettingsTests.swift") == nil)
    }
}
