import FlowEffects
import FlowMachine

/// A client, Adobe, a partner framework, a viewer, a disk and two clocks, with a plan of what goes wrong: the real core,
/// vault and interpreters, and around them a runtime in virtual time that keeps the runtime's promises.
///
/// An event is numbered, decided and logged; its effects wait until its record is durable and happen in order. A crash
/// may come between any two effects. The device's clock, which stamps events and fires timers, is apart from the clock
/// that everything else goes by.
struct FaultyWorld {
    let plan: FaultPlan
    var random: RandomSource
    var household: FaultyHousehold
    let settings: FlowSettings
    let secrets = RecentSecrets()
    let pass: AdobePass
    let interpreter: PartnerInterpreter

    /// What everything but the device goes by, in milliseconds since 1970.
    var now = SimulatedWorld.start.milliseconds
    /// How far the device's clock is ahead.
    var skew: Int64 = 0
    var schedule = Schedule()
    var timers: [(id: TimerID, at: Int64, by: Int64)] = []

    // MARK: The process
    var isAlive = false
    var isSuspended = false
    var isForeground = true
    var launch = 0
    var recorder: Recorder
    var checker: InvariantChecker
    var log: FaultyLog
    /// Decided, but not yet carried out.
    var held: [Recorder.Entry] = []
    var isReleasing = false
    /// Effects of records up to this number may be carried out.
    var released: Int64 = 0
    /// What cannot be taken while the process is suspended.
    var parked: [Schedule.Happening] = []
    var shown: [SimulatedWorld.Shown] = []
    var openWishes: [WishID] = []
    var cancelled: Set<RequestID> = []
    var lastWish: Int64 = 0
    var lastAnswer: Answer?
    var numbers = Numbers()

    // MARK: What is kept, as the vault should know it
    var facts: [PersistedValue.Kind: PersistedValue] = [:]
    var lostSecrets: Set<SecretRef> = []

    // MARK: What goes wrong
    var ways: [Mishap.Way] = []
    var storm: (kind: Mishap.Storm, calls: Int)?
    var crash: (afterEffects: Int, pause: Int64, tear: Mishap.Tear)?
    var slowDisk: (milliseconds: Int64, records: Int)?
    var lastDurable: Int64 = 0
    var vaultIsBroken = false
    var hasToldOfVault = false
    var isCalm = false
    let syncs: Syncs

    var reached = Reached()
    var broken: String?
    /// The log of each launch.
    var segments: [[UInt8]] = []

    /// When a record counts as durable.
    enum Syncs: CaseIterable {
        case every, group, never
    }

    init(_ plan: FaultPlan) {
        self.plan = plan
        var random = RandomSource(seed: plan.seed)
        household = FaultyHousehold(&random)
        syncs = random.pick(Syncs.allCases)
        self.random = random
        settings = household.settings
        pass = AdobePass(
            settings: settings, secrets: secrets, softwareStatement: household.adobe.softwareStatement,
            deviceIdentifier: { SimulatedWorld.deviceIdentifier }, device: { SimulatedWorld.device })
        interpreter = PartnerInterpreter(framework: NoFramework(), secrets: secrets)
        recorder = Recorder(header: LogHeader(app: FaultyWorld.app, support: "seed-\(plan.seed)", settings: settings))
        checker = InvariantChecker(settings: settings)
        log = FaultyLog(header: recorder.headerLine)
    }

    static let app = "FlowSimulation/\(LogHeader.library)"

    /// Plays the plan, then lets the viewer try until they are signed in.
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

    /// Lets the next thing happen; where nothing is going to for long, the person does something.
    private mutating func advance() {
        if let time = nextTime, time <= now + 600_000 || !isAlive { return happen() }
        guard isAlive, !isSuspended else { return happen() }
        now += Int64.random(in: 1...60_000, using: &random)
        perform(random.pick([.start, .play(0), .play(1), .preview(2), .userMetadata]))
    }

    // MARK: Time

    /// What the device's clock shows.
    var deviceTime: Instant { Instant(milliseconds: now + skew) }

    /// When something happens next.
    var nextTime: Int64? {
        let timer = nextTimer.map { max($0.at - skew, now) }
        let happening = schedule.first.map(\.time)
        guard let timer else { return happening }
        return happening.map { min($0, timer) } ?? timer
    }

    private var nextTimer: (id: TimerID, at: Int64, by: Int64)? {
        guard isAlive, !isSuspended else { return nil }
        return timers.min { ($0.at, $0.id.number) < ($1.at, $1.id.number) }
    }

    /// Lets the next thing happen.
    mutating func happen() {
        guard let time = nextTime else { return }
        now = max(now, time)
        if let timer = nextTimer, max(timer.at - skew, now) <= now, (schedule.first?.time ?? Int64.max) > now || random.once(in: 2) {
            timers.removeAll { $0.id == timer.id }
            return take(.timer(timer.id), by: timer.by)
        }
        guard let entry = schedule.first, entry.time <= now, let entry = schedule.removeFirst() else { return }
        take(entry)
    }

    private mutating func take(_ entry: Schedule.Entry) {
        switch entry.happening {
        case .arrival(let sent): return arrive(sent, launch: entry.launch)
        case .launch: return begin()
        case .deed(let shown, let act): if entry.launch == launch { carryOut(act, about: shown) }
        case .back: comeBack()
        case .response, .reply, .partner, .durable:
            guard isAlive, entry.launch == launch else { return }
            if isSuspended { parked.append(entry.happening) } else { receive(entry.happening) }
        }
    }

    private mutating func receive(_ happening: Schedule.Happening) {
        switch happening {
        case .response(let sent, let response):
            if cancelled.contains(sent.id), response.status >= 300 || random.once(in: 2) { return }
            take(.reply(sent.id, pass.reply(to: sent.call, response)), by: sent.by)
        case .reply(let id, let reply, let by): take(.reply(id, reply), by: by)
        case .partner(let id, let outcome, let by): take(.reply(id, interpreter.reply(to: outcome)), by: by)
        case .durable(let number, let bytes):
            log.sync(through: number, bytes: bytes)
            released = max(released, number)
            release()
        case .arrival, .deed, .back, .launch: return
        }
    }

    /// The person takes the app up again.
    mutating func comeBack() {
        guard isAlive, !isForeground else { return }
        isForeground = true
        isSuspended = false
        take(.app(.foregrounded), by: nil)
        let waiting = parked
        parked = []
        for happening in waiting { schedule.add(happening, at: now, launch: launch) }
    }

    // MARK: Events

    /// Numbers, decides and logs an event; its effects follow when its record is durable.
    mutating func take(_ origin: FlowEvent.Origin, by: Int64?) {
        guard isAlive, broken == nil else { return }
        let event = FlowEvent(time: deviceTime, origin: origin)
        let entry = recorder.record(event, by: by)
        log.append(entry.line)
        reached.events += 1
        reached.steps[recorder.model.state.name + "." + recorder.model.state.step, default: 0] += 1
        if let invariant = checker.check(event, recorder.model, entry.effects).first {
            broken = invariant.rawValue
            return
        }
        held.append(entry)
        makeDurable(entry.number)
        release()
    }

    private mutating func makeDurable(_ number: Int64) {
        var delay: Int64
        switch syncs {
        case .every: delay = Int64.random(in: 0...1, using: &random)
        case .group: delay = Int64.random(in: 0...12, using: &random)
        case .never:
            // Nobody waits; some day it is durable all the same.
            released = number
            delay = 5_000
        }
        if let slow = slowDisk, slow.records > 0, !isCalm {
            slowDisk?.records -= 1
            delay = slow.milliseconds
        }
        lastDurable = max(lastDurable, now + delay)
        if lastDurable > now || syncs == .never {
            schedule.add(.durable(through: number, bytes: log.bytes.count), at: lastDurable, launch: launch)
        } else {
            log.sync(through: number, bytes: log.bytes.count)
            released = number
        }
    }

    /// Carries out what may be, in order. What is decided meanwhile joins the queue.
    mutating func release() {
        guard !isReleasing else { return }
        isReleasing = true
        defer { isReleasing = false }
        while let entry = held.first, entry.number <= released {
            held.removeFirst()
            for effect in entry.effects {
                if let crash {
                    if crash.afterEffects <= 0 { return endProcess(crash.tear, pause: crash.pause) }
                    self.crash?.afterEffects -= 1
                }
                execute(effect, of: entry.number)
            }
        }
    }
}

/// Stands where a device's framework would: a simulated household has its own.
private struct NoFramework: PartnerFramework {
    func ask(_ question: PartnerQuestion) async -> PartnerOutcome { PartnerOutcome(permission: .notDetermined) }
}
