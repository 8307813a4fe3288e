import FlowMachine

/// A random way through the flow: mostly what could come now, sometimes what is late, doubled or out of place. The same
/// for the same seed on every machine.
struct Walk {
    private let machine: FlowReducer
    private let words: Words
    private var model = FlowModel()
    private var dice: Dice
    private var now = Instant(milliseconds: 1_767_225_600_000)
    private var open: [(id: RequestID, question: Question)] = []
    private var answered: [(id: RequestID, question: Question)] = []
    private var timers: [(id: TimerID, purpose: TimerPurpose, at: Instant)] = []
    private var shown: (id: PresentationID, presentation: Presentation)?
    private var wishes: Int64 = 0
    /// The transitions it took.
    private(set) var table = TransitionTable()

    init(seed: UInt64, settings: FlowSettings) {
        machine = FlowReducer(settings: settings)
        words = Words(LogHeader(app: "", support: "", settings: settings))
        dice = Dice(state: seed)
    }

    /// Walks so many events, from a launch on.
    mutating func run(_ count: Int) {
        let near = Surroundings([], settings: machine.settings, now: now)
        if dice.below(8) == 0 { app() }
        let launch = dice.pick(PossibleEvents(near, words).launches(PersistedState()))
        feed(.app(.launched(launch?.value ?? PersistedState())), asked: nil)
        for _ in 0..<count { step() }
    }

    private mutating func step() {
        // Now and then long enough for what was kept to end.
        now = now.advanced(by: Interval(milliseconds: Int64(dice.below(dice.below(20) == 0 ? 4_000_000 : 4000))))
        switch dice.below(20) {
        case 0..<10: if !reply() { wish() }
        case 10..<13: if !timer() { wish() }
        case 13..<16: if !choose() { wish() }
        case 16: app()
        case 17: late()
        case _: wish()
        }
    }

    private mutating func feed(_ origin: FlowEvent.Origin, asked: Question?) {
        let event = FlowEvent(time: now, origin: origin)
        let place = TransitionTable.place(model)
        let taken = model
        model = FlowModel()
        let transition = machine.reduce(taken, event)
        model = transition.model
        let next = TransitionTable.place(model)
        table.add(.init(from: place, event: EventKind.of(event, asked: asked), rule: transition.rule.id, to: next))
        for effect in transition.effects { note(effect) }
    }

    private mutating func note(_ effect: Effect) {
        switch effect {
        case .call(let id, let call): open.append((id, .call(call)))
        case .partner(let id, let request): open.append((id, .partner(request)))
        case .cancel(let id): open.removeAll { $0.id == id }
        case .present(_, .nothing): shown = nil
        case .present(let id, let presentation): shown = (id, presentation)
        case .arm(let id, let purpose, let at): timers.append((id, purpose, at))
        case .disarm(let id): timers.removeAll { $0.id == id }
        case .answer, .keep, .forget: break
        }
    }

    private mutating func reply() -> Bool {
        guard !open.isEmpty else { return false }
        let asked = open.remove(at: dice.below(open.count))
        // The last few are enough for a late reply.
        answered = answered.suffix(8) + [asked]
        return reply(asked)
    }

    private mutating func reply(_ asked: (id: RequestID, question: Question)) -> Bool {
        let near = Surroundings([], settings: machine.settings, now: now)
        let possible = PossibleReplies(near).replies(to: asked.question)
        // Answers come more often than failures, so that walks get anywhere.
        let answers = possible.filter { if case .failed = $0.value { false } else { true } }
        guard let reply = dice.pick(dice.below(4) == 0 || answers.isEmpty ? possible : answers) else { return false }
        feed(.reply(asked.id, Reply(reply.value)), asked: asked.question)
        return true
    }

    private mutating func timer() -> Bool {
        guard let index = timers.indices.min(by: { timers[$0].at < timers[$1].at }) else { return false }
        let timer = timers.remove(at: index)
        now = max(now, timer.at)
        feed(.timer(timer.id), asked: .timer(timer.purpose))
        return true
    }

    private mutating func choose() -> Bool {
        guard let shown else { return false }
        let near = Surroundings([], settings: machine.settings, now: now)
        guard let choice = dice.pick(PossibleEvents(near, words).choices(shown.presentation)) else { return false }
        feed(.user(.chose(shown.id, choice)), asked: nil)
        return true
    }

    private mutating func late() {
        switch dice.below(3) {
        case 0: if let asked = dice.pick(answered) { _ = reply(asked) }
        case 1: feed(.timer(TimerID(0)), asked: nil)
        case _: feed(.user(.chose(PresentationID(0), dice.pick([.retry, .cancel, .done]) ?? .done)), asked: nil)
        }
    }

    private mutating func app() {
        let events: [AppEvent] = [
            .foregrounded, .backgrounded, .foregrounded, .held(until: now.advanced(by: .seconds(2))),
            .secretLost(SecretRef(.client, 999_001)), .vaultFailed, .launched(PersistedState()),
        ]
        if let event = dice.pick(events) { feed(.app(event), asked: nil) }
    }

    private mutating func wish() {
        let isOld = wishes > 0 && dice.below(12) == 0
        if !isOld { wishes += 1 }
        let id = WishID(isOld ? 1 + Int64(dice.below(Int(wishes))) : wishes)
        let resource = SecretRef(.resource, 1)
        let events: [UserEvent] = [
            .signIn(id), .signIn(id), .otherProvider(id), .play(id, resource: resource, under: .signedIn),
            .play(id, resource: resource, under: .signedIn), .play(id, resource: resource, under: .temporary(identity: nil)),
            .preview(id, resources: [resource]), .userMetadata(id), .signOut(id), .cancel(id),
        ]
        if let event = dice.pick(events) { feed(.user(event), asked: nil) }
    }
}

/// Numbers that look random (SplitMix64).
struct Dice {
    var state: UInt64

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0, less than `count`; 0 if there is none.
    mutating func below(_ count: Int) -> Int { count < 2 ? 0 : Int(next() % UInt64(count)) }

    /// One of `list`; `nil` if it is empty.
    mutating func pick<Element>(_ list: [Element]) -> Element? { list.isEmpty ? nil : list[below(list.count)] }
}
