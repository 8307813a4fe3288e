import FlowMachine

/// The event after which a request could no longer be fulfilled, and the event after which only a new sign-in could help.
///
/// An exploration finds these points. It starts from the model after each event, with the log's settings. It tries the possible answers of Adobe
/// and the partner framework, including failures, every choice of the viewer, and timers when they are due.
package struct PointOfNoReturn: Equatable, Sendable {
    /// The last moment at which an outcome was possible.
    package enum Point: Equatable, Sendable {
        /// The outcome was possible before the event with this number, but not after it.
        case after(Int64)
        /// The outcome was impossible from the request on.
        case never
        /// The outcome was possible up to the end of the log.
        case possible
        /// The moment is unknown: the exploration stopped at the event with this number before it had tried everything.
        case unknown(Int64)
    }

    /// The last moment at which the request could be fulfilled.
    package let fulfillment: Point
    /// The last moment at which the request could be fulfilled without a new sign-in.
    package let withoutSignIn: Point

    /// The highest number of events from which the search explores. They are the last events before the answer.
    private static let mostEvents = 400

    /// The limits of a search, so that it ends in reasonable time.
    package struct Bounds: Sendable {
        /// The highest number of decisions that are tried from each event.
        package let each: Int
        /// The highest number of decisions that are tried in all.
        package let all: Int

        package init(each: Int = 4000, all: Int = Int.max) {
            self.each = each
            self.all = all
        }
    }

    /// Determines the two points of no return of a request.
    ///
    /// - Parameters:
    ///   - wish: The number of the request.
    ///   - content: The log.
    ///   - bounds: The limits of the search.
    /// - Returns: `nil` if the log does not contain the request, or if this build decides an event up to the request's answer differently.
    package init?(_ wish: WishID, in content: LogContent, _ bounds: Bounds = Bounds()) {
        self.init(wish, content.header.settings, content.snapshot, content.records, bounds)
    }

    /// Determines the two points of no return of a request in a launch whose events are in several files.
    ///
    /// - Parameters:
    ///   - wish: The number of the request.
    ///   - settings: The settings of the flow.
    ///   - snapshot: The snapshot with which the first file begins; `nil` if it begins with the launch.
    ///   - records: The events of all files.
    ///   - bounds: The limits of the search.
    /// - Returns: `nil` if the records do not contain the request, or if this build decides an event up to the request's answer differently.
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

    /// Explores from the events of a request, the last event first.
    private struct Search {
        let wish: WishID
        let settings: FlowSettings
        let records: ArraySlice<LogRecord>
        /// The situations after the events from index `first` on.
        let situations: [Exploration.Situation]
        let first: Int
        /// Whether the event at `first` made the request. Otherwise earlier events are not explored.
        let isWhole: Bool
        let bounds: Bounds
        /// The number of decisions that may still be tried.
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
    /// A situation from which a search continues.
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
    /// The number of decisions that were tried.
    private(set) var tried = 0

    /// The highest number of events in a course. The shortest sign-in takes about fifteen events.
    private static let deepest = 60
    /// Secrets in simulated answers have numbers above this number. No log contains such high numbers.
    private static let firstSecret: Int64 = 910_000

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - wish: The number of the request.
    ///   - settings: The settings of the flow.
    ///   - surroundings: The records from which replies take their providers and times.
    ///   - signsIn: Whether the viewer may sign in.
    ///   - most: The highest number of decisions that are tried.
    init(_ wish: WishID, _ settings: FlowSettings, _ surroundings: ArraySlice<LogRecord>, signsIn: Bool, most: Int) {
        self.wish = wish
        self.settings = settings
        self.surroundings = surroundings
        self.signsIn = signsIn
        self.most = most
        engine = FlowEngine(FlowReducer(settings: settings))
    }

    /// Returns whether the request can be fulfilled; `nil` if the search reaches its limit before it finds out.
    mutating func canFulfill(from start: Situation) -> Bool? {
        if !start.outstanding.wishes.contains(where: { $0.id == wish }) { return false }
        var open = [(situation: start, depth: 0)]
        var isCut = false
        while let (situation, depth) = open.popLast() {
            if depth == Exploration.deepest {
                isCut = true
                continue
            }
            // The last element is tried next, so the likeliest event is added last.
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

    /// Returns whether the event is a step of the viewer toward a sign-in, or reports a sign-in that the flow did not have, for example on another
    /// device.
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

    /// Returns the events that can happen next, likeliest first.
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
            // Answers without content are tried after the others.
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
    /// Whether the reply contains nothing that helps a request.
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
    /// Whether the effect asks the viewer to sign in.
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
