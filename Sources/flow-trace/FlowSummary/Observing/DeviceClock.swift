import FlowMachine

/// The lead of the device's clock over Adobe's, in milliseconds; negative if the device's clock is behind.
package enum DeviceClock {
    /// The lead of the device's clock when a reply with Adobe's time arrived; `nil` for a reply without one.
    package static func ahead(_ reply: Reply, at time: Instant) -> Int64? { reply.adobesTime.map { time.milliseconds - $0.milliseconds } }

    /// The lead of the device's clock at the first answer with Adobe's time.
    package static func ahead(in records: [LogRecord]) -> Int64? {
        for record in records {
            if case .reply(_, let reply) = record.event.origin, let ahead = ahead(reply, at: record.event.time) { return ahead }
        }
        return nil
    }

    /// Whether the device's clock was wrong. An answer takes time to arrive, and its date is in whole seconds.
    package static func isWrong(_ ahead: Int64) -> Bool { abs(ahead) >= 60_000 }
}
