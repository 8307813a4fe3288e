#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

/// What is secret, and what is remembered over launches: the only memory that a launch begins with.
///
/// Client credentials and tokens are on disk when `put` returns; codes and user metadata when a fact that names them
/// is kept; all else is in memory. A secret that no fact names is gone at the next launch. Files lie in one folder for
/// a service provider and host, with mode 0600 in 0700; a file that cannot be understood counts as lost. Credentials and
/// tokens hold for one software statement.
public final class FlowVault: SecretStore {
    struct State: Sendable {
        var secrets: [SecretRef: Secret] = [:]
        /// References of resources by the bytes of their names; they are valid for a whole launch.
        var resources: [[UInt8]: SecretRef] = [:]
        /// Secrets that are on disk.
        var onDisk: Set<SecretRef> = []
        var facts: [PersistedValue.Kind: PersistedValue] = [:]
        /// The remembered provider's name and logo.
        var provider: ProviderDirectory.Entry?
        /// The last configuration's providers.
        var directory: ProviderDirectory?
        var deviceIdentifier: String?
        /// Whether it is on disk.
        var keepsDevice = false
        /// Every number below was used by an earlier launch.
        var base: Int64 = 1
        /// The last number of each kind in this launch.
        var lastRefs: [SecretRef.Kind: Int64] = [:]
        var nextWish: Int64 = 1
        var next = Numbers()
        /// On disk: every number below this may have been used.
        var reserved: Int64 = 0
        var hasLaunched = false
        /// Whether a flow uses it.
        var isInUse = false
        /// Held while the files are this vault's.
        var lock: CInt?

        /// The first number that nothing has used.
        var firstFree: Int64 { max(base, (lastRefs.values.max() ?? 0) + 1, nextWish, next.request, next.timer, next.presentation) }
    }

    let state: Lock<State>
    /// The folder of this service provider and host; none in memory.
    let folder: (any VaultPlace)?
    /// The folder of what holds for all of them.
    let device: (any VaultPlace)?
    private let statement: String

    /// A vault in memory, for tests and simulations: it remembers as long as it lives.
    public init() {
        state = Lock(State())
        folder = nil
        device = nil
        statement = ""
    }

    /// A vault in `folder`, which is made if it is not there.
    /// - Parameter softwareStatement: of which only a fingerprint is kept; with another one, other credentials are needed.
    /// - Throws: `FlowVaultFailure` if the folder cannot be used, others can read it, or another vault uses it.
    public convenience init(folder: String, settings: FlowSettings, softwareStatement: String) throws(FlowVaultFailure) {
        try self.init(folder: folder, settings: settings, softwareStatement: softwareStatement, disk: SystemDisk())
    }

    package convenience init(folder path: String, settings: FlowSettings, softwareStatement: String, disk: any Disk)
        throws(FlowVaultFailure)
    {
        let device = try VaultFolder(path, disk: disk)
        let folder = try VaultFolder("\(path)/\(FlowVault.namespace(settings))", disk: disk)
        try self.init(folder, device, softwareStatement: softwareStatement)
    }

    /// A vault in places of its own: one for this service provider and host, one for what holds for all of them.
    init(_ folder: any VaultPlace, _ device: any VaultPlace, softwareStatement: String) throws(FlowVaultFailure) {
        self.device = device
        self.folder = folder
        statement = fingerprint(softwareStatement)
        state = Lock(try FlowVault.load(folder, device, statement))
    }

    /// What tells the values of one service provider and host from those of others.
    static func namespace(_ settings: FlowSettings) -> String {
        [settings.serviceProvider, settings.host].map { fileNamePart($0) + "-" + String(fingerprint($0).prefix(8)) }.joined(separator: "@")
    }

    deinit {
        if let lock = state.withLock({ $0.lock }) { folder?.unlock(lock) }
    }

    /// Takes over what an app already has, so that moving to this library signs nobody out (V2-A-04). Once, before the
    /// first launch.
    /// - Parameter deviceIdentifier: as it was sent to Adobe before Base64; without it, profiles are lost.
    /// - Throws: `FlowVaultFailure` if anything is kept already, or it cannot be written.
    public func adopt(credentials: ClientCredentials, deviceIdentifier: String) throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            let isOther = state.deviceIdentifier.map { $0 != deviceIdentifier } ?? false
            if state.hasLaunched || !state.facts.isEmpty || isOther {
                throw FlowVaultFailure(.alreadyUsed, path: folder?.path ?? "memory", cause: "credentials or a device identifier are kept")
            }
            try device?.write(DeviceFile(identifier: deviceIdentifier), to: "device.json")
            state.deviceIdentifier = deviceIdentifier
            state.keepsDevice = true
            let ref = store(.client(credentials), in: &state)
            try keep(.client(ref), in: &state)
        }
    }

    /// The device's identifier, the same for every service provider; made up at first use. One that cannot be kept
    /// still holds for this process.
    public func deviceIdentifier() -> String {
        state.withLock { state in
            if let identifier = state.deviceIdentifier { return identifier }
            // Another service provider's vault may have made one up since this one was opened.
            let kept = (try? device?.read(DeviceFile.self, from: "device.json"))?.identifier
            let identifier = kept ?? UUID().uuidString.lowercased()
            state.deviceIdentifier = identifier
            return identifier
        }
    }

    /// Keeps the device's identifier, so that no later launch makes up another, which would sign everybody out.
    func keepDevice() throws(FlowVaultFailure) {
        let identifier = deviceIdentifier()
        try state.withLock { state throws(FlowVaultFailure) in
            if state.keepsDevice { return }
            try device?.write(DeviceFile(identifier: identifier), to: "device.json")
            state.keepsDevice = true
        }
    }

    public func put(_ secret: Secret) -> SecretRef {
        state.withLock { state in store(secret, in: &state) }
    }

    public func secret(_ ref: SecretRef) -> Secret? {
        state.withLock { $0.secrets[ref] }
    }

    /// The secret, which is then gone: for what may be handed out only once.
    func take(_ ref: SecretRef) -> Secret? {
        state.withLock { $0.secrets.removeValue(forKey: ref) }
    }

    /// Remembers a fact and the secret it names; they are on disk when this returns.
    /// - Throws: `FlowVaultFailure` if they cannot be written; they still hold for this process.
    public func keep(_ fact: PersistedValue) throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in try keep(fact, in: &state) }
    }

    /// Removes a secret or a fact, in memory and on disk.
    /// - Throws: `FlowVaultFailure` if it cannot be removed from disk.
    public func forget(_ forgotten: ForgetTarget) throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            switch forgotten {
            case .fact(let kind):
                state.facts[kind] = nil
                if kind == .provider { state.provider = nil }
                try disk(state)?.remove(FactFile.name(kind))
            case .secret(let ref):
                if case .resource(let name) = state.secrets.removeValue(forKey: ref) { state.resources[Array(name.utf8)] = nil }
                guard state.onDisk.remove(ref) != nil else { return }
                try disk(state)?.remove(SecretFile.name(ref))
            }
        }
    }

    /// Reserves the vault for one flow, until `release` or `endLaunch`.
    /// - Throws: `FlowVaultFailure` if another flow uses it.
    func acquire() throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            if state.isInUse { throw FlowVaultFailure(.alreadyOpen, path: folder?.path ?? "memory", cause: "another flow has it") }
            state.isInUse = true
        }
    }

    /// The flow that acquired it is gone.
    func release() { state.withLock { $0.isInUse = false } }

    /// Begins a launch: what no fact names is removed, and what is left is returned. After an ended launch the files are
    /// read anew; if another vault has them now, every later `keep` throws.
    public func beginLaunch() -> PersistedState {
        state.withLock { state in
            if let folder, let device, state.lock == nil, let loaded = try? FlowVault.load(folder, device, statement) {
                let before = state
                state = loaded
                state.isInUse = before.isInUse
                // One that could not be kept yet still holds for this process.
                state.deviceIdentifier = loaded.deviceIdentifier ?? before.deviceIdentifier
            }
            let kept = Set(state.facts.values.compactMap(\.secret))
            for ref in state.onDisk.subtracting(kept) { try? disk(state)?.remove(SecretFile.name(ref)) }
            state.onDisk.formIntersection(kept)
            state.secrets = state.secrets.filter { kept.contains($0.key) }
            state.resources = [:]
            state.hasLaunched = true
        }
        return kept()
    }

    /// What a launch can rely on. A fact whose secret is lost is not among it.
    public func kept() -> PersistedState {
        state.withLock { state in
            var kept = PersistedState(first: state.next)
            for (_, fact) in state.facts {
                let isWhole = fact.secret.map { state.secrets[$0] != nil } ?? true
                switch fact {
                case .client(let ref): kept.client = isWhole ? ref : nil
                case .token(let token): kept.token = isWhole ? token : nil
                case .provider(let provider): kept.provider = provider
                case .profile(let profile):
                    kept.profile =
                        isWhole ? profile : Profile(mvpd: profile.mvpd, type: profile.type, notAfter: profile.notAfter, attributes: nil)
                case .code(let code): kept.code = isWhole ? code : nil
                case .signedOut(let mark): kept.signedOut = mark
                case .owedLogouts(let logouts): kept.owedLogouts = logouts
                }
            }
            return kept
        }
    }

    /// The name and logo of a provider: from the last configuration, or as they were remembered.
    public func provider(_ mvpd: MVPDID) -> ProviderDirectory.Entry? {
        state.withLock { state in entry(mvpd, in: state) }
    }

    /// The next number for a wish.
    func nextWish() -> WishID {
        state.withLock { state in
            defer {
                state.nextWish += 1
                try? reserve(in: &state)
            }
            return WishID(state.nextWish)
        }
    }

    /// Notes which numbers the machine will use next, so that no later launch uses those below.
    func note(_ next: Numbers) throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            state.next = next
            try reserve(in: &state)
        }
    }

    /// Ends a launch cleanly: the next one goes on with the next number rather than the next thousand. From here on another
    /// vault may have the files, and this one keeps nothing.
    func endLaunch() throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            defer {
                if let lock = state.lock { folder?.unlock(lock) }
                state.lock = nil
                state.isInUse = false
            }
            state.reserved = state.firstFree
            try disk(state)?.write(NumbersFile(reserved: state.reserved), to: "numbers.json")
        }
    }
}

extension FlowVault {
    /// Removes all that is kept, in memory and on disk, once the launch has ended; the device's identifier too, if no other
    /// service provider's vault lies beside this one. What is made with these files from then on begins anew.
    /// - Throws: `FlowVaultFailure` if it is in use or a file cannot be removed.
    public func erase() throws(FlowVaultFailure) {
        try state.withLock { state throws(FlowVaultFailure) in
            if state.isInUse { throw FlowVaultFailure(.alreadyOpen, path: folder?.path ?? "memory", cause: "a flow has it") }
            if let folder, let device {
                let lock: CInt
                if let held = state.lock { lock = held } else { lock = try folder.lock() }
                defer { folder.unlock(lock) }
                state.lock = nil
                try folder.erase()
                if try Set(device.names()).isSubset(of: ["device.json"]) { try device.erase() }
            }
            state = State()
        }
    }

    /// Where files lie; none in memory.
    private func disk(_ state: State) throws(FlowVaultFailure) -> (any VaultPlace)? {
        guard let folder else { return nil }
        guard state.lock != nil else { throw FlowVaultFailure(.closed, path: folder.path, cause: "its flow was shut down") }
        return folder
    }

    private func store(_ secret: Secret, in state: inout State) -> SecretRef {
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
            // A failure shows when the secret is kept, which tries again.
            try? write(ref, in: &state)
        case .code, .link, .request, .saml, .media, .attributes, .text, .identity: break
        }
        return ref
    }

    private func keep(_ fact: PersistedValue, in state: inout State) throws(FlowVaultFailure) {
        state.facts[fact.kind] = fact
        if case .provider(let remembered) = fact { state.provider = entry(remembered.mvpd, in: state) }
        if let ref = fact.secret { try write(ref, in: &state) }
        try disk(state)?.write(FactFile(fact, provider: state.provider), to: FactFile.name(fact.kind))
    }

    private func write(_ ref: SecretRef, in state: inout State) throws(FlowVaultFailure) {
        guard let folder = try disk(state), !state.onDisk.contains(ref), let secret = state.secrets[ref] else { return }
        guard let file = SecretFile(secret, statement: statement) else { return }
        try folder.write(file, to: SecretFile.name(ref))
        state.onDisk.insert(ref)
    }

    private func entry(_ mvpd: MVPDID, in state: State) -> ProviderDirectory.Entry? {
        for entry in state.directory?.entries ?? [] where entry.mvpd == mvpd { return entry }
        return state.provider?.mvpd == mvpd ? state.provider : nil
    }

    /// Sees that all numbers in use are below what is on disk.
    private func reserve(in state: inout State) throws(FlowVaultFailure) {
        guard let folder = try disk(state), state.firstFree > state.reserved else { return }
        let reserved = state.firstFree + FlowVault.block
        try folder.write(NumbersFile(reserved: reserved), to: "numbers.json")
        state.reserved = reserved
    }

    private static let block: Int64 = 1000

    private static func isUsable(_ number: Int64) -> Bool { (1..<Numbers.bound - block).contains(number) }

    /// Takes the files and reads them.
    private static func load(
        _ folder: any VaultPlace, _ device: any VaultPlace, _ statement: String
    ) throws(FlowVaultFailure) -> State {
        let lock = try folder.lock()
        do throws(FlowVaultFailure) {
            var state = try read(folder, device, statement)
            state.lock = lock
            return state
        } catch {
            folder.unlock(lock)
            throw error
        }
    }

    private static func read(
        _ folder: any VaultPlace, _ device: any VaultPlace, _ statement: String
    ) throws(FlowVaultFailure) -> State {
        var state = State()
        _ = try device.names()
        let names = try folder.names()
        state.deviceIdentifier = try device.read(DeviceFile.self, from: "device.json")?.identifier
        state.keepsDevice = state.deviceIdentifier != nil
        for kind in FactFile.kinds {
            guard let file = try folder.read(FactFile.self, from: FactFile.name(kind)), let fact = file.fact(kind) else { continue }
            state.facts[kind] = fact
            if kind == .provider { state.provider = file.entry }
        }
        var highest: Int64 = 0
        for name in names {
            guard let ref = SecretFile.ref(name) else {
                if name.hasSuffix(".new") { try? folder.remove(name) }
                continue
            }
            // A number that no vault gives out is damage: counting on from it would not end well.
            if !isUsable(ref.number) { continue }
            highest = max(highest, ref.number)
            state.onDisk.insert(ref)
            if let secret = try folder.read(SecretFile.self, from: name)?.secret(ref.kind, statement: statement) {
                state.secrets[ref] = secret
            }
        }
        state.facts = state.facts.filter { isUsable($0.value.secret?.number ?? 1) }
        for fact in state.facts.values { highest = max(highest, fact.secret?.number ?? 0) }
        // Lost with the file: what is still there tells at least which numbers are not free.
        let numbers = try folder.read(NumbersFile.self, from: "numbers.json")
        state.hasLaunched = numbers != nil
        let reserved = numbers?.reserved ?? 1
        let first = max(isUsable(reserved) ? reserved : 1, highest + 1)
        state.base = first
        state.nextWish = first
        state.next = Numbers(request: first, timer: first, presentation: first)
        return state
    }
}
