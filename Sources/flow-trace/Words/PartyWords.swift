import FlowMachine

extension Words {
    /// An event as a sentence: who did what.
    func sentence(_ event: FlowEvent, asked: Question?) -> String {
        switch event.origin {
        case .user(.chose(let id, let choice)): "the person, asked something: \(user(.chose(id, choice)).main)"
        case .user(let user): "the app asked: \(self.user(user, numbered: true).sentence)"
        case .app(let app): "the app: \(self.app(app, at: event.time).sentence)"
        case .timer: "a timer ran out" + (asked.map { ": \(self.asked($0))" } ?? "")
        case .reply(let request, let reply):
            "\(answerer(asked)): \(self.reply(reply, to: asked, at: event.time).sentence)"
                + (asked == nil ? " (request \(request.number) is not known)" : "")
        }
    }

    private func answerer(_ question: Question?) -> String {
        switch question {
        case .call(let call): "Adobe answered \(request(call).main)"
        case .partner(let request): "the partner framework answered \"\(partner(request).text)\""
        case .timer, nil: "an answer"
        }
    }

    /// What was asked, as the cause of an answer.
    func asked(_ question: Question) -> String {
        switch question {
        case .call(let call): request(call).sentence
        case .partner(let request): "partner framework: " + partner(request).text
        case .timer(let purpose): timer(purpose)
        }
    }
}
