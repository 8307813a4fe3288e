import FlowEffects
import FlowMachine

/// A disk in memory that can fail like a real disk, and whose power can be cut at any call.
///
/// Bytes survive a power cut for certain only if their file was synced, and names only if their folder was synced. All other data survives
/// at random, by the seed. Bytes that were not synced may become zeros.
package final class SimulatedDisk: Disk {
    /// The disk's failures. Each failure occurs until the property is reset.
    package struct Faults: Sendable {
        /// The number of bytes that still fit on the disk; `nil` for any number.
        package var room: Int?
        /// Whether a call of `write` may write only a part of its bytes.
        package var writesShort = false
        /// The number of syncs that fail from now on. The bytes of a failed sync are lost at the next power cut, even if a later sync succeeds.
        package var failingSyncs = 0
        /// Whether the disk rejects every change as read-only.
        package var isReadOnly = false
        /// Whether the disk denies every change and every read of a file.
        package var deniesAccess = false
        /// The number of calls before the power is cut; `nil` if the power is not cut.
        package var callsUntilPowerCut: Int?

        /// Creates a disk on which no call fails.
        package init() {}
    }

    private let state: Lock<DiskState>

    /// Creates an empty disk.
    package init(seed: UInt64 = 0) { state = Lock(DiskState(random: RandomSource(seed: seed))) }

    /// The disk's current failures.
    package var faults: Faults {
        get { state.withLock { $0.faults } }
        set { state.withLock { $0.faults = newValue } }
    }

    /// The time of the disk's clock. It is the modification time of a file that changes.
    package var now: Instant {
        get { state.withLock { $0.now } }
        set { state.withLock { $0.now = newValue } }
    }

    /// The number of system calls so far.
    package var calls: Int { state.withLock { $0.calls } }
    /// The number of syncs of files so far, including failed syncs.
    package var syncs: Int { state.withLock { $0.syncs } }
    /// Whether the power was cut.
    package var isOff: Bool { state.withLock { $0.isOff } }

    /// Cuts the power and turns it on again. Open files are closed, and data that was not synced may be lost.
    package func restart() { state.withLock { $0.restart() } }

    /// Ends the process that uses the disk. Its files are closed, and all data that it wrote is kept.
    package func endProcess() { state.withLock { $0.files = [:] } }

    /// Turns the power on without losing data, as if the cut had ended only the process.
    package func powerOn() { state.withLock { $0.isOff = false } }

    /// Removes a folder and its contents, as a system does when it needs space.
    package func vanish(_ path: String) { state.withLock { $0.vanish(path) } }

    /// Creates a synced file at `path`, as another process would.
    package func put(_ bytes: [UInt8], at path: String, permissions: UInt32 = 0o600) throws(SystemFailure) {
        try state.withLock { state throws(SystemFailure) in try state.put(bytes, at: path, permissions) }
    }

    // MARK: The calls

    package func open(_ path: String, isNew: Bool) throws(SystemFailure) -> CInt {
        try state.withLock { state throws(SystemFailure) in try state.open(path, isNew) }
    }

    package func write(_ file: CInt, _ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> Int {
        try state.withLock { state throws(SystemFailure) in try state.write(file, bytes) }
    }

    package func truncate(_ file: CInt, to count: Int) throws(SystemFailure) {
        try state.withLock { state throws(SystemFailure) in try state.truncate(file, count) }
    }

    package func sync(_ file: CInt) throws(SystemFailure) {
        try state.withLock { state throws(SystemFailure) in try state.sync(file) }
    }

    package func lock(_ file: CInt) throws(SystemFailure) {
        try state.withLock { state throws(SystemFailure) in try state.lock(file) }
    }

    package func close(_ file: CInt) { state.withLock { $0.files[file] = nil } }

    package func makeFolder(_ path: String) throws(SystemFailure) {
        try state.withLock { state throws(SystemFailure) in try state.makeFolder(path) }
    }

    package func syncFolder(_ path: String) throws(SystemFailure) {
        try state.withLock { state throws(SystemFailure) in try state.syncFolder(path) }
    }

    package func names(in path: String) throws(SystemFailure) -> [String] {
        try state.withLock { state throws(SystemFailure) in
            let node = try state.find(path, for: "opendir")
            return (state.nodes[node]?.names.current.keys).map { $0.sorted() } ?? []
        }
    }

    package func status(_ path: String) throws(SystemFailure) -> FileStatus {
        try state.withLock { state throws(SystemFailure) in try state.status(path) }
    }

    package func isFolder(_ path: String) -> Bool { (try? status(path))?.isFolder == true }

    package func read(_ path: String) throws(SystemFailure) -> [UInt8] {
        try state.withLock { state throws(SystemFailure) in
            let node = try state.find(path, for: "read")
            if state.faults.deniesAccess { throw SystemFailure(call: "open", code: SystemFailure.denied) }
            return state.nodes[node]?.bytes.current ?? []
        }
    }

    package func rename(_ old: String, to new: String) throws(SystemFailure) {
        try state.withLock { state throws(SystemFailure) in try state.rename(old, new) }
    }

    package func remove(_ path: String) throws(SystemFailure) {
        try state.withLock { state throws(SystemFailure) in
            do throws(SystemFailure) { try state.unlink(path, "unlink") } catch { if !error.isMissing { throw error } }
        }
    }

    package func removeFolder(_ path: String) throws(SystemFailure) {
        try state.withLock { state throws(SystemFailure) in
            let node = try state.find(path, for: "rmdir")
            if state.nodes[node]?.names.current.isEmpty == false { throw SystemFailure(call: "rmdir", code: SystemFailure.notEmpty) }
            try state.unlink(path, "rmdir")
        }
    }
}
