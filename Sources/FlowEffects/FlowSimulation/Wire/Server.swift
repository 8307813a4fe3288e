#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Serves all connections of one listener in one loop. The loop never waits for a single connection, so no connection can delay the others.
struct Server: Sendable {
    private let listener: Int32
    private let wake: Int32
    private let responder: Responder
    private let limits: ServerLimits
    private var connections: [Connection] = []
    /// The time at which the server accepts connections again after the system had no descriptor left; `nil` if it accepts them now.
    private var pause: ContinuousClock.Instant?

    /// The time between two parts of a growing answer.
    private static let tick = Duration.milliseconds(100)

    init(listener: Int32, wake: Int32, responder: Responder, limits: ServerLimits) {
        self.listener = listener
        self.wake = wake
        self.responder = responder
        self.limits = limits
    }

    mutating func run() {
        while waitAndServe() {}
        for connection in connections { close(connection.descriptor) }
        close(listener)
        close(wake)
    }

    /// Waits for events and serves the connections that are ready. Returns `false` if the server should end.
    private mutating func waitAndServe() -> Bool {
        var entries = [
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pause == nil ? listener : -1, events: Int16(POLLIN), revents: 0),
        ]
        entries += connections.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        guard poll(&entries, nfds_t(entries.count), timeout(at: .now)) >= 0 else { return errno == EINTR }
        guard entries[0].revents == 0 else { return false }
        let now = ContinuousClock.now
        connections = zip(connections, entries.dropFirst(2)).compactMap { connection, entry in
            var connection = connection
            var lives = true
            if entry.revents != 0 || connection.isReady || connection.isStreaming {
                lives = connection.turn(entry.revents, responder, at: now)
            }
            if lives, connection.deadline(limits) <= now { lives = connection.expire(responder, at: now) }
            if !lives { close(connection.descriptor) }
            return lives ? connection : nil
        }
        if let pause, pause <= now { self.pause = nil }
        if entries[1].revents != 0 { acceptAll(at: now) }
        return true
    }

    /// Returns the maximum time to wait for events, in milliseconds, rounded up; -1 for no limit.
    private func timeout(at now: ContinuousClock.Instant) -> Int32 {
        if connections.contains(where: \.isReady) { return 0 }
        var times = connections.map { $0.deadline(limits) }
        if let pause { times.append(pause) }
        if connections.contains(where: \.isStreaming) { times.append(now + Self.tick) }
        guard let next = times.min() else { return -1 }
        let (seconds, attoseconds) = (max(.zero, next - now)).components
        return Int32(min(3_600_000, seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1))
    }

    private mutating func acceptAll(at now: ContinuousClock.Instant) {
        for _ in 0..<64 {
            if connections.count >= limits.connections { closeLongestSilent() }
            #if canImport(Darwin)
                let descriptor = Darwin.accept(listener, nil, nil)
            #else
                let descriptor = Glibc.accept(listener, nil, nil)
            #endif
            guard descriptor >= 0 else {
                guard errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM else { return }
                if !connections.isEmpty {
                    closeLongestSilent()
                    continue
                }
                // The listener stays readable, so `poll` would return at once. The server therefore ignores the listener for a while.
                pause = now + Self.tick
                return
            }
            var yes: Int32 = 1
            // With this option, an answer does not wait for the client's acknowledgement of the previous answer.
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
            #if canImport(Darwin)
                setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
            #endif
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            connections.append(Connection(descriptor: descriptor, at: now))
        }
    }

    private mutating func closeLongestSilent() {
        let longest = connections.indices.min { left, right in
            let (left, right) = (connections[left], connections[right])
            return (left.hasBeenServed ? 1 : 0, left.lastReceived) < (right.hasBeenServed ? 1 : 0, right.lastReceived)
        }
        guard let longest else { return }
        close(connections.remove(at: longest).descriptor)
    }
}
