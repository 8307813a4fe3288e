#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import FlowMachine

/// The device's own disk.
package struct SystemDisk: Disk {
    package init() {}

    package func open(_ path: String, isNew: Bool) throws(SystemFailure) -> CInt {
        try openOwn(path, O_CREAT | O_RDWR | O_APPEND | (isNew ? O_EXCL : 0))
    }

    package func write(_ file: CInt, _ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> Int {
        while true {
            let count = bytes.withUnsafeBytes { writeFile(file, $0.baseAddress, $0.count) }
            if count > 0 { return count }
            if count == 0 { throw SystemFailure(call: "write", code: EIO) }
            if errno != EINTR { throw .last("write") }
        }
    }

    package func truncate(_ file: CInt, to count: Int) throws(SystemFailure) {
        if ftruncate(file, off_t(count)) != 0 { throw .last("ftruncate") }
    }

    package func sync(_ file: CInt) throws(SystemFailure) {
        #if canImport(Darwin)
            // On Darwin, `fsync` only passes the bytes to the drive, which may keep them in its cache.
            let result = fcntl(file, F_FULLFSYNC) == 0 ? 0 : fsync(file)
        #else
            let result = fdatasync(file)
        #endif
        if result != 0 { throw .last("sync") }
    }

    package func lock(_ file: CInt) throws(SystemFailure) {
        if flock(file, LOCK_EX | LOCK_NB) != 0 { throw .last("flock") }
    }

    package func close(_ file: CInt) { closeFile(file) }

    package func makeFolder(_ path: String) throws(SystemFailure) {
        if mkdir(path, 0o700) == 0 { return }
        let failure = SystemFailure.last("mkdir")
        guard let found = try? status(path) else { throw failure }
        if !found.isFolder { throw SystemFailure(call: "mkdir", code: ENOTDIR) }
    }

    package func syncFolder(_ path: String) throws(SystemFailure) {
        let folder = openFile(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC)
        if folder < 0 { throw .last("open") }
        defer { closeFile(folder) }
        if fsync(folder) != 0 { throw .last("fsync") }
    }

    package func names(in path: String) throws(SystemFailure) -> [String] {
        let descriptor = try openFolder(path)
        guard let folder = fdopendir(descriptor) else {
            let failure = SystemFailure.last("opendir")
            closeFile(descriptor)
            throw failure
        }
        // `closedir` also closes the descriptor.
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    package func status(_ path: String) throws(SystemFailure) -> FileStatus {
        var found = stat()
        if lstat(path, &found) != 0 { throw .last("stat") }
        #if canImport(Darwin)
            let time = found.st_mtimespec
        #else
            let time = found.st_mtim
        #endif
        return FileStatus(
            isFolder: found.st_mode & S_IFMT == S_IFDIR, permissions: UInt32(found.st_mode) & 0o777, size: Int(found.st_size),
            modified: Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000),
            refusal: FileRefusal(found))
    }

    package func isFolder(_ path: String) -> Bool {
        var found = stat()
        return stat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFDIR
    }

    package func read(_ path: String) throws(SystemFailure) -> [UInt8] {
        let file = try openOwn(path, O_RDONLY)
        defer { closeFile(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = chunk.withUnsafeMutableBytes { readFile(file, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count > 0 { bytes += chunk[..<count] } else if errno != EINTR { throw .last("read") }
        }
    }

    package func rename(_ old: String, to new: String) throws(SystemFailure) {
        let (from, to) = (FilePlace(old), FilePlace(new))
        let source = try openFolder(from.folder)
        defer { closeFile(source) }
        let target = try openFolder(to.folder)
        defer { closeFile(target) }
        if renameat(source, from.name, target, to.name) != 0 { throw .last("rename") }
    }

    package func remove(_ path: String) throws(SystemFailure) {
        let place = FilePlace(path)
        let folder: CInt
        do throws(SystemFailure) { folder = try openFolder(place.folder) } catch {
            if error.isMissing { return }
            throw error
        }
        defer { closeFile(folder) }
        if unlinkat(folder, place.name, 0) != 0 && errno != ENOENT { throw .last("unlink") }
    }

    package func removeFolder(_ path: String) throws(SystemFailure) {
        if rmdir(path) != 0 { throw .last("rmdir") }
    }
}

// MARK: Opening files and folders of this user only

extension SystemDisk {
    /// Opens a regular file that belongs to this user, in a folder that belongs to this user. The checks apply to the open descriptors, so no other
    /// process can exchange the file or the folder between the check and the use.
    private func openOwn(_ path: String, _ flags: CInt) throws(SystemFailure) -> CInt {
        let place = FilePlace(path)
        let folder = try openFolder(place.folder)
        defer { closeFile(folder) }
        // Without `O_NONBLOCK`, opening a pipe would wait for its other end. The flag has no effect on a regular file.
        let file = openFile(folder, place.name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        if file < 0 { throw errno == ELOOP ? SystemFailure(call: "open", .link) : .last("open") }
        var found = stat()
        guard fstat(file, &found) == 0 else {
            let failure = SystemFailure.last("fstat")
            closeFile(file)
            throw failure
        }
        if let refusal = found.st_mode & S_IFMT == S_IFREG ? FileRefusal(found) : .special {
            closeFile(file)
            throw SystemFailure(call: "open", refusal)
        }
        return file
    }

    /// Opens a folder that belongs to this user and is not writable by other users. If other users can write to the folder, for example because of a
    /// process's umask, first withdraws their permission.
    private func openFolder(_ path: String) throws(SystemFailure) -> CInt {
        let folder = openFile(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        if folder < 0 {
            let failure = SystemFailure.last("open")
            // For a link that must not be followed, the error differs between systems: `ENOTDIR` on Linux, `ELOOP` on others.
            var found = stat()
            let isLink = lstat(path, &found) == 0 && found.st_mode & S_IFMT == S_IFLNK
            throw isLink ? SystemFailure(call: "open", .link) : failure
        }
        if let refusal = closeToOthers(folder) {
            closeFile(folder)
            throw SystemFailure(call: "open", refusal)
        }
        return folder
    }

    /// Withdraws the permission of other users to write to a folder of this user.
    /// - Returns: the reason why the folder cannot be used; `nil` if it can.
    private func closeToOthers(_ folder: CInt) -> FileRefusal? {
        var found = stat()
        guard fstat(folder, &found) == 0 else { return .special }
        let refusal = FileRefusal(found)
        guard refusal == .writable else { return refusal }
        guard fchmod(folder, found.st_mode & 0o7755) == 0, fstat(folder, &found) == 0 else { return .writable }
        // Checks the result, because some file systems cannot change permissions but report success.
        return FileRefusal(found)
    }
}

extension FileRefusal {
    /// Creates the reason for which a file or folder with this status must not be touched; `nil` for a folder or a regular file of this user.
    fileprivate init?(_ found: stat) {
        switch found.st_mode & S_IFMT {
        case S_IFLNK: self = .link
        case _ where found.st_uid != geteuid(): self = .owner
        case S_IFDIR where found.st_mode & 0o022 != 0: self = .writable
        case S_IFREG where found.st_nlink > 1: self = .hardLink
        case S_IFDIR, S_IFREG: return nil
        case _: self = .special
        }
    }
}

/// A path, split into the folder and the name in the folder.
private struct FilePlace {
    let folder: String
    let name: String

    init(_ path: String) {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else {
            (folder, name) = (".", path)
            return
        }
        folder = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[path.utf8.index(after: slash)...])
    }
}

extension SystemFailure {
    /// Returns the failure of `call`, with the current value of `errno`.
    static func last(_ call: String) -> SystemFailure { SystemFailure(call: call, code: errno) }
}

/// Returns the canonical path of a folder, which is the same for all paths to that folder; `path` itself if there is no such folder.
func canonicalPath(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
}

// Wrappers for the system's functions. Inside `SystemDisk`, methods of the same names hide the system's functions.

private func openFile(_ folder: CInt, _ path: String, _ flags: CInt) -> CInt { openat(folder, path, flags, 0o600) }
private func closeFile(_ file: CInt) { _ = close(file) }
private func writeFile(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(file, bytes, count) }
private func readFile(_ file: CInt, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int { read(file, bytes, count) }

/// Returns the id of this process, with which a lock file names its holder.
func processID() -> Int32 { getpid() }
