import FlowMachine

extension TriageCause {
    /// What is wrong with the log itself.
    enum LogFinding: Sendable {
        case eventsMissing(from: Int64, to: Int64, Snapshot.Cause)
        /// `event`: the first one in the log.
        case beginsInTheMiddle(event: Int64)
        case logDamaged(LogFault)
        case lastLineIncomplete(LogFault)
        case decidedDifferently(LogFault)

        /// What it is counted, grouped and compared by.
        var kind: Kind {
            switch self {
            case .eventsMissing: .eventsMissing
            case .beginsInTheMiddle: .beginsInTheMiddle
            case .logDamaged: .logDamaged
            case .lastLineIncomplete: .lastLineIncomplete
            case .decidedDifferently: .decidedDifferently
            }
        }

        /// Who can do something about it.
        var owner: Owner {
            switch self {
            case .eventsMissing, .beginsInTheMiddle, .logDamaged: .device
            case .lastLineIncomplete: .app
            case .decidedDifferently: .library
            }
        }

        /// What the report of the log's damage says; `nil` if the log is whole.
        var fault: LogFault? {
            switch self {
            case .logDamaged(let fault), .lastLineIncomplete(let fault), .decidedDifferently(let fault): fault
            case .eventsMissing, .beginsInTheMiddle: nil
            }
        }
    }

    /// What is wrong with the log itself, in the words of the report that found it: its bytes are gone when they are printed.
    struct LogFault: Sendable {
        let text: String
        let advice: String
        /// For standard error, with the place in the file.
        let complaint: String
    }
}

extension TriageCause.LogFinding {
    /// The finding in words.
    func words(_ words: Wording) -> FindingWords {
        switch self {
        case .eventsMissing(let first, let last, let cause):
            return FindingWords(
                "Events \(first) to \(last) may be missing from the log: \(gap(cause)).",
                "Treat the requests near this gap with caution.")
        case .beginsInTheMiddle(let event):
            return FindingWords(
                "The log begins with event \(event): the earlier segments of the launch were not given.",
                "Pass all segments of the launch to flow-trace, if you have them.")
        case .logDamaged(let fault), .lastLineIncomplete(let fault), .decidedDifferently(let fault):
            return FindingWords(fault.text, fault.advice)
        }
    }

    private func gap(_ cause: Snapshot.Cause) -> String {
        switch cause {
        case .folder: "the log's folder could not be used"
        case .alreadyOpen: "another log was using its folder"
        case .writing: "writing failed"
        case .syncing: "written records may not have reached the disk"
        }
    }
}
