import FoundationEssentials
import Synchronization

/// A device's keychain as its documentation describes it, for generic passwords in the data protection keychain: it outlives every
/// app, and a test decides which calls fail.
public final class StandInKeychain: Sendable {
    /// The keychain of this task.
    @TaskLocal public static var current = StandInKeychain()

    /// One item.
    public struct Item: Sendable, Equatable {
        public let service: String
        public let account: String
        public let accessGroup: String?
        /// The accessibility class that it was added with.
        public let accessible: String?
        /// Whether all users of the device share it.
        public let isUserIndependent: Bool
        /// The value; `nil` for an item without data.
        public var data: Data?
    }

    private struct State: Sendable {
        var items: [Item] = []
        var failure: OSStatus?
        /// The error of adding while no item can be found.
        var hiding: OSStatus?
        var queries: [[String: String]] = []

        /// Records the query; returns the status with which it fails, if it does.
        mutating func begin(_ words: [String: String], _ query: Query) -> OSStatus? {
            queries.append(words)
            if let failure { return failure }
            return query.isGenericPassword && query.isDataProtection ? nil : errSecParam
        }
    }

    private let state = Mutex(State())

    /// An empty keychain.
    public init() {}

    /// The items, in the order in which they were added.
    public var items: [Item] { state.withLock { $0.items } }

    /// Every query so far, with each value as text.
    public var queries: [[String: String]] { state.withLock { $0.queries } }

    /// Makes every call fail with `status`, or none.
    public func fail(_ status: OSStatus?) { state.withLock { $0.failure = status } }

    /// Hides every item, as iOS may do before the first unlock: nothing is found, and adding fails with `status`. `nil` ends it.
    public func hide(adding status: OSStatus?) { state.withLock { $0.hiding = status } }

    /// Removes the value of every item with that account.
    public func removeData(of account: String) {
        state.withLock { state in
            for index in state.items.indices where state.items[index].account == account { state.items[index].data = nil }
        }
    }

    func add(_ attributes: [String: Any]) -> OSStatus {
        let (query, data, words) = (Query(attributes), attributes[kSecValueData] as? Data, words(attributes))
        return state.withLock { state in
            if let failure = state.begin(words, query) { return failure }
            if let hiding = state.hiding { return hiding }
            guard let service = query.service, let account = query.account else { return errSecParam }
            if state.items.contains(where: { query.finds($0) }) { return errSecDuplicateItem }
            state.items.append(
                Item(
                    service: service, account: account, accessGroup: query.accessGroup, accessible: query.accessible,
                    isUserIndependent: query.isUserIndependent, data: data))
            return errSecSuccess
        }
    }

    func update(_ attributes: [String: Any], _ changes: [String: Any]) -> OSStatus {
        let (query, data, words) = (Query(attributes), changes[kSecValueData] as? Data, words(attributes))
        return state.withLock { state in
            if let failure = state.begin(words, query) { return failure }
            let found = state.items.indices.filter { state.hiding == nil && query.finds(state.items[$0]) }
            for index in found { state.items[index].data = data }
            return found.isEmpty ? errSecItemNotFound : errSecSuccess
        }
    }

    func delete(_ attributes: [String: Any]) -> OSStatus {
        let (query, words) = (Query(attributes), words(attributes))
        return state.withLock { state in
            if let failure = state.begin(words, query) { return failure }
            let before = state.items.count
            if state.hiding == nil { state.items.removeAll { query.finds($0) } }
            return state.items.count == before ? errSecItemNotFound : errSecSuccess
        }
    }

    /// One value, or the attributes of all items that match.
    func copyMatching(_ attributes: [String: Any]) -> (OSStatus, Any?) {
        let (query, words) = (Query(attributes), words(attributes))
        let (status, found): (OSStatus, [Item]) = state.withLock { state in
            if let failure = state.begin(words, query) { return (failure, []) }
            let found = state.items.filter { state.hiding == nil && query.finds($0) }
            return (found.isEmpty ? errSecItemNotFound : errSecSuccess, found)
        }
        guard status == errSecSuccess else { return (status, nil) }
        if attributes[kSecMatchLimit] as? String == kSecMatchLimitAll {
            return (status, found.map { [kSecAttrService: $0.service, kSecAttrAccount: $0.account] as [String: Any] })
        }
        return (status, found.first?.data)
    }

    private func words(_ attributes: [String: Any]) -> [String: String] {
        attributes.filter { $0.key != kSecValueData }.mapValues { "\($0)" }
    }

    /// The request.
    private struct Query: Sendable {
        let isGenericPassword: Bool
        let isDataProtection: Bool
        let service: String?
        let account: String?
        let accessGroup: String?
        let accessible: String?
        let isUserIndependent: Bool

        init(_ attributes: [String: Any]) {
            isGenericPassword = attributes[kSecClass] as? String == kSecClassGenericPassword
            isDataProtection = attributes[kSecUseDataProtectionKeychain] as? Bool == true
            service = attributes[kSecAttrService] as? String
            account = attributes[kSecAttrAccount] as? String
            accessGroup = attributes[kSecAttrAccessGroup] as? String
            accessible = attributes[kSecAttrAccessible] as? String
            isUserIndependent = attributes[kSecUseUserIndependentKeychain] as? Bool == true
        }

        func finds(_ item: Item) -> Bool {
            item.isUserIndependent == isUserIndependent && (service ?? item.service) == item.service
                && (account ?? item.account) == item.account && (accessGroup ?? item.accessGroup) == item.accessGroup
        }
    }
}
