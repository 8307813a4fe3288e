import FlowMachine

extension Awaited {
    /// The reason for the wait in words; empty if the party alone explains it.
    var what: String {
        switch self {
        case .viewer(let activity): activity.rawValue
        case .polls(let failure): "polls: \(Awaited.cause(failure))"
        case .answer(let work): work.rawValue
        case .partnerStatus: "partner status"
        case .throttled: "throttled"
        case .pause(let failure): "pause after \(failure.map(Awaited.cause) ?? "failures")"
        case .ownAllowance: "the app's own call limit is reached"
        case .otherFlow: "another flow in the same app was throttled"
        case .anotherAttempt: "before another attempt"
        case .retry(let failure): "retry after \(Awaited.cause(failure))"
        case .rest: ""
        }
    }

    private static func cause(_ failure: FailureKind) -> String { failure.text.split(separator: " ").joined(separator: " ") }

    /// The words before the reason if a request waited behind other requests of the app.
    static let behindOthers = "behind other requests of the app, "
}
