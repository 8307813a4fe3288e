import FlowEffects
import FlowMachine

/// The contents of a simulated disk.
struct DiskState: Sendable {
    /// A value in two versions: the current version, and the version that certainly survives a power cut.
    struct PersistedState<Value: Sendable>: Sendable {
        var current: Value
        var durable: Value
    }

    /// A file or folder.
    struct Node: Sendable {
        let isFolder: Bool
        var permissions: UInt32
        var bytes = PersistedState<[UInt8]>(current: [], durable: [])
        /// The position of the first byte that a failed sync lost. A later sync does not write the bytes from this position on.
        var lostFrom: Int?
        var names = PersistedState<[String: Int]>(current: [:], durable: [:])
        var modified: Instant
    }

    struct OpenFile: Sendable {
        let node: Int
        var isLocked = false
    }

    var faults = SimulatedDisk.Faults()
    var now = Instant(milliseconds: 0)
    var calls = 0
    var syncs = 0
    var isOff = false
    var files: [CInt: OpenFile] = [:]
    var nodes: [Int: Node] = [0: Node(isFolder: true, permissions: 0o700, modified: Instant(milliseconds: 0))]
    private var nextFile: CInt = 3
    private var nextNode = 1
    private var random: RandomSource

    init(random: RandomSource) { self.random = random }

    // MARK: Finding

    /// Counts the call, and fails if the power is off.
    mutating func begin(_ call: String, changes: Bool) throws(SystemFailure) {
        calls += 1
        if let left = faults.callsUntilPowerCut {
            if left <= 0 { isOff = true } else { faults.callsUntilPowerCut = left - 1 }
        }
        if isOff { throw SystemFailure(call: call, code: SystemFailure.broken) }
        if changes, faults.isReadOnly { throw SystemFailure(call: call, code: SystemFailure.readOnly) }
        if changes, faults.deniesAccess { throw SystemFailure(call: call, code: SystemFailure.denied) }
    }

    mutating func find(_ path: String, for call: String) throws(SystemFailure) -> Int {
        try begin(call, changes: false)
        guard let node = node(path) else { throw SystemFailure(call: call, code: SystemFailure.missing) }
        return node
    }

    private func parts(_ path: String) -> [String] { path.split(separator: "/").filter { $0 != "." }.map(String.init) }

    private func node(_ path: String) -> Int? { node(parts(path)[...]) }

    private func node(_ parts: ArraySlice<String>) -> Int? {
        var node = 0
        for part in parts {
            guard let next = nodes[node]?.names.current[part] else { return nil }
            node = next
        }
        return node
    }

    /// Returns the folder that contains `path`, and the last name of `path`.
    private func place(_ path: String, _ call: String) throws(SystemFailure) -> (folder: Int, name: String) {
        let parts = parts(path)
        guard let name = parts.last, let folder = node(parts.dropLast()) else {
            throw SystemFailure(call: call, code: SystemFailure.missing)
        }
        guard nodes[folder]?.isFolder == true else { throw SystemFailure(call: call, code: SystemFailure.notAFolder) }
        return (folder, name)
    }

    private mutating func make(_ node: Node, _ folder: Int, _ name: String) -> Int {
        let number = nextNode
        nextNode += 1
        nodes[number] = node
        nodes[folder]?.names.current[name] = number
        return number
    }

    private func openFile(_ file: CInt, _ call: String) throws(SystemFailure) -> OpenFile {
        guard let open = files[file] else { throw SystemFailure(call: call, code: SystemFailure.badFile) }
        return open
    }

    // MARK: Files

    mutating func open(_ path: String, _ isNew: Bool) throws(SystemFailure) -> CInt {
        try begin("open", changes: true)
        let (folder, name) = try place(path, "open")
        let old = nodes[folder]?.names.current[name]
        if isNew, old != nil { throw SystemFailure(call: "open", code: SystemFailure.exists) }
        let node = old ?? make(Node(isFolder: false, permissions: 0o600, modified: now), folder, name)
        let file = nextFile
        nextFile += 1
        files[file] = OpenFile(node: node)
        return file
    }

    mutating func write(_ file: CInt, _ bytes: ArraySlice<UInt8>) throws(SystemFailure) -> Int {
        try begin("write", changes: true)
        let node = try openFile(file, "write").node
        var count = bytes.count
        if let room = faults.room { count = min(count, room) }
        if count == 0 { throw SystemFailure(call: "write", code: SystemFailure.full) }
        if faults.writesShort, count > 1 { count = Int.random(in: 1...count, using: &random) }
        if let room = faults.room { faults.room = room - count }
        nodes[node]?.bytes.current += bytes.prefix(count)
        nodes[node]?.modified = now
        return count
    }

    mutating func truncate(_ file: CInt, _ count: Int) throws(SystemFailure) {
        try begin("ftruncate", changes: true)
        let node = try openFile(file, "ftruncate").node
        let left = Array((nodes[node]?.bytes.current ?? []).prefix(count))
        nodes[node]?.bytes.current = left
        nodes[node]?.modified = now
    }

    mutating func sync(_ file: CInt) throws(SystemFailure) {
        try begin("sync", changes: false)
        syncs += 1
        let number = try openFile(file, "sync").node
        guard var node = nodes[number] else { return }
        defer { nodes[number] = node }
        if faults.failingSyncs > 0 {
            faults.failingSyncs -= 1
            node.lostFrom = min(node.lostFrom ?? .max, node.bytes.durable.count)
            throw SystemFailure(call: "sync", code: SystemFailure.broken)
        }
        node.bytes.durable = Array(node.bytes.current.prefix(node.lostFrom ?? .max))
    }

    mutating func lock(_ file: CInt) throws(SystemFailure) {
        try begin("flock", changes: false)
        let open = try openFile(file, "flock")
        for (other, held) in files where other != file && held.node == open.node && held.isLocked {
            throw SystemFailure(call: "flock", code: SystemFailure.locked)
        }
        files[file]?.isLocked = true
    }

    // MARK: Folders

    mutating func makeFolder(_ path: String) throws(SystemFailure) {
        try begin("mkdir", changes: true)
        let (folder, name) = try place(path, "mkdir")
        if let old = nodes[folder]?.names.current[name] {
            if nodes[old]?.isFolder != true { throw SystemFailure(call: "mkdir", code: SystemFailure.notAFolder) }
            return
        }
        _ = make(Node(isFolder: true, permissions: 0o700, modified: now), folder, name)
    }

    mutating func syncFolder(_ path: String) throws(SystemFailure) {
        let number = try find(path, for: "fsync")
        guard let node = nodes[number] else { return }
        nodes[number]?.names.durable = node.names.current
    }

    mutating func status(_ path: String) throws(SystemFailure) -> FileStatus {
        let number = try find(path, for: "stat")
        guard let node = nodes[number] else { throw SystemFailure(call: "stat", code: SystemFailure.missing) }
        return FileStatus(
            isFolder: node.isFolder, permissions: node.permissions, size: node.bytes.current.count, modified: node.modified)
    }

    mutating func rename(_ old: String, _ new: String) throws(SystemFailure) {
        try begin("rename", changes: true)
        let from = try place(old, "rename")
        let to = try place(new, "rename")
        guard let node = nodes[from.folder]?.names.current[from.name] else {
            throw SystemFailure(call: "rename", code: SystemFailure.missing)
        }
        nodes[from.folder]?.names.current[from.name] = nil
        nodes[to.folder]?.names.current[to.name] = node
    }

    mutating func unlink(_ path: String, _ call: String) throws(SystemFailure) {
        try begin(call, changes: true)
        let (folder, name) = try place(path, call)
        guard nodes[folder]?.names.current.removeValue(forKey: name) != nil else {
            throw SystemFailure(call: call, code: SystemFailure.missing)
        }
    }

    // MARK: From outside

    mutating func put(_ bytes: [UInt8], at path: String, _ permissions: UInt32) throws(SystemFailure) {
        let (folder, name) = try place(path, "put")
        var node = Node(isFolder: false, permissions: permissions, modified: now)
        node.bytes = PersistedState(current: bytes, durable: bytes)
        let number = make(node, folder, name)
        nodes[folder]?.names.durable[name] = number
    }

    mutating func vanish(_ path: String) {
        guard let (folder, name) = try? place(path, "vanish") else { return }
        nodes[folder]?.names.current[name] = nil
        nodes[folder]?.names.durable[name] = nil
    }

    /// Turns the power on after a power cut. At random, data that was not synced is kept, is lost, or becomes zeros.
    mutating func restart() {
        files = [:]
        isOff = false
        faults.callsUntilPowerCut = nil
        for number in nodes.keys.sorted() {
            guard var node = nodes[number] else { continue }
            let (current, durable) = (node.bytes.current, node.bytes.durable)
            if current != durable { node.bytes.current = survivor(current, durable, lostFrom: node.lostFrom) }
            node.bytes.durable = node.bytes.current
            node.lostFrom = nil
            for name in Set(node.names.current.keys).union(node.names.durable.keys).sorted() {
                let choice = Bool.random(using: &random) ? node.names.current[name] : node.names.durable[name]
                node.names.current[name] = choice
            }
            node.names.durable = node.names.current
            nodes[number] = node
        }
    }

    private mutating func survivor(_ current: [UInt8], _ durable: [UInt8], lostFrom: Int?) -> [UInt8] {
        guard current.starts(with: durable) else { return Bool.random(using: &random) ? current : durable }
        if lostFrom != nil { return durable }
        let rest = current.dropFirst(durable.count).prefix(Int.random(in: 0...current.count - durable.count, using: &random))
        let isZeros = Int.random(in: 0..<4, using: &random) == 0
        return durable + (isZeros ? [UInt8](repeating: 0, count: rest.count) : Array(rest))
    }
}
