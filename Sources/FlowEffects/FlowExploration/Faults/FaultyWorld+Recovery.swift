import FlowMachine
import FlowSimulation

// After the last fault: a viewer who keeps trying gets in.
extension FaultyWorld {
    /// Everything works from here on; the viewer tries until they can play.
    mutating func recover() {
        calmDown()
        let begun = recorder.reached.events
        var attempts = 0
        var idle = 0
        var waited = 0
        for _ in 0..<plan.patience where broken == nil {
            if isAlive, core.isIdle, openWishes.isEmpty, isDeciding {
                if case .permitted? = lastAnswer {
                    recorder.reached.longestRecovery = max(recorder.reached.longestRecovery, recorder.reached.events - begun)
                    return
                }
                attempts += 1
                if attempts > 8 { break }
                perform(isOfferedAnotherProvider || attempts == 5 ? .otherProvider : .play(0))
                continue
            }
            // A minute without any event, or a long time without progress: the viewer tries something.
            waited += 1
            if isAlive, waited > 60 || (nextTime ?? Int64.max) > now + 60_000 {
                if waited <= 60 { now += 60_000 }
                waited = 0
                idle += 1
                tryAgain(idle)
            } else {
                happen()
            }
        }
        if broken == nil {
            let place = "\(recorder.model.state.name).\(recorder.model.state.step)"
            broken = "the faults are over, but the viewer cannot sign in: \(place), \(openWishes.count) open wishes"
        }
    }

    /// Whether the last wish was refused with that option. A viewer who is denied repeatedly tries it without being asked: under the legacy
    /// API, a used-up temporary access may have replaced the sign-in.
    private var isOfferedAnotherProvider: Bool {
        if case .refused(let refusal)? = lastAnswer { refusal.options.contains(.otherProvider) } else { false }
    }

    private var isDeciding: Bool { recorder.model.state.kind == .deciding }

    private mutating func calmDown() {
        isCalm = true
        ways = []
        storm = nil
        offlineUntil = 0
        crash = nil
        lastAnswer = nil
        household.allIsWell(at: Instant(milliseconds: now))
        schedule.dropReturn()
        comeBack()
        vaultIsBroken = false
        schedule.hasten(to: now + 30_000)
        if let last = shown.last { answer(last) }
    }

    /// What a viewer does when waiting has no result: first with the presentation, then with the app's buttons, and finally with the app
    /// itself.
    private mutating func tryAgain(_ times: Int) {
        let isShown = shown.last.map { $0.presentation != .nothing } ?? false
        switch times % 5 {
        case 1 where isShown, 3 where isShown: if let last = shown.last { answer(last) }
        case 2:
            for wish in openWishes { take(.user(.cancel(wish))) }
            perform(.start)
        case 3: perform(.otherProvider)
        case 0:
            recorder.reached.relaunchesToRecover += 1
            endProcess(.nothingLost, pause: 1_000)
        case _: perform(.start)
        }
    }
}
