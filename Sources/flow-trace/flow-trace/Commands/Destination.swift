import FlowReading

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The destination of a command's output: standard output, a pager, a file, or nothing.
struct Destination {
    /// The console for the command.
    private(set) var console: Console
    private var file: OutputFile?
    private var pager: Pager?

    /// Carries out the shared options of a command.
    init(_ arguments: Arguments, _ command: Command, _ console: Console) throws(UsageFailure) {
        self.console = console
        let isShared = command.syntax.options.allSatisfy { $0.name != Option.out.name }
        if isShared, let path = arguments.text(Option.out.name) {
            if arguments.has(Option.quiet.name) { throw UsageFailure("--out and --quiet exclude each other: nothing would be in the file") }
            if let input = arguments.operands.first(where: { LogFile.reads($0, path) }) {
                throw UsageFailure("--out names \(path), which \(input) reads, too: name another file, or the input would be lost")
            }
            let file: OutputFile
            do throws(UnreadableFile) { file = try OutputFile(path) } catch { throw UsageFailure(error) }
            self.file = file
            self.console.write = { file.write($0) }
            (self.console.columns, self.console.usesColor) = (nil, false)
        } else if command.isPaged, let name = console.pager {
            let pager = Pager(name)
            self.pager = pager
            self.console.write = { pager.write($0, else: console.write) }
            self.console.complain = { pager.complain($0, else: console.complain) }
        }
        if arguments.has(Option.quiet.name) { (self.console.write, self.console.report) = ({ _ in }, nil) }
        switch try arguments.word(Option.color.name, else: ColorChoice.auto) {
        case .auto: break
        case .always: self.console.usesColor = true
        case .never: self.console.usesColor = false
        }
    }

    /// Completes the output of a command that ended with `code`, and returns the exit code of the tool.
    func end(_ code: ExitCode) -> ExitCode {
        pager?.end()
        guard let file else { return code }
        do throws(UnreadableFile) { try file.end(code) } catch {
            console.complain(Printable.text(error.text, ascii: false))
            return code.and(.unreadable)
        }
        return code
    }
}

/// A file for a command's output. An existing file at `path` is replaced only when the command is done.
private final class OutputFile {
    private let path: String
    /// The path of the temporary file, which is renamed to `path` at the end; `nil` if `path` is a link, a pipe or a device, which is written
    /// directly.
    private let partial: String?
    private let descriptor: Int32
    private var isEmpty = true
    private var failure: UnreadableFile?
    private var isDone = false

    init(_ path: String) throws(UnreadableFile) {
        self.path = path
        let isReplaced =
            switch FileKind.at(path) {
            case .file, nil: true
            case .folder, .other: false
            }
        partial = isReplaced ? path + ".part" : nil
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | (isReplaced ? O_NOFOLLOW : 0)
        descriptor = open(partial ?? path, flags, 0o644)
        guard descriptor >= 0 else { throw UnreadableFile(name: path, reason: "cannot be written: \(lastError())") }
    }

    deinit {
        close(descriptor)
        if !isDone, let partial { unlink(partial) }
    }

    func write(_ text: String) {
        if text.isEmpty || failure != nil { return }
        isEmpty = false
        if !writeAll(Array(text.utf8), to: descriptor) {
            failure = UnreadableFile(name: path, reason: "cannot be written: \(lastError())")
        }
    }

    /// Renames the temporary file to its final name, unless the command failed without output.
    func end(_ code: ExitCode) throws(UnreadableFile) {
        if let failure { throw failure }
        if isEmpty, code.rawValue >= ExitCode.usage.rawValue { return }
        if let partial, rename(partial, path) != 0 {
            throw UnreadableFile(name: path, reason: "cannot be written: \(lastError())")
        }
        isDone = true
    }
}

/// The program that shows long output on a terminal page by page. It starts with the first output.
private final class Pager {
    private let name: String
    private var descriptor: Int32?
    private var close: () -> Void = {}
    private var isBegun = false

    init(_ name: String) { self.name = name }

    func write(_ text: String, else write: (String) -> Void) {
        if !isBegun { begin() }
        guard let descriptor else { return write(text) }
        _ = writeAll(Array(text.utf8), to: descriptor)
    }

    /// Writes a message about a problem to the pager while the pager has the terminal; otherwise passes it to `complain`.
    func complain(_ text: String, else complain: (String) -> Void) {
        guard let descriptor, isatty(2) == 1 else { return complain(text) }
        _ = writeAll(Array((text + "\n").utf8), to: descriptor)
    }

    private func begin() {
        isBegun = true
        // The flags that git sets: show colors (R), exit if the output fits on one screen (F), and do not clear the screen at the end (X).
        setenv("LESS", "FRX", 0)
        guard let stream = popen(name, "w") else { return }
        descriptor = fileno(stream)
        // Ctrl-C is for the pager. If it ended this process, the shell would take the terminal from the pager.
        let before = signal(SIGINT, SIG_IGN)
        close = {
            pclose(stream)
            signal(SIGINT, before)
        }
    }

    deinit { close() }

    /// Waits until the user has closed the pager.
    func end() {
        close()
        close = {}
        descriptor = nil
    }
}
