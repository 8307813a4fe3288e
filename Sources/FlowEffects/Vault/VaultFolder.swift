#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder of small files for this user only, each replaced whole or not at all. A file that cannot be understood is
/// as good as lost; one that others can read is refused.
struct VaultFolder: Sendable {
    let path: String
    let disk: any Disk

    /// Makes the folder if need be.
    init(_ path: String, disk: any Disk) throws(FlowVaultFailure) {
        self.path = path
        self.disk = disk
        do throws(SystemFailure) {
            try disk.makeFolders(path)
        } catch {
            throw FlowVaultFailure(.folder, path: path, cause: error.text)
        }
        try checkPermissions(path)
    }

    /// Puts `value` into the file `name`; it is on the disk when this returns.
    func write<T: Encodable>(_ value: T, to name: String) throws(FlowVaultFailure) {
        let target = "\(path)/\(name)"
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(value) else { throw FlowVaultFailure(.writing, path: target, cause: "not a JSON value") }
        do throws(SystemFailure) {
            try disk.replace(name, in: path, with: [UInt8](data))
        } catch {
            throw FlowVaultFailure(.writing, path: target, cause: error.text)
        }
    }

    /// What the file `name` holds; `nil` if there is none or it cannot be understood.
    func read<T: Decodable>(_ type: T.Type, from name: String) throws(FlowVaultFailure) -> T? {
        let target = "\(path)/\(name)"
        do throws(SystemFailure) {
            let bytes = try disk.read(target)
            return try? JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            if error.isMissing { return nil }
            throw FlowVaultFailure(.reading, path: target, cause: error.text)
        }
    }

    /// Removes the file `name`, if it is there.
    func remove(_ name: String) throws(FlowVaultFailure) {
        do throws(SystemFailure) { try disk.remove("\(path)/\(name)") } catch {
            throw FlowVaultFailure(.writing, path: "\(path)/\(name)", cause: error.text)
        }
    }

    /// Removes everything that a vault puts into its folder, and the folder itself if nothing else is in it.
    func erase() throws(FlowVaultFailure) {
        for name in try names() where name.hasSuffix(".json") || name.hasSuffix(".json.new") { try remove(name) }
        try remove("vault.lock")
        do throws(SystemFailure) { try disk.syncFolder(path) } catch {
            throw FlowVaultFailure(.writing, path: path, cause: error.text)
        }
        try? disk.removeFolder(path)
    }

    /// The same, if nothing but these files is in it.
    func eraseIfUnused(except names: Set<String>) throws(FlowVaultFailure) {
        if try Set(self.names()).isSubset(of: names) { try erase() }
    }

    /// The names of the files, each checked to be this user's alone.
    func names() throws(FlowVaultFailure) -> [String] {
        let names: [String]
        do throws(SystemFailure) { names = try disk.names(in: path) } catch {
            throw FlowVaultFailure(.reading, path: path, cause: error.text)
        }
        for name in names { try checkPermissions("\(path)/\(name)") }
        return names.sorted()
    }

    private func checkPermissions(_ path: String) throws(FlowVaultFailure) {
        let permissions: UInt32
        do throws(SystemFailure) { permissions = try disk.status(path).permissions } catch {
            throw FlowVaultFailure(.reading, path: path, cause: error.text)
        }
        if permissions & 0o077 != 0 {
            throw FlowVaultFailure(.permissions, path: path, cause: "mode \(String(permissions, radix: 8))")
        }
    }
}
