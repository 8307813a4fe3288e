import FlowEffects
import FlowReading

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Prints the requests that the server refuses. If the program that started the server does not read this output, lines are left out and counted, so
/// that the server never waits.
final class RefusalPrinter: Sendable {
    private let descriptor: Int32
    private let leftOut = Lock(0)

    /// The maximum size of a line, in bytes. A pipe that reports itself ready has room for 4,096.
    private static let longest = 4_000

    init(descriptor: Int32) { self.descriptor = descriptor }

    func print(_ text: String) {
        leftOut.withLock { leftOut in
            guard isReady else {
                leftOut += 1
                return
            }
            let note = leftOut == 0 ? "" : "\(grouped(leftOut)) more requests were refused while nobody read this output\n"
            leftOut = 0
            let line = String(Printable.text(text, ascii: true).prefix(RefusalPrinter.longest - note.count - 1))
            writeAll(Array((note + line + "\n").utf8), to: descriptor)
        }
    }

    /// Whether a line can be written without waiting.
    private var isReady: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&state, 1, 0) != 0
    }
}
