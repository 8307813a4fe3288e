import FlowEffects
import FlowMachine
import FlowSimulation

// Starts and ends the process, and keeps its values in the vault.
extension FaultyWorld {
    /// Starts the process, with the values that the vault has kept.
    mutating func begin() {
        guard !isAlive else { return }
        launch += 1
        isAlive = true
        isForeground = true
        isSuspended = false
        recorder = DecisionRecorder(header: FaultyWorld.header(plan, world.settings))
        checker = InvariantChecker(settings: world.settings)
        decisions = []
        world.core = RuntimeCore(recorder: recorder)
        shownBefore = world.presentations.count
        log = FaultyLog(sync: sync)
        log.core.begin(recorder.headerLine, at: world.deviceTime)
        wakeLog()
        releasing = 0
        reported = 0
        hasEndedLaunch = false
        vaultIsBroken = false
        reached.launches += 1
        var kept = world.ownVault.beginLaunch()
        if let complaint = complaint(about: kept) {
            broken = complaint
            return
        }
        kept.jitter = Jitter(Int64.random(in: 1...1_000_000, using: &random))
        world.core.launch(kept, at: world.deviceTime)
        drive()
        // With several earlier sign-ins, the viewer asks to sign in before the first check ends. Only then does the flow show the choice
        // among several profiles.
        if launch == 1, earlier.count > 1 { perform(.start) }
    }

    /// Ends the process at any point, and checks the surviving log.
    /// - Parameters:
    ///   - tear: the damage to the log.
    ///   - pause: the time until the viewer starts the app again, in milliseconds; `nil` for never.
    mutating func endProcess(_ tear: PlannedFault.Tear, pause: Int64? = nil) {
        guard isAlive else { return }
        isAlive = false
        crash = nil
        logs += log.segments.map { (launch, $0.wholeLines) }.filter { !$0.1.isEmpty }
        let (complaint, last) = log.examine(tear)
        if broken == nil { broken = complaint }
        if log.isKeeping { reached.lostRecords += Int(max(recorder.number - last, 0)) }
        if let pause {
            // After the last fault, the viewer restarts the app, so the end is not a fault.
            if !isCalm { note(tear == .nothingLost ? .crash : .torn) }
            world.agenda.add(.launch, at: now.advanced(by: .milliseconds(pause)))
        }
        forgetProcess()
    }

    /// Shuts the flow down properly, and ends the process. The vault keeps the decided values, and the app's requests get their answers.
    mutating func shutDown(pause: Int64) {
        guard isAlive, !isSuspended else { return }
        world.core.shutDown(at: world.deviceTime, segment: wantedSegment())
        drive()
        if isAlive, broken == nil, !hasEndedLaunch || !openWishes.isEmpty {
            broken = "a shutdown left the launch or a wish open"
        }
        endProcess(.nothingLost, pause: pause)
    }

    /// Performs a step of the shutdown. During the step, an event may arrive that the flow no longer accepts, and a slow disk may exceed the time
    /// limit.
    mutating func finish(_ step: RuntimeCore.Ending) {
        switch step {
        case .requests: take(.app(.backgrounded))
        case .flush:
            let isTooSlow = (writing?.until ?? now) > now.advanced(by: RuntimeCore.shutdownTimeout) && random.once(in: 2)
            if !isTooSlow { flushLog() }
        case .close: break
        }
        world.core.ended(step)
    }

    private mutating func forgetProcess() {
        world.endProcess()
        parked = []
        asked = nil
        isWriting = false
        writing = nil
        shownBefore = world.presentations.count
        // The app's open requests (wishes) end with the process.
        openWishes = []
    }

    // MARK: The vault

    mutating func keep(_ fact: PersistedValue) {
        if failsToKeep() { return }
        world.ownVault.keep(fact)
        facts[fact.kind] = fact
    }

    mutating func forget(_ forgotten: ForgetTarget) {
        if failsToKeep() { return }
        world.ownVault.forget(forgotten)
        switch forgotten {
        case .fact(let kind): facts[kind] = nil
        case .secret(let ref): lostSecrets.insert(ref)
        }
    }

    /// Returns whether the vault cannot be written, and reports the failure to the runtime.
    private mutating func failsToKeep() -> Bool {
        if vaultIsBroken {
            let failure = FlowVaultFailure(.writing, path: "vault", cause: "No space left on device")
            world.core.take(.vaultFailed(failure), at: world.deviceTime, segment: wantedSegment())
        }
        return vaultIsBroken
    }

    /// Returns the problem with the values that the vault returns to a new process; `nil` if they are the expected values.
    private func complaint(about kept: PersistedState) -> String? {
        var expected = PersistedState(first: kept.first, jitter: kept.jitter)
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
            case .owedLogouts(let logouts): expected.owedLogouts = logouts
            }
        }
        return expected == kept ? nil : "the vault lost a kept value, or kept a forgotten one"
    }
}
