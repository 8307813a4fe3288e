import FlowEffects

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// One connection of the server, with the bytes that it received and the bytes that are still to be sent. No function waits for the client.
struct Connection: Sendable {
    private enum Phase: Sendable {
        case serving
        /// The answer is withheld. The client closes the connection at its own time limit.
        case withheld
        /// The remaining bytes of the last answer are being sent.
        case ending
        /// All bytes are sent. Further bytes are read and dropped, because closing a connection with unread bytes resets it, and the client
        /// might then lose the answer.
        case ended(ContinuousClock.Instant)
        /// The server sends an answer whose body grows until the client leaves. The function returns the next bytes.
        case streaming(@Sendable () -> [UInt8])
    }

    /// The number of unsent bytes from which on the server neither reads nor answers the client's requests.
    private static let outputBound = 1 << 18
    /// The maximum number of requests that are answered before another connection has its turn.
    private static let requestsPerTurn = 16

    let descriptor: Int32
    private var phase = Phase.serving
    private var reader = RequestReader()
    private var outgoing: [UInt8] = []
    private var sent = 0
    /// Whether there may be complete requests that are not answered yet.
    private var hasMore = false
    /// Whether the client has ended its side of the connection.
    private var isFinished = false
    private(set) var hasBeenServed = false
    private(set) var lastReceived: ContinuousClock.Instant
    /// The time at which the client last accepted bytes, or at which the first unsent bytes were queued.
    private var lastSent: ContinuousClock.Instant
    /// The time at which an incomplete request began; `nil` if there is none.
    private var begun: ContinuousClock.Instant?

    init(descriptor: Int32, at now: ContinuousClock.Instant) {
        self.descriptor = descriptor
        (lastReceived, lastSent) = (now, now)
    }

    private var waiting: Int { outgoing.count - sent }

    /// Whether there is work to do even if nothing has happened on the socket.
    var isReady: Bool { hasMore && waiting < Self.outputBound }

    var isStreaming: Bool { if case .streaming = phase { true } else { false } }

    /// The events of `poll` that the connection waits for.
    var events: Int16 { (reads ? Int16(POLLIN) : 0) | (waiting > 0 ? Int16(POLLOUT) : 0) }

    private var reads: Bool {
        switch phase {
        case .serving: !isFinished && !hasMore && waiting < Self.outputBound
        case .withheld, .ended, .streaming: !isFinished
        case .ending: false
        }
    }

    /// Returns the time at which the connection expires if nothing happens until then.
    func deadline(_ limits: ServerLimits) -> ContinuousClock.Instant {
        switch phase {
        case .ended(let time): time + limits.farewell
        case _ where waiting > 0: lastSent + limits.answer
        case .serving: begun.map { $0 + limits.request } ?? lastReceived + limits.idle
        case .withheld: lastReceived + limits.idle
        case .ending: lastSent + limits.farewell
        // A streaming connection has no time limit.
        case .streaming: lastSent + .seconds(86_400 * 365)
        }
    }

    /// Continues after the deadline has passed. If the client has sent only a part of a request, answers 408.
    /// - Returns: whether the connection stays open to send that answer.
    mutating func expire(_ responder: Responder, at now: ContinuousClock.Instant) -> Bool {
        guard case .serving = phase, begun != nil, waiting == 0 else { return false }
        begun = nil
        end(with: responder.refusal(408, "it did not arrive in time"), at: now)
        return flush(at: now)
    }

    /// Reads the received bytes, answers complete requests, and sends bytes.
    /// - Returns: whether the connection stays open.
    mutating func turn(_ happened: Int16, _ responder: Responder, at now: ContinuousClock.Instant) -> Bool {
        if happened & ~Int16(POLLOUT) != 0, reads, !receive(at: now) { return false }
        switch phase {
        case .serving: serve(responder, at: now)
        case .streaming(let next):
            let bytes = waiting < Self.outputBound ? next() : []
            queue(bytes, at: now)
            hasMore = !bytes.isEmpty
        case .withheld, .ending, .ended: break
        }
        guard flush(at: now) else { return false }
        if waiting > 0 { return true }
        switch phase {
        case .serving: return !isFinished || hasMore
        case .ending:
            phase = .ended(now)
            return shutdown(descriptor, Int32(SHUT_WR)) == 0
        case .withheld, .ended, .streaming: return !isFinished
        }
    }

    /// Reads bytes from the socket. Returns `false` if the connection is broken.
    private mutating func receive(at now: ContinuousClock.Instant) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0 { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR }
        lastReceived = now
        if count == 0 {
            isFinished = true
        } else if case .serving = phase {
            reader.take(buffer[..<count])
        }
        return true
    }

    private mutating func serve(_ responder: Responder, at now: ContinuousClock.Instant) {
        hasMore = false
        for _ in 0..<Self.requestsPerTurn where waiting < Self.outputBound {
            switch reader.next() {
            case .incomplete:
                begun = reader.hasBegun ? begun ?? now : nil
                return
            case .expectsContinue: queue(HTTPExchange.write(HTTPResponse(status: 100)), at: now)
            case .refused(let status, let reason): return end(with: responder.refusal(status, reason), at: now)
            case .request(let request, let keepsOpen):
                begun = nil
                hasBeenServed = true
                answer(request, keepsOpen, responder, at: now)
                guard case .serving = phase else { return }
            }
        }
        hasMore = true
    }

    private mutating func answer(_ request: HTTPRequest, _ keepsOpen: Bool, _ responder: Responder, at now: ContinuousClock.Instant) {
        let isHead = request.method == "HEAD"
        switch responder.outcome(of: request) {
        case .whole(let response) where keepsOpen: queue(HTTPExchange.write(response, isHead: isHead), at: now)
        case .whole(let response): end(with: response, isHead: isHead, at: now)
        case .stream(let response, _) where isHead: end(with: response, isHead: isHead, at: now)
        case .stream(let response, let next):
            queue(HTTPExchange.write(response.closing, isStream: true), at: now)
            phase = .streaming(next)
        case .none: phase = .ending
        case .withheld: phase = .withheld
        }
    }

    /// Sends an answer after which the connection is closed.
    private mutating func end(with response: HTTPResponse, isHead: Bool = false, at now: ContinuousClock.Instant) {
        queue(HTTPExchange.write(response.closing, isHead: isHead), at: now)
        phase = .ending
    }

    private mutating func queue(_ bytes: [UInt8], at now: ContinuousClock.Instant) {
        if waiting == 0 { (outgoing, sent, lastSent) = ([], 0, now) }
        outgoing += bytes
    }

    /// Sends as many bytes as the client accepts. Returns `false` if the connection is broken.
    private mutating func flush(at now: ContinuousClock.Instant) -> Bool {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            // Without this flag, sending to a client that has disconnected would terminate the process by a signal.
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        while waiting > 0 {
            let count = outgoing[sent...].withUnsafeBytes { buffer in
                #if canImport(Darwin)
                    Darwin.send(descriptor, buffer.baseAddress, buffer.count, flags)
                #else
                    Glibc.send(descriptor, buffer.baseAddress, buffer.count, flags)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) }
            sent += count
            lastSent = now
        }
        return true
    }
}

extension HTTPResponse {
    /// The same answer with the field `Connection: close`, which announces that the connection ends after it.
    fileprivate var closing: HTTPResponse {
        HTTPResponse(status: status, headers: headers + [HTTPRequest.Field("Connection", "close")], body: body)
    }
}
