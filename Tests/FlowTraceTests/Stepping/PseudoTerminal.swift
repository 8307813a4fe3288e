import FlowTestSupport
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// A program that runs on a terminal of its own: its keys are sent, and its screen is kept as rows of characters.
final class PseudoTerminal {
    private let master: Int32
    private let slave: Int32
    let process: pid_t
    private let settings: String
    private var grid: [[Character]]
    private var cursor = (row: 0, column: 0)
    private var sequence: [UInt8] = []
    private var text: [UInt8] = []
    /// Modes that are on: 1049 is the program's own screen, 25 is the cursor, 7 is wrapping.
    private(set) var modes: Set<Int> = [25, 7]
    private(set) var endStatus: Int32?

    /// Starts the tool with these arguments; `nil` where that is not possible.
    init?(_ words: [String], columns: UInt16 = 80, rows: UInt16 = 24) {
        guard let tool = PseudoTerminal.tool else { return nil }
        var (ends, name): ((Int32, Int32), [CChar]) = ((-1, -1), [CChar](repeating: 0, count: 256))
        guard openpty(&ends.0, &ends.1, &name, nil, nil) == 0 else { return nil }
        // The slave stays open, so that its settings can be read when the program has ended.
        (master, slave) = ends
        for end in [ends.0, ends.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        grid = Array(repeating: Array(repeating: " ", count: Int(columns)), count: Int(rows))
        settings = PseudoTerminal.settings(of: slave)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        // In a session of its own, the first terminal that it opens is its own.
        posix_spawnattr_setflags(&attributes, PseudoTerminal.newSession | Int16(POSIX_SPAWN_SETSIGMASK))
        // The threads that run tests block signals, which the program would inherit.
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        posix_spawnattr_setsigmask(&attributes, &unblocked)
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var arguments: [UnsafeMutablePointer<CChar>?] = ([tool] + words).map { strdup($0) } + [nil]
        let variables = ["TERM=xterm", "PATH=/usr/bin:/bin"]
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
        var process: pid_t = 0
        let result = posix_spawn(&process, tool, &actions, &attributes, &arguments, &environment)
        for pointer in arguments + environment { free(pointer) }
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
        self.process = process
        guard result == 0 else { return nil }
    }

    /// The built tool beside the tests; `nil` where it is elsewhere.
    static let tool: String? = {
        let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "flow-trace").path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    /// `POSIX_SPAWN_SETSID`, which glibc's module does not have.
    private static let newSession: Int16 = 0x80

    deinit {
        if endStatus == nil {
            kill(process, SIGKILL)
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
        close(master)
        close(slave)
    }

    var rows: [String] { grid.map { String($0) } }

    /// Whether the terminal's settings are those from before the program, and the screen is the caller's.
    var isRestored: Bool { PseudoTerminal.settings(of: slave) == settings && modes == [25, 7] }
    var isRaw: Bool { PseudoTerminal.settings(of: slave) != settings }

    private static func settings(of descriptor: Int32) -> String {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return "" }
        return "\(settings.c_iflag) \(settings.c_oflag) \(settings.c_cflag) \(settings.c_lflag) \(settings.c_cc)"
    }

    func send(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
    }

    func resize(columns: UInt16, rows: UInt16) {
        grid = Array(repeating: Array(repeating: " ", count: Int(columns)), count: Int(rows))
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Reads until the screen fits; false if it does not for ten seconds.
    func shows(_ fits: ([String]) -> Bool) -> Bool { waits { fits(self.rows) } }

    func waits(_ fits: () -> Bool) -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        while !fits() {
            if ContinuousClock.now > end { return false }
            var watched = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            if poll(&watched, 1, 20) > 0, watched.revents & Int16(POLLIN) != 0 {
                var buffer = [UInt8](repeating: 0, count: 4096)
                let count = read(master, &buffer, buffer.count)
                if count > 0 { take(buffer[..<count]) }
            }
        }
        return true
    }

    /// Waits for the end of the program. Returns the signal that ended it, and its exit code.
    func ends() -> (signal: Int32, code: Int32)? {
        var status: Int32 = 0
        let isOver = waits { waitpid(self.process, &status, WNOHANG) == self.process }
        guard isOver else { return nil }
        endStatus = status
        _ = waits { self.modes == [25, 7] || !self.hasMore }
        return (status & 0x7F, (status >> 8) & 0xFF)
    }

    private var hasMore: Bool {
        var watched = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) > 0
    }

    // MARK: A small terminal

    private func take(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if !sequence.isEmpty {
                sequence.append(byte)
                if sequence.count > 2, (0x40...0x7E).contains(byte) {
                    obey(String(decoding: sequence.dropFirst(2), as: UTF8.self))
                    sequence = []
                }
            } else if byte == 0x1B {
                flush()
                sequence = [byte]
            } else {
                text.append(byte)
            }
        }
        flush()
    }

    /// Puts text on the screen, whole characters only.
    private func flush() {
        guard let whole = String(validating: text, as: UTF8.self) else { return }
        text = []
        for character in whole {
            if character == "\r\n" || character == "\n" {
                cursor = (min(cursor.row + 1, grid.count - 1), 0)
                continue
            }
            if cursor.row < grid.count, cursor.column < grid[cursor.row].count { grid[cursor.row][cursor.column] = character }
            cursor.column += 1
        }
    }

    private func obey(_ command: String) {
        let numbers = command.dropLast().split { !$0.isNumber }.compactMap { Int($0) }
        switch command.last {
        case "H": cursor = ((numbers.first ?? 1) - 1, (numbers.count > 1 ? numbers[1] : 1) - 1)
        case "J": grid = grid.map { $0.map { _ in " " } }
        case "K": if cursor.row < grid.count { grid[cursor.row] = grid[cursor.row].map { _ in " " } }
        case "h": modes.formUnion(numbers)
        case "l": modes.subtract(numbers)
        case _: break
        }
    }
}
