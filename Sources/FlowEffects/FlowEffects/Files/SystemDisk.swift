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
        let file = openFile(path, O_CREAT | O_RDWR | O_APPEND | O_CLOEXEC | (isNew ? O_EXCL : 0))
        if file < 0 { throw .last("open") }
        return file
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
            // fsync hands the bytes to the drive, which may keep them in its cache.
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
        let folder = openFile(path, O_RDONLY | O_CLOEXEC)
        if folder < 0 { throw .last("open") }
        defer { closeFile(folder) }
        if fsync(folder) != 0 { throw .last("fsync") }
    }

    package func names(in path: String) throws(SystemFailure) -> [String] {
        guard let folder = opendir(path) else { throw .last("opendir") }
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
        if stat(path, &found) != 0 { throw .last("stat") }
        #if canImport(Darwin)
            let time = found.st_mtimespec
        #else
            let time = found.st_mtim
        #endif
        return FileStatus(
            isFolder: found.st_mode & S_IFMT == S_IFDIR, permissions: UInt32(found.st_mode) & 0o777, size: Int(found.st_size),
            modified: Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000))
    }

    package func read(_ path: String) throws(SystemFailure) -> [UInt8] {
        let file = openFile(path, O_RDONLY | O_CLOEXEC)
        if file < 0 { throw .last("open") }
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
        if renameFile(old, new) != 0 { throw .last("rename") }
    }

    package func remove(_ path: String) throws(SystemFailure) {
        if unlink(path) != 0 && errno != ENOENT { throw .last("unlink") }
    }

    package func removeFolder(_ path: String) throws(SystemFailure) {
        if rmdir(path) != 0 { throw .last("rmdir") }
    }
}

extension SystemFailure {
    /// The failure of `call`, as `errno` says just after it.
    static func last(_ call: String) -> SystemFailure { SystemFailure(call: call, code: errno) }
}

/// The one path that all paths to the same folder share; `path` itself if there is no such folder.
func canonicalPath(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
}

// The system's functions that have the same names as the methods above.

private func openFile(_ path: String, _ flags: CInt) -> CInt { open(path, flags, 0o600) }
private func closeFile(_ file: CInt) { _ = close(file) }
private func writeFile(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(file, bytes, count) }
private func readFile(_ file: CInt, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int { read(file, bytes, count) }
private func renameFile(_ old: String, _ new: String) -> CInt { rename(old, new) }

/// The id of this process; a lock file uses it to name its holder.
func processID() -> Int32 { getpid() }
