#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A system call that failed, and how.
struct SystemFailure: Error, Equatable {
    /// The call, for example `write`.
    let call: String
    /// `errno`.
    let code: CInt

    /// The failure of `call`, as `errno` says just after it.
    static func last(_ call: String) -> SystemFailure { SystemFailure(call: call, code: errno) }

    /// The system's words for it.
    var text: String { "\(call): \(String(cString: strerror(code)))" }

    var isMissing: Bool { code == ENOENT }
    var isLocked: Bool { code == EWOULDBLOCK }
}

/// The system calls that bring bytes to the disk. A value, so that tests can let them fail.
struct SystemCalls: Sendable {
    /// Writes all of the bytes.
    var write: @Sendable (_ file: CInt, _ bytes: [UInt8]) throws(SystemFailure) -> Void
    /// Returns when what was written is on the disk.
    var sync: @Sendable (_ file: CInt) throws(SystemFailure) -> Void

    /// The real ones.
    static let system = SystemCalls(write: writeAll, sync: syncData)

    private static func writeAll(_ file: CInt, _ bytes: [UInt8]) throws(SystemFailure) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                #if canImport(Darwin)
                    Darwin.write(file, UnsafeRawBufferPointer(rebasing: buffer[done...]).baseAddress, buffer.count - done)
                #elseif canImport(Musl)
                    Musl.write(file, UnsafeRawBufferPointer(rebasing: buffer[done...]).baseAddress, buffer.count - done)
                #else
                    Glibc.write(file, UnsafeRawBufferPointer(rebasing: buffer[done...]).baseAddress, buffer.count - done)
                #endif
            }
            if count > 0 {
                done += count
            } else if count == 0 {
                throw SystemFailure(call: "write", code: EIO)
            } else if errno != EINTR {
                throw .last("write")
            }
        }
    }

    private static func syncData(_ file: CInt) throws(SystemFailure) {
        #if canImport(Darwin)
            let result = fsync(file)
        #else
            let result = fdatasync(file)
        #endif
        if result != 0 { throw .last("sync") }
    }

    /// Opens a file for writing that nobody but this user can read.
    /// - Parameter isNew: whether it must not exist yet.
    static func create(_ path: String, isNew: Bool) throws(SystemFailure) -> CInt {
        let file = open(path, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC | (isNew ? O_EXCL : 0), 0o600)
        if file < 0 { throw .last("open") }
        return file
    }

    /// Closes a file.
    static func close(_ file: CInt) {
        #if canImport(Darwin)
            _ = Darwin.close(file)
        #elseif canImport(Musl)
            _ = Musl.close(file)
        #else
            _ = Glibc.close(file)
        #endif
    }

    /// Takes the only lock on `path`, for as long as the returned file is open; fails at once if another holds it.
    static func lock(_ path: String) throws(SystemFailure) -> CInt {
        let file = try create(path, isNew: false)
        if flock(file, LOCK_EX | LOCK_NB) != 0 {
            let failure = SystemFailure.last("flock")
            close(file)
            throw failure
        }
        return file
    }

    /// Makes the folder `path`, and those above it, for this user only.
    static func makeFolder(_ path: String) throws(SystemFailure) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += part
            if mkdir(made, 0o700) != 0 && errno != EEXIST && !isFolder(made) { throw .last("mkdir") }
            made += "/"
        }
        if !isFolder(path) { throw SystemFailure(call: "mkdir", code: ENOTDIR) }
    }

    /// The permission bits of `path`.
    static func permissions(_ path: String) throws(SystemFailure) -> UInt32 {
        var status = stat()
        if stat(path, &status) != 0 { throw .last("stat") }
        return UInt32(status.st_mode) & 0o777
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Puts `old` in the place of `new`, whole or not at all.
    static func replace(_ new: String, with old: String) throws(SystemFailure) {
        if rename(old, new) != 0 { throw .last("rename") }
    }

    /// Removes a file; one that is not there is removed already.
    static func remove(_ path: String) throws(SystemFailure) {
        if unlink(path) != 0 && errno != ENOENT { throw .last("unlink") }
    }

    /// Returns when the names in a folder are on the disk.
    static func syncFolder(_ path: String) throws(SystemFailure) {
        let folder = open(path, O_RDONLY | O_CLOEXEC)
        if folder < 0 { throw .last("open") }
        defer { close(folder) }
        if fsync(folder) != 0 { throw .last("fsync") }
    }

    /// The bytes of a file.
    static func read(_ path: String) throws(SystemFailure) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        if file < 0 { throw .last("open") }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = chunk.withUnsafeMutableBytes { buffer in
                #if canImport(Darwin)
                    Darwin.read(file, buffer.baseAddress, buffer.count)
                #elseif canImport(Musl)
                    Musl.read(file, buffer.baseAddress, buffer.count)
                #else
                    Glibc.read(file, buffer.baseAddress, buffer.count)
                #endif
            }
            if count == 0 { return bytes }
            if count > 0 { bytes += chunk[..<count] } else if errno != EINTR { throw .last("read") }
        }
    }

    /// The names in a folder, in no order.
    static func names(in path: String) throws(SystemFailure) -> [String] {
        guard let folder = opendir(path) else { throw .last("opendir") }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
