/// A folder of small files, for this user only, each replaced whole or not at all. A damaged file is treated as lost; a file that other
/// users can read is rejected.
struct VaultFolder: VaultPlace {
    let path: String
    let disk: any Disk
    let policy: FolderPolicy

    /// Creates the folder if it does not exist.
    init(_ path: String, disk: any Disk, policy: FolderPolicy) throws(FlowVaultFailure) {
        self.path = path
        self.disk = disk
        self.policy = policy
        try prepare()
        try checkPermissions(path)
    }

    func reserve() throws(FlowVaultFailure) -> VaultReservation {
        // `erase` removed the folder.
        if (try? disk.status(path)) == nil { try prepare() }
        guard policy.holdsLock else { return try VaultReservation("folder:\(canonicalPath(path))", path: path) }
        do throws(SystemFailure) {
            let (disk, lock) = (disk, try disk.openLocked("\(path)/vault.lock"))
            return VaultReservation { disk.close(lock) }
        } catch {
            throw FlowVaultFailure(error.isLocked ? .alreadyOpen : .folder, path: path, cause: error.text)
        }
    }

    func write(_ bytes: [UInt8], to name: String) throws(FlowVaultFailure) {
        do throws(SystemFailure) { try disk.replace(name, in: path, with: bytes) } catch {
            throw failure(.writing, "\(path)/\(name)", error)
        }
    }

    func read(_ name: String) throws(FlowVaultFailure) -> [UInt8]? {
        do throws(SystemFailure) { return try disk.read("\(path)/\(name)") } catch {
            if error.isMissing { return nil }
            throw failure(.reading, "\(path)/\(name)", error)
        }
    }

    func remove(_ name: String) throws(FlowVaultFailure) {
        do throws(SystemFailure) { try disk.remove("\(path)/\(name)") } catch {
            throw failure(.writing, "\(path)/\(name)", error)
        }
    }

    /// The names of the files. Checks that only this user can access each of them.
    func names() throws(FlowVaultFailure) -> [String] {
        let names: [String]
        do throws(SystemFailure) { names = try disk.names(in: path) } catch { throw failure(.reading, path, error) }
        for name in names { try checkPermissions("\(path)/\(name)") }
        return names.sorted()
    }

    func hasInnerPlaces() throws(FlowVaultFailure) -> Bool { try names().contains { $0 != "device.json" } }

    /// Removes everything that a vault puts into its folder, and the folder itself if nothing else is in it.
    func erase() throws(FlowVaultFailure) {
        for name in try names() where name.hasSuffix(".json") || name.hasSuffix(".json.new") { try remove(name) }
        try remove("vault.lock")
        do throws(SystemFailure) { try disk.syncFolder(path) } catch { throw failure(.writing, path, error) }
        try? disk.removeFolder(path)
    }

    /// Creates the folder if it does not exist, and protects it.
    private func prepare() throws(FlowVaultFailure) {
        do throws(SystemFailure) { try disk.makeFolders(path) } catch {
            throw FlowVaultFailure(.folder, path: path, cause: error.text)
        }
        do { try policy.protect(path) } catch { throw FlowVaultFailure(.unprotected, path: path, cause: "\(error)") }
    }

    private func checkPermissions(_ path: String) throws(FlowVaultFailure) {
        let permissions: UInt32
        do throws(SystemFailure) { permissions = try disk.status(path).permissions } catch { throw failure(.reading, path, error) }
        if permissions & 0o077 != 0 {
            throw FlowVaultFailure(.permissions, path: path, cause: "mode \(String(permissions, radix: 8))")
        }
    }

    /// A denied file may be one that the system cannot decrypt yet: treating it as lost would sign the viewer out.
    private func failure(_ reason: FlowVaultFailure.Reason, _ path: String, _ failure: SystemFailure) -> FlowVaultFailure {
        FlowVaultFailure(policy.hasDataProtection && failure.isDenied ? .locked : reason, path: path, cause: failure.text)
    }
}
