import FlowReading

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The folders and logs that the server may read. They are named when the server starts.
struct MCPFolders {
    /// The folders and logs: each with its name and its path without links.
    private let roots: [(name: String, place: String)]

    /// The maximum size of a log that the server reads, in bytes. A flow starts a new file every 4 MB.
    private static let longest = 64 << 20

    /// Resolves the names of the folders and logs.
    ///
    /// - Throws: An error if nothing exists at one of the paths.
    init(_ names: [String]) throws(UnreadableFile) {
        var roots: [(name: String, place: String)] = []
        for name in names {
            guard let place = MCPFolders.place(name) else { throw UnreadableFile(name: name, reason: "cannot be read: \(lastError())") }
            roots.append((name, place))
        }
        self.roots = roots
    }

    /// Returns the path with all links resolved; `nil` if nothing exists at `path`.
    private static func place(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private func contains(_ place: String) -> Bool {
        roots.contains { place == $0.place || place.hasPrefix($0.place == "/" ? "/" : $0.place + "/") }
    }

    /// Returns the path if it leads to a file or folder that the server may read. The path may start with a folder's name as it was given, or be
    /// relative to a folder.
    ///
    /// - Throws: An error that is the same for a path outside of the folders and for a missing file, so that the error reveals nothing about files.
    private func allowed(_ path: String) throws(MCPFailure) -> String {
        for candidate in [path] + roots.map({ "\($0.name)/\(path)" }) {
            guard !candidate.utf8.contains(0), let place = MCPFolders.place(candidate), contains(place) else { continue }
            switch FileKind.at(place) {
            case .file, .folder: return candidate
            case .other, nil: break
            }
        }
        let names = roots.map(\.name).joined(separator: ", ")
        throw MCPFailure("there is no log \"\(path)\" in what this server reads (\(names)): overview lists the logs")
    }

    /// Returns the logs at a path, or all logs if `path` is `nil`, and the reasons why some files are not read.
    func logs(_ path: String?) throws(MCPFailure) -> (paths: [String], refused: [String]) {
        var paths: [String] = []
        var refused: [String] = []
        for name in try path.map({ path throws(MCPFailure) in [try allowed(path)] }) ?? roots.map(\.name) {
            do throws(UnreadableFile) {
                let found = try LogFile.all(name)
                refused += found.refused.map(\.text)
                for path in found.paths {
                    if let reason = MCPFolders.refusal(path) { refused.append("\(path): \(reason)") } else { paths.append(path) }
                }
            } catch {
                refused.append(error.text)
            }
        }
        return (paths, refused)
    }

    /// Returns the files of the one launch at a path. Throws if one of them cannot be read.
    func launch(_ path: String) throws(MCPFailure) -> [String] {
        let (paths, refused) = try logs(path)
        if let first = refused.first { throw MCPFailure(first) }
        let launches = SegmentName.launches(paths)
        guard launches.count == 1, let files = launches.first else {
            throw MCPFailure("\(path) has \(launches.count) launches: name one log, as overview lists it")
        }
        return files
    }

    /// Returns the logs in the folder of a log. Its launch is compared with the earlier launches there.
    func neighbors(_ path: String) throws(MCPFailure) -> [String] {
        let path = try allowed(path)
        let folder = LogFile.isFolder(path) ? path : String(SegmentName.folder(path))
        guard let place = MCPFolders.place(folder.isEmpty ? "." : folder), contains(place) else { return [path] }
        return try logs(folder.isEmpty ? "." : folder).paths.filter { SegmentName.folder($0) == SegmentName.folder(path) || folder == path }
    }

    /// Returns the reason why a log is not read; `nil` if it is read.
    private static func refusal(_ path: String) -> String? {
        if LogFile.size([path]) > longest { return "is longer than \(longest >> 20) MB: use flow-trace in a terminal" }
        // To read a compressed file, the server would have to run a program that decompresses the file.
        return Compression.isCompressed(path) ? "is compressed, and this server executes nothing: decompress it" : nil
    }
}
