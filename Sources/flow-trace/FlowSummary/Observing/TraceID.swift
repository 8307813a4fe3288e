import FlowMachine

extension LogRecord {
    /// The id to quote to Adobe's support: the trace id of the event's error, or else Adobe's id of a request that failed; `nil` if there is none.
    package var trace: String? {
        guard case .reply(_, let reply) = event.origin else { return nil }
        if let trace = trace(of: reply.result) { return trace }
        return if case .failed = reply.result { reply.trace?.request?.text } else { nil }
    }

    private func trace(of result: Reply.Result) -> String? {
        switch result {
        case .registered, .token, .configuration, .profiles, .session, .logouts, .partner, .authentication, .partnerRequest, .userMetadata,
            .done:
            return nil
        case .decisions(let decisions):
            for decision in decisions {
                if case .deny(let error) = decision.verdict, let trace = error.trace { return trace.text }
            }
            return nil
        case .failed(.unauthorized(let error)): return error?.trace?.text
        case .failed(.refused(_, let error)): return error.trace?.text
        case .failed(.throttled), .failed(.registrationRefused), .failed(.status), .failed(.transport): return nil
        }
    }
}
