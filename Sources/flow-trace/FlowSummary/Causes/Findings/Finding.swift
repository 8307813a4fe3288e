import FlowMachine

extension FlowCause {
    /// A cause with all values that its description mentions.
    package enum Finding: Sendable {
        // Findings about a request:
        case unanswered(UnansweredFinding)
        case canceled(CanceledFinding)
        case refused(RefusedFinding)
        case late(LateFinding)
        // Findings about a launch:
        case launch(LaunchFinding)
        case compared(ComparedFinding)
        case log(LogFinding)

        /// The kind of the finding, by which findings are counted, grouped and compared.
        package var kind: Kind {
            switch self {
            case .unanswered(let finding): finding.kind
            case .canceled(let finding): finding.kind
            case .refused(let finding): finding.kind
            case .late(let finding): finding.kind
            case .launch(let finding): finding.kind
            case .compared(let finding): finding.kind
            case .log(let finding): finding.kind
            }
        }

        /// The party that can act on the finding.
        package var owner: Owner {
            switch self {
            case .unanswered(let finding): finding.owner
            case .canceled(let finding): finding.owner
            case .refused(let finding): finding.owner
            case .late(let finding): finding.owner
            case .launch(let finding): finding.owner
            case .compared(let finding): finding.owner
            case .log(let finding): finding.owner
            }
        }

        /// The property that requests of the same kind must share to be reported together; `nil` if the kind is enough.
        package var subject: Subject? { if case .refused(.denied(let denied)) = self { denied.subject } else { nil } }

        /// The problem with the log itself; `nil` if the finding is not about the log.
        package var fault: LogFault? { if case .log(let finding) = self { finding.fault } else { nil } }
    }
}
