import FlowMachine

extension Wording {
    /// Returns an event as a sentence with the acting party as its subject.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - asked: The question that the event answers; `nil` if it answers none.
    ///   - shown: The screen that the viewer saw; `nil` if it is not known.
    package func sentence(_ event: FlowEvent, asked: Question?, shown: Presentation? = nil) -> String {
        switch event.origin {
        case .user(.chose(let id, let choice)):
            "the viewer\(shown.map { ", at \(Screen($0).words)" } ?? ""): \(user(.chose(id, choice)).main)"
        case .user(let user): "the app requested: \(self.user(user, numbered: true).sentence)"
        case .app(let app): "the app: \(self.app(app, at: event.time).sentence)"
        case .timer: "a timer fired" + (asked.map { ": \(self.asked($0))" } ?? "")
        case .reply(let request, let reply):
            "\(answerer(asked, reply)): \(answer(reply, to: asked, at: event.time))"
                + (asked == nil ? " (request \(request.number) is unknown)" : "")
        }
    }

    private func answerer(_ question: Question?, _ reply: Reply) -> String {
        switch question {
        case .call(let call): isAdobes(reply) ? "Adobe answered \(request(call).main)" : "\(request(call).main) got no answer from Adobe"
        case .partner(let request): "the partner framework answered \"\(partner(request).text)\""
        case .timer, nil: "an answer"
        }
    }

    /// Returns whether the answer came from Adobe itself.
    private func isAdobes(_ reply: Reply) -> Bool {
        switch reply.result {
        case .failed(.transport), .failed(.status): false
        case _: true
        }
    }

    private func answer(_ reply: Reply, to question: Question?, at time: Instant) -> String {
        if case .failed(.status(let http)) = reply.result {
            // A bare 5xx status comes from a gateway of Adobe's during an outage, or from a server between the device and Adobe.
            return http < 500 ? "\(http) from another server" : "\(http) without an error of Adobe's"
        }
        return self.reply(reply, to: question, at: time).sentence
    }

    /// Returns a question in words, as the reason for an answer.
    func asked(_ question: Question) -> String {
        switch question {
        case .call(let call): request(call).sentence
        case .partner(let request): "partner framework: " + partner(request).text
        case .timer(let purpose): timer(purpose)
        }
    }
}
