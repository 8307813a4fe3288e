/// The expiry of a code. It is judged by Adobe's clock once that clock is known, and until then by the device's clock.
package struct CodeEnd: Hashable, Sendable {
    /// The expiry by Adobe's clock; `nil` if Adobe set none.
    let notAfter: Instant?
    /// The expiry by the device's clock, as it was computed when the code was last used.
    let end: Instant

    /// Whether the code has expired when the device's clock shows `now`.
    func hasPassed(_ clock: AdobeClock, at now: Instant) -> Bool {
        if let notAfter, clock.offset != nil { return clock.hasPassed(notAfter, at: now) }
        return end <= now
    }
}

extension BasicAuthFallback.OpenCode {
    var codeEnd: CodeEnd { CodeEnd(notAfter: session.notAfter, end: end) }

    /// The session; `nil` if Adobe set no expiry. With an expiry, Adobe's next answer shows whether the session has expired.
    var lastingSession: OpenSession? { session.notAfter == nil ? nil : session }
}

// MARK: Log

extension CodeEnd: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("notAfter", notAfter)
        sink.field("end", end)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        CodeEnd(notAfter: try source.field("notAfter"), end: try source.field("end"))
    }
}
