// The handling of a poll's answer or failure. `Waits.swift` computes when the next poll is sent.

extension BasicAuthFallback {
    /// Schedules the next poll, or ends polling if the code has expired. The pause since the last answer is at least the policy's interval
    /// and at least 3 s (V2-F-12). It is longer after slow answers (V2-F-25), and the poll also waits for the end of a hold.
    ///
    /// The legacy API's answer is about the device and does not report the code's expiry, so this function checks the expiry.
    static func pause(_ code: OpenCode, _ rule: Rule, _ run: inout Run) -> Next {
        guard let code = watched(code, &run) else { return run.codeExpired(code) }
        let timer = run.arm(.poll, at: run.nextPoll(afterSlowAnswers: code.slowAnswers))
        return .move(.basicAuthFallback(BasicAuthFallback(.polling(code, .pausing(timer)))), rule)
    }

    /// Does the same as `pause`, after an answer that was not slow. If the screen says that the service is slow, removes that message.
    static func pauseAtPace(_ code: OpenCode, _ rule: Rule, _ run: inout Run) -> Next {
        var code = code
        if code.isSlow { run.showAgain(code, isSlow: false) }
        code.slowAnswers = 0
        return pause(code, rule, &run)
    }

    /// Does the same as `pause`, after one more slow answer, which is an answer of 429 or 5xx. From the second slow answer in a row on, the
    /// screen says that the service is slow.
    private static func pauseLonger(_ code: OpenCode, _ rule: Rule, _ run: inout Run) -> Next {
        var code = code
        let wasSlow = code.isSlow
        code.slowAnswers = run.policy.oneMore(slowAnswer: code.slowAnswers)
        if code.isSlow, !wasSlow { run.showAgain(code, isSlow: true) }
        return pause(code, rule, &run)
    }

    /// Handles a failed poll. Schedules a new poll if Adobe may answer differently later. A permanent error ends polling, and so does any
    /// failure if this was the last poll.
    func pollFailed(_ failure: CallFailure, _ code: OpenCode, wasLast: Bool, ruleIfLast: Rule, _ run: inout Run) -> Next {
        if wasLast { return Registered.rest(Refusal(Problem(failure)), ruleIfLast, &run) }
        switch failure {
        case .throttled: return BasicAuthFallback.pauseLonger(code, .`V2-X-10`, &run)
        case .refused(let http, let error) where error.action == .retry && http < 500:
            return BasicAuthFallback.pauseAtPace(code, .`V2-X-11`, &run)
        case .refused(let http, _), .status(let http):
            if http >= 500 { return BasicAuthFallback.pauseLonger(code, .`V2-X-13`, &run) }
            return run.stop(failure, in: .basicAuthFallback(.problem), .`FM-13`)
        // Adobe did not answer, so there is no reason to slow down.
        case .transport(let transport) where transport.mayPass: return BasicAuthFallback.pause(code, .`V2-X-13`, &run)
        case .transport, .unauthorized, .registrationRefused:
            return run.stop(failure, in: .basicAuthFallback(.problem), .`FM-13`)
        }
    }
}

extension BasicAuthFallback.OpenCode {
    /// Whether the screen says that the service is slow.
    fileprivate var isSlow: Bool { slowAnswers >= 2 }

    /// Returns the screen that shows the code. If Adobe's clock is known, the expiry on the screen is converted to the device's clock.
    func presentation(isSlow: Bool, _ run: borrowing Run) -> Presentation {
        var notAfter = session.notAfter
        if let end = notAfter, let local = run.local(end) { notAfter = local }
        return .code(session.code, notAfter: notAfter, isSlow: isSlow)
    }
}

extension Run {
    /// Updates the screen of a code, unless the code is lost and the app could not show it again.
    fileprivate mutating func showAgain(_ code: BasicAuthFallback.OpenCode, isSlow: Bool) {
        if !code.isLost { showAgain(code.presentation(isSlow: isSlow, self)) }
    }
}
