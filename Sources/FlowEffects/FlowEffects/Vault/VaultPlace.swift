#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A place where a vault keeps its small values, each replaced whole or not at all: a folder, or the system's keychain.
protocol VaultPlace: Sendable {
    /// The place's name in a failure.
    var path: String { get }
    /// Reserves the place for one vault of this process, for as long as the reservation exists.
    /// - Throws: `FlowVaultFailure`, `alreadyOpen` if another vault has reserved it.
    func reserve() throws(FlowVaultFailure) -> VaultReservation
    /// Keeps `bytes` under `name`; they survive a power cut once this returns.
    func write(_ bytes: [UInt8], to name: String) throws(FlowVaultFailure)
    /// The bytes kept under `name`; `nil` only if there are none. A place that cannot be read now throws.
    func read(_ name: String) throws(FlowVaultFailure) -> [UInt8]?
    /// Removes the bytes kept under `name`, if there are any.
    func remove(_ name: String) throws(FlowVaultFailure)
    /// The names under which bytes are kept.
    func names() throws(FlowVaultFailure) -> [String]
    /// Whether the places of service providers lie within this one.
    func hasInnerPlaces() throws(FlowVaultFailure) -> Bool
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

    /// The value kept under `name`; `nil` if there is none or it is damaged.
    func read<T: Decodable>(_ type: T.Type, from name: String) throws(FlowVaultFailure) -> T? {
        guard let bytes = try read(name) else { return nil }
        return try? JSONDecoder().decode(type, from: Data(bytes))
    }
}

/// A place that is reserved for one vault. Releasing the last reference releases the place.
final class VaultReservation: Sendable {
    private let end: @Sendable () -> Void

    /// - Parameter end: releases the place.
    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}

extension VaultReservation {
    /// The places that vaults of this process have reserved without a file lock.
    private static let places = Lock<Set<String>>([])

    /// Reserves the place `key` within this process.
    /// - Parameter path: the place's name in a failure.
    convenience init(_ key: String, path: String) throws(FlowVaultFailure) {
        guard VaultReservation.places.withLock({ $0.insert(key).inserted }) else {
            throw FlowVaultFailure(.alreadyOpen, path: path, cause: "in this process")
        }
        self.init { VaultReservation.places.withLock { _ = $0.remove(key) } }
    }
}
