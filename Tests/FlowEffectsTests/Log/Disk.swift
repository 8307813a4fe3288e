import FlowTestSupport
import FoundationEssentials

@testable import FlowEffects

extension TemporaryFolder {
    /// All files and folders with their permissions, by path below this one.
    func permissions() throws -> [String: UInt32] {
        var found: [String: UInt32] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            found[name] = try SystemCalls.permissions("\(path)/\(name)")
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

extension SystemCalls {
    /// A disk that is full while `isFull` says so: half of what is to be written still fits.
    static func failing(when isFull: @escaping @Sendable () -> Bool) -> SystemCalls {
        SystemCalls(
            write: { file, bytes throws(SystemFailure) in
                guard isFull() else { return try SystemCalls.system.write(file, bytes) }
                try SystemCalls.system.write(file, Array(bytes.prefix(bytes.count / 2)))
                throw SystemFailure(call: "write", code: 28)
            }, sync: SystemCalls.system.sync)
    }
}
