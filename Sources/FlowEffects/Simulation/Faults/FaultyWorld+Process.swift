import FlowEffects
import FlowMachine

// The process: how it begins and ends, and what it keeps.
extension FaultyWorld {
    /// The process begins, with what the vault kept.
    mutating func begin() {
        guard !isAlive else { return }
        launch += 1
        reached.launches += 1
        isAlive = true
        isForeground = true
        isSuspended = false
        recorder = Recorder(header: LogHeader(app: FaultyWorld.app, support: "seed-\(plan.seed)", settings: settings))
        checker = InvariantChecker(settings: settings)
        log = FaultyLog(header: recorder.headerLine)
        released = 0
        lastDurable = now
        vaultIsBroken = false
        hasToldOfVault = false
        var kept = secrets.vault.beginLaunch()
        kept.first = numbers
        if let complaint = complaint(about: kept) {
            broken = complaint
            return
        }
        take(.app(.launched(kept)), by: nil)
    }

    /// The process ends, in the middle of whatever it does.
    /// - Parameter pause: until the person starts the app again; `nil`: never.
    mutating func endProcess(_ tear: Mishap.Tear, pause: Int64? = nil) {
        guard isAlive else { return }
        isAlive = false
        crash = nil
        segments.append(log.bytes)
        let left = log.survivors(tear)
        let (complaint, records) = log.examine(left)
        if broken == nil { broken = complaint }
        reached.lostRecords += Int(recorder.number - records)
        if let pause {
            // In calm it is the person who starts the app again.
            if !isCalm { note(tear == .nothingLost ? .crash : .torn) }
            schedule.add(.launch, at: now + pause, launch: launch)
        }
        forgetProcess()
    }

    /// The process ends as it should: what is decided is kept and answered, nothing is begun any more.
    mutating func shutDown(pause: Int64) {
        guard isAlive, !isSuspended else { return }
        // What goes wrong from here on is told to nobody: the flow takes no event any more.
        hasToldOfVault = true
        let rest = held
        held = []
        for entry in rest {
            for effect in entry.effects {
                switch effect {
                case .keep, .forget, .answer: execute(effect, of: entry.number)
                case .call, .partner, .cancel, .present, .arm, .disarm: continue
                }
            }
        }
        endProcess(.nothingLost, pause: pause)
    }

    private mutating func forgetProcess() {
        schedule.endProcess()
        held = []
        timers = []
        parked = []
        shown = []
        cancelled = []
        // Wishes of a dead process end with it.
        openWishes = []
    }

    // MARK: What is kept

    mutating func keep(_ fact: PersistedValue) {
        if failsToKeep() { return }
        try? secrets.vault.keep(fact)
        facts[fact.kind] = fact
    }

    mutating func forget(_ forgotten: ForgetTarget) {
        if failsToKeep() { return }
        try? secrets.vault.forget(forgotten)
        switch forgotten {
        case .fact(let kind): facts[kind] = nil
        case .secret(let ref): lostSecrets.insert(ref)
        }
    }

    /// Whether the vault cannot be written; the flow is told once.
    private mutating func failsToKeep() -> Bool {
        if vaultIsBroken, !hasToldOfVault {
            hasToldOfVault = true
            note(.disk)
            take(.app(.vaultFailed), by: nil)
        }
        return vaultIsBroken
    }

    /// What is wrong with what the vault gives a new process, if anything is.
    private func complaint(about kept: PersistedState) -> String? {
        var expected = PersistedState(first: kept.first)
        for fact in facts.values {
            switch fact {
            case .client(let ref): if !lostSecrets.contains(ref) { expected.client = ref }
            case .token(let token): if !lostSecrets.contains(token.ref) { expected.token = token }
            case .provider(let provider): expected.provider = provider
            case .profile(let profile):
                let isWhole = profile.attributes.map { !lostSecrets.contains($0) } ?? true
                expected.profile =
                    isWhole ? profile : Profile(mvpd: profile.mvpd, type: profile.type, notAfter: profile.notAfter, attributes: nil)
            case .code(let code): if !lostSecrets.contains(code.code) { expected.code = code }
            case .signedOut(let mark): expected.signedOut = mark
            case .owedLogouts(let mvpds): expected.owedLogouts = mvpds
            }
        }
        return expected == kept ? nil : "the vault lost what was kept, or kept what was forgotten"
    }
}
