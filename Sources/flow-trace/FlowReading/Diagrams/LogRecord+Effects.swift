import FlowMachine

extension LogRecord {
    /// Whether the event's only effect is the next timer.
    var onlyArmsTimers: Bool {
        effects.allSatisfy {
            if case .arm = $0 { true } else { false }
        }
    }

    /// Whether the event had no effect: the model is unchanged, and only the event's own secrets are discarded.
    func isIgnored(after previous: LogRecord?) -> Bool {
        // Before the first event of a process there is nothing.
        guard digest == previous?.digest ?? FlowModel().digest else { return false }
        return effects.allSatisfy {
            if case .forget = $0 { true } else { false }
        }
    }
}
