import FlowMachine

// While the app floods Adobe with previews, an error about too many requests is the app's fault, although Adobe reports it.
extension FlowCause.Finding {
    /// Whether the finding is about too many requests, or about too many resources in one request.
    package var isOverload: Bool {
        switch self {
        case .refused(.refused(let refused)):
            refused.reason == .tooManyWishes || refused.error?.isOverload == true || refused.failed.isOverload
        case .refused(.keptSignInUnchecked(_, let failed)), .refused(.signOutNotReached(let failed)): failed.isOverload
        case .canceled(.canceledAtProblem(let commonest, _)), .late(.fulfilledAfterFailures(let commonest, _, _)): commonest.isOverload
        case .canceled(.pollsFailed(let polls, _)): polls.throttled > polls.failed + polls.lost
        case .unanswered(.problemUnanswered(_, _, let failed)), .unanswered(.unansweredAfterFailures(_, let failed)): failed.isOverload
        case .late(.slow(let slow)): slow.isBehindOthers || slow.longest == .throttled
        case .unanswered, .canceled, .refused, .late, .launch, .compared, .log: false
        }
    }
}

extension FailedCalls {
    fileprivate var isOverload: Bool { commonest?.isOverload == true }
}

extension FailureKind {
    fileprivate var isOverload: Bool { self == .throttled || code?.isTooMany == true }
}

extension FlowCause.ReportedError {
    fileprivate var isOverload: Bool {
        switch self {
        case .code(let code): code.isTooMany
        case .status(let status): status == 429
        }
    }
}

extension ErrorCode {
    /// Whether a preview named more resources than Adobe decides in one call.
    package var isTooMany: Bool { text == "too_many_resources" }
}
