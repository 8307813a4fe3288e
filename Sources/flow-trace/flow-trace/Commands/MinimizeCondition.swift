import FlowMachine
import FlowReading

/// The condition that `--while` names, which must hold for the smaller log, too.
enum MinimizeCondition {
    case known(Minimizer.Condition)
    /// A command line. For a smaller log, its exit code must be the same as for the whole log.
    case command(String)
    /// The path of another build's flow-trace, which must decide an event differently from this build.
    case otherBuild(String)

    /// The command line that is run for each log; `nil` if the condition needs none.
    var command: String? {
        switch self {
        case .known: nil
        case .command(let line): line
        case .otherBuild(let path): "\(shellWord(path)) verify {}"
        }
    }

    /// The exit code that the command must have for a smaller log; `nil` for the same exit code as for the whole log.
    var code: Int32? {
        switch self {
        case .known, .command: nil
        case .otherBuild: 1
        }
    }

    /// The paragraph of the help about the values of `--while`.
    static var names: String {
        "A WORD is one of \(RequestOutcome.allCases.map(\.rawValue).joined(separator: ", ")). The NAME of an invariant is one of "
            + "\(Invariant.allCases.map(\.rawValue).joined(separator: ", ")). The ID of a cause is in triage --json; "
            + "flow-trace help causes and flow-trace help rules list all."
    }

    init(_ what: String) throws(UsageFailure) {
        let parts = what.split(separator: ":", maxSplits: 1).map(String.init)
        let value = parts.count > 1 ? parts[1] : ""
        switch parts.first {
        case "rule":
            guard Rule(rawValue: value) != nil else {
                throw UsageFailure(
                    "--while rule:\(value): there is no such rule\(suggestion(for: value, among: Rule.allCases.map(\.rawValue), else: ": flow-trace help rules lists them"))"
                )
            }
            self = .known(.rule(value))
        case "cause":
            guard let id = FlowCause.ID(rawValue: value) else {
                let names = FlowCause.ID.allCases.map(\.rawValue)
                throw UsageFailure(
                    "--while cause:\(value): there is no such cause\(suggestion(for: value, among: names, else: ": triage --json names the ids of a log's causes"))"
                )
            }
            self = .known(.cause(id))
        case "outcome":
            guard let outcome = RequestOutcome(rawValue: value) else {
                throw UsageFailure("--while outcome:", gets: value, from: RequestOutcome.allCases.map(\.rawValue))
            }
            self = .known(.outcome(outcome))
        case "invariant":
            guard let invariant = Invariant(rawValue: value) else {
                let names = Invariant.allCases.map(\.rawValue)
                throw UsageFailure(
                    "--while invariant:\(value): there is no such invariant\(suggestion(for: value, among: names, else: ": there are \(names.joined(separator: ", "))"))"
                )
            }
            self = .known(.invariant(invariant))
        case "difference": self = parts.count == 1 ? .known(.difference) : .otherBuild(value)
        case "command" where !value.isEmpty: self = .command(value)
        case _:
            throw UsageFailure(
                "--while \(what): write rule:ID, cause:ID, outcome:WORD, invariant:NAME, difference, difference:OTHER or command:LINE")
        }
    }
}
