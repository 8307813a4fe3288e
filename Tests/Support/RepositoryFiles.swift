#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A text file of the repository, line by line.
public struct TextFile: Sendable {
    /// Its path inside the repository.
    public let path: String
    /// Its lines, without their ends.
    public let lines: [String]

    /// A text file with these lines.
    public init(path: String, lines: [String]) {
        self.path = path
        self.lines = lines
    }

    /// `path:line`; the first line is 1.
    public func place(_ index: Int) -> String { "\(path):\(index + 1)" }
}

extension Repository {
    /// The paths of all files under `folder`, relative to the repository and sorted. Build products and git's files are omitted.
    public static func files(under folder: String = "") -> [String] {
        let top = folder.isEmpty ? path : "\(path)/\(folder)"
        guard let entries = try? FileManager.default.contentsOfDirectory(atPath: top) else { return [] }
        var found: [String] = []
        for entry in entries where entry != ".git" && entry != ".build" && entry != ".swiftpm" {
            let inside = folder.isEmpty ? entry : "\(folder)/\(entry)"
            guard let isFolder = isFolder("\(path)/\(inside)") else { continue }
            if isFolder { found += files(under: inside) } else { found.append(inside) }
        }
        return found.sorted()
    }

    /// Whether `path` is a folder; `nil` if it does not exist. Apple's Foundation uses `ObjCBool`, which FoundationEssentials lacks.
    private static func isFolder(_ path: String) -> Bool? {
        #if canImport(FoundationEssentials)
            var isFolder = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder : nil
        #else
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder.boolValue : nil
        #endif
    }

    /// The text files under `folder` whose path ends with `suffix`.
    /// - Throws: errors of reading a file.
    public static func texts(under folder: String = "", suffix: String = "") throws -> [TextFile] {
        try files(under: folder).filter { $0.hasSuffix(suffix) }.compactMap { file in
            let bytes = try Data(contentsOf: URL(filePath: "\(path)/\(file)"))
            guard let text = String(validating: bytes) else { return nil }
            return TextFile(path: file, lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        }
    }
}

extension String {
    fileprivate init?(validating bytes: Data) {
        self.init(data: bytes, encoding: .utf8)
    }
}
