#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A place where a vault keeps its small values: a folder, or the system's keychain. Each write replaces a value whole or not at all.
protocol VaultPlace: Sendable {
    /// The name of the place in the text of a failure.
    var path: String { get }
    /// Reserves the place for one vault of this process, for as long as the reservation exists.
    /// - Throws: `FlowVaultFailure`: `alreadyOpen` if another vault has reserved the place.
    func reserve() throws(FlowVaultFailure) -> VaultReservation
    /// Stores `bytes` under `name`. The bytes survive a power failure once this function returns.
    func write(_ bytes: [UInt8], to name: String) throws(FlowVaultFailure)
    /// Returns the bytes that are stored under `name`; `nil` only if there are none.
    /// - Throws: `FlowVaultFailure` if the place cannot be read now.
    func read(_ name: String) throws(FlowVaultFailure) -> [UInt8]?
    /// Removes the bytes that are stored under `name`, if there are any.
    func remove(_ name: String) throws(FlowVaultFailure)
    /// Returns the names under which bytes are stored.
    func names() throws(FlowVaultFailure) -> [String]
    /// Returns whether this place still contains the place of a service provider. Called for the place that all service providers share.
    func hasInnerPlaces() throws(FlowVaultFailure) -> Bool
    /// Removes everything that a vault stores in this place.
    func erase() throws(FlowVaultFailure)
}

extension VaultPlace {
    /// Stores `value` under `name`, as JSON.
    func write<T: Encodable>(_ value: T, to name: String) throws(FlowVaultFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let data = try? encoder.encode(value) else {
            throw FlowVaultFailure(.writing, path: "\(path)/\(name)", cause: "not a JSON value")
        }
        try write([UInt8](data), to: name)
    }

    /// Returns the value that is stored under `name`; `nil` if there is none or it is damaged.
    func read<T: Decodable>(_ type: T.Type, from name: String) throws(FlowVaultFailure) -> T? {
        guard let bytes = try read(name) else { return nil }
        return try? JSONDecoder().decode(type, from: Data(bytes))
    }
}

/// A place that is reserved for one vault. Releasing the last reference releases the place.
final class VaultReservation: Sendable {
    private let end: @Sendable () -> Void

    /// Creates a reservation.
    /// - Parameter end: releases the place; called when the last reference to the reservation is released.
    init(end: @escaping @Sendable () -> Void) { self.end = end }

    deinit { end() }
}

extension VaultReservation {
    /// The places that vaults of this process have reserved without a file lock.
    private static let places = Lock<Set<String>>([])

    /// Reserves a place within this process, without a file lock.
    /// - Parameters:
    ///   - key: identifies the place within this process.
    ///   - path: the name of the place in the text of a failure.
    convenience init(_ key: String, path: String) throws(FlowVaultFailure) {
        guard VaultReservation.places.withLock({ $0.insert(key).inserted }) else {
            throw FlowVaultFailure(.alreadyOpen, path: path, cause: "in this process")
        }
        self.init { VaultReservation.places.withLock { _ = $0.remove(key) } }
    }
}
