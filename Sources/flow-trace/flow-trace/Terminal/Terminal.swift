#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Takes over the terminal: keys arrive one by one and are not displayed. The previous content of the screen returns at the end, also when a signal
/// or a programming error ends the process.
final class Terminal {
    /// The news from the terminal: input, a new size, nothing, or its end.
    enum News: Equatable {
        case bytes([UInt8])
        /// The size changed, or the process continues after a stop.
        case resized
        /// Nothing happened within the given time.
        case nothing
        /// The terminal was closed.
        case closed
    }

    private let input: Int32
    private let isOwnInput: Bool
    private let pipe: (read: Int32, write: Int32)
    /// The rows that are on the screen.
    private var shown: [String] = []

    /// Takes over the terminal; `nil` if there is no terminal to read keys from.
    init?() {
        // If standard input is not the terminal, it may be the log. Keys are then read from the terminal directly.
        isOwnInput = isatty(0) != 1
        input = isOwnInput ? open("/dev/tty", O_RDWR | O_CLOEXEC) : 0
        guard input >= 0 else { return nil }
        var saved = termios()
        var ends: [Int32] = [-1, -1]
        guard tcgetattr(input, &saved) == 0, Terminal.makePipe(&ends) else {
            if isOwnInput { close(input) }
            return nil
        }
        pipe = (ends[0], ends[1])
        Restoration.begin(input: input, saved: saved, news: ends[1])
        enter()
    }

    private static func makePipe(_ ends: inout [Int32]) -> Bool {
        guard ends.withUnsafeMutableBufferPointer({ $0.baseAddress.map { systemPipe($0) } ?? -1 }) == 0 else { return false }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        return true
    }

    /// Restores the terminal.
    func end() {
        Restoration.end()
        close(pipe.read)
        close(pipe.write)
        if isOwnInput { close(input) }
    }

    private func enter() {
        Restoration.enter()
        shown = []
    }

    /// Stops the process, as Ctrl-Z does; returns when it continues.
    func suspend() {
        raise(SIGTSTP)
        if Restoration.takesContinuation() { enter() }
    }

    /// The number of columns and rows; 80 × 24 if the terminal does not report its size.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Shows `rows` on the screen. Writes only the rows that changed, so that a slow connection keeps up.
    func show(_ rows: [String]) {
        var text = shown.isEmpty ? "\u{1B}[2J" : ""
        for (index, row) in rows.enumerated() where index >= shown.count || shown[index] != row {
            // Clears the row before writing it. After a row that fills the width, the command to clear would erase the last column.
            text += "\u{1B}[\(index + 1);1H\u{1B}[0m\u{1B}[2K\(row)"
        }
        shown = rows
        if !text.isEmpty { writeAll(Array(text.utf8), to: 1) }
    }

    /// Makes the next call of `show` write every row.
    func redraw() { shown = [] }

    /// Waits for keys and signals for at most `milliseconds`, or without limit if it is negative.
    func wait(milliseconds: Int32 = -1) -> News {
        var watched = [pollfd(fd: input, events: Int16(POLLIN), revents: 0), pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)]
        let count = poll(&watched, nfds_t(watched.count), milliseconds)
        if count == 0 { return .nothing }
        var buffer = [UInt8](repeating: 0, count: 256)
        if count < 0 || watched[1].revents != 0 {
            while read(pipe.read, &buffer, buffer.count) > 0 {}
            if Restoration.takesContinuation() { enter() }
            redraw()
            return .resized
        }
        let length = read(input, &buffer, buffer.count)
        if length < 0, errno == EINTR || errno == EAGAIN { return .nothing }
        return length > 0 ? .bytes(Array(buffer[..<length])) : .closed
    }
}

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }

/// Restores the terminal however the process ends. The state is global, because a signal handler may use only memory that exists already.
private enum Restoration {
    private struct State {
        var input: Int32 = -1
        var saved = termios()
        var news: Int32 = -1
        var isActive = false
        var hasContinued = false
    }

    /// The state. It is first written before the handlers are installed. After that, no two accesses overlap, because only the thread of `step` uses
    /// the state, and a handler interrupts this thread.
    nonisolated(unsafe) private static let state: UnsafeMutablePointer<State> = {
        let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
        state.initialize(to: State())
        return state
    }()

    /// The sequences that switch to a separate screen without cursor and without wrapping at the last column, and that switch back.
    private static let begins: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"
    private static let ends: StaticString = "\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// The signals that end the process.
    private static let fatal: [Int32] = [
        SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGPIPE, SIGXCPU,
    ]

    static func begin(input: Int32, saved: termios, news: Int32) {
        state.pointee = State(input: input, saved: saved, news: news)
        atexit { Restoration.restore() }
        for number in fatal { handle(number) { Restoration.endProcess($0) } }
        handle(SIGTSTP) { _ in Restoration.stop() }
        handle(SIGCONT) { _ in Restoration.proceed() }
        handle(SIGWINCH) { _ in Restoration.tell() }
    }

    static func end() {
        restore()
        for number in fatal + [SIGTSTP, SIGCONT, SIGWINCH] { signal(number, SIG_DFL) }
    }

    private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        // If a signal was ignored before, as under nohup, it stays ignored.
        let previous = unsafeBitCast(signal(number, handler), to: Int.self)
        if previous == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }

    /// Switches the terminal to single keys and to the separate screen.
    static func enter() {
        var raw = state.pointee.saved
        raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        withUnsafeMutableBytes(of: &raw.c_cc) { bytes in
            bytes[Int(VMIN)] = 1
            bytes[Int(VTIME)] = 0
        }
        state.pointee.isActive = true
        _ = tcsetattr(state.pointee.input, TCSAFLUSH, &raw)
        _ = write(1, begins.utf8Start, begins.utf8CodeUnitCount)
    }

    /// Returns whether the process continued after a stop since the last call.
    static func takesContinuation() -> Bool {
        defer { state.pointee.hasContinued = false }
        return state.pointee.hasContinued
    }

    // MARK: In signal handlers: only calls that are allowed there

    private static func restore() {
        guard state.pointee.isActive else { return }
        state.pointee.isActive = false
        _ = write(1, ends.utf8Start, ends.utf8CodeUnitCount)
        _ = tcsetattr(state.pointee.input, TCSANOW, &state.pointee.saved)
    }

    private static func endProcess(_ number: Int32) {
        restore()
        signal(number, SIG_DFL)
        raise(number)
    }

    private static func stop() {
        restore()
        // SIGSTOP cannot be caught. The process stops here, and SIGCONT continues it.
        raise(SIGSTOP)
    }

    private static func proceed() {
        state.pointee.hasContinued = true
        tell()
    }

    private static func tell() {
        let number = errno
        var byte: UInt8 = 1
        _ = write(state.pointee.news, &byte, 1)
        errno = number
    }
}
