/// A folder of small files that only this user can access. Each write replaces a file whole or not at all. A damaged file is treated as lost. The
/// vault rejects a file or folder that other users own or can access, a link, and anything else that is not a regular file.
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
        // The folder is missing after `erase`, which removes it.
        if (try? disk.status(path)) == nil { try prepare() }
        guard policy.holdsLock else { return try VaultReservation("folder:\(canonicalPath(path))", path: path) }
        do throws(SystemFailure) {
            let (disk, lock) = (disk, try disk.openLocked("\(path)/vault.lock"))
            return VaultReservation { disk.close(lock) }
        } catch {
            let reason: FlowVaultFailure.Reason = error.isLocked ? .alreadyOpen : error.refusal == nil ? .folder : .permissions
            throw FlowVaultFailure(reason, path: error.refusal == nil ? path : "\(path)/vault.lock", cause: error.text)
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

    /// Returns the names of the files, after checking that only this user can access each file.
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

    /// Checks that a file or folder belongs to this user, that no other user can access it, and that it is not a link or another special file.
    private func checkPermissions(_ path: String) throws(FlowVaultFailure) {
        let status: FileStatus
        do throws(SystemFailure) { status = try disk.status(path) } catch { throw failure(.reading, path, error) }
        // If other users can write to the folder, the check of the mode below reports the problem more precisely.
        if let refusal = status.refusal, refusal != .writable { throw FlowVaultFailure(.permissions, path: path, cause: refusal.rawValue) }
        if status.permissions & 0o077 != 0 {
            throw FlowVaultFailure(.permissions, path: path, cause: "mode \(String(status.permissions, radix: 8))")
        }
    }

    /// Returns the vault's failure for a failure of the disk. With data protection, a denied file is `locked`, because the system may not be able to
    /// decrypt it yet; treating the file as lost would sign the viewer out.
    private func failure(_ reason: FlowVaultFailure.Reason, _ path: String, _ failure: SystemFailure) -> FlowVaultFailure {
        let refused: FlowVaultFailure.Reason = failure.refusal == nil ? reason : .permissions
        return FlowVaultFailure(policy.hasDataProtection && failure.isDenied ? .locked : refused, path: path, cause: failure.text)
    }
}
