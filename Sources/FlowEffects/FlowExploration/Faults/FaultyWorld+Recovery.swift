import FlowMachine
import FlowSimulation

// Checks that, after the last fault, a viewer who keeps trying can play.
extension FaultyWorld {
    /// Ends all faults and lets the viewer try until a playback is permitted.
    mutating func recover() {
        calmDown()
        let begun = reached.events
        var attempts = 0
        var idle = 0
        var waited = 0
        for _ in 0..<plan.options.patience where broken == nil {
            if isAlive, world.core.isIdle, openWishes.isEmpty, isDeciding {
                if case .permitted? = lastAnswer {
                    reached.longestRecovery = max(reached.longestRecovery, reached.events - begun)
                    return
                }
                attempts += 1
                if attempts > 8 { break }
                // The fifth attempt uses another provider even if the last refusal does not offer this option. Under the legacy API, a used-up
                // temporary access may have replaced the sign-in.
                perform(isOfferedAnotherProvider || attempts == 5 ? .otherProvider : .play(0))
                continue
            }
            // If there is no event for a minute, or no progress for many events, the viewer tries something else.
            waited += 1
            let aMinuteLater = now.advanced(by: .seconds(60))
            if isAlive, waited > 60 || world.agenda.nextTime.map({ $0 > aMinuteLater }) ?? true {
                if waited <= 60 { world.now = aMinuteLater }
                waited = 0
                idle += 1
                tryAgain(idle)
            } else {
                happen()
            }
        }
        if broken == nil {
            let place = "\(world.model.state.name).\(world.model.state.step)"
            broken = "the faults are over, but the viewer cannot sign in: \(place), \(openWishes.count) open wishes"
        }
    }

    /// Whether the app's last request was refused with the option to use another provider.
    private var isOfferedAnotherProvider: Bool {
        if case .refused(let refusal)? = lastAnswer { refusal.options.contains(.otherProvider) } else { false }
    }

    private var isDeciding: Bool { world.model.state.kind == .deciding }

    private mutating func calmDown() {
        isCalm = true
        world.faults.deliveries = []
        world.faults.outage = nil
        world.faults.offlineUntil = nil
        crash = nil
        lastAnswer = nil
        allIsWell()
        world.agenda.dropReturn()
        comeBack()
        vaultIsBroken = false
        world.agenda.hasten(to: now.advanced(by: .seconds(30)))
        if let last = shown.last { answer(last) }
    }

    /// Sets Adobe and the partner framework to work without faults, and lets the viewer choose a valid account in the picker. Adobe keeps
    /// its profiles.
    private mutating func allIsWell() {
        let account = SimulatedPartnerFramework.Account(mapping: "AppleMSO_Cablevision", expiry: now.advanced(by: .seconds(2_592_000)))
        world.partner.pickerActions = Array(repeating: .choose(account), count: 50)
        if let expiry = world.partner.account?.expiry, expiry <= now { world.partner.account = nil }
        world.adobe.refusesPartnerStatus = false
        world.adobe.providers = SimulatedProvider.samples
        world.adobe.profileLifetime = .seconds(2_592_000)
        world.adobe.tokenLifetime = .seconds(21_600)
        world.adobe.codeLifetime = .seconds(1_800)
    }

    /// Lets the viewer try something after waiting has had no result: first the current presentation, then the app's buttons, and finally a
    /// restart of the app.
    private mutating func tryAgain(_ times: Int) {
        let isShown = shown.last.map { $0.presentation != .nothing } ?? false
        switch times % 5 {
        case 1 where isShown, 3 where isShown: if let last = shown.last { answer(last) }
        case 2:
            for wish in openWishes { take(.user(.cancel(wish))) }
            perform(.start)
        case 3: perform(.otherProvider)
        case 0:
            reached.relaunchesToRecover += 1
            endProcess(.nothingLost, pause: 1_000)
        case _: perform(.start)
        }
    }
}
