// How fast Adobe is polled, and what a poll that failed leads to.

extension BasicAuthFallback {
    /// The next look follows the last answer, never faster than the policy, nor than 3 s (V2-F-12); later where the last answers were slow
    /// (V2-F-25), and not before a hold ends. There is none after the code expired: the legacy API does not say so, since it is asked about
    /// the device.
    static func pause(_ code: OpenCode, _ rule: Rule, _ run: inout Run) -> Next {
        guard let code = watched(code, &run) else { return run.dialect.codeExpired(code.mvpd, &run) }
        var due = run.now.advanced(by: run.pauseAfterPoll(code.slowAnswers))
        if let hold = run.calls.hold { due = max(due, hold.until) }
        let timer = run.arm(.poll, at: due)
        return .move(.basicAuthFallback(BasicAuthFallback(polling: code, .pausing(timer))), rule)
    }

    /// As `pause`, after an answer by which Adobe took the pace. Where the person was told that the service is slow, they are told that it is
    /// no longer.
    static func pauseAtPace(_ code: OpenCode, _ rule: Rule, _ run: inout Run) -> Next {
        var code = code
        if code.isSlow { run.showAgain(code.presentation(isSlow: false, run)) }
        code.slowAnswers = 0
        return pause(code, rule, &run)
    }

    /// As `pause`, after one slow answer more. From the second in a row on the person knows.
    private static func pauseLonger(_ code: OpenCode, _ rule: Rule, _ run: inout Run) -> Next {
        var code = code
        let wasSlow = code.isSlow
        code.slowAnswers = run.countSlowAnswer(code.slowAnswers)
        if code.isSlow, !wasSlow { run.showAgain(code.presentation(isSlow: true, run)) }
        return pause(code, rule, &run)
    }

    /// A poll failed. The next one follows where Adobe may answer it otherwise, unless one look was to decide: the polling ends with a
    /// profile, with the code, or with an error that will never change.
    func pollFailed(_ failure: CallFailure, _ code: OpenCode, wasLast: Bool, looked: Rule, _ run: inout Run) -> Next {
        if wasLast { return Registered.rest(Refusal(Problem(failure)), looked, &run) }
        switch failure {
        case .throttled: return BasicAuthFallback.pauseLonger(code, .`V2-X-10`, &run)
        case .refused(let http, let error) where error.action == .retry && http < 500:
            return BasicAuthFallback.pauseAtPace(code, .`V2-X-11`, &run)
        case .refused(let http, _), .status(let http):
            if http >= 500 { return BasicAuthFallback.pauseLonger(code, .`V2-X-13`, &run) }
            return run.stop(failure, in: .basicAuthFallback(.problem), .`FM-13`)
        // Nothing came from Adobe, so that there is nothing to spare it.
        case .transport(let transport) where transport.mayPass: return BasicAuthFallback.pause(code, .`V2-X-13`, &run)
        case .transport, .unauthorized, .registrationRefused:
            return run.stop(failure, in: .basicAuthFallback(.problem), .`FM-13`)
        }
    }
}

extension BasicAuthFallback.OpenCode {
    /// Whether the person was told that Adobe answers late for now.
    fileprivate var isSlow: Bool { slowAnswers >= 2 }

    /// The code for a second screen; its expiry by the device's clock, if Adobe's is known.
    func presentation(isSlow: Bool, _ run: borrowing Run) -> Presentation {
        var notAfter = session.notAfter
        if let end = notAfter, let local = run.local(end) { notAfter = local }
        return .code(session.code, notAfter: notAfter, isSlow: isSlow)
    }
}

extension Run {
    /// How long a poll waits after `slowAnswers` in a row. What is taken off spreads devices that were all refused at one moment; it never
    /// makes a poll faster than a usual one.
    fileprivate mutating func pauseAfterPoll(_ slowAnswers: Int64) -> Interval {
        let usual = policy.usualPollInterval
        let longest = policy.pollInterval(after: slowAnswers)
        guard longest > usual, let jitter = calls.jitter else { return longest }
        let spare = min(longest.milliseconds / 4, longest.milliseconds - usual.milliseconds)
        var row = jitter
        let less = row.part(of: Interval(milliseconds: spare))
        calls.jitter = row
        return Interval(milliseconds: longest.milliseconds - less.milliseconds)
    }

    /// One slow answer more; counted no further than where the wait is the longest.
    fileprivate func countSlowAnswer(_ before: Int64) -> Int64 {
        before >= 2 && policy.pollInterval(after: before) == policy.pollInterval(after: before + 1) ? before : before + 1
    }
}
