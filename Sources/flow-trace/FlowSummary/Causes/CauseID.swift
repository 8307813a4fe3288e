import FlowMachine

extension FlowCause {
    /// The id of a cause, for programs that count, filter or react to causes. `Specs/causes.md` lists all ids. An id is never renamed, and never used
    /// for another cause.
    public enum ID: String, CaseIterable, Hashable, Sendable {
        // Causes why a request has no answer at the end of the log:
        /// The app ended in the background before there was an answer.
        case endedInBackground = "ended-in-background"
        /// The log ends right after a screen was shown.
        case endedAtScreen = "ended-at-screen"
        /// A problem was shown, and the viewer chose no option.
        case problemUnanswered = "problem-unanswered"
        /// The log has no answer, and a screen is shown at the end of the log.
        case unansweredAtScreen = "unanswered-at-screen"
        /// The log has no answer, and calls failed.
        case unansweredAfterFailures = "unanswered-after-failures"
        /// The log has no answer, and no other cause is known.
        case unanswered
        /// The log has no answer, but it has damaged lines that may contain the answer.
        case answerMayBeDamaged = "answer-may-be-damaged"
        /// A request was answered in events that are missing from the log.
        case answerMissing = "answer-missing"
        // Causes why a request was canceled:
        /// The app canceled the request.
        case canceledByApp = "canceled-by-app"
        /// The app shut the flow down.
        case shutDown = "shut-down"
        /// The viewer canceled the request.
        case canceledByViewer = "canceled-by-viewer"
        /// A problem was shown, and the viewer canceled.
        case canceledAtProblem = "canceled-at-problem"
        /// The provider's page was closed without a redirect.
        case pageClosed = "page-closed"
        /// The provider's page led back to the app, and the flow stopped waiting before Adobe had a profile.
        case redirectUnconfirmed = "redirect-unconfirmed"
        /// The provider's page did not lead back to the app in several launches, whatever the result of each launch. Only a pattern across several
        /// launches has this cause.
        case redirectMissing = "redirect-missing"
        // The next three causes concern a sign-in on another screen.
        /// The code was shown in several launches, and nobody signed in with it, whatever the end of each launch. Only a pattern across several
        /// launches has this cause.
        case codeUnused = "code-unused"
        /// The code expired unused.
        case codeExpired = "code-expired"
        /// Adobe stated no lifetime of the code, and the app's policy abandoned the code early.
        case codeGivenUp = "code-given-up"
        /// Polls for a sign-in failed.
        case pollsFailed = "polls-failed"
        // Causes why a request was refused, without a better explanation than the reason of the refusal:
        /// The request was canceled; the log does not show who canceled it.
        case refusedCanceled = "refused-canceled"
        /// The viewer signed out while the request was open.
        case refusedSignedOut = "refused-signed-out"
        /// Temporary access is not configured, or is used up.
        case refusedTemporaryAccess = "refused-temporary-access"
        /// Too many requests were open.
        case refusedTooManyRequests = "refused-too-many-requests"
        /// Adobe's service failed, or Adobe rejected a parameter.
        case refusedService = "refused-service"
        /// Adobe answered without a decision.
        case refusedNoDecision = "refused-no-decision"
        /// Adobe could not be reached.
        case refusedUnreachable = "refused-unreachable"
        /// Adobe refused the app's registration.
        case refusedRegistration = "refused-registration"
        /// Adobe rejected the app's request.
        case refusedSetup = "refused-setup"
        /// The viewer is signed in, but the sign-in cannot be used.
        case refusedAuthentication = "refused-authentication"
        // Causes why a request was refused or denied, with a better explanation:
        /// No viewer was signed in, and the request never asks for a sign-in. This is not a fault.
        case nobodySignedIn = "nobody-signed-in"
        /// The kept sign-in could not be checked with Adobe.
        case keptSignInUnchecked = "kept-sign-in-unchecked"
        /// The kept sign-in had expired before the request.
        case keptSignInExpiredBefore = "kept-sign-in-expired-before"
        /// A viewer had signed out before the request.
        case signedOutBefore = "signed-out-before"
        /// A playback that never asks for a sign-in was refused, because no viewer was signed in. Only a pattern across launches has this cause.
        case playNeverAsks = "play-never-asks"
        /// The app's settings name no provider for temporary access.
        case temporaryAccessNotSetUp = "temporary-access-not-set-up"
        /// Adobe refused access tokens that Adobe itself had issued.
        case ownTokensRefused = "own-tokens-refused"
        /// Another server answered in place of Adobe.
        case otherServer = "other-server"
        /// Adobe has shut down REST API V1.
        case apiEnded = "api-ended"
        /// A playback was denied.
        case denied
        /// A playback was denied by the provider that the viewer had changed to.
        case deniedAfterChangeOfProvider = "denied-after-change-of-provider"
        /// A playback was denied by the provider of one of several sign-ins. The flow had chosen that sign-in without asking.
        case deniedByOneOfSeveralSignIns = "denied-by-one-of-several-sign-ins"
        /// A sign-out did not reach Adobe.
        case signOutNotReached = "sign-out-not-reached"
        // Causes why a request was fulfilled late:
        /// A request took a long time.
        case slow
        /// A request waited behind other requests of the app.
        case slowBehindOthers = "slow-behind-others"
        /// A preview was split into many calls.
        case splitPreview = "split-preview"
        /// Calls failed, but retries fulfilled the request.
        case fulfilledAfterFailures = "fulfilled-after-failures"
        // Causes that concern a launch as a whole:
        /// The kept sign-in had expired at the launch.
        case keptSignInExpired = "kept-sign-in-expired"
        /// The sign-in expired while the app ran.
        case signInExpired = "sign-in-expired"
        /// The sign-in ended before its stated expiry, and the viewer was asked to sign in again.
        case signInEnded = "sign-in-ended-early"
        /// Adobe no longer accepted the device's registration, which also ended a sign-in.
        case registrationRejected = "registration-rejected"
        /// The app signed the viewer out when it returned from the background.
        case signedOutAtReturn = "signed-out-at-return"
        /// The viewer's provider changed during the launch.
        case providerChanged = "provider-changed"
        /// The device's clock was behind Adobe's.
        case clockBehind = "clock-behind"
        /// The device's clock was ahead of Adobe's.
        case clockAhead = "clock-ahead"
        /// The vault could not save a value.
        case vaultFailed = "vault-failed"
        /// The viewer had denied the app access to the TV provider.
        case accessDenied = "access-denied"
        /// The app reported that it went to the background but never that it returned, although the viewer later used it.
        case foregroundUnreported = "foreground-unreported"
        /// The viewer signed out in the app, but the account on the device stays signed in.
        case accountLeftOnDevice = "account-left-on-device"
        /// A secret was missing from the vault.
        case secretLost = "secret-lost"
        /// A sign-out had not reached Adobe at the end of the launch.
        case signOutPending = "sign-out-pending"
        /// The app repeated a request within a second of its failure, again and again.
        case requestLoop = "request-loop"
        /// A resource was permitted again and again.
        case permittedAgain = "permitted-again"
        /// The flow replaced access tokens that were still valid for a long time.
        case tokensReplacedEarly = "tokens-replaced-early"
        /// The app requested more previews than Adobe answers.
        case previewFlood = "preview-flood"
        /// The provider rejected Apple's single sign-on.
        case rejectedByProvider = "single-sign-on-rejected-by-provider"
        /// Adobe rejected Apple's single sign-on.
        case rejectedByAdobe = "single-sign-on-rejected-by-adobe"
        /// Adobe asked for a sign-in without Apple's framework.
        case singleSignOnDeclined = "single-sign-on-declined"
        /// Another app uses the same vault.
        case vaultShared = "vault-shared"
        // Differences between a launch and the previous launch:
        /// The launch began before the previous launch ended.
        case launchesOverlap = "launches-overlap"
        /// A value that the previous launch saved is missing from the vault.
        case valueMissing = "value-missing"
        /// The vault was empty at the launch, although the previous launch had saved values.
        case vaultEmptied = "vault-emptied"
        /// The vault was empty at the launch. In the previous launch, the vault could not save values.
        case vaultEmptiedAfterFailures = "vault-emptied-after-failures"
        /// A sign-in was completed after the previous launch had stopped waiting for it.
        case signedInAfterAll = "signed-in-after-all"
        /// The previous launch ended in the foreground, a short time before this launch.
        case endedInForeground = "ended-in-foreground"
        /// The kind of sign-in changed, with the same provider.
        case methodChanged = "sign-in-method-changed"
        /// Adobe's configuration of providers changed.
        case configurationChanged = "configuration-changed"
        /// The app's settings changed.
        case settingsChanged = "settings-changed"
        /// The app's, library's or system's version changed.
        case versionChanged = "version-changed"
        /// The device's clock was set.
        case clockSet = "clock-set"
        // Problems with the log itself:
        /// Events are missing from the log.
        case eventsMissing = "events-missing"
        /// The log begins in the middle of a launch.
        case beginsInTheMiddle = "begins-in-the-middle"
        /// The log is damaged.
        case logDamaged = "log-damaged"
        /// The last line of the log is incomplete.
        case lastLineIncomplete = "last-line-incomplete"
        /// This build decides an event differently from the build that wrote the log.
        case decidedDifferently = "decided-differently"
    }
}

extension FlowCause.Kind {
    /// The id that all causes of this kind share.
    package var id: FlowCause.ID {
        switch self {
        case .endedInBackground: .endedInBackground
        case .endedAtScreen: .endedAtScreen
        case .problemUnanswered: .problemUnanswered
        case .unansweredAtScreen: .unansweredAtScreen
        case .unansweredAfterFailures: .unansweredAfterFailures
        case .unanswered: .unanswered
        case .answerMayBeDamaged: .answerMayBeDamaged
        case .answerMissing: .answerMissing
        case .canceledByApp: .canceledByApp
        case .shutDown: .shutDown
        case .canceledByViewer: .canceledByViewer
        case .canceledAtProblem: .canceledAtProblem
        case .pageClosed: .pageClosed
        case .redirectMissing: .redirectMissing
        case .redirectUnconfirmed: .redirectUnconfirmed
        case .codeUnused: .codeUnused
        case .codeExpired: .codeExpired
        case .codeGivenUp: .codeGivenUp
        case .pollsFailed: .pollsFailed
        case .refused(let reason, _): FlowCause.id(reason)
        case .nobodySignedIn: .nobodySignedIn
        case .keptSignInUnchecked: .keptSignInUnchecked
        case .keptSignInExpiredBefore: .keptSignInExpiredBefore
        case .signedOutBefore: .signedOutBefore
        case .playNeverAsks: .playNeverAsks
        case .temporaryAccessNotSetUp: .temporaryAccessNotSetUp
        case .ownTokensRefused: .ownTokensRefused
        case .otherServer: .otherServer
        case .apiEnded: .apiEnded
        case .denied(_, .alone): .denied
        case .denied(_, .afterChangeOfProvider): .deniedAfterChangeOfProvider
        case .denied(_, .byOneOfSeveralSignIns): .deniedByOneOfSeveralSignIns
        case .signOutNotReached: .signOutNotReached
        case .slow(_, let behindOthers): behindOthers ? .slowBehindOthers : .slow
        case .splitPreview: .splitPreview
        case .fulfilledAfterFailures: .fulfilledAfterFailures
        case .requestLoop: .requestLoop
        case .permittedAgain: .permittedAgain
        case .tokensReplacedEarly: .tokensReplacedEarly
        case .previewFlood: .previewFlood
        case .singleSignOnRejected(.byProvider): .rejectedByProvider
        case .singleSignOnRejected(.byAdobe): .rejectedByAdobe
        case .singleSignOnRejected(.declined): .singleSignOnDeclined
        case .vaultShared: .vaultShared
        case .keptSignInExpired: .keptSignInExpired
        case .signInExpired: .signInExpired
        case .signInEnded: .signInEnded
        case .registrationRejected: .registrationRejected
        case .signedOutAtReturn: .signedOutAtReturn
        case .providerChanged: .providerChanged
        case .clockWrong(let isBehind): isBehind ? .clockBehind : .clockAhead
        case .vaultFailed: .vaultFailed
        case .accessDenied: .accessDenied
        case .foregroundUnreported: .foregroundUnreported
        case .accountLeftOnDevice: .accountLeftOnDevice
        case .secretLost: .secretLost
        case .signOutPending: .signOutPending
        case .launchesOverlap: .launchesOverlap
        case .missing: .valueMissing
        case .vaultEmptied(let afterFailures): afterFailures ? .vaultEmptiedAfterFailures : .vaultEmptied
        case .signedInAfterAll: .signedInAfterAll
        case .endedInForeground: .endedInForeground
        case .methodChanged: .methodChanged
        case .configurationChanged: .configurationChanged
        case .settingsChanged: .settingsChanged
        case .versionChanged: .versionChanged
        case .clockSet: .clockSet
        case .eventsMissing: .eventsMissing
        case .beginsInTheMiddle: .beginsInTheMiddle
        case .logDamaged: .logDamaged
        case .lastLineIncomplete: .lastLineIncomplete
        case .decidedDifferently: .decidedDifferently
        }
    }
}

extension FlowCause {
    /// Returns the id of a refusal that has no better explanation than its reason.
    fileprivate static func id(_ reason: Refusal.Reason) -> ID {
        switch reason {
        case .notSignedIn: .nobodySignedIn
        case .canceled: .refusedCanceled
        case .signedOut: .refusedSignedOut
        case .temporaryAccess: .refusedTemporaryAccess
        case .tooManyWishes: .refusedTooManyRequests
        case .service: .refusedService
        case .noDecision: .refusedNoDecision
        case .unreachable: .refusedUnreachable
        case .registration: .refusedRegistration
        case .setup: .refusedSetup
        case .authentication: .refusedAuthentication
        case .apiEnded: .apiEnded
        }
    }
}
