import FlowMachine

extension FlowCause {
    /// The reason why a request has no answer at the end of the log.
    package enum UnansweredFinding: Sendable {
        case endedInBackground(ShownScreen?)
        /// The log ends right after a screen was shown. `after` is the time that the screen was shown, in milliseconds.
        case endedAtScreen(ShownScreen, after: Int64)
        case problemUnanswered(LogEnd, ShownScreen, FailedCalls)
        case unansweredAtScreen(LogEnd, ShownScreen)
        case unansweredAfterFailures(LogEnd, FailedCalls)
        case unanswered(LogEnd)
        /// The answer may be in damaged lines after the request; `lines` names the lines. The second value is the screen before the damage.
        case answerMayBeDamaged(lines: String, ShownScreen?)
        /// The request was answered in one of the events from `from` to `to`, which are missing from the log.
        case answerMissing(from: Int64, to: Int64)

        /// The kind of the finding, by which findings are counted, grouped and compared.
        package var kind: Kind {
            switch self {
            case .endedInBackground: .endedInBackground
            case .endedAtScreen: .endedAtScreen
            case .problemUnanswered: .problemUnanswered
            case .unansweredAtScreen: .unansweredAtScreen
            case .unansweredAfterFailures: .unansweredAfterFailures
            case .unanswered: .unanswered
            case .answerMayBeDamaged: .answerMayBeDamaged
            case .answerMissing: .answerMissing
            }
        }

        /// The party that can act on the finding.
        package var owner: Owner {
            switch self {
            case .endedInBackground, .unansweredAtScreen: .viewer
            case .endedAtScreen, .unanswered: .app
            case .answerMayBeDamaged, .answerMissing: .device
            case .problemUnanswered(_, _, let failed), .unansweredAfterFailures(_, let failed): failed.owner
            }
        }
    }

    /// The screen that the viewer sees, and the time when it was shown.
    package struct ShownScreen: Sendable {
        package let presentation: Presentation
        package let since: Instant
    }

    /// The end of a log in which a request has no answer.
    package struct LogEnd: Sendable {
        /// The time from the request to the end of the log, in milliseconds.
        package let after: Int64
        package let state: String
        package let step: String
    }
}
