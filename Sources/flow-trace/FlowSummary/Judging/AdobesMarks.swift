import FlowMachine

/// Remembers the endpoints whose answers had an id of Adobe's. A later answer of such an endpoint without an id comes from another server.
package struct AdobesMarks: Sendable {
    private var endpoints: Set<EndpointKind> = []

    /// Notes the next event.
    package mutating func note(_ record: LogRecord, _ question: Question?) {
        guard case .reply(_, let reply) = record.event.origin, reply.trace?.request != nil, case .call(let call)? = question else { return }
        endpoints.insert(EndpointKind(call.endpoint))
    }

    /// Returns whether a failed answer without a readable error was Adobe's. `nil` for any other event, and if the log does not show it.
    package func isAdobes(_ record: LogRecord, _ question: Question?) -> Bool? {
        guard case .status? = record.failure, case .reply(_, let reply) = record.event.origin else { return nil }
        if reply.trace?.request != nil { return true }
        guard case .call(let call)? = question, endpoints.contains(EndpointKind(call.endpoint)) else { return nil }
        return false
    }
}
