import FoundationEssentials

@testable import FlowEffects

/// A folder of a test's own, gone with it.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("flow-test-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    func setPermissions(_ permissions: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: "\(path)/\(name)")
    }

    /// All files and folders with their permissions, by path below this one.
    func permissions() throws -> [String: UInt32] {
        var found: [String: UInt32] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            found[name] = try SystemCalls.permissions("\(path)/\(name)")
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
