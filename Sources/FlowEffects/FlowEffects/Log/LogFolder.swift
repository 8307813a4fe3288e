#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

/// The files of a log: segments `flow-<label>-NNNN.jsonl`, files with their torn ends, and a lock file.
///
/// The log does not touch other files. It also ignores anything with a segment's name that is not a regular file of this user (`FileRefusal`), so
/// that such a file cannot prevent the log from beginning.
struct LogFolder: Sendable {
    let path: String
    let disk: any Disk
    /// Whether the folder was given as a path or a file URL. The path of any other URL must not become a folder.
    private let isOnDevice: Bool
    /// Whether a log in an app group's container is refused, because iOS terminates a suspended app that holds a lock in such a container.
    var refusesSharedContainers = LogFolder.isOnApplesPlatforms

    /// Excludes the folder from backups and makes the system encrypt its files, on platforms that support this.
    var protect: @Sendable (_ folder: String) throws -> Void = { _ in }

    init(path: String, disk: any Disk) { (self.path, self.disk, isOnDevice) = (path, disk, true) }

    init(_ url: URL, disk: any Disk) {
        (path, self.disk, isOnDevice) = (url.isFileURL ? url.path : url.absoluteString, disk, url.isFileURL)
    }

    #if canImport(Darwin)
        private static let isOnApplesPlatforms = true
    #else
        private static let isOnApplesPlatforms = false
    #endif

    /// A segment that is being written.
    struct Segment: Sendable {
        let file: CInt
        let path: String
    }

    // MARK: Reading

    /// Returns the names of the segments, oldest first.
    func segments() throws(EventLogFailure) -> [String] {
        try numberedNames().filter { (try? disk.status("\(path)/\($0.name)"))?.isOwnFile == true }.map(\.name)
    }

    /// Returns all names in the folder that have the form of a segment's name, sorted by number.
    private func numberedNames() throws(EventLogFailure) -> [(number: Int, name: String)] {
        try names().compactMap { name in number(of: name).map { (number: $0, name: name) } }
            .sorted { ($0.number, $0.name) < ($1.number, $1.name) }
    }

    /// Returns the number of the next segment: one more than the highest number in use whose successor is free.
    private func nextNumber() throws(EventLogFailure) -> Int {
        let numbers = Set(try numberedNames().map(\.number))
        return (numbers.filter { $0 < LogFolder.highestNumber && !numbers.contains($0 + 1) }.max() ?? 0) + 1
    }

    func read(_ segment: String) throws(EventLogFailure) -> [UInt8] {
        let path = "\(path)/\(segment)"
        guard number(of: segment) != nil else { throw EventLogFailure(.reading, place: path, cause: "no segment has this name") }
        do throws(SystemFailure) { return try disk.read(path) } catch { throw EventLogFailure(.reading, place: path, error) }
    }

    private func isFolder(_ name: String) -> Bool { (try? disk.status("\(path)/\(name)"))?.isFolder == true }

    private func names() throws(EventLogFailure) -> [String] {
        do throws(SystemFailure) { return try disk.names(in: path) } catch {
            if error.isMissing { return [] }
            throw EventLogFailure(.reading, place: path, error)
        }
    }

    /// Returns the number in a segment's name, which has one to nine digits; `nil` for any other name.
    private func number(of name: String) -> Int? {
        guard name.hasPrefix("flow-"), name.hasSuffix(".jsonl"), !name.contains("/") else { return nil }
        guard let digits = name.dropLast(6).split(separator: "-").last, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return digits.utf8.count <= 9 ? Int(digits) : nil
    }

    /// The highest number that a segment can have.
    private static let highestNumber = 999_999_999

    // MARK: Writing

    /// Creates the folder if it does not exist, and locks it for the log with this label.
    func lock(for label: String) throws(EventLogFailure) -> CInt {
        if !isOnDevice { throw EventLogFailure(.unavailable, place: path, cause: "it is not a file URL") }
        if refusesSharedContainers, isInSharedContainer(path) {
            throw EventLogFailure(.sharedContainer, place: path, cause: "its path contains /Containers/Shared/AppGroup/")
        }
        let name = "\(path)/flow.lock"
        let lock: CInt
        do throws(SystemFailure) {
            try disk.makeFolders(path)
            lock = try disk.openLocked(name)
        } catch {
            guard error.isLocked else {
                let isTheLock = error.refusal != nil && (try? disk.status(path))?.refusal == nil
                throw EventLogFailure(.unavailable, place: isTheLock ? name : path, error)
            }
            let holder = (try? disk.read(name)).map { String(decoding: $0.prefix(200), as: UTF8.self) } ?? ""
            throw EventLogFailure(.alreadyOpen, place: path, cause: holder.isEmpty ? error.text : holder, code: error.code)
        }
        // The folder is protected before any segment is created, because segments inherit the folder's protection.
        do { try protect(path) } catch {
            disk.close(lock)
            throw EventLogFailure(.unavailable, place: path, cause: "it cannot be excluded from backups and encrypted: \(error)")
        }
        // Writes the name of the lock's holder, for the failure that another process reports. If this fails, for example on a full disk, no harm is
        // done.
        try? disk.truncate(lock, to: 0)
        try? disk.writeAll(lock, Array("process \(processID()), support id \(label)".utf8))
        return lock
    }

    /// Creates the file of the next segment.
    func create(_ label: String) throws(EventLogFailure) -> Segment {
        let name = "\(path)/\(segmentName(label, try nextNumber()))"
        do throws(SystemFailure) {
            let file = try disk.open(name, isNew: true)
            do throws(SystemFailure) { try disk.syncFolder(path) } catch {
                disk.close(file)
                throw error
            }
            return Segment(file: file, path: name)
        } catch {
            throw EventLogFailure(.writing, place: name, error)
        }
    }

    // MARK: Cleaning up old segments

    /// Moves the torn end of the last segment to another file, and returns the repair; `nil` if there is no torn end.
    func recoverLast() throws(EventLogFailure) -> LogRecovery? {
        let next = try nextNumber()
        // Ignores files with a number above the next segment's, for example a file that another program gave the highest number.
        guard let last = try segments().last(where: { (number(of: $0) ?? next) < next }) else { return nil }
        return try recover(last)
    }

    /// Moves the torn end of a segment to another file, and returns the repair; `nil` if there is no torn end.
    func recover(_ segment: String) throws(EventLogFailure) -> LogRecovery? {
        let bytes = try read(segment)
        let survey = LogSurvey(bytes)
        do throws(SystemFailure) {
            if bytes.isEmpty {
                try disk.remove("\(path)/\(segment)")
                return nil
            }
            guard let tail = survey.damages.last, tail.isTail else { return nil }
            let aside = "\(segment).torn"
            // A folder with the name of the torn file cannot be replaced. The torn end then stays in the segment, where readers detect it, too.
            if isFolder(aside) || isFolder("\(aside).new") { return nil }
            if survey.wholeBytes == 0 {
                try disk.rename("\(path)/\(segment)", to: "\(path)/\(aside)")
                try disk.syncFolder(path)
            } else {
                try disk.replace(aside, in: path, with: Array(bytes[survey.wholeBytes...]))
                let file = try disk.open("\(path)/\(segment)", isNew: false)
                defer { disk.close(file) }
                try disk.truncate(file, to: survey.wholeBytes)
                try disk.sync(file)
            }
            return LogRecovery(
                segment: segment, wholeLines: survey.wholeLines, tornBytes: bytes.count - survey.wholeBytes, tornFile: aside,
                failure: tail.failure)
        } catch {
            throw EventLogFailure(.writing, place: "\(path)/\(segment)", error)
        }
    }

    /// Deletes the segments that are too old, and the oldest segments beyond the maximum total size. Ignores failures to delete a segment.
    func clean(_ keeping: LogRetention, at now: Instant) {
        var room = keeping.bytes
        for (_, name) in ((try? numberedNames()) ?? []).reversed() {
            let path = "\(path)/\(name)"
            // A segment with a second name is never read, but it is deleted like any other segment.
            guard let status = try? disk.status(path), status.isOwnFile || status.refusal == .hardLink else { continue }
            room -= status.size
            let isOld = keeping.age.map { status.modified.advanced(by: Interval($0)) < now } ?? false
            if !isOld, room >= 0 { continue }
            try? disk.remove(path)
            try? disk.remove("\(path).torn")
        }
        for name in (try? names()) ?? [] where name.hasSuffix(".torn") && number(of: String(name.dropLast(5))) != nil {
            // A segment that was torn within its first line leaves only the file with the torn end.
            guard let age = keeping.age, let status = try? disk.status("\(path)/\(name)"), status.isOwnFile else { continue }
            if status.modified.advanced(by: Interval(age)) < now { try? disk.remove("\(path)/\(name)") }
        }
    }

    /// Removes all files of the log, and the folder if nothing else is in it.
    func erase() throws(EventLogFailure) {
        guard (try? disk.status(path)) != nil else { return }
        let lock = try lock(for: "erasing")
        defer { disk.close(lock) }
        for name in try names() {
            var segment = name
            for ending in [".new", ".torn"] where segment.hasSuffix(ending) { segment.removeLast(ending.utf8.count) }
            // A folder does not belong to the log. A link may be removed, because its target remains.
            if number(of: segment) == nil || isFolder(name) { continue }
            do throws(SystemFailure) { try disk.remove("\(path)/\(name)") } catch {
                throw EventLogFailure(.removing, place: "\(path)/\(name)", error)
            }
        }
        do throws(SystemFailure) {
            try disk.remove("\(path)/flow.lock")
            try disk.syncFolder(path)
        } catch {
            throw EventLogFailure(.removing, place: path, error)
        }
        // The folder stays if it contains other files.
        try? disk.removeFolder(path)
    }
}

extension FileStatus {
    /// Whether this is the status of a regular file of this user.
    fileprivate var isOwnFile: Bool { !isFolder && refusal == nil }
}

/// Returns whether `path` is in an app group's container on iOS, tvOS or visionOS, or in a simulator of one of these systems.
func isInSharedContainer(_ path: String) -> Bool { "\(path)/".contains("/Containers/Shared/AppGroup/") }

/// Returns the name of a segment, for example `flow-<label>-0001.jsonl`.
func segmentName(_ label: String, _ number: Int) -> String {
    let digits = String(number)
    return "flow-\(fileNamePart(label))-\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits).jsonl"
}

/// Returns `text` with every byte other than ASCII letters, digits and `.` replaced by `_`, so that it can be part of a file's name.
func fileNamePart(_ text: String) -> String {
    String(
        decoding: text.utf8.map { byte -> UInt8 in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E: byte
            case _: 0x5F
            }
        }, as: UTF8.self)
}
