import FlowTestSupport
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A server on this machine, at a port that the system chooses. It answers each connection's request as a closure
/// specifies, correctly or not, and closes.
final class LoopbackServer: @unchecked Sendable {
    // Sound: `received` is only accessed while `lock` is held; everything else is constant.
    private let lock = NSLock()
    private var received: [[UInt8]] = []
    private var accepted = 0
    /// The number of bytes sent on each connection, when it ends.
    let ended = Journal<Int>()
    private let socketNumber: Int32
    private let answer: @Sendable ([UInt8]) -> Answer
    /// The port.
    let port: UInt16

    /// The server's reaction to a request.
    enum Answer {
        /// Sends these bytes and closes.
        case bytes([UInt8])
        /// Sends nothing until the client gives up.
        case silence
        /// Breaks the connection.
        case reset
        /// Sends these bytes and no more, until the client gives up.
        case held([UInt8])
        /// Sends these bytes, and then those repeatedly, until the client gives up or has received more than any client accepts.
        case endless([UInt8], then: [UInt8])
        /// Sends these bytes and waits for another request.
        case kept([UInt8])

        /// A complete response.
        static func response(_ status: String, headers: [String] = [], body: [UInt8] = []) -> Answer {
            let head = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)", "Connection: close"] + headers
            return .bytes(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        }
    }

    struct Unavailable: Error {}

    /// No more is sent: a client that is slow to give up would have to receive it all.
    private static let most = 32 << 20

    /// Starts listening.
    init(_ answer: @escaping @Sendable ([UInt8]) -> Answer) throws {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let number = socket(AF_INET, kind, 0)
        guard number >= 0 else { throw Unavailable() }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(number, generic, length) == 0 && listen(number, 16) == 0 && getsockname(number, generic, &length) == 0
            }
        }
        guard isListening else {
            close(number)
            throw Unavailable()
        }
        socketNumber = number
        port = UInt16(bigEndian: address.sin_port)
        self.answer = answer
        Thread.detachNewThread { [self] in acceptAll() }
    }

    /// Stops the server; open connections end with their clients.
    func stop() {
        #if canImport(Darwin)
            // There a listening socket cannot be shut down, and closing it wakes the accepting thread.
            close(socketNumber)
        #else
            shutdown(socketNumber, Int32(SHUT_RDWR))
        #endif
    }

    /// The URL of a path here.
    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The requests so far, in order of arrival.
    var requests: [String] { lock.withLock { received.map { String(decoding: $0, as: UTF8.self) } } }

    /// The number of connections so far.
    var connections: Int { lock.withLock { accepted } }

    private func acceptAll() {
        while true {
            let connection = accept(socketNumber, nil, nil)
            guard connection >= 0 else { break }
            lock.withLock { accepted += 1 }
            Thread.detachNewThread { [self] in serve(connection) }
        }
        #if !canImport(Darwin)
            close(socketNumber)
        #endif
    }

    private func serve(_ connection: Int32) {
        var sent = 0
        defer {
            close(connection)
            ended.note(sent)
        }
        var on: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        #if canImport(Darwin)
            // A client that hangs up must not end the process.
            setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        while let request = readRequest(connection) {
            lock.withLock { received.append(request) }
            switch answer(request) {
            case .bytes(let bytes):
                sent += write(bytes, to: connection)
                return
            case .silence: return waitForEnd(connection)
            case .held(let bytes):
                sent += write(bytes, to: connection)
                return waitForEnd(connection)
            case .endless(let bytes, let more):
                sent += write(bytes, to: connection)
                let block = Array(repeatElement(more, count: 1 + 16_384 / more.count).joined())
                while sent < LoopbackServer.most {
                    let count = write(block, to: connection)
                    sent += count
                    if count < block.count { return }
                }
                return waitForEnd(connection)
            case .kept(let bytes): sent += write(bytes, to: connection)
            case .reset:
                // A connection closed with a linger time of zero is reset.
                var now = linger(l_onoff: 1, l_linger: 0)
                setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
                return
            }
        }
    }

    private func waitForEnd(_ connection: Int32) {
        var rest = [UInt8](repeating: 0, count: 1)
        while recv(connection, &rest, 1, 0) > 0 {}
    }

    /// Sends the bytes; returns how many were sent before the client disconnected.
    private func write(_ bytes: [UInt8], to connection: Int32) -> Int {
        #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
            guard sent > 0 else { break }
            rest = rest.dropFirst(sent)
        }
        return bytes.count - rest.count
    }

    /// Head and body of one request; `nil` if the client disconnected first.
    private func readRequest(_ connection: Int32) -> [UInt8]? {
        var request: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            if let length = LoopbackServer.length(of: request), request.count >= length { return request }
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            request += chunk.prefix(count)
        }
    }

    /// The length of the whole request, once its head has arrived. A request that does not start as HTTP is taken unchanged.
    private static func length(of request: [UInt8]) -> Int? {
        if let first = request.first, !(0x41...0x5A).contains(first) { return request.count }
        let text = String(decoding: request, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let head = text[..<end.lowerBound]
        let field = head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        let body = field.flatMap { Int($0.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces)) } ?? 0
        return head.utf8.count + 4 + body
    }
}
