import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// Files of `Specs` that tests generate: compared with the existing files, or written again.
enum Golden {
    /// Whether files are written instead of compared.
    static let isRecording = ProcessInfo.processInfo.environment["SPECS_RECORD"] == "1"
    static let howToRecord = "If this is intended: SPECS_RECORD=1 swift test --filter Specs, then check the changes with git diff."

    /// One file, by its path in the repository.
    struct File {
        let path: String
        let bytes: [UInt8]

        init(_ path: String, _ bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }

        init(_ path: String, _ text: String) { self.init(path, Array(text.utf8)) }
    }

    /// Compares or writes `files`. No other files may be in `folder`.
    static func check(_ files: [File], inFolder folder: String? = nil, location: SourceLocation = #_sourceLocation) throws {
        var complaints: [String] = []
        let made = Set(files.map(\.path))
        let stale = folder.map { Repository.files(under: $0).filter { !made.contains($0) } } ?? []
        if isRecording {
            for path in stale { try FileManager.default.removeItem(atPath: Golden.full(path)) }
            for file in files { try write(file) }
            return
        }
        for path in stale { complaints.append("\(path): no test generates this file any more") }
        for file in files {
            if let complaint = difference(file) { complaints.append(complaint) }
        }
        if complaints.isEmpty { return }
        let more = complaints.count > 12 ? "\nand \(complaints.count - 12) more files" : ""
        let text = complaints.prefix(12).joined(separator: "\n") + more + "\n" + howToRecord
        Issue.record(Comment(rawValue: text), sourceLocation: location)
    }

    /// The existing bytes; `nil` if there is no file.
    static func recorded(_ path: String) -> [UInt8]? { FileManager.default.contents(atPath: full(path)).map { Array($0) } }

    static func write(_ file: File) throws {
        if recorded(file.path) == file.bytes { return }
        let url = URL(filePath: full(file.path))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.bytes).write(to: url)
    }

    private static func full(_ path: String) -> String { "\(Repository.path)/\(path)" }

    /// The first difference between a file and the existing one, or `nil`.
    private static func difference(_ file: File) -> String? {
        guard let recorded = recorded(file.path) else { return "\(file.path): there is no such file" }
        if recorded == file.bytes { return nil }
        // For a log, its own comparison reports best which decision differs.
        if file.path.hasSuffix(".jsonl") {
            let complaints = Verification(recorded).complaints(file.path, Look())
            if !complaints.isEmpty { return complaints.joined(separator: "\n") }
        }
        return firstDifference(lines(recorded), lines(file.bytes), in: file.path)
    }

    private static func lines(_ bytes: [UInt8]) -> [Substring] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }

    private static func firstDifference(_ recorded: [Substring], _ made: [Substring], in path: String) -> String {
        let shared = zip(recorded, made).prefix { $0 == $1 }.count
        let was = shared < recorded.count ? String(recorded[shared]) : "(the end)"
        let now = shared < made.count ? String(made[shared]) : "(the end)"
        return "\(path):\(shared + 1): differs\n  recorded    \(was)\n  this build  \(now)"
    }
}
