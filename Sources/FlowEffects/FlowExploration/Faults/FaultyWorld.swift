import FlowEffects
import FlowMachine
import FlowSimulation

/// A client, Adobe, a partner framework, a viewer, a disk and two clocks, with a plan of faults: the real machine, vault, interpreters and
/// runtime core, driven in virtual time.
///
/// `RuntimeCore` decides the order of everything in the client, as in an app; this world drives it one action at a time. The process may
/// end between any two actions. The device's clock, which stamps events and ends sleeps, is separate from the clock of everything else.
struct FaultyWorld {
    let plan: FaultPlan
    var random: RandomSource
    var household: FaultyHousehold
    let settings: FlowSettings
    let secrets = RecentSecrets()
    let pass: AdobePass
    let interpreter: PartnerInterpreter

    /// The time of everything but the device, in milliseconds since 1970.
    var now = SimulatedWorld.start.milliseconds
    /// How far the device's clock is ahead.
    var skew: Int64 = 0
    var schedule = Schedule()
    /// When the runtime is to be woken, by the device's clock; and when, by the other clock, it notices that the device's clock was set
    /// back.
    var alarm: Int64?
    var alarmNoticed: Int64?

    // MARK: The process
    var isAlive = false
    var isSuspended = false
    var isForeground = true
    var launch = 0
    let recorder: CheckedRecorder
    var core: RuntimeCore
    var log: FaultyLog
    /// Why the flow was asked to begin another segment.
    var asked: Snapshot.Reason?
    /// Whether the log's core has actions to perform, and the one that the disk performs until then.
    var isWriting = false
    var writing: (action: LogCore.Action, until: Int64)?
    /// The record whose effects are being performed.
    var releasing: Int64 = 0
    /// The last record that the log has reported.
    var reported: Int64 = 0
    var hasEndedLaunch = false
    /// Events that cannot be delivered while the process is suspended.
    var parked: [Schedule.Happening] = []
    var shown: [SimulatedWorld.PresentationRecord] = []
    var openWishes: [WishID] = []
    var lastWish: Int64 = 0
    var lastAnswer: Answer?
    var numbers = Numbers()

    // MARK: What is kept, as the vault should know it
    var facts: [PersistedValue.Kind: PersistedValue] = [:]
    var lostSecrets: Set<SecretRef> = []

    // MARK: What goes wrong
    var ways: [Mishap.Way] = []
    var storm: (kind: Mishap.Storm, calls: Int)?
    /// Nothing reaches Adobe before this time.
    var offlineUntil: Int64 = 0
    var crash: (afterActions: Int, pause: Int64, tear: Mishap.Tear)?
    var disk = FaultyDisk()
    var vaultIsBroken = false
    var isCalm = false
    let sync: FileEventLog.Sync

    var broken: String?
    /// The segments of each launch's log.
    var logs: [(launch: Int, bytes: [UInt8])] = []

    init(_ plan: FaultPlan) {
        self.plan = plan
        var random = RandomSource(seed: plan.seed)
        household = FaultyHousehold(&random)
        sync = random.pick([.every, .group(maxDelay: Interval(milliseconds: 12)), .never])
        self.random = random
        settings = household.settings
        pass = AdobePass(
            settings: settings, secrets: secrets, softwareStatement: household.adobe.softwareStatement,
            deviceIdentifier: { SimulatedWorld.deviceIdentifier }, device: { SimulatedWorld.device })
        interpreter = PartnerInterpreter(framework: NoFramework(), secrets: secrets)
        recorder = CheckedRecorder(header: LogHeader(app: FaultyWorld.app, support: "seed-\(plan.seed)", settings: settings))
        core = RuntimeCore(recorder: recorder)
        log = FaultyLog(sync: sync)
        skew = plan.clockAhead
        if skew != 0 { note(.clock) }
    }

    static let app = "FlowSimulation/\(LogHeader.library)"

    /// Runs the plan, then lets the viewer try until they are signed in.
    mutating func run() {
        begin()
        var entries = plan.entries[...]
        for step in 0..<plan.steps where broken == nil {
            while let entry = entries.first, entry.step <= step {
                entries.removeFirst()
                apply(entry.mishap)
            }
            advance()
        }
        if broken == nil { recover() }
        if isAlive { endProcess(.nothingLost) }
    }

    /// Runs the next event; if none is scheduled for a long time, the viewer does something.
    private mutating func advance() {
        if let time = nextTime, time <= now + 600_000 || !isAlive { return happen() }
        guard isAlive, !isSuspended else { return happen() }
        now += Int64.random(in: 1...60_000, using: &random)
        perform(random.pick([.start, .play(0), .play(1), .preview(2), .userMetadata]))
    }

    // MARK: Time

    /// The time of the device's clock.
    var deviceTime: Instant { Instant(milliseconds: now + skew) }

    /// The time of the next event.
    var nextTime: Int64? {
        let happening = schedule.first.map(\.time)
        guard let waking = nextWaking else { return happening }
        return happening.map { min($0, waking) } ?? waking
    }

    private var nextWaking: Int64? {
        guard isAlive, !isSuspended, let alarm else { return nil }
        return max(min(alarm - skew, alarmNoticed ?? .max), now)
    }

    /// Runs the next event.
    mutating func happen() {
        guard let time = nextTime else { return }
        now = max(now, time)
        if let waking = nextWaking, waking <= now, (schedule.first?.time ?? Int64.max) > now || random.once(in: 2) {
            alarm = nil
            alarmNoticed = nil
            return take(arrival: .woke)
        }
        guard let entry = schedule.first, entry.time <= now, let entry = schedule.removeFirst() else { return }
        take(entry)
    }

    private mutating func take(_ entry: Schedule.Entry) {
        switch entry.happening {
        case .arrival(let sent): return arrive(sent, launch: entry.launch)
        case .launch: return begin()
        case .action(let shown, let action): if entry.launch == launch { carryOut(action, about: shown) }
        case .back: comeBack()
        case .response, .reply, .partner, .logWaited, .written:
            guard isAlive, entry.launch == launch else { return }
            if isSuspended { parked.append(entry.happening) } else { receive(entry.happening) }
        }
    }

    private mutating func receive(_ happening: Schedule.Happening) {
        switch happening {
        case .response(let sent, let response): take(arrival: .reply(sent.id, pass.reply(to: sent.call, response)))
        case .reply(let id, let reply): take(arrival: .reply(id, reply))
        case .partner(let id, let outcome): take(arrival: .reply(id, interpreter.reply(to: outcome)))
        case .logWaited:
            log.core.waited()
            isWriting = true
            drive()
        case .written:
            endWriting()
            drive()
        case .arrival, .action, .back, .launch: return
        }
    }

    /// The viewer returns to the app.
    mutating func comeBack() {
        guard isAlive, !isForeground else { return }
        isForeground = true
        isSuspended = false
        take(.app(.foregrounded))
        let waiting = parked
        parked = []
        for happening in waiting { schedule.add(happening, at: now, launch: launch) }
    }

    // MARK: Events

    /// An event reaches the runtime.
    mutating func take(_ origin: FlowEvent.Origin) { take(arrival: .event(origin)) }

    mutating func take(arrival: RuntimeCore.Arrival) {
        guard isAlive, broken == nil else { return }
        core.take(arrival, at: deviceTime, segment: wantedSegment())
        drive()
    }

    /// Performs the actions that the runtime's core and the log's core ask for. The process may end between any two of the runtime's.
    mutating func drive() {
        repeat {
            while isAlive, broken == nil, let action = core.next() {
                if let crash {
                    if crash.afterActions <= 0 { return endProcess(crash.tear, pause: crash.pause) }
                    self.crash?.afterActions -= 1
                }
                perform(action)
            }
        } while writeLog()
        // Once the log has reported every record, nothing waits anymore, whether or not the log could keep them.
        if isAlive, broken == nil, reported >= recorder.number, !core.isIdle {
            broken = "effects are waiting although the log has reported every record"
        }
    }

    private mutating func perform(_ action: RuntimeCore.Action) {
        switch action {
        case .append(let line, let number, let waits): append(line, number: number, waits: waits)
        case .beginSegment(let lines, let reason, let time): beginSegment(lines, reason, at: time)
        case .reserve(let next): numbers = next
        case .release(let record): release(record.number)
        case .perform(let effect): execute(effect)
        case .sleep(let instant):
            alarm = instant?.milliseconds
            alarmNoticed = nil
        case .report(.vault): note(.disk)
        case .report: return
        case .wait(let step): finish(step)
        case .dropWishes: openWishes = []
        case .endLaunch: hasEndedLaunch = true
        }
    }
}

/// A placeholder for a device's framework: a simulated household has its own.
private struct NoFramework: PartnerFramework {
    func ask(_ question: PartnerQuestion) async -> PartnerOutcome { PartnerOutcome(permission: .notDetermined) }
}
