import FlowMachine

/// Every call that the log and the vault make to write bytes to the disk and read them. The real one is `SystemDisk`; the simulated world
/// has a disk whose power can be cut.
///
/// A call that reads, creates, renames or removes a file refuses the file's folder if it is a link, belongs to another user, or is writable
/// by other users; a folder of this user that others can write to is first closed to them. A call that opens a file refuses links, anything
/// but regular files, files of other users and files with a second name, and never waits for another process (`FileRefusal`). Links above
/// the folder are followed.
package protocol Disk: Sendable {
    /// Opens a file for appending that nobody but this user can read.
    /// - Parameter isNew: whether it must not exist yet.
    func open(_ path: String, isNew: Bool) throws(SystemFailure) -> CInt
    /// Appends as many of the bytes as possible at once, at least one.
    func write(_ file: CInt, _ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> Int
    /// Cuts the file to its first `count` bytes.
    func truncate(_ file: CInt, to count: Int) throws(SystemFailure)
    /// Returns when the written bytes are on the disk.
    func sync(_ file: CInt) throws(SystemFailure)
    /// Takes the only lock on the file, for as long as the file is open; fails at once if it is already locked.
    func lock(_ file: CInt) throws(SystemFailure)
    /// Closes a file.
    func close(_ file: CInt)
    /// Creates a folder for this user only; succeeds if the folder already exists.
    func makeFolder(_ path: String) throws(SystemFailure)
    /// Returns when the names in a folder are on the disk.
    func syncFolder(_ path: String) throws(SystemFailure)
    /// The names in a folder, in no order.
    func names(in path: String) throws(SystemFailure) -> [String]
    /// The status of a file or folder; of a link, its own.
    func status(_ path: String) throws(SystemFailure) -> FileStatus
    /// Whether there is a folder at `path`, or a link to one.
    func isFolder(_ path: String) -> Bool
    /// The bytes of a file.
    func read(_ path: String) throws(SystemFailure) -> [UInt8]
    /// Renames `old` to `new` and replaces `new`, as a whole or not at all.
    func rename(_ old: String, to new: String) throws(SystemFailure)
    /// Removes a file; succeeds if the file does not exist.
    func remove(_ path: String) throws(SystemFailure)
    /// Removes an empty folder.
    func removeFolder(_ path: String) throws(SystemFailure)
}

/// The status of a file or folder.
package struct FileStatus: Sendable, Equatable {
    package let isFolder: Bool
    /// The permission bits of the file.
    package let permissions: UInt32
    package let size: Int
    /// The time of the file's last change.
    package let modified: Instant
    /// Why the log and the vault do not touch it; `nil` for a folder and a regular file of this user's own.
    package let refusal: FileRefusal?

    package init(isFolder: Bool, permissions: UInt32, size: Int, modified: Instant, refusal: FileRefusal? = nil) {
        self.refusal = refusal
        self.isFolder = isFolder
        self.permissions = permissions
        self.size = size
        self.modified = modified
    }
}

extension Disk {
    /// Appends all of the bytes.
    func writeAll(_ file: CInt, _ bytes: [UInt8]) throws(SystemFailure) {
        var rest = bytes[...]
        while !rest.isEmpty { rest = rest.dropFirst(try write(file, rest)) }
    }

    /// Creates the folder `path` and the folders above it; they are on the disk when this returns.
    func makeFolders(_ path: String) throws(SystemFailure) {
        // An existing folder need not be created, and may be in a place where creating one is not allowed.
        if isFolder(path) { return }
        var parent = path.hasPrefix("/") ? "/" : "."
        for part in path.split(separator: "/") {
            let made = parent == "." ? String(part) : parent == "/" ? "/\(part)" : "\(parent)/\(part)"
            if !isFolder(made) {
                try makeFolder(made)
                try syncFolder(parent)
            }
            parent = made
        }
    }

    /// Opens `path` and takes its lock. Closing the file releases the lock.
    func openLocked(_ path: String) throws(SystemFailure) -> CInt {
        let file = try open(path, isNew: false)
        do throws(SystemFailure) { try lock(file) } catch {
            close(file)
            throw error
        }
        return file
    }

    /// Writes `bytes` to the file `name` in `folder`, as a whole or not at all; they are on the disk when this returns.
    func replace(_ name: String, in folder: String, with bytes: [UInt8]) throws(SystemFailure) {
        let temporary = "\(folder)/\(name).new"
        // The remainder of an interrupted write may exist.
        try remove(temporary)
        let file = try open(temporary, isNew: true)
        defer { close(file) }
        try writeAll(file, bytes)
        try sync(file)
        try rename(temporary, to: "\(folder)/\(name)")
        try syncFolder(folder)
    }
}
