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
    var columns: Int?
    /// Whether color may be used.
    var usesColor: Bool
    /// The words by which the tool was called, for suggested commands.
    let invocation: String
    /// Writes to the standard output.
    var write: (String) -> Void
    /// Writes a line to the standard error.
    var complain: (String) -> Void
    /// Shows the progress of long work and replaces the previous text; `nil` if the output is not a terminal.
    var report: (@Sendable (String) -> Void)?
    /// Whether standard input is a pipe or a file. It is read as the log if no log is named.
    var hasPipe = false
    /// The program that shows long output page by page; `nil` if there is no such program, or if the output is not a terminal.
    var pager: String?

    /// The console of this process.
    static func standard() -> Console {
        let isTerminal = isatty(1) == 1
        let isPlain = variable("TERM") == "dumb" || variable("TERM") == nil
        return Console(
            columns: isTerminal ? terminalColumns() : nil,
            usesColor: usesColor(isTerminal && !isPlain, variable),
            invocation: CommandLine.arguments.first?.contains(".build/") == true ? "swift run flow-trace" : "flow-trace",
            write: { writeToStandardOutput($0) },
            complain: { writeAll(Array(($0 + "\n").utf8), to: 2) },
            report: isatty(2) == 1 ? showProgress : nil,
            hasPipe: isPipe(0),
            pager: isTerminal && !isPlain ? pager(variable) : nil)
    }

    /// Returns whether color is used. `NO_COLOR` refuses it everywhere and `CLICOLOR_FORCE` forces it everywhere; otherwise `canShowColor` decides.
    static func usesColor(_ canShowColor: Bool, _ variable: (String) -> String?) -> Bool {
        if variable("NO_COLOR")?.isEmpty == false { return false }
        if let forced = variable("CLICOLOR_FORCE"), !forced.isEmpty, forced != "0" { return true }
        return canShowColor
    }

    /// Returns the pager that the user chose, or else `less` if it is installed; `nil` for no pager.
    static func pager(_ variable: (String) -> String?) -> String? {
        let chosen = variable("FLOW_TRACE_PAGER") ?? variable("PAGER")
        if let chosen { return chosen.isEmpty || chosen == "cat" ? nil : chosen }
        let folders = (variable("PATH") ?? "").split(separator: ":")
        return folders.contains { access("\($0)/less", X_OK) == 0 } ? "less" : nil
    }

    /// Returns whether the descriptor is a pipe, a file or a socket. A terminal or `/dev/null` is not read as a log.
    private static func isPipe(_ descriptor: Int32) -> Bool {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return false }
        return [S_IFIFO, S_IFREG, S_IFSOCK].contains(facts.st_mode & S_IFMT)
    }

    @Sendable private static func showProgress(_ text: String) { writeAll(Array(("\r\u{1B}[K" + text).utf8), to: 2) }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    private static func terminalColumns() -> Int? {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}

/// Writes to standard output. Ends the program if the write fails, except if the reader of a pipe has ended (`EPIPE`).
private func writeToStandardOutput(_ text: String) {
    if writeAll(Array(text.utf8), to: 1) || errno == EPIPE { return }
    // Later output could not be written either, and a script must not mistake partial output for the complete output.
    writeAll(Array("standard output cannot be written: \(lastError())\n".utf8), to: 2)
    exit(ExitCode.unreadable.rawValue)
}

/// Writes all of `bytes`, and returns whether all were written.
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
