import FlowMachine

/// The event after which a request could no longer be fulfilled, and the one after which only a new sign-in could help.
///
/// Found by exploring forward from the model after each event, under the log's own settings: with the answers that Adobe and the partner
/// framework can give, also failures, every choice of the viewer, and timers that fire when they are due.
package struct PointOfNoReturn: Equatable, Sendable {
    /// Up to when something was possible.
    package enum Point: Equatable, Sendable {
        /// It was possible until this event, and not after it.
        case after(Int64)
        /// It was never possible since the request.
        case never
        /// It was still possible at the end of the log.
        case possible
        /// The exploration was ended before it had tried everything after the event with this number.
        case unknown(Int64)
    }

    /// Up to when the request could be fulfilled.
    package let fulfillment: Point
    /// Up to when it could be fulfilled without a new sign-in.
    package let withoutSignIn: Point

    /// The most events before the answer that are looked at.
    private static let mostEvents = 400

    /// How much is tried at most, so that the search ends in time.
    package struct Bounds: Sendable {
        /// How many decisions from each event.
        package let each: Int
        /// How many decisions in all.
        package let all: Int

        package init(each: Int = 4000, all: Int = Int.max) {
            self.each = each
            self.all = all
        }
    }

    /// - Parameters:
    ///   - wish: the request.
    ///   - content: the log.
    ///   - bounds: how much is tried.
    /// - Returns: `nil` if the log does not have the request, or this build decides it differently up to its answer.
    package init?(_ wish: WishID, in content: LogContent, _ bounds: Bounds = Bounds()) {
        self.init(wish, content.header.settings, content.snapshot, content.records, bounds)
    }

    /// The same for a launch whose events are in several files.
    /// - Parameters:
    ///   - settings: the settings of the flow.
    ///   - snapshot: what the first file begins with, unless it begins with the launch.
    ///   - records: the events of all files.
    package init?(_ wish: WishID, _ settings: FlowSettings, _ snapshot: Snapshot?, _ records: [LogRecord], _ bounds: Bounds = Bounds()) {
        guard
            let opening = records.firstIndex(where: {
                if case .user(let user) = $0.event.origin { user.opens && user.wish == wish } else { false }
            })
        else { return nil }
        let answer = records.indices.first { index in
            index >= opening && records[index].effects.contains { if case .answer(wish, _) = $0 { true } else { false } }
        }
        let last = answer ?? records.count - 1
        if let snapshot, snapshot.model == nil { return nil }
        let model = snapshot?.model ?? FlowModel()
        var outstanding = Outstanding(at: model)
        var engine = FlowEngine(FlowReducer(settings: settings), model)
        var situations: [Exploration.Situation] = []
        let first = max(opening, last - PointOfNoReturn.mostEvents)
        for index in 0...last {
            let record = records[index]
            engine.apply(record.event)
            guard engine.effects == record.effects else { return nil }
            _ = outstanding.step(record.event, record.effects, settings)
            if index >= first {
                situations.append(Exploration.Situation(model: engine.model, outstanding: outstanding, now: record.event.time))
            }
        }
        var search = Search(
            wish: wish, settings: settings, records: records[0...last], situations: situations, first: first, isWhole: first == opening,
            bounds: bounds, left: bounds.all)
        fulfillment = search.point(signsIn: true)
        withoutSignIn = fulfillment == .never ? .never : search.point(signsIn: false)
    }

    /// Looks at the events of a request, the last one first.
    private struct Search {
        let wish: WishID
        let settings: FlowSettings
        let records: ArraySlice<LogRecord>
        /// What was so after the events from `first` on.
        let situations: [Exploration.Situation]
        let first: Int
        /// Whether the first of them made the request.
        let isWhole: Bool
        let bounds: Bounds
        /// How many decisions may still be tried.
        var left: Int

        mutating func point(signsIn: Bool) -> Point {
            for place in situations.indices.reversed() {
                let number = records[first + place].number
                if left <= 0 { return .unknown(number) }
                var exploration = Exploration(wish, settings, records, signsIn: signsIn, most: min(bounds.each, left))
                let canFulfill = exploration.canFulfill(from: situations[place])
                left -= exploration.tried
                switch canFulfill {
                case true?:
                    if place == situations.count - 1 { return .possible }
                    return .after(records[first + place + 1].number)
                case nil: return .unknown(number)
                case false?: continue
                }
            }
            return isWhole ? .never : .unknown(records[first].number)
        }
    }
}

/// A search for a course of events in which a request is fulfilled.
struct Exploration {
    /// A situation where a search begins, or that it reaches.
    struct Situation {
        let model: FlowModel
        let outstanding: Outstanding
        let now: Instant
    }

    private let wish: WishID
    private let settings: FlowSettings
    private let surroundings: ArraySlice<LogRecord>
    private let signsIn: Bool
    private let most: Int
    private var engine: FlowEngine
    private var seen: Set<UInt64> = []
    /// How many decisions were tried.
    private(set) var tried = 0

    /// Longer courses are not followed: the shortest sign-in takes about fifteen events.
    private static let deepest = 60
    /// Simulated answers bring secrets with numbers above this one, which no log has.
    private static let firstSecret: Int64 = 910_000

    /// - Parameters:
    ///   - signsIn: whether the viewer may sign in.
    ///   - most: how many decisions are tried.
    init(_ wish: WishID, _ settings: FlowSettings, _ surroundings: ArraySlice<LogRecord>, signsIn: Bool, most: Int) {
        self.wish = wish
        self.settings = settings
        self.surroundings = surroundings
        self.signsIn = signsIn
        self.most = most
        engine = FlowEngine(FlowReducer(settings: settings))
    }

    /// Whether the request can be fulfilled; `nil` if too much would have to be tried.
    mutating func canFulfill(from start: Situation) -> Bool? {
        if !start.outstanding.wishes.contains(where: { $0.id == wish }) { return false }
        var open = [(situation: start, depth: 0)]
        var isCut = false
        while let (situation, depth) = open.popLast() {
            if depth == Exploration.deepest {
                isCut = true
                continue
            }
            // The likeliest move is tried first, so it is put on top.
            for event in moves(situation).reversed() where signsIn || !bringsSignIn(event, situation.model) {
                tried += 1
                if tried > most { return nil }
                engine = FlowEngine(FlowReducer(settings: settings), situation.model)
                engine.apply(event)
                let effects = engine.effects
                for case .answer(wish, let answer) in effects {
                    if RequestOutcome(answer).isFulfilled { return true }
                }
                var outstanding = situation.outstanding
                _ = outstanding.step(event, effects, settings)
                let isOver = !outstanding.wishes.contains { $0.id == wish }
                if isOver || (!signsIn && effects.contains { $0.beginsSignIn }) || !seen.insert(engine.model.digest).inserted { continue }
                open.append((Situation(model: engine.model, outstanding: outstanding, now: event.time), depth + 1))
            }
        }
        return isCut ? nil : false
    }

    /// Whether the viewer continues with a sign-in, or Adobe reports one that the flow did not have: one elsewhere.
    private func bringsSignIn(_ event: FlowEvent, _ model: FlowModel) -> Bool {
        switch event.origin {
        case .reply(_, let reply): return model.context.keptProfile == nil && reply.result.hasProfile
        case .user(.chose(_, let choice)):
            switch choice {
            case .provider, .otherProvider, .newCode, .redirectReached: return true
            case .profile, .retry, .done, .userAgentClosed, .cancel: return false
            }
        case .user, .app, .timer: return false
        }
    }

    /// The events that can happen next, the likeliest first.
    private func moves(_ situation: Situation) -> [FlowEvent] {
        let number = Exploration.firstSecret + Int64(tried)
        let replies = Surroundings(surroundings, settings: settings, now: situation.now).replies(bringing: number)
        func event(_ origin: FlowEvent.Origin, at time: Instant? = nil) -> FlowEvent {
            FlowEvent(time: time ?? situation.now.advanced(by: Interval(milliseconds: 200)), origin: origin)
        }
        var moves: [FlowEvent] = []
        if let shown = situation.outstanding.shown {
            let presentation = shown.what ?? .nothing
            let providers = replies.values.mvpds
            moves += presentation.choices(among: Array(providers.prefix(2)), mostProfiles: 2).map { event(.user(.chose(shown.id, $0))) }
        }
        var unlikely: [FlowEvent] = []
        for request in situation.outstanding.requests {
            var answers: [PossibleReply]
            switch request.question {
            case .adobe(let endpoint):
                answers = replies.answers(to: endpoint)
                unlikely += replies.failures(of: endpoint).map { event(.reply(request.id, Reply($0.result))) }
            case .partner(let question): answers = replies.answers(to: question)
            }
            // What brings nothing is tried after the others.
            answers = answers.filter { !$0.result.isEmpty } + answers.filter { $0.result.isEmpty }
            moves = answers.map { event(.reply(request.id, Reply($0.result))) } + moves
        }
        let next = situation.outstanding.timers.min { ($0.due, $0.id.number) < ($1.due, $1.id.number) }
        if let next { moves.append(event(.timer(next.id), at: max(next.due, situation.now))) }
        moves += unlikely
        if moves.isEmpty { moves = [event(.app(.foregrounded))] }
        return moves
    }
}

extension Reply.Result {
    /// Whether the reply contains nothing. Such a reply is tried after the others.
    fileprivate var isEmpty: Bool {
        switch self {
        case .profiles(let profiles): profiles.isEmpty
        case .decisions(let decisions): decisions.allSatisfy { if case .deny = $0.verdict { true } else { false } }
        case .failed: true
        case .registered, .token, .configuration, .session, .logouts, .partner, .authentication, .partnerRequest, .userMetadata, .done:
            false
        }
    }
}

extension Effect {
    /// Whether the viewer is asked to sign in.
    fileprivate var beginsSignIn: Bool {
        switch self {
        case .present(_, let presentation):
            switch presentation {
            case .providerPicker, .providerConfirmation, .userAgent, .code, .codeExpired: true
            case .nothing, .profilePicker, .signOutUserAgent, .legacySignOut, .signOutInSettings, .problem: false
            }
        case .partner(_, .choice), .partner(_, .authentication): true
        case .partner, .call, .cancel, .answer, .arm, .disarm, .keep, .forget: false
        }
    }
}
