import FlowMachine
import FlowSimulation

// How the plan's faults affect the world.
extension FaultyWorld {
    mutating func note(_ fault: Fault) { recorder.reached.faults[fault, default: 0] += 1 }

    mutating func apply(_ mishap: Mishap) {
        switch mishap {
        case .way(let way): ways.append(way)
        case .storm(let kind, let calls): storm = (kind, calls)
        case .offline(let milliseconds, let signsOut):
            offlineUntil = now + milliseconds
            if signsOut { perform(.signOut) }
        case .adobeForgets(let what):
            note(.forgotten)
            switch what {
            case .clients: household.adobe.forgetClients()
            case .tokens: household.adobe.revokeTokens()
            case .profiles: household.adobe.expireProfiles(at: Instant(milliseconds: now))
            }
        case .crash(let actions, let pause, let tear):
            guard isAlive, crash == nil else { return }
            // No action is left to perform, so the process ends at once.
            if actions == 0, core.isIdle { return endProcess(tear, pause: pause) }
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
            schedule.add(.back, at: now + length, launch: launch)
        }
    }

    private mutating func loseSecret(_ number: Int) {
        guard let ref = secrets.lose(number / 3) else { return }
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
        try? secrets.vault.forget(.fact(kind))
    }

    /// Between 2001 and 2128, the range to which a device's clock may be set.
    private mutating func jumpClock(_ jump: Int64) {
        guard (978_307_200_000...4_999_999_999_000).contains(now + skew + jump) else { return }
        note(.clock)
        skew += jump
        // A sleeping task checks the clock from time to time.
        if jump < 0 { alarmNoticed = min(alarmNoticed ?? .max, now + Int64.random(in: 0...30_000, using: &random)) }
    }

    private mutating func changeAccount(_ number: Int) {
        note(.account)
        switch number % 5 {
        case 0: household.partner.permission = .denied
        case 1: household.partner.permission = .granted
        case 2: household.partner.account = nil
        case _: household.partner.account = FaultyHousehold.account(&random)
        }
        guard isAlive, !isSuspended, isForeground else { return }
        // Settings is another app.
        take(.app(.backgrounded))
        take(.app(.foregrounded))
    }
}
