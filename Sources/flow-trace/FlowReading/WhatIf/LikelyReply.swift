import FlowMachine

extension EditedRun.Unanswered {
    /// The last recorded answer to the same question.
    ///
    /// `nil` if there is none. Also `nil` for a question whose answers contain newly issued values, such as tokens, because an old one must not
    /// be used again.
    package var recordedReply: Reply? {
        guard case .call(let call) = question else { return nil }
        return Reply(said(of: call))
    }

    /// The likely answer: the last recorded answer to the same question, or else the usual answer of Adobe or the partner framework.
    package var likelyReply: Reply? {
        let surroundings = Surroundings(records[...], settings: settings, now: now)
        let replies = surroundings.replies(bringing: number)
        switch question {
        case .call(let call): return Reply(said(of: call) ?? replies.answers(to: call.endpoint).first?.result)
        case .partner(let request): return Reply(replies.answers(to: request).first?.result)
        case .timer: return nil
        }
    }

    /// Returns the last recorded answer about the same resources, profiles or providers. Answers with newly issued values, such as tokens, are not
    /// repeated.
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
