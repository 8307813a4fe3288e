import FlowSimulation
import FlowTestSupport
import FoundationEssentials

@testable import FlowEffects

extension TemporaryFolder {
    /// All files and folders with their permissions, by path below this one.
    func permissions() throws -> [String: UInt32] {
        var found: [String: UInt32] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            found[name] = try SystemDisk().status("\(path)/\(name)").permissions
        }
        return found
    }

    /// The contents of all its files, by path below this one.
    func contents() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            found[name] = try? Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
        }
        return found
    }
}

/// A disk in memory that contains this folder, and its free space.
extension SimulatedDisk {
    static func with(_ folder: String) throws(SystemFailure) -> SimulatedDisk {
        let disk = SimulatedDisk()
        try disk.makeFolders(folder)
        return disk
    }

    /// Fills the disk, or frees it.
    func fill(_ isFull: Bool = true) { faults.room = isFull ? 5 : nil }
}
