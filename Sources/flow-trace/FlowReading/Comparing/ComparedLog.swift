import FlowMachine

/// Gives each text a number, the same in both logs.
package struct KeyTable {
    private var numbers: [String: Int32] = [:]

    package init() {}

    mutating func number(_ text: String) -> Int32 {
        if let number = numbers[text] { return number }
        let number = Int32(truncatingIfNeeded: numbers.count)
        numbers[text] = number
        return number
    }
}

/// One log of two that are compared: its events by what they mean, repetitions folded.
package struct ComparedLog {
    /// An event, or the events before it over and over.
    struct Row: Equatable {
        /// The places of its events.
        let events: Range<Int>
        /// How many events are repeated; 0 if it is one event.
        let period: Int
        /// How often they are repeated.
        var repetitions: Int { period == 0 ? 0 : events.count / period }
        /// The same for rows that tell the same: what kind of event, what it answers, the rule and the state.
        let key: Int32
        /// The same for rows that ask the same, whatever was decided.
        let looseKey: Int32
    }

    package let name: String
    let header: LogHeader
    package let records: [Record]
    /// What each event answers.
    private(set) var questions: [Question?]
    /// The sorts of each event's effects; `nil` for the timer that looks for late answers, which follows from the requests.
    let sorts: [[Int32?]]
    private(set) var rows: [Row] = []

    /// The most events that are repeated together: a poll with its timer, a refusal with a hold and a retry.
    private static let longestPeriod = 6

    package init(_ name: String, _ header: LogHeader, _ records: [Record], _ table: inout KeyTable, folds: Bool = true) {
        self.name = name
        self.header = header
        self.records = records
        var questions: [Question?] = []
        var sorts: [[Int32?]] = []
        var keys: [(full: Int32, key: Int32, loose: Int32)] = []
        var subjects = Subjects()
        for record in records {
            let question = subjects.outstanding.question(record.event)
            let effects = record.effects.map { subjects.sort($0) }
            let asks = ComparedLog.asks(record, question)
            let key = "\(EventKind.of(record.event, asked: question)); \(asks); \(record.rule); \(record.state).\(record.step)"
            keys.append(
                (table.number(key + "; " + effects.compactMap(\.self).joined(separator: ", ")), table.number(key), table.number(asks)))
            sorts.append(effects.map { $0.map { table.number($0) } })
            questions.append(question)
            subjects.note(record)
        }
        self.questions = questions
        self.sorts = sorts
        rows = fold(keys, &table, folds: folds)
    }

    /// The same decisions about another log's events: what these answer is what that log says.
    package func deciding(about log: ComparedLog) -> ComparedLog {
        var copy = self
        copy.questions = log.questions
        return copy
    }

    /// What an event is about, whatever resulted from it.
    private static func asks(_ record: Record, _ question: Question?) -> String {
        switch (record.event.origin, question) {
        case (.reply, .call(let call)?): "reply to \(call.endpoint.sort)"
        case (.reply, .partner(let request)?): "reply of Apple's framework to \(request.kind.rawValue)"
        case (.reply(_, let reply), _): "reply, \(EventKind.words(reply.result.kind.rawValue))"
        case (.timer, .timer(let purpose)?): "timer \(purpose.rawValue)"
        case (.timer, _): "timer"
        case (.user(.chose), _): "the viewer chose"
        case (.user, _), (.app, _): EventKind.of(record.event, asked: question)
        }
    }

    private func fold(_ keys: [(full: Int32, key: Int32, loose: Int32)], _ table: inout KeyTable, folds: Bool) -> [Row] {
        var rows: [Row] = []
        var place = 0
        while place < keys.count {
            rows.append(Row(events: place..<place + 1, period: 0, key: keys[place].key, looseKey: keys[place].loose))
            place += 1
            guard folds, let (period, end) = repetition(keys, before: place) else { continue }
            let round = place..<place + period
            let names = (
                "again " + round.map { String(keys[$0].full) }.joined(separator: " "),
                "again " + round.map { String(keys[$0].loose) }.joined(separator: " ")
            )
            rows.append(
                Row(events: place..<end, period: period, key: table.number(names.0), looseKey: table.number(names.1)))
            place = end
        }
        return rows
    }

    /// How many of the events before `place` are repeated from there on, at least twice, and up to where.
    private func repetition(_ keys: [(full: Int32, key: Int32, loose: Int32)], before place: Int) -> (period: Int, end: Int)? {
        for period in 1...ComparedLog.longestPeriod where period <= place {
            var end = place
            while end < keys.count, keys[end].full == keys[end - period].full, !records[end].isUsers { end += 1 }
            let repetitions = (end - place) / period
            if repetitions >= 2 { return (period, place + repetitions * period) }
        }
        return nil
    }
}

/// What effects are about that only quote a number.
private struct Subjects {
    private(set) var outstanding = QuestionHistory()
    private var wishes: [WishID: String] = [:]

    mutating func note(_ record: Record) {
        outstanding.note(record)
        if case .user(let user) = record.event.origin, let wish = user.wish {
            if case .cancel = user { return }
            wishes[wish] = EventKind.of(record.event, asked: nil)
        }
        for case .answer(let wish, _) in record.effects { wishes[wish] = nil }
    }

    func sort(_ effect: Effect) -> String? {
        switch effect {
        case .arm(_, .timeout, _): return nil
        case .cancel(let id): return "cancel " + name(outstanding.question(quoting(.reply(id, Reply(.done)))))
        case .disarm(let id):
            let question = outstanding.question(quoting(.timer(id)))
            return question == .timer(.timeout) ? nil : "disarm " + name(question)
        case .answer(let wish, _): return "\(effect.sort) to \(wishes[wish] ?? "this event")"
        case .call, .partner, .present, .arm, .keep, .forget: return effect.sort
        }
    }

    private func quoting(_ origin: FlowEvent.Origin) -> FlowEvent { FlowEvent(time: Instant(milliseconds: 0), origin: origin) }

    private func name(_ question: Question?) -> String {
        switch question {
        case .call(let call): call.endpoint.sort
        case .partner(let request): request.kind.rawValue
        case .timer(let purpose): purpose.rawValue
        case nil: "something"
        }
    }
}

extension Record {
    /// Whether the viewer or the app did it.
    fileprivate var isUsers: Bool { if case .user = event.origin { true } else { false } }
}
