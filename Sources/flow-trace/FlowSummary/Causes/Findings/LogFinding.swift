import FlowMachine

extension FlowCause {
    /// A defect of the log itself.
    package enum LogFinding: Sendable {
        case eventsMissing(from: Int64, to: Int64, Snapshot.Cause)
        /// The log begins with `event`, in the middle of a launch.
        case beginsInTheMiddle(event: Int64)
        case logDamaged(LogFault)
        case lastLineIncomplete(LogFault)
        case decidedDifferently(LogFault)

        /// The kind of the finding, by which findings are counted, grouped and compared.
        package var kind: Kind {
            switch self {
            case .eventsMissing: .eventsMissing
            case .beginsInTheMiddle: .beginsInTheMiddle
            case .logDamaged: .logDamaged
            case .lastLineIncomplete: .lastLineIncomplete
            case .decidedDifferently: .decidedDifferently
            }
        }

        /// The party that can act on the finding.
        package var owner: Owner {
            switch self {
            case .eventsMissing, .beginsInTheMiddle, .logDamaged: .device
            case .lastLineIncomplete: .app
            case .decidedDifferently: .library
            }
        }

        /// The report on damage, or on an event that this build decides differently; `nil` for any other finding.
        package var fault: LogFault? {
            switch self {
            case .logDamaged(let fault), .lastLineIncomplete(let fault), .decidedDifferently(let fault): fault
            case .eventsMissing, .beginsInTheMiddle: nil
            }
        }
    }

    /// A problem with the log itself, as text. The text is created when the problem is found, because the log's bytes are no longer in memory when
    /// the text is printed.
    package struct LogFault: Sendable {
        package let text: String
        package let advice: String
        /// The text for standard error, with the place in the file.
        package let complaint: String

        package init(text: String, advice: String, complaint: String) {
            self.text = text
            self.advice = advice
            self.complaint = complaint
        }
    }
}
