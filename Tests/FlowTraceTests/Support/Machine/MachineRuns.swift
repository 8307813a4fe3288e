import FlowMachine
import FlowSimulation
import FlowStories

@testable import FlowReading
@testable import flow_trace

/// The runs that produce the transition table: every story of the simulated world, and seeded random walks on
/// devices of each kind. Always the same, so that the table changes only when the machine does.
enum MachineRuns {
    /// All transitions in these runs.
    static let table: TransitionTable = {
        var table = TransitionTable()
        for scenario in Scenario.all {
            for segment in scenario.run().segments {
                if let content = try? LogContent(segment) { table.add(content.records) }
            }
        }
        for seed in 0..<MachineTransitions.walks {
            let settings = devices[seed % devices.count]
            var walk = Walk(seed: UInt64(seed), settings: settings)
            walk.run(MachineTransitions.events)
            table.add(walk.table)
        }
        return table
    }()

    private static let devices: [FlowSettings] = {
        var eager = FlowSettings.appleTV
        eager.policy.profileChoice = .longest
        eager.policy.opensOwnPickerAfterCancel = false
        eager.policy.acceptsStatusWithoutExpiry = true
        eager.temporaryAccess = nil
        var plain = FlowSettings.withoutPartner
        plain.hasPicker = false
        return [.appleTV, .iPhone, plain, eager]
    }()
}
