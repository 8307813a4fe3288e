import FlowEffects
import FlowMachine
import FlowSimulation

// Applies the faults of the plan to the world.
extension FaultyWorld {
    mutating func note(_ fault: Fault) { reached.faults[fault, default: 0] += 1 }

    mutating func apply(_ planned: PlannedFault) {
        switch planned {
        case .delivery(let delivery): world.faults.deliveries.append(delivery)
        case .outage(let answer, let calls):
            world.faults.outage = answer
            world.faults.outageCalls = calls
        case .offline(let milliseconds, let signsOut):
            world.faults.offlineUntil = now.advanced(by: .milliseconds(milliseconds))
            if signsOut { perform(.signOut) }
        case .adobeForgets(let what):
            note(.forgotten)
            switch what {
            case .clients: world.adobe.forgetClients()
            case .tokens: world.adobe.revokeTokens()
            case .profiles: world.adobe.expireProfiles(at: now)
            }
        case .crash(let actions, let pause, let tear):
            guard isAlive, crash == nil else { return }
            // No action is left to perform, so the process ends at once.
            if actions == 0, world.core.isIdle { return endProcess(tear, pause: pause) }
            crash = (actions, pause, tear)
        case .shutdown(let pause):
            if isAlive, !isSuspended { shutDown(pause: pause) }
        case .slowDisk(let milliseconds, let syncs):
            note(.disk)
            disk.slow = (milliseconds, syncs)
        case .vaultFails: vaultIsBroken = true
        case .logFails(let how, let times): disk.failing = (how, times)
        case .logIsFull:
            guard isAlive else { return }
            note(.rotation)
            log.core.segmentBytes = 1
        case .secretLost(let number): loseSecret(number)
        case .factLost(let number): loseFact(number)
        case .clock(let jump): jumpClock(jump)
        case .act(let act):
            note(.viewer)
            perform(act)
        case .account(let number): changeAccount(number)
        case .background(let length, let suspends):
            guard isAlive, isForeground else { return }
            note(.background)
            isForeground = false
            take(.app(.backgrounded))
            isSuspended = suspends
            world.agenda.add(.back, at: now.advanced(by: .milliseconds(length)))
        }
    }

    private mutating func loseSecret(_ number: Int) {
        guard let ref = world.ownVault.lose(number / 3) else { return }
        note(.secrets)
        lostSecrets.insert(ref)
        if number.isMultiple(of: 2), isAlive, !isSuspended { take(.app(.secretLost(ref))) }
    }

    private mutating func loseFact(_ number: Int) {
        let kinds = PersistedValue.Kind.allCases.filter { facts[$0] != nil }
        guard !kinds.isEmpty else { return }
        note(.secrets)
        let kind = kinds[number % kinds.count]
        facts[kind] = nil
        world.ownVault.forget(.fact(kind))
    }

    /// Moves the device's clock, if the new time is between 2001 and 2128, the range to which a device's clock may be set.
    private mutating func jumpClock(_ jump: Int64) {
        let time = world.deviceTime.advanced(by: .milliseconds(jump))
        guard (978_307_200_000...4_999_999_999_000).contains(time.milliseconds) else { return }
        note(.clock)
        // If the clock is set back, a sleeping task notices the change within 30 seconds, because it checks the clock from time to time.
        let notice = jump < 0 ? now.advanced(by: .milliseconds(Int64.random(in: 0...30_000, using: &random))) : nil
        world.setClock(ahead: Interval(milliseconds: world.deviceClockLead.milliseconds + jump), isNoticedAt: notice)
    }

    private mutating func changeAccount(_ number: Int) {
        note(.account)
        switch number % 5 {
        case 0: world.partner.permission = .denied
        case 1: world.partner.permission = .granted
        case 2: world.partner.account = nil
        case _: world.partner.account = FaultyHousehold.account(&random)
        }
        guard isAlive, !isSuspended, isForeground else { return }
        // Settings is another app, so this app went to the background meanwhile.
        take(.app(.backgrounded))
        take(.app(.foregrounded))
    }
}
