import FlowMachine

extension FlowCause {
    /// The kind by which causes are counted, grouped and compared. Equal causes in different launches have equal kinds.
    package enum Kind: Hashable, Sendable {
        // Causes why a request has no answer at the end of the log:
        case endedInBackground
        /// A screen was shown immediately before the end of the log.
        case endedAtScreen
        case problemUnanswered
        case unansweredAtScreen
        case unansweredAfterFailures
        case unanswered
        /// The answer may be in damaged lines.
        case answerMayBeDamaged
        case answerMissing
        // Causes why a request was canceled:
        case canceledByApp(waitedFor: AwaitedParty?)
        case shutDown
        /// The viewer canceled at this screen; `nil` if the screen is unknown.
        case canceledByViewer(at: Screen?)
        case canceledAtProblem(FailureKind)
        case pageClosed
        /// The provider's page led back to the app, but Adobe did not have a profile yet.
        case redirectUnconfirmed
        /// The provider's page never led back to the app in several launches, whatever the result of each launch.
        case redirectMissing
        // Causes why no viewer used a code:
        /// Nobody signed in with the code in several launches, whatever the end of each launch.
        case codeUnused
        case codeExpired
        /// The code reached the lifetime in the app's policy, because Adobe stated no lifetime.
        case codeGivenUp
        case pollsFailed
        // Causes why a request was refused or denied:
        case refused(Refusal.Reason, ReportedError?)
        /// No viewer was signed in, and the request never asks for a sign-in. This is not a fault.
        case nobodySignedIn
        case keptSignInUnchecked
        case keptSignInExpiredBefore
        case signedOutBefore
        /// A playback that never asks for a sign-in was refused in several launches, because no viewer was signed in.
        case playNeverAsks
        case temporaryAccessNotSetUp
        case ownTokensRefused
        case otherServer
        case apiEnded
        case denied(ReportedError, Denial)
        case signOutNotReached
        // Causes why a request was fulfilled late:
        case slow(Awaited, behindOthers: Bool)
        case splitPreview
        case fulfilledAfterFailures(FailureKind)
        // Causes that concern a launch as a whole:
        case requestLoop
        case permittedAgain
        case tokensReplacedEarly
        case previewFlood
        case singleSignOnRejected(SingleSignOnRejection)
        case vaultShared
        case keptSignInExpired
        case signInExpired
        /// Adobe's error code; `nil` if Adobe reported no error.
        case signInEnded(ErrorCode?)
        /// Adobe's error code; `nil` if Adobe reported no error.
        case registrationRejected(ErrorCode?)
        case signedOutAtReturn
        case providerChanged
        case clockWrong(isBehind: Bool)
        case vaultFailed
        case accessDenied
        case foregroundUnreported
        case accountLeftOnDevice
        case secretLost
        case signOutPending
        // Differences between a launch and the previous launch:
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
        // Problems with the log itself:
        case eventsMissing
        case beginsInTheMiddle
        case logDamaged
        case lastLineIncomplete
        case decidedDifferently
    }

    /// A further explanation of a denial.
    package enum Denial: Sendable {
        case alone, afterChangeOfProvider, byOneOfSeveralSignIns
    }

    /// The reason why the account on the device did not sign the viewer in.
    package enum SingleSignOnRejection: Hashable, Sendable {
        /// The partner framework delivered no sign-in of the provider. The value is the framework's error; `nil` if it reported none.
        case byProvider(PartnerError?)
        /// Adobe refused the provider's sign-in. The value is the failure; `nil` if Adobe answered without a profile.
        case byAdobe(FailureKind?)
        /// Adobe asked for a sign-in without the partner framework.
        case declined(OpenSession.Reason)
    }

    /// The error that an answer reports.
    package enum ReportedError: Hashable, Sendable {
        case code(ErrorCode)
        /// The status of an error without a code.
        case status(Int64)
    }
}

/// The kind of a screen that a viewer sees. The screen's content is left out.
package enum Screen: String, Hashable, Sendable {
    case own, providerPicker, providerConfirmation, profilePicker, userAgent, code, codeExpired, signOutPage, signOutInSettings, problem

    package init(_ presentation: Presentation) {
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

extension FlowCause.Kind {
    /// Whether the cause describes the circumstances of a launch, and does not explain a failure by itself.
    package var isCircumstance: Bool {
        switch self {
        case .accessDenied, .keptSignInExpired, .methodChanged, .configurationChanged, .settingsChanged, .versionChanged,
            .endedInForeground,
            .singleSignOnRejected:
            true
        case _: false
        }
    }
}

extension FlowCause.ReportedError {
    package init(_ error: AdobeError) { self = error.code.map { .code($0) } ?? .status(error.status) }
}
