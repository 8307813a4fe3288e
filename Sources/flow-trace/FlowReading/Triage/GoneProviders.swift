import FlowMachine

/// Finds the providers that disappeared from Adobe's configuration.
///
/// All launches until some time fetched a configuration with the provider, and no later launch did.
struct GoneProviders {
    private struct Missed: Hashable {
        let service: ConfiguredService
        let mvpd: MVPDID
    }

    private let clock: DisplayedClock
    /// The launches, grouped by the set of providers in the configuration that they fetched. There are only a few different sets.
    private var lists: [ConfiguredService: [Set<MVPDID>: Fetched]] = [:]
    private var count = 0
    /// Whether the configurations are too different to be compared, because there are too many of them.
    private var isFull = false
    /// For each provider, the number of devices that were signed in with it and later fetched a configuration without it.
    private var missed: [Missed: Int] = [:]
    /// The providers with which the earlier launches of the current device were signed in.
    private var signedIn: Set<MVPDID> = []
    private var missedOnDevice: Set<MVPDID> = []

    /// The launches that fetched one configuration.
    private struct Fetched {
        var all: Part
        /// The same launches, by the system and the version of the app. Two logs of one version show the change alone.
        var kinds: [Kind: Part] = [:]

        mutating func add(_ part: Part, _ kind: Kind) {
            all.add(part)
            note(part, kind)
        }

        mutating func note(_ part: Part, _ kind: Kind) {
            if kinds.count < GoneProviders.mostKinds || kinds[kind] != nil { kinds[kind] = part.sum(kinds[kind]) }
        }
    }

    /// The system without its version, and the version of the app.
    private struct Kind: Hashable {
        let system: String
        let app: String
    }

    /// Launches, and how many of them closed the provider picker without a choice.
    private struct Part: Hashable {
        var launches: Sightings
        var closed: Int

        mutating func add(_ other: Part) {
            launches.add(other.launches)
            closed += other.closed
        }

        func sum(_ other: Part?) -> Part {
            var sum = self
            if let other { sum.add(other) }
            return sum
        }
    }

    private static let mostLists = 500
    private static let mostMissed = 10_000
    private static let mostOnDevice = 100
    /// The fewest launches with a provider, and the fewest launches without the provider, from which its disappearance is concluded.
    private static let fewest = 3
    private static let mostNames = 4
    private static let mostKinds = 60
    /// The highest probability with which chance explains that more viewers close the picker.
    private static let plausibility = 0.01

    init(_ clock: DisplayedClock) { self.clock = clock }

    /// Adds a launch.
    ///
    /// - Parameters:
    ///   - report: The report on the launch.
    ///   - isFirst: Whether the launch is the first of its device.
    mutating func add(_ report: LaunchReport, isFirst: Bool) {
        if isFirst { (signedIn, missedOnDevice) = ([], []) }
        for mvpd in GoneProviders.signedIn(report) where signedIn.count < GoneProviders.mostOnDevice { signedIn.insert(mvpd) }
        // A truncated list does not show which providers are missing.
        guard let fetched = report.configuration, fetched.providers.count < AdobeConfiguration.bound, let seen = report.configured else {
            return
        }
        let list = Set(fetched.providers.map { $0.mvpd })
        let service = ConfiguredService(report.header.settings)
        let isClosed = report.requests.contains { $0.cause?.kind == .canceledByViewer(at: .providerPicker) }
        note(
            list, service, Part(launches: seen.placed(in: report), closed: isClosed ? 1 : 0),
            Kind(system: report.systemName ?? "", app: report.header.appVersion))
        for mvpd in signedIn where !list.contains(mvpd) && missedOnDevice.insert(mvpd).inserted {
            let key = Missed(service: service, mvpd: mvpd)
            if missed[key] != nil || missed.count < GoneProviders.mostMissed { missed[key, default: 0] += 1 }
        }
    }

    private mutating func note(_ list: Set<MVPDID>, _ service: ConfiguredService, _ part: Part, _ kind: Kind) {
        if let place = lists[service]?.index(forKey: list) {
            lists[service]?.values[place].add(part, kind)
        } else if count < GoneProviders.mostLists {
            count += 1
            var fetched = Fetched(all: part)
            fetched.note(part, kind)
            lists[service, default: [:]][list] = fetched
        } else {
            isFull = true
        }
    }

    /// Returns the providers of the sign-ins that existed when the launch began, and of the sign-ins during the launch.
    private static func signedIn(_ report: LaunchReport) -> [MVPDID] {
        let found = report.vault.found
        // REST API V1 keeps the provider even if the sign-in failed, so Adobe must have confirmed that the viewer is signed in.
        let isSignedIn = report.header.settings.api == .restV1 && report.foundProfile != nil
        return [found?.profile?.mvpd, report.profile?.mvpd, isSignedIn ? found?.provider?.mvpd : nil].compactMap { $0 }
            + report.lifetimes.granted.keys.compactMap { $0.kind == .signIn ? $0.mvpd : nil }
    }

    // MARK: Patterns

    private struct Gone {
        let service: ConfiguredService
        let launches: Launches
        var mvpds: [MVPDID]
        var devices: Int

        /// Whether viewers close the picker more often than before, because they do not find their provider in it.
        var closesPicker: Bool {
            let (with, without) = (launches.with, launches.without)
            return FishersTest.probability(
                hit: without.closed, with: without.launches.count, affected: with.closed + without.closed,
                total: with.launches.count + without.launches.count) <= GoneProviders.plausibility
        }
    }

    private struct Launches: Hashable {
        let with: Part
        let without: Part
        /// The systems on which the providers disappeared; empty for all.
        let systems: [String]
    }

    /// Whether viewers close the picker more often after providers have disappeared.
    var closesPicker: Bool { all.contains { $0.closesPicker } }

    private var all: [Gone] { isFull ? [] : lists.flatMap { gone($0.key, $0.value) } }

    /// A pattern for the providers that disappeared at the same time. The patterns with the most affected devices are first.
    var patterns: [TriagePattern] {
        let gone = all.map { (gone: $0, names: $0.mvpds.map { $0.text }.ordered()) }
        return gone.ordered { left, right in
            (right.gone.devices, left.names.first ?? "", left.gone.service)
                < (left.gone.devices, right.names.first ?? "", right.gone.service)
        }
        .map { pattern($0.gone, $0.names) }
    }

    private func pattern(_ gone: Gone, _ names: [String]) -> TriagePattern {
        let (with, without) = (gone.launches.with.launches, gone.launches.without.launches)
        let (good, bad) = pair(gone) ?? (with.last, without.first)
        return TriagePattern(
            .providersGone, .adobe, sentence(gone, names),
            whose: "Owner: Adobe, or the administrator of its dashboard: Adobe can tell who changed it.",
            example: "\(bad.file), unlike \(good.file).", advice: "Ask Adobe's support who changed the configuration, and why.",
            [
                TriagePattern.Parameter("providers", .texts(names)), TriagePattern.Parameter("service", gone.service.name),
                TriagePattern.Parameter("launchesWith", with.count), TriagePattern.Parameter("until", .time(with.last.time)),
                TriagePattern.Parameter("launchesWithout", without.count), TriagePattern.Parameter("since", .time(without.first.time)),
                TriagePattern.Parameter("devices", gone.devices),
            ] + (gone.launches.systems.isEmpty ? [] : [TriagePattern.Parameter("systems", .texts(gone.launches.systems))]),
            [TriagePattern.Sighting(.good, good), TriagePattern.Sighting(.bad, bad)])
    }

    /// Returns the launches with and without the providers by kind, on the systems on which they disappeared.
    private func kinds(_ gone: Gone) -> (with: [Kind: Part], without: [Kind: Part]) {
        var (with, without): ([Kind: Part], [Kind: Part]) = ([:], [:])
        for (list, fetched) in lists[gone.service] ?? [:] {
            let hasAll = gone.mvpds.allSatisfy { list.contains($0) }
            for (kind, part) in fetched.kinds where gone.launches.systems.isEmpty || gone.launches.systems.contains(kind.system) {
                if hasAll { with[kind] = part.sum(with[kind]) } else { without[kind] = part.sum(without[kind]) }
            }
        }
        return (with, without)
    }

    /// Returns the last launch with the providers and the first launch without them, of the version of the app on one system with the least time between
    /// them; `nil` if no version has both.
    private func pair(_ gone: Gone) -> (good: Sightings.Place, bad: Sightings.Place)? {
        let (with, without) = kinds(gone)
        var best: (good: Sightings.Place, bad: Sightings.Place)?
        for (kind, good) in with.ordered(by: { ($0.key.app, $0.key.system) < ($1.key.app, $1.key.system) }) {
            guard let bad = without[kind]?.launches.first else { continue }
            let last = good.launches.last
            let length = bad.time.milliseconds - last.time.milliseconds
            if best.map({ length < $0.bad.time.milliseconds - $0.good.time.milliseconds }) ?? true { best = (last, bad) }
        }
        return best
    }

    private func gone(_ service: ConfiguredService, _ lists: [Set<MVPDID>: Fetched]) -> [Gone] {
        var known: Set<MVPDID> = []
        for list in lists.keys { known.formUnion(list) }
        var found: [Launches: Gone] = [:]
        for mvpd in known {
            guard let launches = GoneProviders.launches(mvpd, lists) else { continue }
            var gone = found[launches] ?? Gone(service: service, launches: launches, mvpds: [], devices: 0)
            gone.mvpds.append(mvpd)
            gone.devices += missed[Missed(service: service, mvpd: mvpd)] ?? 0
            found[launches] = gone
        }
        return Array(found.values)
    }

    /// Returns the launches before and after the disappearance of a provider, on all systems or on some; `nil` if it did not disappear.
    private static func launches(_ mvpd: MVPDID, _ lists: [Set<MVPDID>: Fetched]) -> Launches? {
        var (with, without): (Part?, Part?) = (nil, nil)
        var systems: [String: (with: Part?, without: Part?)] = [:]
        for (list, fetched) in lists {
            let isListed = list.contains(mvpd)
            if isListed { with = fetched.all.sum(with) } else { without = fetched.all.sum(without) }
            for (kind, part) in fetched.kinds {
                let one = systems[kind.system] ?? (nil, nil)
                systems[kind.system] = isListed ? (part.sum(one.with), one.without) : (one.with, part.sum(one.without))
            }
        }
        if let launches = launches(with, without, []) { return launches }
        let gone = systems.filter { !$0.key.isEmpty && launches($0.value.with, $0.value.without, [], fewest: 1) != nil }
        guard !gone.isEmpty, gone.count < systems.count else { return nil }
        (with, without) = (nil, nil)
        for (_, one) in gone {
            with = one.with?.sum(with) ?? with
            without = one.without?.sum(without) ?? without
        }
        return launches(with, without, gone.keys.ordered())
    }

    /// Returns the launches if all of those with a provider began before all of those without it; otherwise `nil`.
    private static func launches(_ with: Part?, _ without: Part?, _ systems: [String], fewest: Int = fewest) -> Launches? {
        guard let with, let without, min(with.launches.count, without.launches.count) >= fewest,
            with.launches.last.time < without.launches.first.time
        else { return nil }
        return Launches(with: with, without: without, systems: systems)
    }

    // MARK: Words

    private func sentence(_ gone: Gone, _ names: [String]) -> String {
        let (with, without, systems) = (gone.launches.with.launches, gone.launches.without.launches, gone.launches.systems)
        let isOne = names.count == 1
        let rest = names.count > GoneProviders.mostNames ? " and \(names.count - GoneProviders.mostNames) more providers" : ""
        let subject = names.prefix(GoneProviders.mostNames).joined(separator: ", ") + rest
        let service = lists.count > 1 ? " for \(gone.service.name)" : ""
        let viewers =
            gone.devices == 0
            ? ""
            : "; on \(gone.devices) device\(gone.devices == 1 ? "" : "s"), viewers who had signed in with \(isOne ? "it" : "one of them") could not choose it"
        let place = systems.isEmpty ? "" : " on \(listed(systems))"
        let elsewhere = systems.isEmpty ? "" : " On other systems it contains \(isOne ? "it" : "them") as before."
        return
            "\(subject) \(isOne ? "is" : "are") in Adobe's configuration\(service)\(place) in all \(with.count) launches that fetched it until \(TimeWords.minute(with.last.time, clock)), and in none of the \(without.count) since \(TimeWords.minute(without.first.time, clock))\(viewers).\(elsewhere)\(versions(gone))\(closing(gone))"
    }

    /// Returns a sentence about the versions of the app without the providers; empty if there are not several.
    private func versions(_ gone: Gone) -> String {
        var counts: [String: Int] = [:]
        for (kind, part) in kinds(gone).without { counts[kind.app, default: 0] += part.launches.count }
        let several = counts.filter { $0.value >= GoneProviders.fewest }.ordered { $0.key < $1.key }
        return several.count < 2 ? "" : " \(listed(several.map { "\($0.key) (\($0.value))" })) alike."
    }

    /// Returns a sentence about the viewers who close the picker.
    private func closing(_ gone: Gone) -> String {
        guard gone.closesPicker else { return "" }
        let (with, without) = (gone.launches.with, gone.launches.without)
        return
            " Since then, viewers closed the provider picker without a choice in \(without.closed) of these \(without.launches.count) launches, and in \(with.closed) of \(with.launches.count) before."
    }
}
