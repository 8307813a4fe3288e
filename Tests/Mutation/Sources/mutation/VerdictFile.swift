import Foundation

/// The verdicts about the mutants of one copy, so that a run that was stopped can be resumed: a number and the check that detected it.
struct VerdictFile {
    let path: String

    private static let survived = "survived"

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    func append(_ number: Int, _ verdict: Judge.Verdict) throws {
        let line = Data("\(number)\t\(verdict.by?.rawValue ?? VerdictFile.survived)\n".utf8)
        guard let file = FileHandle(forWritingAtPath: path) else { return try line.write(to: URL(fileURLWithPath: path)) }
        defer { try? file.close() }
        try file.seekToEnd()
        try file.write(contentsOf: line)
    }

    /// The verdicts so far; a line that was cut off is left out.
    func read() throws -> [Int: Judge.Verdict] {
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        var verdicts: [Int: Judge.Verdict] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let parts = line.split(separator: "\t")
            guard parts.count == 2, let number = Int(parts[0]) else { continue }
            if parts[1] == VerdictFile.survived { verdicts[number] = Judge.Verdict(by: nil, detail: "") }
            if let catcher = Judge.Catcher(rawValue: String(parts[1])) { verdicts[number] = Judge.Verdict(by: catcher, detail: "") }
        }
        return verdicts
    }
}
