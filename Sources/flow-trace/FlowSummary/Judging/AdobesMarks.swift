import FlowMachine

/// Which endpoints' answers carried an id of Adobe's, so that an answer without one is another server's.
package struct AdobesMarks: Sendable {
    private var endpoints: Set<EndpointKind> = []

    /// Notes the next event.
    package mutating func note(_ record: LogRecord, _ question: Question?) {
        guard case .reply(_, let reply) = record.event.origin, reply.trace?.request != nil, case .call(let call)? = question else { return }
        endpoints.insert(EndpointKind(call.endpoint))
    }

    /// Whether a page without an error of Adobe, whose status is all that the log has of it, was Adobe's; `nil` if the log does not tell.
    package func isAdobes(_ record: LogRecord, _ question: Question?) -> Bool? {
        guard case .status? = record.failure, case .reply(_, let reply) = record.event.origin else { return nil }
        if reply.trace?.request != nil { return true }
        guard case .call(let call)? = question, endpoints.contains(EndpointKind(call.endpoint)) else { return nil }
        return false
    }
}
