import FlowReading

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The folders and logs that the server reads, and nothing else: they were named when it was started.
struct MCPFolders {
    /// The folders: the name of each, and its path without links.
    private let roots: [(name: String, place: String)]

    /// The most bytes of a log that is read: a flow begins another file every 4 MB.
    private static let longest = 64 << 20

    /// - Throws: if nothing is at one of the paths.
    init(_ names: [String]) throws(UnreadableFile) {
        var roots: [(name: String, place: String)] = []
        for name in names {
            guard let place = MCPFolders.place(name) else { throw UnreadableFile(name: name, reason: "cannot be read: \(lastError())") }
            roots.append((name, place))
        }
        self.roots = roots
    }

    /// Where a path leads once all links are followed.
    private static func place(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private func contains(_ place: String) -> Bool {
        roots.contains { place == $0.place || place.hasPrefix($0.place == "/" ? "/" : $0.place + "/") }
    }

    /// The path, if it leads to a file or a folder that the server reads. A path may begin with a folder as it was named, or within it.
    /// - Throws: the same for a path outside as for one with nothing there, which are none of the caller's business.
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

    /// The logs at a path, or all; and what is not read, with the reason.
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

    /// The files of one launch, which all are read.
    func launch(_ path: String) throws(MCPFailure) -> [String] {
        let (paths, refused) = try logs(path)
        if let first = refused.first { throw MCPFailure(first) }
        let launches = SegmentName.launches(paths)
        guard launches.count == 1, let files = launches.first else {
            throw MCPFailure("\(path) has \(launches.count) launches: name one log, as overview lists it")
        }
        return files
    }

    /// The logs in the folder of a log: its launch is compared with those before it.
    func neighbors(_ path: String) throws(MCPFailure) -> [String] {
        let path = try allowed(path)
        let folder = LogFile.isFolder(path) ? path : String(SegmentName.folder(path))
        guard let place = MCPFolders.place(folder.isEmpty ? "." : folder), contains(place) else { return [path] }
        return try logs(folder.isEmpty ? "." : folder).paths.filter { SegmentName.folder($0) == SegmentName.folder(path) || folder == path }
    }

    /// Why a log is not read; `nil` if it is.
    private static func refusal(_ path: String) -> String? {
        if LogFile.size([path]) > longest { return "is longer than \(longest >> 20) MB: use flow-trace in a terminal" }
        // The program that decompresses would be executed.
        return Compression.isCompressed(path) ? "is compressed, and this server executes nothing: decompress it" : nil
    }
}
