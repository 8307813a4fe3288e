import FlowEffects
import FlowMachine
import FlowSimulation

/// The speed and the failures of the disk that contains the log.
struct FaultyDisk {
    /// The duration of each of the next `syncs` syncs; `nil` if the disk is not slow.
    var slow: (milliseconds: Int64, syncs: Int)?
    /// The kind of failure, and the number of times that it still occurs; `nil` if nothing fails.
    var failing: (how: PlannedFault.DiskFailure, times: Int)?

    /// Returns the duration of an action of the log, in milliseconds.
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

    /// Returns the failure of an action of the log; `nil` if the action succeeds.
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
