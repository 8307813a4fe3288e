import FlowMachine

extension FlowCause.Kind {
    /// The kind in words, as tables and JSON contain it: the words of its id, and the values that distinguish kinds with the same id.
    package var words: String {
        switch self {
        case .canceledByApp(let party): id.words + (party.map { " while it waited for \($0 == .viewer ? "the viewer" : $0.name)" } ?? "")
        case .canceledByViewer(let screen): id.words + (screen.map { " at \($0.words)" } ?? "")
        case .canceledAtProblem(let failure): "\(id.words): \(failure.sentence)"
        case .refused(let reason, let error): "refused: \(reason.rawValue)\(FlowCause.inParentheses(error))"
        case .denied(let error, let denial): "denied: \(error.words)\(FlowCause.words(denial))"
        case .slow(let awaited, let behindOthers): FlowCause.slow(awaited, behindOthers: behindOthers)
        case .fulfilledAfterFailures(let failure): "\(id.words): \(failure.sentence)"
        case .singleSignOnRejected(let rejection): rejection.detail.map { "\(id.words): \($0)" } ?? id.words
        case .signInEnded(let code), .registrationRejected(let code): code.map { "\(id.words) (\($0.text))" } ?? id.words
        case .missing(let kind): "\(id.words): \(kind.rawValue)"
        case .methodChanged(let old, let new): "\(id.words) from \(old.word) to \(new.word)"
        case _: id.words
        }
    }
}

extension FlowCause {
    fileprivate static func words(_ denial: Denial) -> String {
        switch denial {
        case .alone: ""
        case .afterChangeOfProvider: ", after a change of provider"
        case .byOneOfSeveralSignIns: ", by one of several sign-ins"
        }
    }

    fileprivate static func slow(_ awaited: Awaited, behindOthers: Bool) -> String {
        let what = (behindOthers ? Awaited.behindOthers : "") + awaited.what
        return "slow: \(awaited.party.name)\(what.isEmpty ? "" : ", \(what)")"
    }

    /// Returns ` (code)` or ` (HTTP 403)`; empty if there is no error.
    static func inParentheses(_ error: ReportedError?) -> String {
        switch error {
        case .code(let code): " (\(code.text))"
        case .status(let status): " (HTTP \(status))"
        case nil: ""
        }
    }
}

extension FlowCause.SingleSignOnRejection {
    /// The reason in the answer, in words; `nil` if there is none.
    var detail: String? {
        switch self {
        case .byProvider(let error): error.map { Wording.error($0) }
        case .byAdobe(let failure): failure?.sentence
        case .declined(let reason):
            switch reason {
            case .none, .other: nil
            case .partnerStatusFallback: "the partner status was missing or refused"
            case .configurationFallback: "it is not set up, or is switched off, for the provider"
            case .missingParametersFallback: "a domain or a redirect URL was missing"
            case _: nil
            }
        }
    }
}

extension FlowCause.ReportedError {
    /// The code, or the status.
    var words: String {
        switch self {
        case .code(let code): code.text
        case .status(let status): "status \(status)"
        }
    }
}

extension Screen {
    /// The screen as part of a sentence.
    var words: String {
        switch self {
        case .own: "the app's own screen"
        case .providerPicker: "the provider picker"
        case .providerConfirmation: "the provider confirmation"
        case .profilePicker: "the profile picker"
        case .userAgent: "the provider's page"
        case .code: "the code screen"
        case .codeExpired: "the expired-code screen"
        case .signOutPage: "the provider's sign-out page"
        case .signOutInSettings: "the request to sign out in Settings"
        case .problem: "the problem screen"
        }
    }
}
