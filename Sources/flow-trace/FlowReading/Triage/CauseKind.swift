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
        // A request that was canceled.
        case canceledByApp(waitedFor: Timeline.Party?)
        case shutDown
        /// `nil` if the screen is not known.
        case canceledByViewer(at: Screen?)
        case canceledAtProblem(FailureKind)
        case pageClosed
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
        // A launch.
        case keptSignInExpired
        case providerChanged
        case clockWrong(isBehind: Bool)
        case vaultFailed
        case accessDenied
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

    /// What an answer reports as its error.
    package enum ReportedError: Hashable, Sendable {
        case code(ErrorCode)
        /// Adobe's status, or that of HTTP, where there is no code.
        case status(Int64)
    }
}

/// What a viewer sees, without its content.
package enum Screen: Hashable, Sendable {
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
    /// The kind in words, as tables and JSON name it.
    package var words: String {
        switch self {
        case .endedInBackground: "not answered before the app ended in the background"
        case .endedAtScreen: "the log ends right after a screen was shown"
        case .problemUnanswered: "a problem was shown, and the viewer chose no option"
        case .unansweredAtScreen: "no answer before the log ends, while a screen was shown"
        case .unansweredAfterFailures: "no answer before the log ends, and calls failed"
        case .unanswered: "no answer before the log ends"
        case .canceledByApp(let party): "canceled by the app" + (party.map { " while it waited for \($0.name)" } ?? "")
        case .shutDown: "the app shut the flow down first"
        case .canceledByViewer(let screen): "canceled by the viewer" + (screen.map { " at \($0.words)" } ?? "")
        case .canceledAtProblem(let failure): "a problem was shown, and the viewer canceled: \(failure.sentence)"
        case .pageClosed: "the provider's page was closed without a redirect"
        case .codeExpired: "the code expired unused"
        case .pollsFailed: "polls for a sign-in failed"
        case .refused(let reason, let error): "refused: \(reason.rawValue)\(TriageCause.inParentheses(error))"
        case .nobodySignedIn: "refused: nobody was signed in"
        case .keptSignInUnchecked: "refused: the kept sign-in could not be checked with Adobe"
        case .keptSignInExpiredBefore: "refused: not signed in, the kept sign-in had expired"
        case .signedOutBefore: "refused: not signed in after a sign-out"
        case .temporaryAccessNotSetUp: "refused: temporary access is not set up in the app"
        case .ownTokensRefused: "refused: Adobe refused its own access tokens"
        case .otherServer: "refused: another server answered in place of Adobe"
        case .apiEnded: "Adobe has shut down REST API V1"
        case .denied(let error, let denial): "denied: \(error.words)\(TriageCause.words(denial))"
        case .signOutNotReached: "the sign-out did not reach Adobe"
        case .slow(let awaited, let behindOthers): TriageCause.slow(awaited, behindOthers: behindOthers)
        case .splitPreview: "slow: a preview was split into many calls"
        case .keptSignInExpired: "the kept sign-in had expired"
        case .providerChanged: "the viewer's provider changed"
        case .clockWrong(let isBehind): "the device's clock was \(isBehind ? "behind" : "ahead")"
        case .vaultFailed: "the vault could not save a value"
        case .accessDenied: "TV-provider access was denied to the app"
        case .secretLost: "a kept secret was lost"
        case .signOutPending: "a sign-out has not reached Adobe yet"
        case .launchesOverlap: "launches overlap, or the clock was set back"
        case .missing(let kind): "kept in one launch and missing in the next: \(kind.rawValue)"
        case .vaultEmptied(true): "the vault was empty, because values could not be saved"
        case .vaultEmptied(false): "the vault was empty: the app was reinstalled, or the vault was erased"
        case .signedInAfterAll: "a sign-in was completed after the flow had stopped waiting"
        case .endedInForeground: "the previous launch ended in the foreground"
        case .methodChanged(let old, let new): "the kind of sign-in changed from \(old.word) to \(new.word)"
        case .configurationChanged: "Adobe's configuration of providers changed"
        case .settingsChanged: "settings changed"
        case .versionChanged: "app, library or system changed"
        case .clockSet: "the clock was set between launches"
        case .eventsMissing: "events are missing from the log"
        case .beginsInTheMiddle: "the log begins in the middle of a launch"
        case .logDamaged: "the log is damaged"
        case .lastLineIncomplete: "the last line of the log is incomplete"
        case .decidedDifferently: "this build decides differently"
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
