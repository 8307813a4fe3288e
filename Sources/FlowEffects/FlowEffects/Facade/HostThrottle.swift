import FlowMachine

/// Makes all flows on one host wait after Adobe has answered 429 to one of them. Until the wait ends, no flow sends a request to the host (V2-X-10).
/// The wait is shared because Adobe limits the requests per device, not per service provider.
public final class HostThrottle: Sendable {
    /// The default throttle, which all flows of this process share.
    public static let process = HostThrottle()

    typealias Listener = @Sendable (Instant) -> Void

    private struct Host: Sendable {
        /// The latest end of the reported waits.
        var until = Instant(milliseconds: 0)
        var listeners: [Int64: Listener] = [:]
    }

    private struct State: Sendable {
        var next: Int64 = 1
        /// The hosts that the app uses, by scheme and host name as in the settings.
        var hosts: [String: Host] = [:]
    }

    private let state = Lock(State())

    /// Creates a throttle that no flow uses yet.
    public init() {}

    /// A flow's membership in the group of flows on one host. Releasing this object ends the membership.
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

        /// Reports to the other flows on this host how long they must wait, if `record` contains Adobe's answer 429.
        func note(_ record: DecidedRecord) {
            guard case .reply(_, let reply) = record.event.origin, case .failed(.throttled) = reply.result else { return }
            for case .arm(_, .hold, let until) in record.effects { throttle.tell(until, host, from: number) }
        }
    }

    /// Adds a flow to a host. If a wait was reported for this host before, reports its end to the flow at once, even if the wait is over by now.
    /// - Parameters:
    ///   - host: the scheme and host as in the settings.
    ///   - listener: receives the end of each wait that another flow reports.
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
