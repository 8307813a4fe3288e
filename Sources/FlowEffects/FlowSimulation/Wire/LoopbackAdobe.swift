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
/// The server has its own thread, which serves all connections and keeps the connections alive until `stop`. A client that is slow, is silent or
/// does not read its answers delays no other client. The link of a session redirects to the page `/second-screen`, on which a viewer signs in.
public final class LoopbackAdobe: Sendable {
    /// The reason why the server could not start.
    public struct StartFailure: LocalizedError, Sendable, CustomStringConvertible {
        /// The system call that failed.
        public let call: String
        /// The error number of the system.
        public let number: Int32

        /// Whether another program uses the port.
        public var isPortInUse: Bool { call == "bind" && number == EADDRINUSE }

        /// A text that names the failed system call and its error number, or says that the port is in use.
        public var description: String {
            isPortInUse ? "the port is in use" : "the loopback server did not start: \(call) failed with error \(number)"
        }
        /// The value of `description`.
        public var errorDescription: String? { description }
    }

    /// The port that the server listens on.
    public let port: UInt16
    private let shared: SharedAdobe
    private let wake: Int32
    private let thread: Lock<ServerThread?>

    /// The scheme, host and port of the server. Use them as `host` in the settings, in place of Adobe's.
    public var host: String { "http://127.0.0.1:\(port)" }

    /// Starts a server that answers as `adobe` does.
    /// - Parameters:
    ///   - adobe: the simulated server.
    ///   - port: the port to listen on; 0 for any free port.
    ///   - refused: called on the server's thread, before the answer, with a text about each refused request and the reason.
    ///   - now: returns the time at which a request arrives; by default, the time of the system's clock.
    /// - Throws: `StartFailure` if the port, a socket, a pipe or a thread is not available.
    public convenience init(
        _ adobe: SimulatedAdobe = SimulatedAdobe(), port: UInt16 = 0, refused: (@Sendable (String) -> Void)? = nil,
        now: @escaping @Sendable () -> Instant = { SystemClock().now }
    ) throws(StartFailure) {
        try self.init(SharedAdobe(adobe, refused: refused, now: now), port: port)
    }

    /// Starts a server that answers as `shared` does, and also has the pages of `site`.
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
        // Sends a byte to wake the thread. Closing the pipe might not wake it, because a child process may have a copy of the pipe.
        var byte: UInt8 = 1
        write(wake, &byte, 1)
        running.join()
        close(wake)
    }
}
