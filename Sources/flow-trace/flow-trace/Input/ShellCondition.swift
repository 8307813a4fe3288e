import FlowReading

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Tests logs by running a shell command on each of them, in a temporary file.
final class ShellCondition {
    private let line: String
    private let path: String
    /// The exit code for the first log; `nil` before the first run.
    private var expected: Int32?
    /// The reason why the command could not be run; `nil` if every run worked.
    private(set) var failure: UnreadableFile?

    /// The exit codes with which a shell reports a command that does not exist or cannot be executed.
    private static let notFound: ClosedRange<Int32> = 126...127

    /// Creates the temporary file.
    ///
    /// - Parameter line: The command. Each `{}` is replaced by the name of the file; without `{}`, the name is appended.
    init(_ line: String) throws(UnreadableFile) {
        var template = Array("\(ShellCondition.folder)/flow-trace-XXXXXX.jsonl".utf8CString)
        let descriptor = template.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.map { mkstemps($0, 6) } ?? -1 }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0 else { throw UnreadableFile(name: path, reason: "cannot be created: \(lastError())") }
        close(descriptor)
        let word = shellWord(path)
        let parts = line.split(separator: "{}", omittingEmptySubsequences: false)
        self.line = parts.count > 1 ? parts.joined(separator: word) : "\(line) \(word)"
    }

    private static var folder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

    /// Removes the temporary file.
    func end() { unlink(path) }

    /// Returns whether the command ends with the exit code `code` for the log of a run. If `code` is `nil`, the exit code for the first log is
    /// expected.
    func holds(_ run: EditedRun, expecting code: Int32?) -> Bool {
        if failure != nil { return false }
        do throws(UnreadableFile) {
            try replaceFile(run.bytes, at: path)
            let result = try self.run()
            if ShellCondition.notFound.contains(result) {
                throw UnreadableFile(name: line, reason: "the shell cannot run this command: exit code \(result)")
            }
            let wanted = code ?? expected ?? result
            expected = wanted
            return result == wanted
        } catch {
            failure = error
            return false
        }
    }

    private func run() throws(UnreadableFile) -> Int32 {
        let status = system("(\(line)\n) </dev/null >/dev/null 2>&1")
        guard status >= 0 else { throw UnreadableFile(name: "/bin/sh", reason: "cannot be run: \(lastError())") }
        let signal = status & 0x7F
        if signal == SIGINT || signal == SIGQUIT {
            // `system` ignores Ctrl-C and Ctrl-\ while the command runs, so the tool now ends itself with the signal that ended the command.
            end()
            raise(signal)
        }
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
