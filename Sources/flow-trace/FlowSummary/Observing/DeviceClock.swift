import FlowMachine

/// Measures the lead of the device's clock over Adobe's, in milliseconds; negative if the device's clock is behind.
package enum DeviceClock {
    /// Returns the lead of the device's clock when a reply with Adobe's time arrived; `nil` for a reply without Adobe's time.
    package static func ahead(_ reply: Reply, at time: Instant) -> Int64? { reply.adobesTime.map { time.milliseconds - $0.milliseconds } }

    /// Returns the lead of the device's clock at the first answer with Adobe's time; `nil` if there is no such answer.
    package static func ahead(in records: [LogRecord]) -> Int64? {
        for record in records {
            if case .reply(_, let reply) = record.event.origin, let ahead = ahead(reply, at: record.event.time) { return ahead }
        }
        return nil
    }

    /// Returns whether the device's clock was wrong: by a minute at least, because an answer takes time to arrive and its date is in whole seconds.
    package static func isWrong(_ ahead: Int64) -> Bool { abs(ahead) >= 60_000 }
}
