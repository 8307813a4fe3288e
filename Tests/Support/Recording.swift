#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import Testing

/// Files of the repository that tests keep equal to what the code makes of them.
public enum Recording {
    /// Whether the files are written instead of compared: `SPECS_RECORD=1`.
    public static var isOn: Bool { ProcessInfo.processInfo.environment["SPECS_RECORD"] == "1" }

    /// Expects the file at `path`, inside the repository, to hold `text`; while recording, makes it so.
    /// - Throws: what reading or writing the file throws.
    public static func expect(_ text: String, at path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let url = URL(filePath: "\(Repository.path)/\(path)")
        if isOn { return try Data(text.utf8).write(to: url, options: .atomic) }
        let recorded = (try? Data(contentsOf: url)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        if recorded == text { return }
        let pairs = zip(
            recorded.split(separator: "\n", omittingEmptySubsequences: false), text.split(separator: "\n", omittingEmptySubsequences: false)
        )
        let line = pairs.prefix { $0 == $1 }.count + 1
        Issue.record(
            "\(path):\(line) is not what the code makes of it. If that is meant: SPECS_RECORD=1 swift test", sourceLocation: sourceLocation)
    }
}
