import FlowMachine

/// A set of properties with which a finding is more frequent than chance explains.
public struct Correlation: Sendable, Hashable {
    /// A property that some launches have and others do not.
    public struct Property: Sendable, Hashable {
        /// The name of the property: `app`, `library`, `system`, `provider`, `account` (on the device), `kept provider`, `app update`, `system update`, `time zone`,
        /// `temporary access`, `earlier temporary access`, `vault`, `launches`, `clock`, `sign-in`, `last launch`, `folder`, `device`, `time`, or the path of a setting, for example `policy.pollInterval`.
        public let name: String
        /// The value of the property, in words.
        public let value: String
        /// Whether the property is a time that has no end: `from … on`.
        let isLasting: Bool
        /// If the property is a time: the words for launches outside of it, such as `before`.
        let elsewhere: String

        init(name: String, value: String, isLasting: Bool = false, elsewhere: String? = nil) {
            (self.name, self.value, self.isLasting) = (name, value, isLasting)
            self.elsewhere = elsewhere ?? (isLasting ? "before" : "at other times")
        }

        /// Whether the property is a time.
        var isTime: Bool { name == "time" }

        /// The property in words, such as `app DemoTV/1.0`.
        public var text: String {
            switch name {
            case "clock", "sign-in": "a \(name) \(value)"
            case "earlier temporary access": "temporary access \(value) in an earlier launch"
            case _: "\(name) \(value)"
            }
        }
    }

    /// One to four properties that, together, distinguish the launches with the finding.
    public internal(set) var properties: [Property]
    /// Further properties of exactly the same launches. The logs cannot show which of the properties matters.
    public let inseparable: [Property]
    /// The number of launches with the properties, and how many of them have the finding. Only launches that could show the finding are counted.
    public let with: Count
    /// The number of launches that have all the properties but the time, and how many of them have the finding; `nil` if no time is among several
    /// properties.
    public internal(set) var before: Count? = nil
    /// The number of all other launches, and how many of them have the finding.
    public let others: Count
    /// The first setting among the properties, and the value that all other launches have; `nil` if there is none. What devices of one kind have is left
    /// out, because the app cannot set it to another value.
    var changedSetting: (name: String, value: String)? {
        properties.lazy.filter { !$0.isOfDevices }.compactMap { property in note(.otherwise, of: property).map { (property.name, $0) } }
            .first
    }

    /// The probability that chance alone distributes the finding so unevenly (Fisher's exact test), multiplied by the number of comparisons; at most
    /// 0.01.
    public let probability: Double
    /// The properties and the inseparable ones.
    var all: [Property] { properties + inseparable }
    /// What else is known of the properties.
    var notes: [Note] = []
    /// The number of providers whose viewers have the finding with the properties.
    var providers = 0
    /// The provider with which other devices of the household play since the time of the correlation; `nil` if there is none.
    var laterProvider: String?

    /// The number of launches that were counted, and the number of affected launches among them.
    public struct Count: Sendable, Hashable {
        /// The number of launches with the finding.
        public internal(set) var affected: Int
        /// The number of all launches that were counted.
        public internal(set) var all: Int

        /// The numbers in words, such as `24 of 24`.
        public var text: String { "\(affected) of \(all)" }
    }

    /// The party that can act on the properties: the app for its versions and settings, the device for its system or an update of it, the provider
    /// for properties of its viewers. `nil` for other properties, such as a time.
    public var owner: FlowCause.Owner? {
        if properties.contains(where: { $0.name == "clock" }) { return .device }
        if codePage != nil { return .app }
        if isApps, !existedBefore { return .app }
        if properties.contains(where: { $0.name == "system update" }) { return .device }
        if properties.contains(where: { $0.isProviders }) { return .provider }
        return properties.contains { $0.isSystem } ? .device : nil
    }

    /// Whether many launches had the same properties before the time since which launches have the finding, and none of them had it. Then something else
    /// changed at this time.
    private var existedBefore: Bool {
        guard let before, properties.contains(where: { $0.isLasting }) else { return false }
        return before.affected == 0 && before.all >= Correlation.fewestBefore
    }

    /// The fewest launches before a time that acquit their properties.
    private static let fewestBefore = 10

    /// Whether launches have the finding since a time.
    var isLasting: Bool { properties.contains { $0.isLasting } }

    /// The page on which viewers enter a code, if it is among the properties of the correlation; otherwise `nil`. Those who run the page can act, even if the
    /// page worked before.
    var codePage: String? { properties.first { $0.name == "activationURL" }?.value }

    /// The providers among the properties that viewers sign in with. An account in Settings may be of another provider.
    var signInProviders: [Property] { properties.filter { $0.isProviders && $0.name != "account" } }

    /// Whether the app's developers control one of the properties.
    var isApps: Bool { properties.contains { $0.isApps } }

    /// Whether a version of the device's system, or an update of it, is among the properties.
    var hasSystem: Bool { properties.contains { $0.isSystem } }

    /// The maker of the system among the properties; `nil` if there is none, or if the maker is unknown.
    var maker: String? { properties.lazy.filter { $0.isSystem }.compactMap { $0.maker }.first }

    /// Returns the owner in words. If the cause comes with a system, the system's maker is named, because the viewer cannot act on the system.
    func words(_ owner: FlowCause.Owner) -> String {
        owner == .device && hasSystem ? "the device's system\(maker.map { " (\($0))" } ?? "")" : owner.words
    }

    /// The properties from which the owner follows, in words.
    var reason: String {
        let apps = properties.filter { $0.isApps }
        let explaining = apps.isEmpty ? properties.filter { !$0.onlyNarrows } : apps
        let others = explaining.filter { !$0.isTime }
        return (others.isEmpty ? explaining : others).map { $0.text }.joined(separator: " and ")
    }

    /// The correlation in words, such as `24 of 24 with app DemoTV/5.2.1, 3 of 22 without`.
    public var text: String { text(of: nil) }

    /// Returns the correlation in words. `noun` names what was counted, and `devices` is the number of affected devices; `nil` leaves them out.
    func text(of noun: String?, devices: Int? = nil) -> String {
        let times = properties.filter { $0.isTime }
        let named = properties.filter { !$0.isTime }.map { words($0) }
        let also = inseparable.isEmpty ? "" : ", which are those with \(inseparable.prefix(3).map { words($0) }.joined(separator: " and "))"
        let what = (named.isEmpty ? [] : ["with \(named.joined(separator: " and "))"]) + times.map { $0.value }
        let earlier = times.last?.elsewhere ?? "before"
        let before = self.before.map { ", \($0.text) \(earlier)" } ?? ""
        let number = devices.map { $0 == with.affected ? "" : "(\($0) \($0 == 1 ? "device" : "devices")) " } ?? ""
        return
            "\(with.text) \(noun.map { "\($0) " } ?? "")\(number)\(what.joined(separator: " "))\(also)\(before), \(others.text) \(named.isEmpty ? earlier : "without")"
    }

    /// The properties in words, such as `app A/2, which are those with policy.pollInterval 30.0 s (otherwise 5.0 s)`.
    var named: String {
        let also = inseparable.isEmpty ? "" : ", which are those with \(inseparable.prefix(3).map { words($0) }.joined(separator: " and "))"
        return properties.filter { !$0.isTime }.map { words($0) }.joined(separator: " and ") + also
    }

    /// Returns the property in words, with the value that other launches have, and the only version that has the setting, if these are known.
    private func words(_ property: Property) -> String {
        let notes = Note.Meaning.allCases.compactMap { meaning in note(meaning, of: property).map { meaning.words($0) } }
        return property.text + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    }

    /// Something that is known of a property, besides its value.
    struct Note: Sendable, Hashable {
        enum Meaning: CaseIterable {
            /// All other launches have this value. There is no such note if they have several values.
            case otherwise
            /// Exactly the same launches have this version.
            case only
            /// Only some launches of these versions have the property, as after a change from afar.
            case partly
            /// Devices with these systems have the property.
            case systems

            func words(_ text: String) -> String {
                switch self {
                case .otherwise: "otherwise \(text)"
                case .only: "only \(text) has it"
                case .partly: "in some launches of \(text)"
                case .systems: text
                }
            }
        }

        fileprivate let name: String
        fileprivate let meaning: Meaning
        fileprivate let text: String
    }

    /// Returns what is known of the property; `nil` if it is not known.
    func note(_ meaning: Note.Meaning, of property: Property) -> String? {
        notes.first { $0.meaning == meaning && $0.name == property.name }?.text
    }

    /// Adds what is known of the property.
    mutating func add(_ meaning: Note.Meaning, _ text: String, of property: Property) {
        notes.append(Note(name: property.name, meaning: meaning, text: text))
    }

    /// Returns the same correlation with the numbers of launches instead of units.
    func counted(_ with: Count, before: Count?, others: Count) -> Correlation {
        Correlation(
            properties: properties, inseparable: inseparable, with: with, before: before, others: others, probability: probability,
            notes: notes, providers: providers,
            laterProvider: laterProvider)
    }

    /// Returns the same correlation. If some of these settings are inseparable from the property, the first of them is named first, because it explains the
    /// finding best.
    func naming(_ settings: [String]) -> Correlation {
        guard let first = properties.first,
            let setting = settings.lazy.compactMap({ name in ([first] + inseparable).first { $0.name == name } }).first, setting != first
        else { return self }
        return Correlation(
            properties: [setting] + properties.dropFirst(), inseparable: [first] + inseparable.filter { $0 != setting }, with: with,
            before: before, others: others, probability: probability, notes: notes)
    }

    /// Returns the same correlation, but with settings in place of versions: if there are several properties, and exactly the same units have a
    /// version among them and one of these settings, the setting replaces the version. `units` returns the compared units with a property, and
    /// `values` the properties with a name.
    func naming(
        _ settings: [String], among values: (String) -> [Property], _ units: (Property) -> CorrelationFinder.Units?
    ) -> Correlation {
        var named = self
        guard properties.count > 1 else { return named }
        for (place, property) in properties.enumerated() where property.isApps && !property.isSetting {
            for setting in settings.flatMap(values) where units(setting) == units(property) {
                named.properties[place] = setting
                named.add(.only, property.text, of: setting)
                break
            }
        }
        return named
    }
}
