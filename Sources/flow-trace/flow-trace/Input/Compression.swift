import FlowReading

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Decompresses a file while it is read, by running the system's `gzip` or `zstd`.
final class Compression {
    /// The programs, with the suffix and the first bytes of the files that they decompress.
    private static let programs: [(name: String, suffix: String, magic: [UInt8])] = [
        ("gzip", ".gz", [0x1F, 0x8B]), ("zstd", ".zst", [0x28, 0xB5, 0x2F, 0xFD]),
    ]

    /// The suffixes of compressed files, such as `.gz`.
    static let suffixes = programs.map(\.suffix)

    /// A descriptor from which the decompressed content is read.
    let descriptor: Int32
    private let name: String
    private let program: String
    private var process: pid_t

    /// Returns the program for a file that begins with these bytes; `nil` if the file is not compressed.
    static func program(for begin: some Sequence<UInt8>) -> String? { programs.first { begin.starts(with: $0.magic) }?.name }

    /// Returns whether the file's name has the suffix of a compressed file.
    static func isNamed(_ path: String) -> Bool {
        // A folder can have 100,000 files, most of them with the suffix `.jsonl`: the last letter rules these out fast.
        path.utf8.last != UInt8(ascii: "l") && suffixes.contains { path.hasSuffix($0) }
    }

    /// Returns whether the content of a file is compressed, whatever the file's name.
    static func isCompressed(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        return program(for: begin(of: file)) != nil
    }

    /// Returns the first bytes of a file.
    private static func begin(of file: Int32) -> ArraySlice<UInt8> {
        var begin = [UInt8](repeating: 0, count: 4)
        let count = begin.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
        return begin.prefix(max(0, count))
    }

    /// Starts to decompress an open file; `nil` if the file is not compressed.
    init?(_ file: Int32, _ name: String) throws(UnreadableFile) {
        guard let program = Compression.program(for: Compression.begin(of: file)) else { return nil }
        self.name = name
        self.program = program
        (process, descriptor) = try Compression.start(program, file, name)
    }

    deinit {
        close(descriptor)
        if process > 0 {
            kill(process, SIGTERM)
            waitpid(process, nil, 0)
        }
    }

    /// Starts `program` with the open file as its input; returns the process and the descriptor of its output.
    private static func start(_ program: String, _ file: Int32, _ name: String) throws(UnreadableFile) -> (pid_t, Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw UnreadableFile(name: name, reason: "cannot be decompressed: \(lastError())") }
        // Without this flag, a program that starts at the same time would inherit an end of the pipe and keep it open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, file, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        // The program's own message about a damaged file is replaced by ours, which names the file.
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var process: pid_t = 0
        let words = [program, "-dcq"].map { (word: String) in strdup(word) }
        defer { for word in words { free(word) } }
        let failure = posix_spawnp(&process, program, &actions, nil, words + [nil], [nil])
        close(ends[1])
        guard failure == 0 else {
            close(ends[0])
            throw UnreadableFile(
                name: name, reason: "is compressed, and \(program) cannot be started: install \(program), or decompress the file")
        }
        return (process, ends[0])
    }

    /// Checks, at the end of the content, that all of it was decompressed.
    ///
    /// - Throws: An error if the program failed, because the file is damaged or incomplete.
    func finish() throws(UnreadableFile) {
        guard process > 0 else { return }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR { continue }
        process = 0
        if status != 0 {
            throw UnreadableFile(
                name: name,
                reason: "cannot be decompressed to its end: \(program) finds it damaged or cut off; to read what is whole, decompress it: "
                    + "\(program) -dc \(shellWord(name)) > part.jsonl", isCutOff: true)
        }
    }
}
