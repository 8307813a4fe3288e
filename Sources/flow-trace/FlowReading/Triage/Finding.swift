import FlowMachine

extension TriageCause {
    /// A cause with everything that its sentences say.
    enum Finding: Sendable {
        // A request that has no answer at the end of the log.
        case endedInBackground(ShownScreen?)
        /// The log ends this many milliseconds after the screen was shown.
        case endedAtScreen(ShownScreen, after: Int64)
        case problemUnanswered(LogEnd, ShownScreen, FailedCalls)
        case unansweredAtScreen(LogEnd, ShownScreen)
        case unansweredAfterFailures(LogEnd, FailedCalls)
        case unanswered(LogEnd)
        // A request that was canceled.
        case canceledByApp(after: Int64, longest: RequestTrail.Wait?)
        case shutDown(after: Int64)
        /// `nil` if the screen is not known.
        case canceledByViewer(at: Screen?, Witness)
        case canceledAtProblem(FailureKind, FailedCalls)
        /// `waited`: how long there was no profile after the page was closed, in milliseconds.
        case pageClosed(event: Int64, waited: Int64)
        // A code that nobody used.
        case codeExpired(UnusedCode, isCanceled: Bool)
        indirect case pollsFailed(Polls, Unpolled)
        // A request that was refused or denied.
        case refused(Refused)
        case nobodySignedIn
        case keptSignInUnchecked(MVPDID, FailedCalls)
        case keptSignInExpiredBefore(Profile)
        /// `event`: the sign-out.
        case signedOutBefore(event: Int64)
        case temporaryAccessNotSetUp
        case ownTokensRefused(FailedCalls)
        case otherServer(ReportedError?, FailedCalls)
        case apiEnded(FailedCalls)
        case denied(Denied)
        case signOutNotReached(FailedCalls)
        // A request that was fulfilled late.
        case slow(Slow)
        case splitPreview(Slow, PreviewCalls.Split)
        case fulfilledAfterFailures(FailureKind, FailedCalls, after: Int64)
        // A launch.
        case keptSignInExpired(Profile, launched: Instant)
        case providerChanged(from: MVPDID, to: Profile, event: Int64)
        /// In milliseconds; negative: behind.
        case clockWrong(ahead: Int64)
        case vaultFailed
        case accessDenied
        case secretLost
        case requestLoop(RequestLoops.Loop)
        case singleSignOnRejected(SingleSignOnRejection)
        /// The other apps that use the vault.
        case vaultShared([String])
        /// `answered`: how many other calls Adobe answered.
        case signOutPending([OwedLogout], FailedCalls, answered: Int)
        // A launch, compared with the one before, which began at `since`.
        case launchesOverlap(since: Instant, by: Int64)
        case missing(PersistedValue.Kind, LaunchVault.Kept, since: Instant, apps: ComparedApps)
        case vaultEmptied([LaunchVault.Kept], since: Instant, apps: ComparedApps, afterFailures: Bool)
        case signedInAfterAll(UserEvent, event: Int64?, isUnanswered: Bool, since: Instant)
        case endedInForeground(since: Instant, pause: Int64, last: Witness?)
        case methodChanged(MVPDID, from: ProfileType, to: ProfileType, since: Instant, MethodChange)
        case configurationChanged([ProviderChange])
        case settingsChanged([DifferenceEntry], since: Instant)
        case versionChanged([DifferenceEntry], since: Instant)
        /// In milliseconds; negative: back.
        case clockSet(by: Int64, since: Instant)
        // The log itself.
        case eventsMissing(from: Int64, to: Int64, Snapshot.Cause)
        /// `event`: the first one in the log.
        case beginsInTheMiddle(event: Int64)
        case logDamaged(LogFault)
        case lastLineIncomplete(LogFault)
        case decidedDifferently(LogFault)
    }

    /// What the viewer sees, and since when.
    struct ShownScreen: Sendable {
        let presentation: Presentation
        let since: Instant
    }

    /// The end of a log, before a request was answered.
    struct LogEnd: Sendable {
        /// In milliseconds after the request.
        let after: Int64
        let state: String
        let step: String
    }

    /// A code that nobody used.
    struct UnusedCode: Sendable {
        /// How long it was valid, in milliseconds, if that is known.
        let life: Int64?
        /// How many polls found nobody.
        let polls: Int

        /// Whether it was valid for less time than viewers need.
        var isShort: Bool { life.map { $0 < 10 * 60_000 } ?? false }
    }

    /// How a request ended whose polls failed.
    enum Unpolled: Sendable {
        case unanswered(LogEnd)
        /// Fulfilled, after this many milliseconds.
        case late(Int64)
        /// What else explains the refusal.
        case refused(Finding)
    }

    /// A refusal that has no better explanation than its reason.
    struct Refused: Sendable {
        let reason: Refusal.Reason
        let error: ReportedError?
        let failed: FailedCalls
        /// Playbacks that temporary access was used for.
        let temporary: [Witness]

        /// Whether Adobe rejected a parameter of the request.
        var isAboutParameter: Bool { if case .code(let code) = error { code.text.hasPrefix("invalid_parameter") } else { false } }
    }

    /// A denied playback.
    struct Denied: Sendable {
        let error: ReportedError
        let denier: Denier
        let subject: Subject
        let circumstance: Circumstance

        /// What else explains the denial.
        enum Circumstance: Sendable {
            case none
            case providerChanged(from: MVPDID, to: MVPDID, event: Int64)
            /// Adobe knew several sign-ins, and one was taken without asking the viewer.
            case severalSignIns([MVPDID], taken: MVPDID, event: Int64)
            /// The viewer began to sign in with another provider, and did not finish.
            case unfinishedChange(event: Int64)
        }
    }

    /// Who denied a playback, as the families of Adobe's codes say it: a code that is new in a family means the same.
    enum Denier: Sendable {
        case degradationRule, parentalControls, provider, adobe

        init(_ code: ErrorCode?) {
            guard let code = code?.text else {
                self = .adobe
                return
            }
            self =
                code.contains("degradation")
                ? .degradationRule : code.contains("parental") ? .parentalControls : code.hasSuffix("by_mvpd") ? .provider : .adobe
        }
    }

    /// How the time of a slow request was spent, in milliseconds.
    struct Slow: Sendable {
        let took: Int64
        /// Without the viewer's own time.
        let waited: Int64
        /// The longest waits, the longest first.
        let waits: [RequestTrail.Wait]
        let longest: Awaited
        /// Whether it waited behind other requests of the app.
        let isBehindOthers: Bool
    }

    /// The apps of the launch before and of this one.
    struct ComparedApps: Sendable {
        let before: String
        let after: String
    }

    /// Why the kind of a sign-in changed.
    enum MethodChange: Sendable { case accessDenied, declined, unknown }

    /// What is different about a provider in Adobe's configuration.
    enum ProviderChange: Sendable {
        case new(MVPDID)
        case gone(MVPDID)
        case changed(MVPDID, DifferenceEntry)
    }

    /// What is wrong with the log itself, in the words of the report that found it: its bytes are gone when they are printed.
    struct LogFault: Sendable {
        let text: String
        let advice: String
        /// For standard error, with the place in the file.
        let complaint: String
    }
}

extension TriageCause.Finding {
    /// What the finding is counted, grouped and compared by.
    var kind: TriageCause.Kind {
        switch self {
        case .endedInBackground: .endedInBackground
        case .endedAtScreen: .endedAtScreen
        case .problemUnanswered: .problemUnanswered
        case .unansweredAtScreen: .unansweredAtScreen
        case .unansweredAfterFailures: .unansweredAfterFailures
        case .unanswered: .unanswered
        case .canceledByApp(_, let longest): .canceledByApp(waitedFor: longest?.awaited.party)
        case .shutDown: .shutDown
        case .canceledByViewer(let screen, _): .canceledByViewer(at: screen)
        case .canceledAtProblem(let failure, _): .canceledAtProblem(failure)
        case .pageClosed: .pageClosed
        case .codeExpired: .codeExpired
        case .pollsFailed: .pollsFailed
        case .refused(let refused): .refused(refused.reason, refused.error)
        case .nobodySignedIn: .nobodySignedIn
        case .keptSignInUnchecked: .keptSignInUnchecked
        case .keptSignInExpiredBefore: .keptSignInExpiredBefore
        case .signedOutBefore: .signedOutBefore
        case .temporaryAccessNotSetUp: .temporaryAccessNotSetUp
        case .ownTokensRefused: .ownTokensRefused
        case .otherServer: .otherServer
        case .apiEnded: .apiEnded
        case .denied(let denied): .denied(denied.error, denied.denial)
        case .signOutNotReached: .signOutNotReached
        case .slow(let slow): .slow(slow.longest, behindOthers: slow.isBehindOthers)
        case .splitPreview: .splitPreview
        case .fulfilledAfterFailures(let commonest, _, _): .fulfilledAfterFailures(commonest)
        case .requestLoop: .requestLoop
        case .singleSignOnRejected(let rejection): .singleSignOnRejected(rejection)
        case .vaultShared: .vaultShared
        case .keptSignInExpired: .keptSignInExpired
        case .providerChanged: .providerChanged
        case .clockWrong(let ahead): .clockWrong(isBehind: ahead < 0)
        case .vaultFailed: .vaultFailed
        case .accessDenied: .accessDenied
        case .secretLost: .secretLost
        case .signOutPending: .signOutPending
        case .launchesOverlap: .launchesOverlap
        case .missing(let kind, _, _, _): .missing(kind)
        case .vaultEmptied(_, _, _, let afterFailures): .vaultEmptied(afterFailures: afterFailures)
        case .signedInAfterAll: .signedInAfterAll
        case .endedInForeground: .endedInForeground
        case .methodChanged(_, let old, let new, _, _): .methodChanged(from: old, to: new)
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

    /// Who can do something about it.
    var owner: TriageCause.Owner {
        switch self {
        case .endedInBackground, .unansweredAtScreen, .canceledByViewer, .signedOutBefore, .providerChanged, .accessDenied: .viewer
        case .keptSignInExpiredBefore, .keptSignInExpired, .pageClosed: .provider
        case .ownTokensRefused, .configurationChanged: .adobe
        case .endedAtScreen, .unanswered, .canceledByApp, .shutDown, .nobodySignedIn, .temporaryAccessNotSetUp, .apiEnded, .splitPreview,
            .requestLoop, .vaultShared,
            .missing, .vaultEmptied, .signedInAfterAll, .endedInForeground, .settingsChanged, .versionChanged, .lastLineIncomplete:
            .app
        case .clockWrong, .vaultFailed, .secretLost, .launchesOverlap, .clockSet, .eventsMissing, .beginsInTheMiddle, .logDamaged: .device
        case .otherServer: .network
        case .decidedDifferently: .library
        case .problemUnanswered(_, _, let failed), .unansweredAfterFailures(_, let failed), .canceledAtProblem(_, let failed),
            .keptSignInUnchecked(_, let failed), .signOutNotReached(let failed):
            failed.owner
        case .fulfilledAfterFailures(_, let failed, _): failed.owner
        case .singleSignOnRejected(let rejection): rejection.owner
        case .signOutPending(_, let failed, _): failed.isEmpty ? .network : failed.owner
        case .codeExpired(let code, _): code.isShort ? .adobe : .viewer
        case .pollsFailed(let polls, _): polls.owner
        case .refused(let refused): refused.owner
        case .denied(let denied): denied.owner
        case .slow(let slow): slow.owner
        case .methodChanged(_, _, _, _, let change):
            switch change {
            case .accessDenied: .viewer
            case .declined, .unknown: .adobe
            }
        }
    }

    /// What requests must have in common, besides the kind, to be reported as one.
    var subject: TriageCause.Subject? { if case .denied(let denied) = self { denied.subject } else { nil } }

    /// When the kept sign-in expired, if that is the finding.
    var expiry: TimeOfDay? { if case .keptSignInExpired(let profile, _) = self { TimeOfDay(profile.notAfter) } else { nil } }

    /// What is wrong with the log itself, if that is the finding.
    var fault: TriageCause.LogFault? {
        switch self {
        case .logDamaged(let fault), .lastLineIncomplete(let fault), .decidedDifferently(let fault): fault
        case _: nil
        }
    }
}

extension TriageCause.SingleSignOnRejection {
    fileprivate var owner: TriageCause.Owner {
        switch self {
        case .byProvider: .provider
        case .declined(.missingParametersFallback): .app
        case .byAdobe, .declined: .adobe
        }
    }
}

extension TriageCause.Refused {
    fileprivate var owner: TriageCause.Owner {
        switch reason {
        case .canceled, .signedOut: .viewer
        case .temporaryAccess: temporary.isEmpty ? .adobe : .app
        case .service: isAboutParameter ? .app : .adobe
        case .noDecision, .authentication: .adobe
        case .unreachable: failed.owner
        case .tooManyWishes, .registration, .setup, .apiEnded, .notSignedIn: .app
        }
    }
}

extension TriageCause.Denied {
    fileprivate var denial: TriageCause.Denial {
        switch circumstance {
        case .none, .unfinishedChange: .alone
        case .providerChanged: .afterChangeOfProvider
        case .severalSignIns: .byOneOfSeveralSignIns
        }
    }

    fileprivate var owner: TriageCause.Owner {
        switch circumstance {
        case .providerChanged: return .viewer
        case .severalSignIns: return .app
        case .none, .unfinishedChange: break
        }
        switch denier {
        case .degradationRule, .adobe: return .adobe
        case .parentalControls: return .viewer
        case .provider: return .provider
        }
    }
}

extension TriageCause.Slow {
    fileprivate var owner: TriageCause.Owner {
        switch longest.party {
        case .adobe: .adobe
        case .network: .network
        case .held: .app
        case .partner: .device
        case .viewer, .rest: .viewer
        }
    }
}
