import FlowMachine

/// How the device's clock differs from Adobe's, in milliseconds by which it is ahead.
enum DeviceClock {
    /// How far the device's clock was ahead when a reply with Adobe's time arrived; `nil` for a reply without one.
    static func ahead(_ reply: Reply, at time: Instant) -> Int64? { reply.adobesTime.map { time.milliseconds - $0.milliseconds } }

    /// How far it was ahead at the first answer with Adobe's time.
    static func ahead(in records: [LogRecord]) -> Int64? {
        for record in records {
            if case .reply(_, let reply) = record.event.origin, let ahead = ahead(reply, at: record.event.time) { return ahead }
        }
        return nil
    }

    /// Whether it was wrong. An answer takes time to arrive, and its date is in whole seconds.
    static func isWrong(_ ahead: Int64) -> Bool { abs(ahead) >= 60_000 }

    /// How wrong it was; `nil` if it was right.
    static func error(_ ahead: Int64) -> String? {
        isWrong(ahead) ? "\(TimeWords.term(abs(ahead))) \(ahead < 0 ? "behind" : "ahead of") Adobe's" : nil
    }

    /// As part of a sentence.
    static func sentence(_ ahead: Int64) -> String { "the device's clock was \(error(ahead) ?? "right")" }
}
