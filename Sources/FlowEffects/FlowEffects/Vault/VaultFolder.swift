/// A folder of small files for this user only, each replaced whole or not at all. A file that cannot be understood is
/// as good as lost; one that others can read is refused.
struct VaultFolder: VaultPlace {
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

    func lock() throws(FlowVaultFailure) -> CInt {
        do throws(SystemFailure) {
            // Erased, it begins anew.
            try disk.makeFolders(path)
            return try disk.openLocked("\(path)/vault.lock")
        } catch {
            throw FlowVaultFailure(error.isLocked ? .alreadyOpen : .folder, path: path, cause: error.text)
        }
    }

    func unlock(_ lock: CInt) { disk.close(lock) }

    func write(_ bytes: [UInt8], to name: String) throws(FlowVaultFailure) {
        do throws(SystemFailure) { try disk.replace(name, in: path, with: bytes) } catch {
            throw FlowVaultFailure(.writing, path: "\(path)/\(name)", cause: error.text)
        }
    }

    func read(_ name: String) throws(FlowVaultFailure) -> [UInt8]? {
        do throws(SystemFailure) { return try disk.read("\(path)/\(name)") } catch {
            if error.isMissing { return nil }
            throw FlowVaultFailure(.reading, path: "\(path)/\(name)", cause: error.text)
        }
    }

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
