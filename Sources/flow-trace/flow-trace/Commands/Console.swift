#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The place where the tool writes its output, and the properties of that output.
struct Console {
    /// The columns of the terminal; `nil` if the output is not a terminal.
    let columns: Int?
    /// Whether color may be used.
    let usesColor: Bool
    /// How this tool was called, for commands that the user may try next.
    let invocation: String
    /// Writes to the standard output.
    let write: (String) -> Void
    /// Writes a line to the standard error.
    let complain: (String) -> Void
    /// Shows the progress of long work and replaces the previous text; `nil` if the output is not a terminal.
    var report: (@Sendable (String) -> Void)?

    /// The console of this process. Color needs a terminal that supports it, and `NO_COLOR` not set.
    static func standard() -> Console {
        let isTerminal = isatty(1) == 1
        let isPlain = isSet("NO_COLOR") || variable("TERM") == "dumb" || variable("TERM") == nil
        return Console(
            columns: isTerminal ? terminalColumns() : nil,
            usesColor: isTerminal && !isPlain,
            invocation: CommandLine.arguments.first?.contains(".build/") == true ? "swift run flow-trace" : "flow-trace",
            write: { writeAll(Array($0.utf8), to: 1) },
            complain: { writeAll(Array(($0 + "\n").utf8), to: 2) },
            report: isatty(2) == 1 ? showProgress : nil)
    }

    @Sendable private static func showProgress(_ text: String) { writeAll(Array(("\r\u{1B}[K" + text).utf8), to: 2) }

    private static func isSet(_ name: String) -> Bool {
        guard let value = variable(name) else { return false }
        return !value.isEmpty
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    private static func terminalColumns() -> Int? {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}

/// Writes all of `bytes`; false if that was not possible.
@discardableResult
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var start = 0
    while start < bytes.count {
        let count = bytes[start...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return false }
        start += count
    }
    return true
}
