import FlowMachine

/// Folds the records of one launch into its summary. Memory grows with the requests, not with the log.
package final class LaunchFold {
    package let header: LogHeader
    package private(set) var judge: LaunchJudge
    private var calls: Int64 = 0
    private var failedCalls: Int64 = 0
    private var signIns: [LaunchSummary.SignIn] = []
    private var isSignedIn = false
    private var isDamaged = false
    private var isTorn = false

    /// The maximum number of sign-ins that are listed. No viewer signs in that often in one launch.
    private static let mostSignIns = 16

    package init(_ header: LogHeader, _ snapshot: Snapshot?) {
        self.header = header
        judge = LaunchJudge(header.settings, snapshot)
        isSignedIn = snapshot?.model?.context.keptProfile != nil
    }

    /// Returns whether a segment continues this launch.
    package func isContinued(by header: LogHeader, _ snapshot: Snapshot?) -> Bool {
        snapshot != nil && header.support == self.header.support
    }

    /// Processes the beginning of a segment that continues the launch.
    package func beginSegment(_ snapshot: Snapshot) { judge.beginSegment(snapshot) }

    /// Records damaged lines.
    package func noteDamage(_ failure: LogFailure) {
        if failure.reason == .torn {
            isTorn = true
        } else {
            isDamaged = true
            judge.noteDamage("line \(failure.line)")
        }
    }

    /// Processes the next event.
    @discardableResult
    package func note(_ record: LogRecord) -> LaunchJudge.Context {
        let context = judge.note(record)
        if case .reply = record.event.origin, case .call? = context.question {
            calls += 1
            if let failure = record.failure, FailureKind(failure) != .unauthorized { failedCalls += 1 }
        } else if case .call? = context.timedOut {
            calls += 1
            failedCalls += 1
        }
        if case .app(.launched(let kept)) = record.event.origin { isSignedIn = kept.profile != nil }
        for effect in record.effects {
            switch effect {
            case .keep(.profile(let profile)): noteSignIn(profile, record.event.time, context.oldestOpen)
            case .forget(.fact(.profile)): isSignedIn = false
            case .keep, .forget, .call, .partner, .cancel, .arm, .disarm, .present, .answer: break
            }
        }
        return context
    }

    private func noteSignIn(_ profile: Profile, _ time: Instant, _ asked: Instant?) {
        if isSignedIn { return }
        isSignedIn = true
        if signIns.count == LaunchFold.mostSignIns { return }
        signIns.append(
            LaunchSummary.SignIn(
                type: profile.type.text, provider: profile.mvpd.text, took: asked.map { time.milliseconds - $0.milliseconds }))
    }

    /// The summary of the events so far.
    package var summary: LaunchSummary {
        let requests = judge.requests
        let ending: LaunchSummary.Ending = judge.isShutDown ? .shutDown : judge.backgrounded != nil ? .background : .foreground
        return LaunchSummary(
            support: header.support, installation: header.installation, app: header.app, library: header.library, system: header.system,
            platform: header.settings.platform, api: header.settings.api, serviceProvider: header.settings.serviceProvider,
            provider: judge.provider?.text, start: judge.start, length: judge.end.milliseconds - judge.start.milliseconds,
            events: Int64(judge.events), clockAhead: judge.clockAhead, calls: calls, failedCalls: failedCalls, ending: ending,
            requests: LaunchFold.counts(requests), signIns: signIns, causes: causes(requests), uploadedLog: nil)
    }

    private static func counts(_ requests: [JudgedRequest]) -> [LaunchSummary.Requests] {
        var counts: [LaunchSummary.Requests] = []
        for request in requests {
            let kind = request.asked.kind.rawValue
            let took = request.answerTime.map { $0.milliseconds - request.time.milliseconds } ?? 0
            if let place = counts.firstIndex(where: { $0.kind == kind && $0.outcome == request.outcome }) {
                counts[place].count += 1
                counts[place].longest = max(counts[place].longest, took)
            } else {
                counts.append(LaunchSummary.Requests(kind: kind, outcome: request.outcome, count: 1, longest: took))
            }
        }
        return counts
    }

    private func causes(_ requests: [JudgedRequest]) -> [LaunchSummary.Causes] {
        var causes: [LaunchSummary.Causes] = []
        func note(_ cause: LaunchSummary.Causes) {
            let place = causes.firstIndex { $0.id == cause.id && $0.owner == cause.owner && $0.error == cause.error }
            if let place { causes[place].requests += cause.requests } else { causes.append(cause) }
        }
        for cause in judge.findings(beside: requests) { note(LaunchSummary.Causes(cause, requests: 0)) }
        if isDamaged { note(LaunchSummary.Causes(.logDamaged, owner: .device)) }
        if isTorn { note(LaunchSummary.Causes(.lastLineIncomplete, owner: .app)) }
        for request in requests { if let cause = request.cause { note(LaunchSummary.Causes(cause, requests: 1)) } }
        return causes
    }
}

extension LaunchSummary.Causes {
    fileprivate init(_ cause: FlowCause, requests: Int64) {
        self.init(id: cause.id, owner: cause.owner, error: cause.kind.error, requests: requests, isOrdinary: cause.isOrdinary)
    }

    fileprivate init(_ id: FlowCause.ID, owner: FlowCause.Owner) {
        self.init(id: id, owner: owner, error: nil, requests: 0, isOrdinary: false)
    }
}

extension FlowCause.Kind {
    /// Adobe's error code, or the status of an error without a code; `nil` if the cause has no error.
    fileprivate var error: String? {
        switch self {
        case .refused(_, .code(let code)?), .denied(.code(let code), _): code.text
        case .refused(_, .status(let status)?), .denied(.status(let status), _): String(status)
        case .canceledAtProblem(let failure), .fulfilledAfterFailures(let failure): failure.code?.text
        case _: nil
        }
    }
}
