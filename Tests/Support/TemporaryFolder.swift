#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A test's own folder, removed with its owner.
public final class TemporaryFolder: Sendable {
    /// Its path.
    public let path: String

    /// A new, empty folder.
    public init() {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("flow-test-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The folder, or a place in it.
    public func url(_ name: String = "") -> URL { URL(fileURLWithPath: name.isEmpty ? path : "\(path)/\(name)", isDirectory: true) }

    /// Writes a file in it.
    public func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    /// Changes the permissions of a file in it.
    public func setPermissions(_ permissions: Int, of name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: "\(path)/\(name)")
    }
}
