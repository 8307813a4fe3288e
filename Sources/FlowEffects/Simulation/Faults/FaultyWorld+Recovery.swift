import FlowMachine

// After the last fault: a person who keeps trying is let in.
extension FaultyWorld {
    /// The most happenings that it may take until the person plays.
    private static let patience = 1_500

    /// All is well from here on; the person tries until they play something.
    mutating func recover() {
        calmDown()
        let begun = reached.events
        var attempts = 0
        var idle = 0
        for _ in 0..<FaultyWorld.patience where broken == nil {
            if isAlive, held.isEmpty, openWishes.isEmpty, isDeciding {
                if case .permitted? = lastAnswer {
                    reached.longestRecovery = max(reached.longestRecovery, reached.events - begun)
                    return
                }
                attempts += 1
                if attempts > 8 { break }
                perform(isOfferedAnotherProvider ? .otherProvider : .play(0))
                continue
            }
            // A minute without anything: the person tries something.
            if isAlive, (nextTime ?? Int64.max) > now + 60_000 {
                now += 60_000
                idle += 1
                tryAgain(idle)
            } else {
                happen()
            }
        }
        if broken == nil {
            let place = "\(recorder.model.state.name).\(recorder.model.state.step)"
            broken = "all is well again, and the viewer does not get in: \(place), \(openWishes.count) open wishes"
        }
    }

    /// Whether the last wish was refused with that way on.
    private var isOfferedAnotherProvider: Bool {
        if case .refused(let refusal)? = lastAnswer { refusal.ways.contains(.otherProvider) } else { false }
    }

    private var isDeciding: Bool { recorder.model.state.kind == .deciding }

    private mutating func calmDown() {
        isCalm = true
        ways = []
        storm = nil
        crash = nil
        lastAnswer = nil
        household.allIsWell(at: deviceTime)
        schedule.dropReturn()
        comeBack()
        vaultIsBroken = false
        schedule.hasten(to: now + 30_000)
        if let last = shown.last { answer(last) }
    }

    /// What a person does when nothing happens: first what is shown, then the app's button, in the end the app itself.
    private mutating func tryAgain(_ times: Int) {
        if times.isMultiple(of: 5) {
            reached.relaunchesToRecover += 1
            endProcess(.nothingLost, pause: 1_000)
        } else if let last = shown.last, last.presentation != .nothing, times.isMultiple(of: 2) {
            answer(last)
        } else {
            perform(.start)
        }
    }
}
