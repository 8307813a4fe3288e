#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where a vault's small values lie, each replaced whole or not at all: a folder, or the system's keychain.
protocol VaultPlace: Sendable {
    /// What a failure calls it.
    var path: String { get }
    /// Takes it for one vault, until `unlock`.
    func lock() throws(FlowVaultFailure) -> CInt
    /// Gives it free.
    func unlock(_ lock: CInt)
    /// Keeps `bytes` under `name`; they are there after a power cut when this returns.
    func write(_ bytes: [UInt8], to name: String) throws(FlowVaultFailure)
    /// What is kept under `name`; `nil` if nothing is.
    func read(_ name: String) throws(FlowVaultFailure) -> [UInt8]?
    /// Removes what is kept under `name`, if anything is.
    func remove(_ name: String) throws(FlowVaultFailure)
    /// The names under which something is kept.
    func names() throws(FlowVaultFailure) -> [String]
    /// Removes everything that a vault keeps.
    func erase() throws(FlowVaultFailure)
}

extension VaultPlace {
    /// Keeps `value` under `name`.
    func write<T: Encodable>(_ value: T, to name: String) throws(FlowVaultFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(value) else {
            throw FlowVaultFailure(.writing, path: "\(path)/\(name)", cause: "not a JSON value")
        }
        try write([UInt8](data), to: name)
    }

    /// What is kept under `name`; `nil` if nothing is or it cannot be understood.
    func read<T: Decodable>(_ type: T.Type, from name: String) throws(FlowVaultFailure) -> T? {
        guard let bytes = try read(name) else { return nil }
        return try? JSONDecoder().decode(type, from: Data(bytes))
    }
}
