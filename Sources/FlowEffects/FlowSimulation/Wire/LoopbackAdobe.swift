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
/// Its own thread serves all connections, which it keeps alive, until `stop`. A client that is slow, silent or does not read its answers
/// keeps no other client waiting. A second screen signs a viewer in at `/second-screen`, where the link of a session leads.
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
    public convenience init(
        _ adobe: SimulatedAdobe = SimulatedAdobe(), port: UInt16 = 0, refused: (@Sendable (String) -> Void)? = nil,
        now: @escaping @Sendable () -> Instant = { SystemClock().now }
    ) throws(StartFailure) {
        try self.init(SharedAdobe(adobe, refused: refused, now: now), port: port)
    }

    /// Serves `shared`, and the pages of `site`.
    package init(_ shared: SharedAdobe, port: UInt16 = 0, site: Site? = nil, limits: ServerLimits = ServerLimits()) throws(StartFailure) {
        self.shared = shared
        let listener = try Listener(port)
        self.port = listener.port
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            close(listener.descriptor)
            throw StartFailure(call: "pipe", number: errno)
        }
        wake = ends[1]
        let responder = Responder(adobe: shared, site: site)
        thread = Lock(try ServerThread(Server(listener: listener.descriptor, wake: ends[0], responder: responder, limits: limits)))
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
