#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

/// The storage of a flow's secrets and of the facts that a flow remembers across launches. A launch starts with these values only. An app on Apple's
/// platforms keeps its vault in the keychain; a vault in a folder is for Linux, tests and tools.
///
/// Client credentials and tokens are on disk when `put` returns. Codes and user metadata are written to disk when the vault keeps a fact that
/// names them. All other secrets stay in memory. A secret that no fact names is gone at the next launch. Each service provider and host has its
/// own values. A damaged value is treated as lost. Credentials and tokens are valid for one software statement.
///
/// Only the vault that was opened last may write. If another process opens the same vault, this vault throws `takenOver` instead of writing, and
/// its flow continues in memory.
public final class FlowVault: SecretStore {
    struct State: Sendable {
        var secrets: [SecretRef: Secret] = [:]
        /// The references of resources by the bytes of the resources' names; valid for one launch.
        var resources: [[UInt8]: SecretRef] = [:]
        /// The secrets that are on disk.
        var onDisk: Set<SecretRef> = []
        var facts: [PersistedValue.Kind: PersistedValue] = [:]
        /// The names and logos of the providers that the vault's values name: of the remembered provider, and of the provider of the remembered
        /// code. A viewer may sign in with the code in a later launch, which has no configuration yet.
        var entries: [PersistedValue.Kind: ProviderDirectory.Entry] = [:]
        /// The last configuration's providers.
        var directory: ProviderDirectory?
        var deviceIdentifier: String?
        /// Whether the device identifier is on disk.
        var keepsDevice = false
        /// The first number of this launch: earlier launches may have used every smaller number.
        var base: Int64 = 1
        /// The last number of each kind in this launch.
        var lastRefs: [SecretRef.Kind: Int64] = [:]
        /// The support id of the last launch with this vault.
        var support: String?
        /// The random id of the installation.
        var installation: String?
        var nextWish: Int64 = 1
        var next = NextNumbers()
        /// The number on disk: every smaller number may have been used.
        var reserved: Int64 = 0
        var hasLaunched = false
        /// Whether a flow uses the vault.
        var isInUse = false
        /// The reservation of the place while the vault is open.
        var reservation: VaultReservation?
        /// The right to write; `nil` for a vault in memory.
        var ownership: VaultOwnership?

        /// The first number that nothing has used.
        var firstFree: Int64 { max(base, (lastRefs.values.max() ?? 0) + 1, nextWish, next.request, next.timer, next.presentation) }
    }

    let state: Lock<State>
    /// The folder of this service provider and host; `nil` for a vault in memory.
    let folder: (any VaultPlace)?
    /// The folder of the values that all service providers share.
    let device: (any VaultPlace)?
    let statement: String
    /// The service provider and host that the vault was opened for; `nil` for a vault in memory, which any app can use.
    private let namespace: String?
    /// The device identifier that the app passed in.
    let givenDevice: String?

    /// The maximum length of a device identifier, in bytes.
    public static let longestDeviceIdentifier = 256

    /// Returns a new vault in memory, for tests and simulations. The contents are lost when the vault is released: an app with such a vault asks
    /// the viewer to sign in at each launch.
    public static func inMemory() -> FlowVault { FlowVault(inMemory: State()) }

    private init(inMemory contents: State) {
        state = Lock(contents)
        folder = nil
        device = nil
        statement = ""
        namespace = nil
        givenDevice = nil
    }

    /// Creates a vault in a folder, for Linux, tests and tools. An app on Apple's platforms keeps its vault in the keychain instead,
    /// because tvOS may remove an app's files at any time, and a deleted app's files are gone.
    ///
    /// Files have mode 0600 in folders of mode 0700. On Apple's platforms, the files are excluded from backups and encrypted until the device's
    /// first unlock, and the vault holds no file lock. On Linux, a file lock prevents two processes from using the vault at once.
    ///
    /// ```swift
    /// let vault = try FlowVault(folder: support.appending(path: "vault"), for: app)
    /// ```
    /// - Parameters:
    ///   - folder: the folder, which is created if it does not exist.
    ///   - app: the app. Each service provider and host has its own values. Of the software statement, only a fingerprint is kept; a different
    ///     statement needs different credentials.
    ///   - deviceIdentifier: for migration, the device's identifier that the app has sent to Adobe so far, before Base64 encoding: 1 to
    ///     `longestDeviceIdentifier` bytes of printable ASCII. `nil` uses the identifier that is kept, or else a random identifier.
    /// - Throws: `FlowVaultFailure`: `app` if the app's settings are wrong, `folder`, `permissions`, `unprotected` or `reading` if the folder cannot
    ///   be used, `alreadyOpen` if another vault uses the folder, `locked` before the device's first unlock, `otherDevice` if another device
    ///   identifier is kept.
    public convenience init(folder: URL, for app: FlowApp, deviceIdentifier: String? = nil) throws(FlowVaultFailure) {
        guard folder.isFileURL else { throw FlowVaultFailure(.folder, path: folder.absoluteString, cause: "it is not a file URL") }
        try self.init(folder: folder.path, for: app, deviceIdentifier: deviceIdentifier, disk: SystemDisk(), policy: .system)
    }

    package convenience init(folder path: String, for app: FlowApp, disk: any Disk) throws(FlowVaultFailure) {
        // A simulated disk supports locks on every platform.
        let policy = FolderPolicy(holdsLock: true, hasDataProtection: false, protect: { _ in })
        try self.init(folder: path, for: app, disk: disk, policy: policy)
    }

    convenience init(
        folder path: String, for app: FlowApp, deviceIdentifier: String? = nil, disk: any Disk, policy: FolderPolicy
    ) throws(FlowVaultFailure) {
        let namespace = try FlowVault.namespace(of: app, in: path)
        let device = try VaultFolder(path, disk: disk, policy: policy)
        let folder = try VaultFolder("\(path)/\(namespace)", disk: disk, policy: policy)
        try self.init(folder, device, for: app, deviceIdentifier: deviceIdentifier)
    }

    /// Creates a vault in the given places.
    /// - Parameters:
    ///   - folder: the place of the values of this service provider and host.
    ///   - device: the place of the values that all service providers share.
    ///   - app: the app that uses the vault.
    ///   - deviceIdentifier: the device identifier that the app passed in; `nil` if none.
    init(_ folder: any VaultPlace, _ device: any VaultPlace, for app: FlowApp, deviceIdentifier: String? = nil) throws(FlowVaultFailure) {
        if let deviceIdentifier { try FlowVault.check(deviceIdentifier, path: device.path) }
        self.device = device
        self.folder = folder
        statement = fingerprint(app.softwareStatement ?? "")
        namespace = FlowVault.namespace(app.settings)
        givenDevice = deviceIdentifier
        state = Lock(try FlowVault.load(folder, device, statement, givenDevice))
    }

    private static func check(_ deviceIdentifier: String, path: String) throws(FlowVaultFailure) {
        let length = deviceIdentifier.utf8.count
        if length < 1 || length > longestDeviceIdentifier {
            throw FlowVaultFailure(.deviceIdentifier, path: path, cause: "\(length) bytes")
        }
        // For an identifier with certain other characters, Adobe has answered every request of the device with an error.
        if !deviceIdentifier.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            throw FlowVaultFailure(.deviceIdentifier, path: path, cause: "a character that is not printable ASCII")
        }
    }

    /// Returns whether this vault was opened for `app`, or is in memory.
    func isUsable(by app: FlowApp) -> Bool {
        guard let namespace else { return true }
        // An app without a software statement has its own interpreters, which use the vault's credentials in their own way.
        let hasSameStatement = app.softwareStatement.map { statement == fingerprint($0) } ?? true
        return namespace == FlowVault.namespace(app.settings) && hasSameStatement
    }

    /// Returns the namespace of an app. Throws if the app's settings are invalid, before a folder is created for them.
    static func namespace(of app: FlowApp, in path: String) throws(FlowVaultFailure) -> String {
        do { try app.validate() } catch { throw FlowVaultFailure(.app, path: path, cause: error.text) }
        return namespace(app.settings)
    }

    /// Returns the name that distinguishes the values of one service provider and host from the values of all others.
    static func namespace(_ settings: FlowSettings) -> String {
        [settings.serviceProvider, settings.host].map { fileNamePart($0) + "-" + String(fingerprint($0).prefix(8)) }.joined(separator: "@")
    }

    /// Adopts the values that an app already has, so that moving to this library signs no viewer out (V2-A-04). Call this once, before the
    /// first launch.
    /// - Parameters:
    ///   - credentials: the credentials that Adobe issued when the app registered this device.
    ///   - deviceIdentifier: the identifier that the app has sent to Adobe, before Base64 encoding. With a different identifier, profiles are lost.
    /// - Throws: `FlowVaultFailure` if the identifier is not valid, any value is already kept, or the values cannot be written.
    public func adopt(credentials: ClientCredentials, deviceIdentifier: String) throws(FlowVaultFailure) {
        try FlowVault.check(deviceIdentifier, path: device?.path ?? "memory")
        try state.withLock { state throws(FlowVaultFailure) in
            let isOther = state.deviceIdentifier.map { $0 != deviceIdentifier } ?? false
            if state.hasLaunched || !state.facts.isEmpty || isOther {
                throw FlowVaultFailure(.alreadyUsed, path: folder?.path ?? "memory", cause: "credentials or a device identifier are kept")
            }
            _ = try writablePlace(&state)
            try device?.write(DeviceFile(identifier: deviceIdentifier), to: "device.json")
            state.deviceIdentifier = deviceIdentifier
            state.keepsDevice = true
            let ref = store(.client(credentials), in: &state)
            try keep(.client(ref), in: &state)
        }
    }

    /// Returns the device's identifier, which is the same for every service provider. The vault uses the identifier that it has kept, else the
    /// identifier that the app passed in, else a random identifier, which it generates on first use. An identifier that cannot be saved is used for
    /// the rest of this process.
    public func deviceIdentifier() -> String {
        state.withLock { state in
            if let identifier = state.deviceIdentifier { return identifier }
            // Another service provider's vault may have kept an identifier since this vault was opened.
            let kept = (try? device?.read(DeviceFile.self, from: "device.json"))?.identifier
            let identifier = kept ?? givenDevice ?? UUID().uuidString.lowercased()
            state.deviceIdentifier = identifier
            return identifier
        }
    }

    /// Saves the device's identifier. Otherwise a later launch would generate a different identifier, which would sign the viewer out.
    func keepDevice() throws(FlowVaultFailure) {
        let identifier = deviceIdentifier()
        try state.withLock { state throws(FlowVaultFailure) in
            if state.keepsDevice { return }
            _ = try writablePlace(&state)
            if let device {
                // The identifier that was saved first remains, because profiles may already be bound to that identifier.
                if let kept = try device.read(DeviceFile.self, from: "device.json")?.identifier {
                    try FlowVault.compare(givenDevice, with: kept, path: device.path)
                    state.deviceIdentifier = kept
                } else {
                    try device.write(DeviceFile(identifier: identifier), to: "device.json")
                }
            }
            state.keepsDevice = true
        }
    }

    /// Checks that the device identifier that the app passed in, if any, is the identifier that is kept.
    static func compare(_ given: String?, with kept: String, path: String) throws(FlowVaultFailure) {
        if let given, Array(given.utf8) != Array(kept.utf8) {
            throw FlowVaultFailure(.otherDevice, path: path, cause: "the given one differs")
        }
    }

    public func put(_ secret: Secret) -> SecretRef {
        state.withLock { state in store(secret, in: &state) }
    }

    public func secret(_ ref: SecretRef) -> Secret? {
        state.withLock { $0.secrets[ref] }
    }

    /// Returns a vault in memory with the same contents. The copy writes nothing to disk.
    package func copyInMemory() -> FlowVault {
        var contents = state.withLock { $0 }
        contents.reservation = nil
        contents.ownership = nil
        contents.isInUse = false
        return FlowVault(inMemory: contents)
    }

    /// The number of secrets.
    package var secretCount: Int { state.withLock { $0.secrets.count } }

    /// Returns the remembered fact of the kind `kind`; `nil` if the vault has none.
    package func fact(_ kind: PersistedValue.Kind) -> PersistedValue? { state.withLock { $0.facts[kind] } }

    /// Removes a secret from memory and returns it, for secrets that the app may receive only once.
    func take(_ ref: SecretRef) -> Secret? {
        state.withLock { $0.secrets.removeValue(forKey: ref) }
    }

    /// Remembers a fact and the secret that it names. Both are on disk when this function returns.
    /// - Throws: `FlowVaultFailure` if the values cannot be written. The vault still remembers them for the rest of this process.
    public func keep(_ fact: PersistedValue) throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in try keep(fact, in: &state) }
    }

    /// Removes a secret or a fact, in memory and on disk.
    /// - Throws: `FlowVaultFailure` if the secret or the fact cannot be removed from disk.
    public func forget(_ forgotten: ForgetTarget) throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            switch forgotten {
            case .fact(let kind):
                state.facts[kind] = nil
                state.entries[kind] = nil
                try writablePlace(&state)?.remove(FactFile.name(kind))
            case .secret(let ref):
                if case .resource(let name) = state.secrets.removeValue(forKey: ref) { state.resources[Array(name.utf8)] = nil }
                guard state.onDisk.remove(ref) != nil else { return }
                try writablePlace(&state)?.remove(SecretFile.name(ref))
            }
        }
    }
}

// MARK: Writing

extension FlowVault {
    /// Returns the place to which the vault writes values; `nil` for a vault in memory. Throws if the vault is closed, or if another process has
    /// opened it since.
    func writablePlace(_ state: inout State) throws(FlowVaultFailure) -> (any VaultPlace)? {
        guard let folder else { return nil }
        guard state.reservation != nil else { throw FlowVaultFailure(.closed, path: folder.path, cause: "its flow was shut down") }
        try state.ownership?.take(folder)
        return folder
    }

    func store(_ secret: Secret, in state: inout State) -> SecretRef {
        if case .resource(let name) = secret, let ref = state.resources[Array(name.utf8)] { return ref }
        let number = (state.lastRefs[secret.kind] ?? state.base - 1) + 1
        let ref = SecretRef(secret.kind, number)
        state.lastRefs[secret.kind] = number
        try? reserve(in: &state)
        state.secrets[ref] = secret
        switch secret {
        case .resource(let name): state.resources[Array(name.utf8)] = ref
        case .configuration(let directory): state.directory = directory
        case .client, .token:
            // Ignores a failure here. `keep` writes the secret again later and then reports the failure.
            try? write(ref, in: &state)
        case .code, .link, .request, .saml, .media, .attributes, .text, .identity: break
        }
        return ref
    }

    func keep(_ fact: PersistedValue, in state: inout State) throws(FlowVaultFailure) {
        state.facts[fact.kind] = fact
        state.entries[fact.kind] = fact.namedProvider.flatMap { entry($0, in: state) }
        if let ref = fact.secret { try write(ref, in: &state) }
        try writablePlace(&state)?.write(FactFile(fact, provider: state.entries[fact.kind]), to: FactFile.name(fact.kind))
    }

    private func write(_ ref: SecretRef, in state: inout State) throws(FlowVaultFailure) {
        guard !state.onDisk.contains(ref), let secret = state.secrets[ref], let file = SecretFile(secret, statement: statement) else {
            return
        }
        guard let folder = try writablePlace(&state) else { return }
        try folder.write(file, to: SecretFile.name(ref))
        state.onDisk.insert(ref)
    }

    func entry(_ mvpd: MVPDID, in state: State) -> ProviderDirectory.Entry? {
        for entry in state.directory?.entries ?? [] where entry.mvpd == mvpd { return entry }
        return [.provider, .code].lazy.compactMap { state.entries[$0] }.first { $0.mvpd == mvpd }
    }

    /// Ensures that all numbers in use are below the number on disk. If they are not, reserves another block of numbers on disk.
    func reserve(in state: inout State) throws(FlowVaultFailure) {
        guard state.firstFree > state.reserved, let folder = try writablePlace(&state) else { return }
        let reserved = state.firstFree + FlowVault.block
        try folder.write(NumbersFile(reserved: reserved, support: state.support), to: "numbers.json")
        state.reserved = reserved
    }
}

extension FlowVault: CustomReflectable {
    /// An empty mirror: a vault holds secrets and the device's identifier.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
