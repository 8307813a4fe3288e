import FlowMachine

/// Shares one hold per host after a 429: whichever flow was throttled, no flow sends to that host before the hold is over (V2-X-10). The
/// allowance that Adobe enforces belongs to the device, not to a service provider.
public final class HostThrottle: Sendable {
    /// Shared by all flows in this process that are given no other.
    public static let process = HostThrottle()

    typealias Listener = @Sendable (Instant) -> Void

    private struct Host: Sendable {
        /// The latest hold that was reported.
        var until = Instant(milliseconds: 0)
        var listeners: [Int64: Listener] = [:]
    }

    private struct State: Sendable {
        var next: Int64 = 1
        /// By scheme and host, as the settings name them: one entry per host that the app uses.
        var hosts: [String: Host] = [:]
    }

    private let state = Lock(State())

    /// Creates a throttle with no hold and no flow.
    public init() {}

    /// A flow's membership among the flows on its host; it ends when the last reference to it is released.
    final class Seat: Sendable {
        private let throttle: HostThrottle
        private let host: String
        private let number: Int64

        fileprivate init(_ throttle: HostThrottle, _ host: String, _ number: Int64) {
            self.throttle = throttle
            self.host = host
            self.number = number
        }

        deinit { throttle.leave(host, number) }

        /// Reports a 429 in a record to the other flows on this host.
        func note(_ record: DecidedRecord) {
            guard case .reply(_, let reply) = record.event.origin, case .failed(.throttled) = reply.result else { return }
            for case .arm(_, .hold, let until) in record.effects { throttle.tell(until, host, from: number) }
        }
    }

    /// Adds a flow. Reports an existing hold to it at once, even if that hold may be over by now.
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
