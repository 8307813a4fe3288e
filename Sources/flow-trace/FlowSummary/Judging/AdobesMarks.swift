import FlowMachine

/// Remembers the endpoints whose answers contained an id from Adobe. If such an endpoint later answers without an id, the answer comes from
/// another server.
package struct AdobesMarks: Sendable {
    private var endpoints: Set<EndpointKind> = []

    /// Processes the next event.
    package mutating func note(_ record: LogRecord, _ question: Question?) {
        guard case .reply(_, let reply) = record.event.origin, reply.trace?.request != nil, case .call(let call)? = question else { return }
        endpoints.insert(EndpointKind(call.endpoint))
    }

    /// Returns whether a failed answer without a readable error came from Adobe; `nil` if the log does not show this, or for any other event.
    package func isAdobes(_ record: LogRecord, _ question: Question?) -> Bool? {
        guard case .status? = record.failure, case .reply(_, let reply) = record.event.origin else { return nil }
        if reply.trace?.request != nil { return true }
        guard case .call(let call)? = question, endpoints.contains(EndpointKind(call.endpoint)) else { return nil }
        return false
    }
}
