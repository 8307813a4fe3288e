import FlowMachine
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// A file given to a command as a log that is no log or not a complete one.
struct BadInput: Sendable, CustomTestStringConvertible {
    let name: String
    /// Writes the file into a folder and returns its path.
    let make: @Sendable (TemporaryFolder) throws -> String
    /// The exit code of a command with this input.
    let code: ExitCode
    /// The exit code of `watch`, which waits for a missing file.
    let watched: ExitCode
    /// The text on standard error after the path.
    let complaint: String

    /// Whether not even the first line can be read.
    var cannotBegin: Bool { code == .unreadable || complaint.hasPrefix(":1:") }

    /// The exit code of a command with this input. A table has a row of a log that is damaged in its middle; a log is no capture.
    func code(of command: String) -> ExitCode {
        switch command {
        case "watch": watched
        case "table" where !cannotBegin: .fine
        case "import" where code == .logFails: .usage
        case _: code
        }
    }

    var testDescription: String { name }

    private init(
        _ name: String, _ code: ExitCode, watched: ExitCode? = nil, _ complaint: String,
        make: @escaping @Sendable (TemporaryFolder) throws -> String
    ) {
        self.name = name
        self.make = make
        self.code = code
        self.watched = watched ?? code
        self.complaint = complaint
    }

    private static func file(
        _ name: String, _ code: ExitCode, watched: ExitCode? = nil, _ complaint: String, _ bytes: @escaping @Sendable () -> [UInt8]
    ) -> BadInput {
        BadInput(name, code, watched: watched, complaint) { folder in try folder.write(bytes(), "bad.jsonl") }
    }

    private static let good = FormatSamples.lines(Flows.secondScreen().bytes)
    private static let length = 3_000_000

    /// The good log with one flipped bit in the middle of a line.
    private static func damaged(_ line: Int) -> [UInt8] {
        var lines = good
        lines[line][lines[line].count / 2] ^= 1
        return Array(lines.joined())
    }

    private static func long(_ begin: String, _ end: String) -> [UInt8] {
        Array(begin.utf8) + [UInt8](repeating: 0x61, count: length) + Array(end.utf8)
    }

    static let all: [BadInput] = [
        file("an empty file", .logFails, watched: .fine, ":1:1: the log is empty") { [] },
        file("a file of spaces", .logFails, watched: .fine, ":1:101: ") { [UInt8](repeating: 0x20, count: 100) },
        file("a file of line breaks", .logFails, ":1:1: ") { [UInt8](repeating: 0x0A, count: 5) },
        file("a binary file", .logFails, ":1:") { (0..<20).flatMap { _ in (0...255).map { UInt8($0) } } },
        file("control sequences", .logFails, ":1:") { Array("\u{1B}]0;title\u{07}\u{1B}[2J{\"a\":1}\n".utf8) },
        file("JSON that is no log", .logFails, ":1:") { Array("{\"hello\":\"world\",\"n\":[1,2,3]}\n{\"a\":1}\n".utf8) },
        file("UTF-16", .logFails, ":1:") { good.joined().flatMap { [$0, 0] } },
        file("line ends of Windows", .logFails, ":1:") { good.joined().flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } },
        file("a header of a newer format", .logFails, ":1:") {
            Array(FormatSamples.sealed(FormatSamples.replaced(good, 0, #""format":1"#, #""format":2"#)).joined())
        },
        file("a line of 3 MB without an end", .logFails, watched: .fine, ":6:") { Array(good[..<5].joined()) + long("{\"x\":\"", "") },
        file("a line of 3 MB of valid JSON", .logFails, ":6:") {
            Array(good[..<5].joined()) + long("{\"x\":\"", "\"}\n") + Array(good[5...].joined())
        },
        file("a first line of 3 MB", .logFails, ":1:") { long("{\"x\":\"", "\"}\n") },
        file("damage in the first line", .logFails, ":1:") { damaged(0) },
        file("damage in the middle", .logFails, ":\(good.count / 2 + 1):") { damaged(good.count / 2) },
        file("damage in the last line", .logFails, ":\(good.count):") { damaged(good.count - 1) },
        file("a torn tail", .logFails, watched: .fine, ":\(good.count):") { Array(good.joined().dropLast(40)) },
        BadInput("a folder without logs", .unreadable, watched: .fine, ": no *.jsonl file in this folder or below, not") { folder in
            _ = try folder.write([0x61], "notes.txt")
            return folder.path
        },
        BadInput("a folder with the name of a log", .unreadable, watched: .fine, ": no *.jsonl file in this folder") { folder in
            let path = "\(folder.path)/bad.jsonl"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            return path
        },
        BadInput("a missing file", .unreadable, ": cannot be read: No such file or directory: check the path") {
            "\($0.path)/missing.jsonl"
        },
        BadInput("a missing file with control characters", .unreadable, ": cannot be read: No such file or directory: check the path") {
            "\($0.path)/a\u{1B}c\n.jsonl"
        },
    ]

    /// A file that this user may not read. The superuser may.
    static let locked = BadInput("a file without permission", .unreadable, ": cannot be read: Permission denied") { folder in
        let path = try folder.write(Array(good.joined()), "locked.jsonl")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        return path
    }
}
