import FlowMachine

// Opening a vault.
extension FlowVault {
    /// The size of the blocks of numbers that a launch reserves, so that no two launches use the same number.
    static let block: Int64 = 1000

    static func isUsable(_ number: Int64) -> Bool { (1..<NextNumbers.bound - block).contains(number) }

    /// Takes ownership of the place and reads its values.
    /// - Parameters:
    ///   - folder: the place of one service provider and host.
    ///   - device: the place of the values that all service providers share.
    ///   - statement: the fingerprint of the software statement.
    ///   - givenDevice: the device identifier that the app passed in.
    static func load(
        _ folder: any VaultPlace, _ device: any VaultPlace, _ statement: String, _ givenDevice: String?
    ) throws(FlowVaultFailure) -> State {
        let reservation = try folder.reserve()
        // The operations that may fail run before this vault takes ownership. A vault that fails to open thus takes nothing from another process.
        _ = try device.names()
        let keptDevice = try device.read(DeviceFile.self, from: "device.json")?.identifier
        if let keptDevice { try compare(givenDevice, with: keptDevice, path: device.path) }
        _ = try folder.names()
        let ownership = try VaultOwnership(taking: folder)
        var state = try read(folder, statement)
        state.reservation = reservation
        state.ownership = ownership
        state.deviceIdentifier = keptDevice ?? givenDevice
        state.keepsDevice = keptDevice != nil
        return state
    }

    private static func read(_ folder: any VaultPlace, _ statement: String) throws(FlowVaultFailure) -> State {
        var state = State()
        let names = try folder.names()
        for kind in FactFile.kinds {
            guard let file = try folder.read(FactFile.self, from: FactFile.name(kind)), let fact = file.fact(kind) else { continue }
            state.facts[kind] = fact
            state.entries[kind] = file.entry
        }
        var highest: Int64 = 0
        for name in names {
            guard let ref = SecretFile.ref(name) else {
                if name.hasSuffix(".new") { try? folder.remove(name) }
                continue
            }
            // A number that no vault assigns is a sign of damage. Later numbers must not continue from such a number.
            if !isUsable(ref.number) { continue }
            highest = max(highest, ref.number)
            state.onDisk.insert(ref)
            if let secret = try folder.read(SecretFile.self, from: name)?.secret(ref.kind, statement: statement) {
                state.secrets[ref] = secret
            }
        }
        state.facts = state.facts.filter { isUsable($0.value.secret?.number ?? 1) }
        for fact in state.facts.values { highest = max(highest, fact.secret?.number ?? 0) }
        // If the file of numbers is lost, the remaining values at least show which numbers are not free.
        let numbers = try folder.read(NumbersFile.self, from: "numbers.json")
        state.hasLaunched = numbers != nil
        state.support = numbers?.support
        state.installation = try folder.read(InstallationFile.self, from: InstallationFile.name)?.id
        let reserved = numbers?.reserved ?? 1
        let first = max(isUsable(reserved) ? reserved : 1, highest + 1)
        state.base = first
        state.nextWish = first
        state.next = NextNumbers(request: first, timer: first, presentation: first)
        return state
    }
}
