import FlowMachine

extension LogRecord {
    /// Whether all effects of the event only arm timers. Also true for an event without effects.
    var onlyArmsTimers: Bool {
        effects.allSatisfy {
            if case .arm = $0 { true } else { false }
        }
    }

    /// Returns whether the event was ignored: the model is unchanged, and at most the event's own secrets are removed.
    func isIgnored(after previous: LogRecord?) -> Bool {
        // Before the first event of a process, the model is empty.
        guard digest == previous?.digest ?? FlowModel().digest else { return false }
        return effects.allSatisfy {
            if case .forget = $0 { true } else { false }
        }
    }
}
