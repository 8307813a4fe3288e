import FlowMachine

/// Finds access tokens that the flow replaced although they were still valid for most of their lifetime.
///
/// A margin before the expiry that is nearly as long as the lifetime makes the flow request a token every few minutes, as long as the app is open.
package struct TokenReplacements: Sendable {
    /// The early replacements in a launch.
    package struct Run: Sendable {
        /// The answers with the first and with the last token that was requested early.
        package let first: Witness
        package fileprivate(set) var last: Witness
        /// The number of tokens that were requested early.
        package fileprivate(set) var count: Int
        /// The lifetime of the last replaced token, in milliseconds.
        package fileprivate(set) var lifetime: Int64
        /// The time between the first replaced token and the last token, in milliseconds.
        package fileprivate(set) var length: Int64
    }

    /// A token, with the time when it arrived.
    private struct Held {
        let received: Instant
        let notAfter: Instant
    }

    private var held: Held?
    private var begin: Instant?
    private var run: Run?

    /// The fewest early replacements that are a finding. Adobe can end a few tokens early without saying so.
    private static let fewest = 4

    package init() {}

    /// The early replacements; `nil` if they are few.
    package var found: Run? { run.flatMap { $0.count >= TokenReplacements.fewest ? $0 : nil } }

    /// Processes the next event.
    package mutating func note(_ record: LogRecord) {
        guard case .reply(_, let reply) = record.event.origin else { return }
        switch reply.result {
        case .failed(.unauthorized), .registered: held = nil
        case .token(let token): replaced(by: token, record, at: reply.adobesTime ?? record.event.time)
        case _: break
        }
    }

    private mutating func replaced(by token: AccessToken, _ record: LogRecord, at now: Instant) {
        if let held {
            let lifetime = held.notAfter.milliseconds - held.received.milliseconds
            if lifetime > 0, (held.notAfter.milliseconds - now.milliseconds) * 2 > lifetime {
                let start = begin ?? held.received
                let witness = Witness(record, nil)
                var run = run ?? Run(first: witness, last: witness, count: 0, lifetime: lifetime, length: 0)
                (run.last, run.lifetime, run.length) = (witness, lifetime, now.milliseconds - start.milliseconds)
                run.count += 1
                (self.run, begin) = (run, start)
            }
        }
        held = Held(received: now, notAfter: token.notAfter)
    }
}
