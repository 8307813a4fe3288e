import FlowMachine

extension EditedRun.Unanswered {
    /// What the recording last said about the same question; `nil` if it said nothing, or if each answer brings something new.
    package var recordedReply: Reply? {
        guard case .call(let call) = question else { return nil }
        return Reply(said(of: call))
    }

    /// The answer that is likely: what the recording last said about the same question, otherwise what Adobe and the partner framework
    /// usually answer.
    package var likelyReply: Reply? {
        let surroundings = Surroundings(records[...], settings: settings, now: now)
        let replies = surroundings.replies(bringing: number)
        switch question {
        case .call(let call): return Reply(said(of: call) ?? replies.answers(to: call.endpoint).first?.result)
        case .partner(let request): return Reply(replies.answers(to: request).first?.result)
        case .timer: return nil
        }
    }

    /// What the recording last said about the same resources, profiles or providers. What is issued anew each time is not repeated.
    private func said(of call: Call) -> Reply.Result? {
        switch call.endpoint.descriptor.reply {
        case .decisions, .profiles: break
        case _: return nil
        }
        var history = QuestionHistory()
        var said: Reply.Result?
        for record in records {
            if case .reply(_, let reply) = record.event.origin, case .call(let asked)? = history.question(record.event),
                RecordedCourse.Kind(.call(RequestID(0), asked), at: now) == RecordedCourse.Kind(.call(RequestID(0), call), at: now)
            {
                if case .failed = reply.result { continue }
                said = reply.result
            }
            history.note(record)
        }
        return said
    }
}

extension Reply {
    fileprivate init?(_ result: Result?) {
        guard let result else { return nil }
        self.init(result)
    }
}
