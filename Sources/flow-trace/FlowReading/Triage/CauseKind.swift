import FlowMachine

extension TriageCause {
    /// What causes are counted, grouped and compared by: the same for the same cause in all launches.
    package enum Kind: Hashable, Sendable {
        // A request that has no answer at the end of the log.
        case endedInBackground
        /// A screen was shown immediately before the end.
        case endedAtScreen
        case problemUnanswered
        case unansweredAtScreen
        case unansweredAfterFailures
        case unanswered
        /// The answer may be in damaged lines.
        case answerMayBeDamaged
        // A request that was canceled.
        case canceledByApp(waitedFor: Timeline.Party?)
        case shutDown
        /// `nil` if the screen is not known.
        case canceledByViewer(at: Screen?)
        case canceledAtProblem(FailureKind)
        case pageClosed
        /// Of several launches alone: the user agent's page never led back to the app, however each launch ended.
        case redirectMissing
        // A code that nobody used.
        case codeExpired
        case pollsFailed
        // A request that was refused or denied.
        case refused(Refusal.Reason, ReportedError?)
        /// A request that never asks the viewer found nobody signed in, which is no fault.
        case nobodySignedIn
        case keptSignInUnchecked
        case keptSignInExpiredBefore
        case signedOutBefore
        case temporaryAccessNotSetUp
        case ownTokensRefused
        case otherServer
        case apiEnded
        case denied(ReportedError, Denial)
        case signOutNotReached
        // A request that was fulfilled late.
        case slow(Awaited, behindOthers: Bool)
        case splitPreview
        case fulfilledAfterFailures(FailureKind)
        // A launch.
        case requestLoop
        case permittedAgain
        case previewFlood
        case singleSignOnRejected(SingleSignOnRejection)
        case vaultShared
        case keptSignInExpired
        case providerChanged
        case clockWrong(isBehind: Bool)
        case vaultFailed
        case accessDenied
        case foregroundUnreported
        case secretLost
        case signOutPending
        // A launch, compared with the one before.
        case launchesOverlap
        case missing(PersistedValue.Kind)
        case vaultEmptied(afterFailures: Bool)
        case signedInAfterAll
        case endedInForeground
        case methodChanged(from: ProfileType, to: ProfileType)
        case configurationChanged
        case settingsChanged
        case versionChanged
        case clockSet
        // The log itself.
        case eventsMissing
        case beginsInTheMiddle
        case logDamaged
        case lastLineIncomplete
        case decidedDifferently
    }

    /// What else explains a denial.
    package enum Denial: Sendable {
        case alone, afterChangeOfProvider, byOneOfSeveralSignIns
    }

    /// Why the account on the device did not sign the viewer in.
    package enum SingleSignOnRejection: Hashable, Sendable {
        /// The partner framework brought no sign-in of the provider; its error, if there was one.
        case byProvider(PartnerError?)
        /// Adobe refused what the provider sent: with a failure, or without a profile.
        case byAdobe(FailureKind?)
        /// Adobe asked for a sign-in without the partner framework.
        case declined(OpenSession.Reason)
    }

    /// What an answer reports as its error.
    package enum ReportedError: Hashable, Sendable {
        case code(ErrorCode)
        /// Adobe's status, or that of HTTP, where there is no code.
        case status(Int64)
    }
}

/// What a viewer sees, without its content.
package enum Screen: String, Hashable, Sendable {
    case own, providerPicker, providerConfirmation, profilePicker, userAgent, code, codeExpired, signOutPage, signOutInSettings, problem

    init(_ presentation: Presentation) {
        switch presentation {
        case .nothing: self = .own
        case .providerPicker: self = .providerPicker
        case .providerConfirmation: self = .providerConfirmation
        case .profilePicker: self = .profilePicker
        case .userAgent: self = .userAgent
        case .code: self = .code
        case .codeExpired: self = .codeExpired
        case .signOutUserAgent, .legacySignOut: self = .signOutPage
        case .signOutInSettings: self = .signOutInSettings
        case .problem: self = .problem
        }
    }
}

extension TriageCause.Kind {
    /// Whether it is a fact that many launches have, so that it explains no failure by itself.
    var isCircumstance: Bool {
        switch self {
        case .accessDenied, .keptSignInExpired, .methodChanged, .configurationChanged, .settingsChanged, .versionChanged,
            .endedInForeground,
            .singleSignOnRejected:
            true
        case _: false
        }
    }

    /// The kind in words, as tables and JSON name it: those of its id, and what tells kinds with one id apart.
    package var words: String {
        switch self {
        case .canceledByApp(let party): id.words + (party.map { " while it waited for \($0 == .viewer ? "the viewer" : $0.name)" } ?? "")
        case .canceledByViewer(let screen): id.words + (screen.map { " at \($0.words)" } ?? "")
        case .canceledAtProblem(let failure): "\(id.words): \(failure.sentence)"
        case .refused(let reason, let error): "refused: \(reason.rawValue)\(TriageCause.inParentheses(error))"
        case .denied(let error, let denial): "denied: \(error.words)\(TriageCause.words(denial))"
        case .slow(let awaited, let behindOthers): TriageCause.slow(awaited, behindOthers: behindOthers)
        case .fulfilledAfterFailures(let failure): "\(id.words): \(failure.sentence)"
        case .singleSignOnRejected(let rejection): rejection.detail.map { "\(id.words): \($0)" } ?? id.words
        case .missing(let kind): "\(id.words): \(kind.rawValue)"
        case .methodChanged(let old, let new): "\(id.words) from \(old.word) to \(new.word)"
        case _: id.words
        }
    }
}

extension TriageCause {
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

    /// ` (code)`, ` (HTTP 403)`; empty if there is no error.
    static func inParentheses(_ error: ReportedError?) -> String {
        switch error {
        case .code(let code): " (\(code.text))"
        case .status(let status): " (HTTP \(status))"
        case nil: ""
        }
    }
}

extension TriageCause.SingleSignOnRejection {
    /// What the answer said.
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

extension TriageCause.ReportedError {
    init(_ error: AdobeError) { self = error.code.map { .code($0) } ?? .status(error.status) }

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
