import FlowEffects
import FlowMachine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The simulated server behind a TCP socket on the loopback interface, for tests over real HTTP.
///
/// Its own thread serves all connections, which it keeps alive, until `stop`.
public final class LoopbackAdobe: Sendable {
    /// Why the server could not start.
    public struct StartFailure: LocalizedError, Sendable, CustomStringConvertible {
        /// The system call that failed.
        public let call: String
        /// The error number of the system.
        public let number: Int32

        /// Whether another program uses the port.
        public var isPortInUse: Bool { call == "bind" && number == EADDRINUSE }

        /// The call that failed, and why.
        public var description: String {
            isPortInUse ? "the port is in use" : "the loopback server did not start: \(call) failed with error \(number)"
        }
        /// The same as `description`.
        public var errorDescription: String? { description }
    }

    /// The port that the server listens on.
    public let port: UInt16
    private let shared: SharedAdobe
    private let wake: Int32
    private let thread: Lock<ServerThread?>

    /// Scheme, host and port, for use in the settings in place of Adobe's.
    public var host: String { "http://127.0.0.1:\(port)" }

    /// Serves `adobe`; a request arrives at the time that `now` returns.
    /// - Parameters:
    ///   - adobe: the server.
    ///   - port: where to listen; 0 for any free port.
    ///   - refused: called on the server's thread with each refused request and the reason, before the answer.
    ///   - now: the server's clock; the system's by default.
    /// - Throws: `StartFailure` if that port, a socket, a pipe or a thread is not available.
    public init(
        _ adobe: SimulatedAdobe = SimulatedAdobe(), port: UInt16 = 0, refused: (@Sendable (String) -> Void)? = nil,
        now: @escaping @Sendable () -> Instant = { SystemClock().now }
    ) throws(StartFailure) {
        shared = SharedAdobe(adobe, refused: refused, now: now)
        let listener = try Listener(port)
        self.port = listener.port
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            close(listener.descriptor)
            throw StartFailure(call: "pipe", number: errno)
        }
        wake = ends[1]
        thread = Lock(try ServerThread(Server(listener: listener.descriptor, wake: ends[0], adobe: shared)))
    }

    deinit { stop() }

    /// Reads or changes the server with exclusive access.
    public func withAdobe<Result: Sendable>(_ body: (inout SimulatedAdobe) -> Result) -> Result { shared.withAdobe(body) }

    /// Closes every connection and waits for the thread. A second call does nothing.
    public func stop() {
        let running = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let running else { return }
        // A byte rather than closing the pipe, because a child process may have a copy of it.
        var byte: UInt8 = 1
        write(wake, &byte, 1)
        running.join()
        close(wake)
    }
}

/// A socket that listens on the loopback interface.
private struct Listener {
    let descriptor: Int32
    let port: UInt16

    init(_ wanted: UInt16) throws(LoopbackAdobe.StartFailure) {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw LoopbackAdobe.StartFailure(call: "socket", number: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = wanted.bigEndian
        // A chosen port must be available again as soon as the server has ended.
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && listen(descriptor, 64) == 0 && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard bound else {
            let number = errno
            close(descriptor)
            throw LoopbackAdobe.StartFailure(call: "bind", number: number)
        }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
    }
}

/// A thread that runs a server until it ends.
private struct ServerThread: @unchecked Sendable {
    // `pthread_t` is a pointer on some systems; it is only passed to `pthread_join`, once, by the caller that took it out of its lock.
    private let identifier: pthread_t

    private final class Work {
        let server: Server
        init(_ server: Server) { self.server = server }
    }

    init(_ server: Server) throws(LoopbackAdobe.StartFailure) {
        let work = Unmanaged.passRetained(Work(server))
        #if canImport(Darwin)
            var identifier: pthread_t?
            let number = pthread_create(&identifier, nil, { ServerThread.main($0) }, work.toOpaque())
            let created = identifier
        #else
            var identifier = pthread_t()
            let number = pthread_create(&identifier, nil, { ServerThread.main($0) }, work.toOpaque())
            let created: pthread_t? = identifier
        #endif
        guard number == 0, let created else {
            work.release()
            throw LoopbackAdobe.StartFailure(call: "pthread_create", number: number)
        }
        self.identifier = created
    }

    private static func main(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        var server = Unmanaged<Work>.fromOpaque(context).takeRetainedValue().server
        server.run()
        return nil
    }

    func join() { pthread_join(identifier, nil) }
}

/// All connections of one listener, served in turn.
private struct Server: Sendable {
    private struct Connection: Sendable {
        let descriptor: Int32
        var received: [UInt8] = []
        /// Whether nothing more is sent, because the bytes are not a request, or because the answer is withheld. Further bytes are read and
        /// dropped: a connection that is closed with unread bytes is reset, and the client might lose the answer.
        var isSilent = false
    }

    private let listener: Int32
    private let wake: Int32
    private let adobe: SharedAdobe
    private var connections: [Connection] = []

    init(listener: Int32, wake: Int32, adobe: SharedAdobe) {
        self.listener = listener
        self.wake = wake
        self.adobe = adobe
    }

    mutating func run() {
        while waitAndServe() {}
        for connection in connections { close(connection.descriptor) }
        close(listener)
        close(wake)
    }

    /// Serves the connections that are ready; `false` if the server should end.
    private mutating func waitAndServe() -> Bool {
        let interest = Int16(POLLIN)
        var entries = [wake, listener].map { pollfd(fd: $0, events: interest, revents: 0) }
        entries += connections.map { pollfd(fd: $0.descriptor, events: interest, revents: 0) }
        guard poll(&entries, nfds_t(entries.count), -1) >= 0 else { return errno == EINTR }
        guard entries[0].revents == 0 else { return false }
        connections = zip(connections, entries.dropFirst(2)).compactMap { connection, entry in
            entry.revents == 0 ? connection : served(connection)
        }
        if entries[1].revents != 0 { accept() }
        return true
    }

    private mutating func accept() {
        #if canImport(Darwin)
            let descriptor = Darwin.accept(listener, nil, nil)
        #else
            let descriptor = Glibc.accept(listener, nil, nil)
        #endif
        guard descriptor >= 0 else { return }
        var yes: Int32 = 1
        // An answer must not wait for the client's acknowledgement of the previous one.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        #if canImport(Darwin)
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
        connections.append(Connection(descriptor: descriptor))
    }

    /// The connection after one read and the answers to the requests that it completed; `nil` when the connection is over.
    private func served(_ connection: Connection) -> Connection? {
        var connection = connection
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = recv(connection.descriptor, &buffer, buffer.count, 0)
        guard count > 0 else {
            close(connection.descriptor)
            return nil
        }
        if connection.isSilent { return connection }
        connection.received += buffer[..<count]
        while !connection.received.isEmpty {
            switch HTTPExchange.read(connection.received) {
            case .incomplete: return connection
            case .refused(let status, let reason):
                guard refuse(connection, status, reason) else {
                    close(connection.descriptor)
                    return nil
                }
                connection.received = []
                connection.isSilent = true
            case .request(let request, let length):
                connection.received.removeFirst(length)
                if let preflight = CrossOrigin.preflight(request) {
                    guard send(HTTPExchange.write(preflight), to: connection.descriptor) else {
                        close(connection.descriptor)
                        return nil
                    }
                    continue
                }
                let failure = adobe.takeFailure(of: request)
                if failure == .timedOut {
                    // The client waits until its own time limit, then closes the connection.
                    connection.isSilent = true
                    return connection
                }
                guard failure == nil, send(HTTPExchange.write(answer(request)), to: connection.descriptor) else {
                    close(connection.descriptor)
                    return nil
                }
            }
        }
        return connection
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        let response = adobe.answer(request)
        return HTTPResponse(
            status: response.status, headers: response.headers + CrossOrigin.fields(for: request, response), body: response.body)
    }

    /// Answers bytes that are not a request, and sends nothing more; `false` if the client is gone.
    private func refuse(_ connection: Connection, _ status: Int, _ reason: String) -> Bool {
        adobe.refused("refused a request with \(status) \(HTTPExchange.phrase(status)): \(reason)")
        let answer = HTTPResponse(
            status: status, headers: [HTTPRequest.Field("Content-Type", "text/plain"), HTTPRequest.Field("Connection", "close")],
            body: Array((reason + "\n").utf8))
        guard send(HTTPExchange.write(answer), to: connection.descriptor) else { return false }
        return shutdown(connection.descriptor, Int32(SHUT_WR)) == 0
    }

    private func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            // A client that disconnected must not terminate the process by a signal.
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { buffer in
                #if canImport(Darwin)
                    Darwin.send(descriptor, buffer.baseAddress, buffer.count, flags)
                #else
                    Glibc.send(descriptor, buffer.baseAddress, buffer.count, flags)
                #endif
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
