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
    }

    /// The grants with one lifetime, and the versions of the app that received them.
    private struct Granted {
        var sightings: Sightings
        var versions: Set<String>

        func joined(_ other: Granted?) -> Granted {
            Granted(sightings: sightings.sum(other?.sightings), versions: versions.union(other?.versions ?? []))
        }
    }

    private let clock: DisplayedClock
    /// The grants, grouped by their lifetimes as they are printed (rounded), in milliseconds.
    private var granted: [Key: [Int64: Granted]] = [:]
    /// The kinds of grants whose lifetimes vary too much for a single change.
    private var irregular: Set<Key> = []

    private static let mostKeys = 2000
    private static let mostLengths = 50

    init(_ clock: DisplayedClock) { self.clock = clock }

    mutating func add(_ report: LaunchReport) {
        let settings = report.header.settings
        let service = ConfiguredService(settings)
        for (grant, lengths) in report.lifetimes.fresh {
            let key = Key(source: Source(service: service, api: settings.api, grant: grant), platform: settings.platform)
            guard granted.count < LifetimeChanges.mostKeys || granted[key] != nil else { continue }
            for (length, sightings) in lengths {
                let one = Granted(sightings: sightings.placed(in: report), versions: [String(report.header.app.prefix { $0 != " " })])
                granted[key, default: [:]][length] = one.joined(granted[key]?[length])
            }
            if granted[key]?.count ?? 0 > LifetimeChanges.mostLengths {
                irregular.insert(key)
                granted[key] = [:]
            }
        }
    }

    // MARK: Changes

    private struct Change {
        let before: Period
        let after: Period

        /// Returns whether enough grants confirm the change. After a single earlier sign-in, several later sign-ins must confirm it.
        func isCertain(_ kind: Lifetimes.Kind) -> Bool {
            let (before, after) = (before.sightings.count, after.sightings.count)
            return before >= 2 && after >= 2 || kind.isSignIn && after >= 4
        }

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

    /// A change, with the platforms on which it happened.
    private typealias Found = (source: Source, platforms: [FlowSettings.Platform], change: Change)

    /// The changes. If a lifetime changed in the same way on several platforms, that is one change.
    private var changes: [Found] {
        var found: [Found] = []
        let keys = granted.keys.filter { !irregular.contains($0) }
        for key in keys.ordered(by: { $0.platform.rawValue < $1.platform.rawValue }) {
            guard let lengths = granted[key], let change = LifetimeChanges.change(lengths, key.source.grant.kind) else { continue }
            let place = found.firstIndex { $0.source == key.source && $0.change.joined(change) != nil }
            if let place, let joined = found[place].change.joined(change) {
                found[place].change = joined
                found[place].platforms.append(key.platform)
            } else {
                found.append((key.source, [key.platform], change))
            }
        }
        return found
    }

    /// The patterns, one per change. Changes for sign-ins are first, followed by the changes with the most grants.
    var patterns: [TriagePattern] {
        let services = Set(granted.keys.map { $0.source.service }).count
        let platforms = Set(granted.keys.map { $0.platform }).count
        let found = changes.map { one -> (rank: Int, count: Int, service: ConfiguredService, pattern: TriagePattern) in
            let names = listed(one.platforms.map { $0.rawValue })
            let place = (services > 1 ? " for \(one.source.service.name)" : "") + (platforms > 1 ? " on \(names)" : "")
            let count = one.change.before.sightings.count + one.change.after.sightings.count
            return (one.source.grant.kind.isSignIn ? 0 : 1, count, one.source.service, pattern(one, place))
        }
        return found.ordered { ($0.rank, $1.count, $0.pattern.text, $0.service) < ($1.rank, $0.count, $1.pattern.text, $1.service) }
            .map { $0.pattern }
    }

    private func pattern(_ found: Found, _ place: String) -> TriagePattern {
        let (grant, change) = (found.source.grant, found.change)
        let (before, after) = (change.before.sightings, change.after.sightings)
        let isAdobes = grant.mvpd == nil
        var parameters = [TriagePattern.Parameter("granted", grant.kind.rawValue)]
        if let mvpd = grant.mvpd { parameters.append(TriagePattern.Parameter("provider", mvpd.text)) }
        if let type = grant.type { parameters.append(TriagePattern.Parameter("type", type.word)) }
        parameters += [
            TriagePattern.Parameter("service", found.source.service.name),
            TriagePattern.Parameter("platform", found.platforms.map { $0.rawValue }.joined(separator: ", ")),
            TriagePattern.Parameter("millisecondsBefore", .number(change.before.longest)),
            TriagePattern.Parameter("until", .time(before.last.time)), TriagePattern.Parameter("countBefore", before.count),
            TriagePattern.Parameter("millisecondsAfter", .number(change.after.longest)),
            TriagePattern.Parameter("since", .time(after.first.time)), TriagePattern.Parameter("countAfter", after.count),
        ]
        return TriagePattern(
            .lifetimeChanged, isAdobes ? .adobe : .provider, "\(sentence(grant, place, change))\(cleared(found))",
            whose:
                "Owner: \(isAdobes ? "Adobe, or the administrator of its dashboard" : "the TV provider, or Adobe's configuration of it").",
            example: "\(after.first.file), unlike \(before.last.file).",
            advice: isAdobes
                ? "Ask the administrator of Adobe's dashboard, or Adobe's support, why the lifetime was changed."
                : "Ask the provider, or the administrator of Adobe's dashboard, whether the lifetime was changed on purpose.", parameters,
            [TriagePattern.Sighting(.good, before.last), TriagePattern.Sighting(.bad, after.first)])
    }

    /// Returns a sentence about the versions that have the lifetime, and about other providers; empty if it has nothing to say.
    private func cleared(_ found: Found) -> String {
        let versions = found.change.after.granted.versions.ordered()
        let alike =
            versions.count < 2
            ? ""
            : " \(listed(versions.suffix(3))) alike, so no version of the app is to blame."
        guard found.source.grant.kind.isSignIn, let mvpd = found.source.grant.mvpd else { return alike }
        let changed = Set(changes.compactMap { $0.source.grant.mvpd })
        let others = Set(granted.keys.filter { $0.source.grant.kind.isSignIn }.compactMap { $0.source.grant.mvpd }).subtracting(changed)
        if others.isEmpty || changed != [mvpd] { return alike }
        return
            "\(alike) Sign-ins with \(others.count == 1 ? "the other provider" : "the \(others.count) other providers") are valid for as long as before."
    }

    private func sentence(_ grant: Lifetimes.Grant, _ place: String, _ change: Change) -> String {
        let noun = grant.kind.noun
        func counted(_ count: Int) -> String { count == 1 ? "1 \(noun)" : "\(count) \(grant.kind.plural)" }
        let (before, after) = (change.before.sightings, change.after.sightings)
        let provider = grant.mvpd.map { " with \($0.text)" } ?? ""
        let type = grant.type.map { $0 == .regular ? "" : " (\($0.word))" } ?? ""
        return
            "\(capitalized(grant.kind.plural))\(provider)\(type)\(place) were valid for \(change.before.words) until \(TimeWords.minute(before.last.time, clock)) (\(counted(before.count))), and for \(change.after.words) since \(TimeWords.minute(after.first.time, clock)) (\(counted(after.count)))."
    }
}
