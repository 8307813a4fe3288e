import FlowMachine

/// Finds lifetimes that changed at some time.
///
/// The lifetimes of all values that were granted earlier differ from the lifetimes of all values that were granted later.
struct LifetimeChanges {
    /// What grants a value, and which kind of value.
    private struct Source: Hashable {
        let service: ConfiguredService
        let api: FlowSettings.API
        let grant: Lifetimes.Grant
    }

    private struct Key: Hashable {
        let source: Source
        /// The platform. Adobe can grant a different lifetime on each platform.
        let platform: FlowSettings.Platform
        /// The system without its version, for the platform of all devices that are none of Apple's; otherwise empty.
        let system: String

        /// The platform or the system in words.
        var place: String { system.isEmpty ? platform.rawValue : system }
    }

    /// The grants with one lifetime, the versions of the app and the systems that received them, and some of their devices.
    private struct Granted {
        var sightings: Sightings
        var versions: Set<String> = []
        var systems: Set<String> = []
        var devices: Set<Int> = []

        /// Adds a receiver. The sets are changed in place, because those of a lifetime that many devices have are large.
        mutating func add(_ version: String, _ system: String?, _ device: Int) {
            versions.insert(version)
            if let system { systems.insert(system) }
            if devices.count < LifetimeChanges.mostDevices { devices.insert(device) }
        }

        mutating func add(_ other: Granted) {
            sightings.add(other.sightings)
            versions.formUnion(other.versions)
            systems.formUnion(other.systems)
            if devices.count < LifetimeChanges.mostDevices { devices.formUnion(other.devices) }
        }

        func joined(_ other: Granted?) -> Granted {
            var sum = self
            if let other { sum.add(other) }
            return sum
        }
    }

    private let clock: DisplayedClock
    /// The grants, grouped by their lifetimes as they are printed (rounded), in milliseconds.
    private var granted: [Key: [Int64: Granted]] = [:]
    /// The kinds of grants whose lifetimes vary too much for a single change.
    private var irregular: Set<Key> = []

    private static let mostKeys = 2000
    private static let mostLengths = 50
    /// The number of devices of one lifetime after which no more of them are stored.
    private static let mostDevices = 1000
    /// The number of the current device.
    private var device = 0

    init(_ clock: DisplayedClock) { self.clock = clock }

    /// Adds a launch.
    ///
    /// - Parameters:
    ///   - report: The report on the launch.
    ///   - isFirst: Whether the launch is the first of its device.
    mutating func add(_ report: LaunchReport, isFirst: Bool) {
        if isFirst { device += 1 }
        let settings = report.header.settings
        let service = ConfiguredService(settings)
        let version = report.header.appVersion
        let system = report.header.system.map { $0.firstWord }
        for (grant, lengths) in report.lifetimes.fresh {
            let key = Key(
                source: Source(service: service, api: settings.api, grant: grant), platform: settings.platform,
                system: settings.platform == .other ? system ?? "" : "")
            guard granted.count < LifetimeChanges.mostKeys || granted[key] != nil else { continue }
            func add(to granted: inout [Int64: Granted]) {
                for (length, sightings) in lengths {
                    let sightings = sightings.placed(in: report)
                    if granted[length]?.sightings.add(sightings) == nil { granted[length] = Granted(sightings: sightings) }
                    granted[length]?.add(version, system, device)
                }
                if granted.count > LifetimeChanges.mostLengths {
                    irregular.insert(key)
                    granted = [:]
                }
            }
            add(to: &granted[key, default: [:]])
        }
    }

    // MARK: Changes

    private struct Change {
        let before: Period
        let after: Period

        /// Returns whether enough grants confirm the change. After a single earlier sign-in, several later sign-ins must confirm it. Lifetimes may differ from
        /// device to device, so a device must have had both lifetimes, or several devices each of them.
        func isCertain(_ kind: Lifetimes.Kind) -> Bool {
            let (before, after) = (before.granted, after.granted)
            let isEnough = before.sightings.count >= 2 && after.sightings.count >= 2 || kind.isSignIn && after.sightings.count >= 4
            return isEnough
                && (!before.devices.isDisjoint(with: after.devices)
                    || min(before.devices.count, after.devices.count) >= Change.fewestDevices)
        }

        private static let fewestDevices = 2

        /// Returns one change for both; `nil` if the lifetimes differ, or if one of the changes had happened before the other could.
        func joined(_ other: Change) -> Change? {
            let (before, after) = (before.joined(other.before), after.joined(other.after))
            guard before.words == self.before.words, after.words == self.after.words,
                before.sightings.last.time < after.sightings.first.time
            else { return nil }
            return Change(before: before, after: after)
        }
    }

    private struct Period {
        let shortest: Int64
        let longest: Int64
        let granted: Granted
        var sightings: Sightings { granted.sightings }

        func joined(_ other: Period) -> Period {
            Period(shortest: min(shortest, other.shortest), longest: max(longest, other.longest), granted: granted.joined(other.granted))
        }

        var words: String {
            shortest == longest ? TimeWords.term(shortest) : "\(TimeWords.term(shortest)) to \(TimeWords.term(longest))"
        }
    }

    /// Finds the change of a lifetime; `nil` if there is none.
    ///
    /// All lifetimes before a change are at most half as long, or at least twice as long, as all lifetimes after it.
    private static func change(_ lengths: [Int64: Granted], _ kind: Lifetimes.Kind) -> Change? {
        let sorted = lengths.ordered { $0.key < $1.key }
        for index in sorted.indices.dropFirst() where sorted[index - 1].key <= sorted[index].key / 2 {
            guard let short = period(sorted[..<index]), let long = period(sorted[index...]) else { continue }
            let isShortFirst = short.sightings.first.time < long.sightings.first.time
            let change = isShortFirst ? Change(before: short, after: long) : Change(before: long, after: short)
            if change.before.sightings.last.time < change.after.sightings.first.time, change.isCertain(kind) { return change }
        }
        return nil
    }

    private static func period(_ lengths: ArraySlice<(key: Int64, value: Granted)>) -> Period? {
        var all: Granted?
        for length in lengths { all = length.value.joined(all) }
        guard let first = lengths.first, let last = lengths.last, let all else { return nil }
        return Period(shortest: first.key, longest: last.key, granted: all)
    }

    /// The lifetime that all sign-ins were granted for, in milliseconds, and their number; `nil` if lifetimes differ, or if there are few sign-ins.
    var ofAllSignIns: (length: Int64, count: Int)? {
        var (lengths, count): (Set<Int64>, Int) = ([], 0)
        for (key, found) in granted where key.source.grant.kind.isSignIn {
            if irregular.contains(key) { return nil }
            lengths.formUnion(found.keys)
            for one in found.values { count += one.sightings.count }
        }
        guard lengths.count == 1, count >= CorrelationFinder.fewest, let length = lengths.first else { return nil }
        return (length, count)
    }

    // MARK: Patterns

    /// A change, with the providers, the types of profiles and the platforms for which it happened.
    private struct Found {
        /// The source, without the provider and the type.
        let source: Source
        /// The providers; empty if no provider grants the value.
        private(set) var mvpds: [MVPDID]
        /// The types of profiles; empty if the value is no profile.
        private(set) var types: [ProfileType]
        private(set) var platforms: [FlowSettings.Platform]
        /// The platforms and systems in words.
        private(set) var places: [String]
        private(set) var change: Change

        init(_ key: Key, _ change: Change) {
            let source = key.source
            self.source = Source(
                service: source.service, api: source.api, grant: Lifetimes.Grant(kind: source.grant.kind, mvpd: nil))
            mvpds = [source.grant.mvpd].compactMap { $0 }
            types = [source.grant.type].compactMap { $0 }
            (platforms, places, self.change) = ([key.platform], [key.place], change)
        }

        /// Adds a change of the same value in the same way, and returns whether it is one.
        mutating func join(_ other: Found) -> Bool {
            guard source == other.source, mvpds.isEmpty == other.mvpds.isEmpty, let joined = change.joined(other.change) else {
                return false
            }
            change = joined
            mvpds += other.mvpds.filter { !mvpds.contains($0) }
            types += other.types.filter { !types.contains($0) }
            platforms += other.platforms.filter { !platforms.contains($0) }
            places += other.places.filter { !places.contains($0) }
            return true
        }

        /// Whether sign-ins are valid for a shorter time since the change.
        var isShorterSignIn: Bool { source.grant.kind.isSignIn && change.after.longest < change.before.shortest }
        /// Whether sign-ins are valid for a longer time since the change.
        var isLongerSignIn: Bool { source.grant.kind.isSignIn && change.after.shortest > change.before.longest }
        /// The providers in words, such as `Cox and Dish`.
        var providers: String { listed(mvpds.map { $0.text }) }
        /// Whether Adobe's configuration grants the lifetime: no provider does, or it changed for several providers at once.
        var isAdobes: Bool { mvpds.count != 1 }
    }

    /// The changes. If a lifetime changed in the same way on several platforms, or for several providers or types of
    /// profiles, that is one change.
    private var changes: [Found] {
        var found: [Found] = []
        func order(_ key: Key) -> (String, String) { (key.source.grant.mvpd?.text ?? "", key.platform.rawValue) }
        for key in granted.keys.filter({ !irregular.contains($0) }).ordered(by: { order($0) < order($1) }) {
            guard let lengths = granted[key], let change = LifetimeChanges.change(lengths, key.source.grant.kind) else { continue }
            let one = Found(key, change)
            var isJoined = false
            for place in found.indices where !isJoined { isJoined = found[place].join(one) }
            if !isJoined { found.append(one) }
        }
        return found
    }

    /// Returns the patterns, one per change. Changes for sign-ins are first, followed by the changes with the most grants. Those of which viewers noticed
    /// nothing are `unnoticed`.
    ///
    /// - Parameter expiries: The sign-ins that expired.
    func patterns(_ expiries: Expiries) -> (noticed: [TriagePattern], unnoticed: [TriagePattern]) {
        let services = Set(granted.keys.map { $0.source.service }).count
        let platforms = Set(granted.keys.map { $0.place }).count
        let changes = changes
        let changed = Set(changes.flatMap { $0.mvpds })
        typealias Ranked = (rank: Int, count: Int, service: ConfiguredService, pattern: TriagePattern, isNoticed: Bool)
        let found = changes.map { one -> Ranked in
            let place =
                (services > 1 ? " for \(one.source.service.name)" : "") + (platforms > 1 ? " on \(listed(one.places.ordered()))" : "")
            let count = one.change.before.sightings.count + one.change.after.sightings.count
            let ended = one.isShorterSignIn ? expiries.count(of: one.mvpds, grantedSince: one.change.after.sightings.first.time) : nil
            let text =
                cleared(one, changed) + (ended.map { LifetimeChanges.sentence(ended: $0) } ?? "")
                + (one.isLongerSignIn ? " So viewers sign in less often: fewer sign-ins are no fault." : "")
            return (one.source.grant.kind.isSignIn ? 0 : 1, count, one.source.service, pattern(one, place, text), ended != 0)
        }
        .ordered { ($0.rank, $1.count, $0.pattern.text, $0.service) < ($1.rank, $0.count, $1.pattern.text, $1.service) }
        return (found.filter { $0.isNoticed }.map { $0.pattern }, found.filter { !$0.isNoticed }.map { $0.pattern })
    }

    private static func sentence(ended: Int) -> String {
        switch ended {
        case 0: " None of the later ones has expired in these logs, so this change has signed out no viewer yet."
        case 1: " 1 of the later ones has expired in these logs."
        case _: " \(ended) of the later ones have expired in these logs."
        }
    }

    private func pattern(_ found: Found, _ place: String, _ cleared: String) -> TriagePattern {
        let (grant, change) = (found.source.grant, found.change)
        let (before, after) = (change.before.sightings, change.after.sightings)
        let isAdobes = found.isAdobes
        var parameters = [TriagePattern.Parameter("granted", grant.kind.rawValue)]
        if !found.mvpds.isEmpty {
            parameters.append(TriagePattern.Parameter("provider", found.mvpds.map { $0.text }.joined(separator: ", ")))
        }
        if !found.types.isEmpty {
            parameters.append(TriagePattern.Parameter("type", found.types.map { $0.word }.joined(separator: ", ")))
        }
        parameters += [
            TriagePattern.Parameter("service", found.source.service.name),
            TriagePattern.Parameter("platform", found.platforms.map { $0.rawValue }.joined(separator: ", ")),
            TriagePattern.Parameter("millisecondsBefore", .number(change.before.longest)),
            TriagePattern.Parameter("until", .time(before.last.time)), TriagePattern.Parameter("countBefore", before.count),
            TriagePattern.Parameter("millisecondsAfter", .number(change.after.longest)),
            TriagePattern.Parameter("since", .time(after.first.time)), TriagePattern.Parameter("countAfter", after.count),
        ]
        return TriagePattern(
            .lifetimeChanged, isAdobes ? .adobe : .provider, "\(sentence(found, place))\(cleared)",
            whose:
                "Owner: \(found.isLongerSignIn ? "nobody, if the change was intended; otherwise " : "")\(isAdobes ? "Adobe, or the administrator of its dashboard" : "the TV provider, or Adobe's configuration of it").",
            example: "\(after.first.file), unlike \(before.last.file).",
            advice: isAdobes
                ? "Ask the administrator of Adobe's dashboard, or Adobe's support, why the lifetime was changed."
                : "Ask the provider, or the administrator of Adobe's dashboard, whether the lifetime was changed on purpose.", parameters,
            [TriagePattern.Sighting(.good, before.last), TriagePattern.Sighting(.bad, after.first)])
    }

    /// Returns a sentence about the versions that have the lifetime, and about other platforms and providers; empty if it has nothing to say.
    ///
    /// - Parameters:
    ///   - found: The change.
    ///   - changed: The providers with a change.
    private func cleared(_ found: Found, _ changed: Set<MVPDID>) -> String {
        let versions = found.change.after.granted.versions.ordered()
        let alike =
            versions.count < 2
            ? ""
            : " \(listed(versions.suffix(3))) alike, so no version of the app is to blame."
        guard found.source.grant.kind.isSignIn, !found.mvpds.isEmpty else { return alike }
        let same = granted.filter { LifetimeChanges.isUnchanged($0.key, $0.value, at: found.change) }.keys
        let places = Set(
            same.filter { key in key.source.grant.mvpd.map { found.mvpds.contains($0) } ?? false }.map { $0.place }
        )
        .subtracting(found.places).ordered()
        // A provider that is new on a platform may have the new lifetime there.
        let unclear = granted.filter { key, lengths in
            key.source.grant.kind.isSignIn && !LifetimeChanges.isUnchanged(key, lengths, at: found.change)
                && lengths.values.contains { $0.sightings.last.time >= found.change.after.sightings.first.time }
        }
        let others = Set(same.compactMap { $0.source.grant.mvpd }).subtracting(changed).subtracting(
            unclear.keys.compactMap { $0.source.grant.mvpd })
        let here =
            places.isEmpty
            ? "" : " On \(listed(places)), sign-ins with \(found.mvpds.count == 1 ? "it" : "them") are valid for as long as before."
        if others.isEmpty || changed != Set(found.mvpds) { return "\(alike)\(here)" }
        let sorted = others.map { $0.text }.ordered()
        let names = listed(sorted.prefix(4) + (sorted.count > 4 ? ["\(sorted.count - 4) more providers"] : []))
        return "\(alike)\(here) Sign-ins with \(names) are valid for as long as before."
    }

    /// Returns whether sign-ins were granted before and after the change of others, all for about the same time.
    private static func isUnchanged(_ key: Key, _ lengths: [Int64: Granted], at change: Change) -> Bool {
        guard key.source.grant.kind.isSignIn, let shortest = lengths.keys.min(), let longest = lengths.keys.max(), longest < shortest * 2
        else {
            return false
        }
        return lengths.values.contains { $0.sightings.first.time <= change.before.sightings.last.time }
            && lengths.values.contains { $0.sightings.last.time >= change.after.sightings.first.time }
    }

    private func sentence(_ found: Found, _ place: String) -> String {
        let (grant, change) = (found.source.grant, found.change)
        let noun = grant.kind.noun
        func counted(_ count: Int) -> String { count == 1 ? "1 \(noun)" : "\(count) \(grant.kind.plural)" }
        let (before, after) = (change.before.sightings, change.after.sightings)
        let provider = found.mvpds.isEmpty ? "" : " with \(found.providers)"
        let type = found.types.isEmpty || found.types.contains(.regular) ? "" : " (\(listed(found.types.map { $0.word })))"
        return
            "\(capitalized(grant.kind.plural))\(provider)\(type)\(place) were valid for \(change.before.words) until \(TimeWords.minute(before.last.time, clock)) (\(counted(before.count))), and for \(change.after.words) since \(TimeWords.minute(after.first.time, clock)) (\(counted(after.count)))."
    }
}
