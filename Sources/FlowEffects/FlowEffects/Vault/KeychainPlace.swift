#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Security)
    import FlowMachine
    import Security

    extension FlowVault {
        /// A vault in the system's keychain, for devices that keep no files: generic passwords of this device alone, readable
        /// after its first unlock.
        /// - Parameters:
        ///   - service: for example the app's bundle identifier; the items' services begin with it.
        ///   - accessGroup: shared with other apps of the same team; `nil` for this app alone.
        ///   - softwareStatement: of which only a fingerprint is kept; with another one, other credentials are needed.
        /// - Throws: `FlowVaultFailure` if the keychain cannot be read, or another vault of this process uses these items.
        public convenience init(keychain service: String, accessGroup: String? = nil, settings: FlowSettings, softwareStatement: String)
            throws(FlowVaultFailure)
        {
            let device = KeychainPlace(service: service, accessGroup: accessGroup)
            let own = KeychainPlace(service: "\(service)/\(FlowVault.namespace(settings))", accessGroup: accessGroup)
            try self.init(own, device, softwareStatement: softwareStatement)
        }
    }

    /// The keychain items of one service. The keychain replaces an item whole, and encrypts it.
    struct KeychainPlace: VaultPlace {
        let service: String
        let accessGroup: String?

        /// The services that a vault of this process has.
        private static let taken = Lock<Set<String>>([])

        var path: String { "keychain:\(service)" }

        func lock() throws(FlowVaultFailure) -> CInt {
            let isFree = KeychainPlace.taken.withLock { $0.insert(service).inserted }
            guard isFree else { throw FlowVaultFailure(.alreadyOpen, path: path, cause: "in this process") }
            return 0
        }

        func unlock(_ lock: CInt) { KeychainPlace.taken.withLock { _ = $0.remove(service) } }

        func write(_ bytes: [UInt8], to name: String) throws(FlowVaultFailure) {
            let item = query(name)
            let value: [String: Any] = [kSecValueData as String: Data(bytes)]
            var status = SecItemUpdate(item as CFDictionary, value as CFDictionary)
            if status == errSecItemNotFound {
                var new = item.merging(value) { $1 }
                new[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
                status = SecItemAdd(new as CFDictionary, nil)
            }
            guard status == errSecSuccess else { throw failure(.writing, name, status) }
        }

        func read(_ name: String) throws(FlowVaultFailure) -> [UInt8]? {
            var item = query(name)
            item[kSecReturnData as String] = true
            item[kSecMatchLimit as String] = kSecMatchLimitOne
            guard let found = try copy(item, name) else { return nil }
            // An item that holds no data counts as lost.
            return (found as? Data).map { [UInt8]($0) }
        }

        func remove(_ name: String) throws(FlowVaultFailure) {
            let status = SecItemDelete(query(name) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw failure(.writing, name, status) }
        }

        func names() throws(FlowVaultFailure) -> [String] {
            var items = query(nil)
            items[kSecReturnAttributes as String] = true
            items[kSecMatchLimit as String] = kSecMatchLimitAll
            guard let found = try copy(items, "") as? [[String: Any]] else { return [] }
            return found.compactMap { $0[kSecAttrAccount as String] as? String }.sorted()
        }

        func erase() throws(FlowVaultFailure) {
            for name in try names() { try remove(name) }
        }

        private func query(_ name: String?) -> [String: Any] {
            var query: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
                kSecUseDataProtectionKeychain as String: true,
            ]
            if let name { query[kSecAttrAccount as String] = name }
            if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
            return query
        }

        private func copy(_ query: [String: Any], _ name: String) throws(FlowVaultFailure) -> Any? {
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess else { throw failure(.reading, name, status) }
            return found
        }

        private func failure(_ reason: FlowVaultFailure.Reason, _ name: String, _ status: OSStatus) -> FlowVaultFailure {
            FlowVaultFailure(reason, path: "\(path)/\(name)", cause: "status \(status)")
        }
    }
#endif
