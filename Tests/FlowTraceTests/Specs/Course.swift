import FlowMachine

/// The records of a story by what matters to a promise: requests and replies.
struct Course {
    let records: [LogRecord]
    let calls: [Sent]
    private let logs: [[UInt8]]

    /// A call that was sent.
    struct Sent {
        /// The event that caused it.
        let event: LogRecord
        let id: RequestID
        let call: Call
        /// Its result, unless it was canceled.
        let reply: LogRecord?

        var endpoint: Endpoint { call.endpoint }
        var time: Instant { event.event.time }

        var result: Reply.Result? {
            if case .reply(_, let reply)? = reply?.event.origin { reply.result } else { nil }
        }
    }

    init(_ story: Story) {
        records = story.records
        logs = story.launches.map(\.bytes)
        var replies: [RequestID: LogRecord] = [:]
        for record in records {
            if case .reply(let id, _) = record.event.origin, replies[id] == nil { replies[id] = record }
        }
        calls = records.flatMap { record in
            record.effects.compactMap { effect in
                guard case .call(let id, let call) = effect else { return nil }
                return Sent(event: record, id: id, call: call, reply: replies[id])
            }
        }
    }

    func calls(_ kinds: Endpoint.Kind...) -> [Sent] { calls.filter { kinds.contains($0.endpoint.kind) } }

    var effects: [Effect] { records.flatMap(\.effects) }

    /// The model after each event, replayed from the logs; ends where this build decides differently.
    var models: [(record: LogRecord, model: FlowModel)] {
        logs.flatMap { log in
            var models: [(record: LogRecord, model: FlowModel)] = []
            guard var replay = try? Replay(log) else { return models }
            while let record = try? replay.next() { models.append((record, replay.model)) }
            return models
        }
    }

    /// The presentations, each with its start.
    var shown: [(time: Instant, presentation: Presentation)] {
        records.flatMap { record in
            record.effects.compactMap { if case .present(_, let what) = $0 { (record.event.time, what) } else { nil } }
        }
    }

    /// The questions to the partner framework.
    var questions: [PartnerRequest] {
        effects.compactMap { if case .partner(_, let question) = $0 { question } else { nil } }
    }

    /// The polls, each with its code.
    var polls: [(sent: Sent, code: SecretRef)] {
        calls.compactMap { if case .profileForCode(let code) = $0.endpoint { ($0, code) } else { nil } }
    }

    /// The calls after the first event that meets `condition`; `nil` if no event does.
    func calls(after condition: (LogRecord) -> Bool) -> [Sent]? {
        guard let index = records.firstIndex(where: condition) else { return nil }
        let later = Set(records[index...].map(\.number))
        return calls.filter { later.contains($0.event.number) }
    }
}

extension Instant {
    /// Milliseconds from `earlier` to here.
    func since(_ earlier: Instant) -> Int64 { milliseconds - earlier.milliseconds }
}
