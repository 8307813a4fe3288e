import FlowEffects
import FlowMachine
import FlowSimulation

/// The disk that the log is on: how slow it is, and for how long it fails.
struct FaultyDisk {
    /// Each sync takes this long, for this number of syncs.
    var slow: (milliseconds: Int64, syncs: Int)?
    /// What fails, and how many more times before it works again.
    var failing: (how: PlannedFault.DiskFailure, times: Int)?

    /// How long an action of the log takes, in milliseconds.
    mutating func duration(of action: LogCore.Action, _ random: inout RandomSource) -> Int64 {
        switch action {
        case .sync, .close:
            if let slow, slow.syncs > 0 {
                self.slow?.syncs -= 1
                return slow.milliseconds
            }
            return Int64.random(in: 0...1, using: &random)
        case .open, .write, .check, .report: return 0
        }
    }

    /// How an action of the log fails; `nil` if it succeeds.
    mutating func failure(of action: LogCore.Action) -> PlannedFault.DiskFailure? {
        guard let failing, failing.times > 0 else { return nil }
        switch (action, failing.how) {
        case (.open, .writing), (.write, .writing), (.sync, .syncing), (.close, .syncing):
            self.failing?.times -= 1
            return failing.how
        case (.open, _), (.write, _), (.sync, _), (.close, _), (.check, _), (.report, _): return nil
        }
    }
}
