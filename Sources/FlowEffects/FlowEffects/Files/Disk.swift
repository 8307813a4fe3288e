import FlowMachine

/// The disk, with every call that the log and the vault make to it. `SystemDisk` is the real disk; the simulated world has a disk whose power can
/// be cut.
///
/// A call that reads, creates, renames or removes a file refuses the file's folder if it is a link, belongs to another user, or is writable by
/// other users. If a folder of this user is writable by other users, the call first tries to withdraw their permission. A call that opens a file
/// refuses links, special files, files of other users and files with a second name (`FileRefusal`), and never waits for another process. Links
/// above the folder are followed.
package protocol Disk: Sendable {
    /// Opens a file for appending. Creates a missing file so that only this user can access it.
    /// - Parameters:
    ///   - path: the file's path.
    ///   - isNew: whether the file must not exist yet.
    func open(_ path: String, isNew: Bool) throws(SystemFailure) -> CInt
    /// Appends as many bytes as possible in one call, and returns the number of appended bytes, which is at least 1.
    func write(_ file: CInt, _ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> Int
    /// Shortens the file to its first `count` bytes.
    func truncate(_ file: CInt, to count: Int) throws(SystemFailure)
    /// Waits until the written bytes are on the disk.
    func sync(_ file: CInt) throws(SystemFailure)
    /// Locks the file exclusively, for as long as it is open. Fails at once if the file is already locked.
    func lock(_ file: CInt) throws(SystemFailure)
    /// Closes a file.
    func close(_ file: CInt)
    /// Creates a folder for this user only; succeeds if the folder already exists.
    func makeFolder(_ path: String) throws(SystemFailure)
    /// Waits until the names in a folder are on the disk.
    func syncFolder(_ path: String) throws(SystemFailure)
    /// Returns the names in a folder, in no particular order.
    func names(in path: String) throws(SystemFailure) -> [String]
    /// Returns the status of a file or folder. For a link, returns the status of the link itself.
    func status(_ path: String) throws(SystemFailure) -> FileStatus
    /// Returns whether there is a folder at `path`, or a link to a folder.
    func isFolder(_ path: String) -> Bool
    /// Returns the bytes of a file.
    func read(_ path: String) throws(SystemFailure) -> [UInt8]
    /// Renames `old` to `new`, replacing an existing file `new`. Happens as a whole or not at all.
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
    /// The reason why the log and the vault do not touch the file; `nil` for a folder or a regular file that belongs to this user.
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
    /// Appends all bytes, in as many calls as needed.
    func writeAll(_ file: CInt, _ bytes: [UInt8]) throws(SystemFailure) {
        var rest = bytes[...]
        while !rest.isEmpty { rest = rest.dropFirst(try write(file, rest)) }
    }

    /// Creates the folder `path` and the missing folders above it. The folders are on the disk when this function returns.
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

    /// Opens `path` and locks it. Closing the file releases the lock.
    func openLocked(_ path: String) throws(SystemFailure) -> CInt {
        let file = try open(path, isNew: false)
        do throws(SystemFailure) { try lock(file) } catch {
            close(file)
            throw error
        }
        return file
    }

    /// Replaces the contents of the file `name` in `folder`, as a whole or not at all. The bytes are on the disk when this function returns.
    func replace(_ name: String, in folder: String, with bytes: [UInt8]) throws(SystemFailure) {
        let temporary = "\(folder)/\(name).new"
        // An interrupted write may have left this file.
        try remove(temporary)
        let file = try open(temporary, isNew: true)
        defer { close(file) }
        try writeAll(file, bytes)
        try sync(file)
        try rename(temporary, to: "\(folder)/\(name)")
        try syncFolder(folder)
    }
}
