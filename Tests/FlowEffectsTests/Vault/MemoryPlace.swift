import FlowMachine

@testable import FlowEffects

/// Items in memory, by service and name, as in the keychain. They outlive every vault, and every process opens them.
final class MemoryItems: Sendable {
    let values = Lock<[[String]: [UInt8]]>([:])
    /// The names that were written, in order.
    let written = Lock<[String]>([])
    /// The errors that every write throws, and that every call throws.
    let writeFailure = Lock<FlowVaultFailure.Reason?>(nil)
    let failure = Lock<FlowVaultFailure.Reason?>(nil)
    /// How many removals succeed before the next one fails, once.
    let removalsUntilFailure = Lock<Int?>(nil)

    /// A vault in these items, as another process opens it: only the items distinguish the processes.
    func vault(_ settings: FlowSettings = .picker, statement: String = "statement", device: String? = nil)
        throws(FlowVaultFailure) -> FlowVault
    {
        let own = MemoryPlace(service: "vault/\(FlowVault.namespace(settings))", items: self)
        let devices = MemoryPlace(service: "vault", items: self)
        return try FlowVault(own, devices, for: .test(settings, statement: statement), deviceIdentifier: device)
    }
}

/// The items of one service.
struct MemoryPlace: VaultPlace {
    let service: String
    let items: MemoryItems

    var path: String { "memory:\(service)" }

    func reserve() throws(FlowVaultFailure) -> VaultReservation { VaultReservation {} }

    func write(_ bytes: [UInt8], to name: String) throws(FlowVaultFailure) {
        try check(items.writeFailure)
        try check(items.failure)
        items.values.withLock { $0[[service, name]] = bytes }
        items.written.withLock { $0.append(name) }
    }

    func read(_ name: String) throws(FlowVaultFailure) -> [UInt8]? {
        try check(items.failure)
        return items.values.withLock { $0[[service, name]] }
    }

    func remove(_ name: String) throws(FlowVaultFailure) {
        try check(items.failure)
        let fails = items.removalsUntilFailure.withLock { left in
            defer { left = left == 0 ? nil : left.map { $0 - 1 } }
            return left == 0
        }
        if fails { throw FlowVaultFailure(.writing, path: path, cause: "as the test specifies") }
        items.values.withLock { $0[[service, name]] = nil }
    }

    func names() throws(FlowVaultFailure) -> [String] {
        try check(items.failure)
        return items.values.withLock { $0.keys.filter { $0[0] == service }.map { $0[1] }.sorted() }
    }

    func hasInnerPlaces() throws(FlowVaultFailure) -> Bool {
        items.values.withLock { $0.keys.contains { $0[0].hasPrefix("\(service)/") } }
    }

    func erase() throws(FlowVaultFailure) { for name in try names() { try remove(name) } }

    private func check(_ failure: Lock<FlowVaultFailure.Reason?>) throws(FlowVaultFailure) {
        if let reason = failure.withLock({ $0 }) { throw FlowVaultFailure(reason, path: path, cause: "as the test specifies") }
    }
}
