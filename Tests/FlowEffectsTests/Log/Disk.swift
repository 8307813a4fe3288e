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

    /// What all its files hold, by path below this one.
    func contents() throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            found[name] = try? Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))
        }
        return found
    }
}

/// A disk in memory with this folder in it, and how full it is.
extension SimulatedDisk {
    static func with(_ folder: String) throws(SystemFailure) -> SimulatedDisk {
        let disk = SimulatedDisk()
        try disk.makeFolders(folder)
        return disk
    }

    /// Nothing fits any more, or everything does.
    func fill(_ isFull: Bool = true) { faults.room = isFull ? 5 : nil }
}
