import FlowEffects
import FlowMachine
import FlowSimulation

/// A simulated world with a plan of faults. Its process can end between any two actions of its runtime, and its log is on a disk that can
/// fail.
///
/// The world checks every decision, every effect, and the surviving log and vault after each end of a process.
struct FaultyWorld {
    let plan: FaultPlan
    var world: SimulatedWorld
    var random: RandomSource
    /// The providers with which the viewer signed in earlier. Empty as soon as the device is registered and Adobe has these profiles.
    var earlier: [(mvpd: String, type: ProfileType)]

    // MARK: The process
    var isAlive = false
    var isSuspended = false
    var isForeground = true
    var launch = 0
    var log: FaultyLog
    let sync: FileEventLog.Sync
    /// The reason for which the log has asked for another segment; `nil` if it has not asked.
    var asked: Snapshot.Reason?
    /// Whether the log's core may have actions to perform. `writing` is the action that the disk is performing.
    var isWriting = false
    var writing: (action: LogCore.Action, until: Instant)?
    /// The number of the record whose effects are being performed. `reported` is the number of the last record that the log has reported.
    var releasing: Int64 = 0
    var reported: Int64 = 0
    var hasEndedLaunch = false
    /// The events that wait for the end of the process's suspension.
    var parked: [Agenda.Happening] = []
    /// The number of presentations that were shown before this launch.
    var shownBefore = 0
    var openWishes: [WishID] = []
    var lastAnswer: WishAnswer?

    // MARK: Checks
    var recorder: DecisionRecorder
    var checker: InvariantChecker
    /// The decisions of this launch, including decisions that did not reach the disk.
    var decisions: [DecidedRecord] = []
    var reached = SessionCounts()
    /// The values that the vault should contain, by kind.
    var facts: [PersistedValue.Kind: PersistedValue] = [:]
    var lostSecrets: Set<SecretRef> = []
    /// The violation; `nil` if there is none. The world stops at the first violation.
    var broken: String?
    /// The segments of each launch's log.
    var logs: [(launch: Int, bytes: [UInt8])] = []

    // MARK: Faults
    var crash: (afterActions: Int, pause: Int64, tear: PlannedFault.Tear)?
    var disk = FaultyDisk()
    var vaultIsBroken = false
    var isCalm = false

    init(_ plan: FaultPlan) {
        self.plan = plan
        var random = RandomSource(seed: plan.seed)
        let household = FaultyHousehold(&random)
        sync = random.pick([.every, .group(maxDelay: .milliseconds(12)), .never])
        world = SimulatedWorld(settings: household.settings, adobe: household.adobe, partner: household.partner)
        world.faults.random = RandomSource(seed: random.next())
        world.faults.duration = plan.options.transit
        earlier = household.earlier
        self.random = random
        recorder = DecisionRecorder(header: FaultyWorld.header(plan, household.settings))
        checker = InvariantChecker(settings: household.settings)
        log = FaultyLog(sync: sync)
        world.setClock(ahead: Interval(milliseconds: plan.clockAhead))
        if plan.clockAhead != 0 { note(.clock) }
    }

    static func header(_ plan: FaultPlan, _ settings: FlowSettings) -> LogHeader {
        LogHeader(app: "FlowSimulation/\(LogHeader.library)", support: "seed-\(plan.seed)", settings: settings)
    }

    /// The log of this launch in one segment, including records that did not reach the disk.
    var wholeLog: [UInt8] {
        var again = FlowRecorder(header: FaultyWorld.header(plan, world.settings))
        return decisions.reduce(into: again.headerLine) { $0 += again.record($1.event, by: $1.by).line }
    }

    var now: Instant { world.now }

    /// The last four presentations of this launch.
    var shown: ArraySlice<SimulatedWorld.PresentationRecord> { world.presentations[shownBefore...].suffix(4) }

    /// Runs the plan, and then lets the viewer try until a playback is permitted.
    mutating func run() {
        begin()
        var entries = plan.entries[...]
        for step in 0..<plan.steps where broken == nil {
            while let entry = entries.first, entry.step <= step {
                entries.removeFirst()
                apply(entry.planned)
            }
            advance()
        }
        if broken == nil { recover() }
        if isAlive { endProcess(.nothingLost) }
        for occurrence in world.faults.occurrences { note(Fault(occurrence)) }
    }

    /// Runs the next event; if no event is scheduled for a long time, the viewer does something.
    private mutating func advance() {
        if let time = world.agenda.nextTime, time <= now.advanced(by: .seconds(600)) || !isAlive { return happen() }
        guard isAlive, !isSuspended else { return happen() }
        world.now = now.advanced(by: Interval(milliseconds: Int64.random(in: 1...60_000, using: &random)))
        perform(random.pick([.start, .play(0), .play(1), .preview(2), .userMetadata]))
    }

    /// Runs the next event.
    mutating func happen() {
        guard let (time, happening) = world.agenda.next() else { return }
        world.now = max(now, time)
        switch happening {
        case .request(let sent):
            world.arrive(sent)
            addEarlierProfiles()
        case .launch: begin()
        case .action(let shown, let action): carryOut(action, about: shown)
        case .back: comeBack()
        case .wake, .response, .reply, .partner, .logWaited, .written:
            if isSuspended { parked.append(happening) } else { receive(happening) }
        case .stray: return
        }
    }

    private mutating func receive(_ happening: Agenda.Happening) {
        switch happening {
        case .wake: take(arrival: .woke)
        case .response(let sent, let response): take(arrival: .reply(sent.id, world.pass.reply(to: sent.call, response)))
        case .reply(let id, let reply): take(arrival: .reply(id, reply))
        case .partner(let id, let outcome): take(arrival: .reply(id, world.interpreter.reply(to: outcome)))
        case .logWaited:
            log.core.waited()
            isWriting = true
            drive()
        case .written:
            endWriting()
            drive()
        case .request, .action, .back, .launch, .stray: return
        }
    }

    /// Adds the profiles of earlier sign-ins at Adobe as soon as the device is registered.
    private mutating func addEarlierProfiles() {
        if earlier.isEmpty || !world.adobe.hasClients { return }
        for (mvpd, type) in earlier { world.addProfile(mvpd, type) }
        earlier = []
    }

    /// Brings the viewer back to the app and delivers the events that waited.
    mutating func comeBack() {
        guard isAlive, !isForeground else { return }
        isForeground = true
        isSuspended = false
        take(.app(.foregrounded))
        let waiting = parked
        parked = []
        for happening in waiting { world.agenda.add(happening, at: now) }
    }

    // MARK: Events

    /// Passes an event to the runtime.
    mutating func take(_ origin: FlowEvent.Origin) { take(arrival: .event(origin)) }

    mutating func take(arrival: RuntimeCore.Arrival) {
        guard isAlive, broken == nil else { return }
        world.core.take(arrival, at: world.deviceTime, segment: wantedSegment())
        drive()
    }

    /// Performs the actions of the runtime's core and of the log's core. The process may end between any two actions of the runtime.
    mutating func drive() {
        repeat {
            while isAlive, broken == nil, let action = world.core.next() {
                if let crash {
                    if crash.afterActions <= 0 { return endProcess(crash.tear, pause: crash.pause) }
                    self.crash?.afterActions -= 1
                }
                perform(action)
            }
        } while writeLog()
        // After the log has reported every record, no effect may wait any longer, even if the log could not keep the records.
        if isAlive, broken == nil, reported >= recorder.number, !world.core.isIdle {
            broken = "effects are waiting although the log has reported every record"
        }
    }

    private mutating func perform(_ action: RuntimeCore.Action) {
        switch action {
        case .append(let line, let number, let waits): append(line, number: number, waits: waits)
        case .beginSegment(let lines, let reason, let time): beginSegment(lines, reason, at: time)
        case .release(let record):
            release(record.number)
            world.perform(action)
        case .perform(let effect): execute(effect)
        case .reserve, .sleep: world.perform(action)
        case .report(.vault): note(.disk)
        case .report, .notify: return
        case .wait(let step): finish(step)
        case .dropWishes: openWishes = []
        case .endLaunch: hasEndedLaunch = true
        }
    }

    private mutating func execute(_ effect: Effect) {
        switch effect {
        case .call, .partner: world.perform(.perform(effect))
        case .cancel(let id):
            // If the cancellation reaches the interpreter first, the interpreter reports a lost connection. Otherwise the answer arrives.
            if random.once(in: 2), world.agenda.dropAnswer(to: id) {
                world.agenda.add(.reply(id, Reply(.failed(.transport(.connection)))), at: now)
            }
        case .present(let id, let presentation): show(presentation, id)
        case .answer(let wish, let answer): give(answer, to: wish)
        case .arm, .disarm: broken = "the core released a timer effect"
        case .keep(let fact): keep(fact)
        case .forget(let forgotten): forget(forgotten)
        }
    }

    private mutating func give(_ answer: WishAnswer, to wish: WishID) {
        guard openWishes.contains(wish) else {
            broken = "wish \(wish.number) was answered, but it was not open"
            return
        }
        openWishes.removeAll { $0 == wish }
        lastAnswer = answer
        reached.answers[answer.kind, default: 0] += 1
    }
}
