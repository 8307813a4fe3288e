import FlowMachine

/// One hold for each host after a 429: whichever flow was throttled, none of them sends before the hold ends (V2-X-10).
/// The allowance that Adobe refused is the device's, not a service provider's.
public final class HostThrottle: Sendable {
    /// Of all flows in this process that are given no other.
    public static let process = HostThrottle()

    typealias Listener = @Sendable (Instant) -> Void

    private struct Host: Sendable {
        /// The latest that was told.
        var until = Instant(milliseconds: 0)
        var listeners: [Int64: Listener] = [:]
    }

    private struct State: Sendable {
        var next: Int64 = 1
        /// By scheme and host, as the settings name them: as many as an app has.
        var hosts: [String: Host] = [:]
    }

    private let state = Lock(State())

    /// No hold, and no flow.
    public init() {}

    /// A flow's place among the others on its host; it is left with the last reference to it.
    final class Seat: Sendable {
        private let holds: HostThrottle
        private let host: String
        private let number: Int64

        fileprivate init(_ holds: HostThrottle, _ host: String, _ number: Int64) {
            self.holds = holds
            self.host = host
            self.number = number
        }

        deinit { holds.leave(host, number) }

        /// Tells the others on this host what a record says of a 429.
        func note(_ record: FlowRecord) {
            guard case .reply(_, let reply) = record.event.origin, case .failed(.throttled) = reply.result else { return }
            for case .arm(_, .hold, let until) in record.effects { holds.tell(until, host, from: number) }
        }
    }

    /// Takes part. A hold that others are under, though it may be over by now, is told at once.
    func join(_ host: String, _ listener: @escaping Listener) -> Seat {
        let (number, until) = state.withLock { state in
            let number = state.next
            state.next += 1
            state.hosts[host, default: Host()].listeners[number] = listener
            return (number, state.hosts[host]?.until)
        }
        if let until, until.milliseconds > 0 { listener(until) }
        return Seat(self, host, number)
    }

    private func tell(_ until: Instant, _ host: String, from number: Int64) {
        let others = state.withLock { state -> [Listener] in
            guard var entry = state.hosts[host] else { return [] }
            entry.until = max(entry.until, until)
            state.hosts[host] = entry
            return entry.listeners.filter { $0.key != number }.sorted { $0.key < $1.key }.map(\.value)
        }
        for other in others { other(until) }
    }

    private func leave(_ host: String, _ number: Int64) {
        state.withLock { _ = $0.hosts[host]?.listeners.removeValue(forKey: number) }
    }
}
