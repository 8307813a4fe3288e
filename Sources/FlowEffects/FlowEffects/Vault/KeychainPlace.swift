#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
// The condition is not `canImport(Security)`, because on Linux the tests build a stand-in for Security, which no other module may import.
#if KEYCHAIN_STAND_IN || canImport(Darwin)
    import FlowMachine
    import Security

    #if KEYCHAIN_STAND_IN
        @testable import FlowEffects
    #endif

    /// The users that share the vault on an Apple TV with several users. Other devices have one user, and ignore this choice.
    public enum KeychainSharing: Sendable {
        /// All users of the device share the vault. One sign-in serves the household, like a TV provider's subscription, and the device has one
        /// identifier at Adobe.
        case household
        /// Only the current tvOS user uses the vault. Each user signs in separately, and is a separate device to Adobe. Takes effect only in an
        /// app whose entitlement `com.apple.developer.user-management` has the value `runs-as-current-user-with-user-independent-keychain`. In
        /// an app without this entitlement, all users share one keychain anyway.
        case currentUser
    }

    extension FlowVault {
        /// Creates a vault in the system's keychain, for apps on Apple's platforms. Its items are generic passwords that never leave this
        /// device and are readable after the device's first unlock.
        ///
        /// Keychain items remain when the app is deleted. After a reinstallation, the device therefore has the same identifier at Adobe
        /// (V2-X-04), and the viewer may still be signed in. `Flow.eraseAll` removes everything.
        ///
        /// The vault holds no file lock. Only the vault that was opened last may write: an earlier vault of another process throws `takenOver`
        /// from then on.
        ///
        /// On a Mac, the app's entitlements must contain an application identifier or keychain access groups. Without them, the failure's cause
        /// is "status -34018" (`errSecMissingEntitlement`).
        /// - Parameters:
        ///   - service: the beginning of the items' service names, for example the app's bundle identifier.
        ///   - app: the app. Each service provider and host has its own values. Of the software statement, only a fingerprint is kept; a
        ///     different statement needs different credentials.
        ///   - accessGroup: the access group of the items; `nil` for the app's default group. Without a group, the vault finds items of the same
        ///     `service` in every group of the app, so choose a different service name for each app. Two running apps must not open the same
        ///     `service`: the app that opened it last writes, and the other app saves nothing.
        ///   - sharing: whether all users of an Apple TV share the vault.
        ///   - deviceIdentifier: for migration, the device's identifier that the app has sent to Adobe so far, before Base64 encoding: 1 to
        ///     `longestDeviceIdentifier` bytes of printable ASCII. `nil` uses the identifier that is kept, or else a random identifier.
        /// - Throws: `FlowVaultFailure`: `app` if the app's settings are wrong, `locked` before the device's first unlock, `alreadyOpen` if
        ///   another vault of this process uses these items, `otherDevice` if another device identifier is kept, `reading` if the keychain
        ///   cannot be read.
        public convenience init(
            keychain service: String, for app: FlowApp, accessGroup: String? = nil, sharing: KeychainSharing = .household,
            deviceIdentifier: String? = nil
        ) throws(FlowVaultFailure) {
            let device = KeychainPlace(service: service, accessGroup: accessGroup, sharing: sharing)
            let namespace = try FlowVault.namespace(of: app, in: service)
            let own = KeychainPlace(service: "\(service)/\(namespace)", accessGroup: accessGroup, sharing: sharing)
            try self.init(own, device, for: app, deviceIdentifier: deviceIdentifier)
        }
    }

    /// The keychain items of one service. The keychain replaces an item as a whole, and encrypts it.
    struct KeychainPlace: VaultPlace {
        let service: String
        let accessGroup: String?
        let sharing: KeychainSharing

        var path: String { "keychain:\(service)" }

        func reserve() throws(FlowVaultFailure) -> VaultReservation {
            try VaultReservation("\(path) \(accessGroup ?? "") \(sharing)", path: path)
        }

        func write(_ bytes: [UInt8], to name: String) throws(FlowVaultFailure) {
            let item = query(name)
            let value: [String: Any] = [kSecValueData as String: Data(bytes)]
            var status = SecItemUpdate(item as CFDictionary, value as CFDictionary)
            if status == errSecItemNotFound {
                var new = item.merging(value) { $1 }
                new[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
                status = SecItemAdd(new as CFDictionary, nil)
            }
            if status == errSecDuplicateItem {
                // Either another process has just added the item, or the update did not find the item because it cannot be decrypted yet.
                status = SecItemUpdate(item as CFDictionary, value as CFDictionary)
                if status == errSecItemNotFound { status = errSecInteractionNotAllowed }
            }
            guard status == errSecSuccess else { throw failure(.writing, name, status) }
        }

        func read(_ name: String) throws(FlowVaultFailure) -> [UInt8]? {
            var item = query(name)
            item[kSecReturnData as String] = true
            item[kSecMatchLimit as String] = kSecMatchLimitOne
            guard let found = try copy(item, name) else { return nil }
            // An item without data is treated as lost.
            return (found as? Data).map { [UInt8]($0) }
        }

        func remove(_ name: String) throws(FlowVaultFailure) {
            let status = SecItemDelete(query(name) as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw failure(.writing, name, status) }
        }

        func names() throws(FlowVaultFailure) -> [String] { try all(query(nil), kSecAttrAccount as String).sorted() }

        func hasInnerPlaces() throws(FlowVaultFailure) -> Bool {
            var items = query(nil)
            items[kSecAttrService as String] = nil
            return try all(items, kSecAttrService as String).contains { $0.hasPrefix("\(service)/") }
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
            #if os(tvOS) || KEYCHAIN_STAND_IN
                if sharing == .household { query[kSecUseUserIndependentKeychain as String] = true }
            #endif
            return query
        }

        /// Returns the value of one attribute for each item that matches the query.
        private func all(_ query: [String: Any], _ attribute: String) throws(FlowVaultFailure) -> [String] {
            var items = query
            items[kSecReturnAttributes as String] = true
            items[kSecMatchLimit as String] = kSecMatchLimitAll
            guard let found = try copy(items, "") as? [[String: Any]] else { return [] }
            return found.compactMap { $0[attribute] as? String }
        }

        private func copy(_ query: [String: Any], _ name: String) throws(FlowVaultFailure) -> Any? {
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess else { throw failure(.reading, name, status) }
            return found
        }

        private func failure(_ reason: FlowVaultFailure.Reason, _ name: String, _ status: OSStatus) -> FlowVaultFailure {
            FlowVaultFailure(status == errSecInteractionNotAllowed ? .locked : reason, path: "\(path)/\(name)", cause: "status \(status)")
        }
    }
#endif
