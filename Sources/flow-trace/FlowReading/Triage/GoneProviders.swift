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
        var all: Sightings
        /// The same launches, by the version of the app. Two logs of one version show the change alone.
        var versions: [String: Sightings] = [:]

        mutating func add(_ sightings: Sightings, app: String) {
            all.add(sightings)
            note(sightings, app: app)
        }

        mutating func note(_ sightings: Sightings, app: String) {
            if versions.count < GoneProviders.mostVersions || versions[app] != nil { versions.add(sightings, to: app) }
        }
    }

    private static let mostLists = 500
    private static let mostMissed = 10_000
    private static let mostOnDevice = 100
    /// The fewest launches with a provider, and the fewest launches without the provider, from which its disappearance is concluded.
    private static let fewest = 3
    private static let mostNames = 4
    private static let mostVersions = 20

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
        note(list, service, seen.placed(in: report), app: report.header.app)
        for mvpd in signedIn where !list.contains(mvpd) && missedOnDevice.insert(mvpd).inserted {
            let key = Missed(service: service, mvpd: mvpd)
            if missed[key] != nil || missed.count < GoneProviders.mostMissed { missed[key, default: 0] += 1 }
        }
    }

    private mutating func note(_ list: Set<MVPDID>, _ service: ConfiguredService, _ sightings: Sightings, app: String) {
        if let place = lists[service]?.index(forKey: list) {
            lists[service]?.values[place].add(sightings, app: app)
        } else if count < GoneProviders.mostLists {
            count += 1
            var fetched = Fetched(all: sightings)
            fetched.note(sightings, app: app)
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
    }

    private struct Launches: Hashable {
        let with: Sightings
        let without: Sightings
    }

    /// Returns whether viewers began to close the picker after the providers had disappeared: they do not find their provider in it.
    func explains(_ closed: LaunchCensus.Found?) -> Bool {
        guard let closed, !isFull else { return false }
        return lists.contains { service, lists in
            GoneProviders.gone(service, lists, missed).contains { GoneProviders.explains($0, closed) }
        }
    }

    private static func explains(_ gone: Gone, _ closed: LaunchCensus.Found) -> Bool {
        closed.times.contains { $0.lastingStart.map { $0 >= gone.launches.with.last.time } ?? false }
    }

    /// Returns a pattern for the providers that disappeared at the same time. The patterns with the most affected devices are first.
    ///
    /// - Parameter closed: The launches in which viewers closed the picker, if they began to do so at some time.
    func patterns(closed: LaunchCensus.Found?) -> [TriagePattern] {
        if isFull { return [] }
        let all = lists.flatMap { GoneProviders.gone($0.key, $0.value, missed) }
        let gone = all.map { (gone: $0, names: $0.mvpds.map { $0.text }.ordered()) }
        let sorted = gone.ordered { left, right in
            (right.gone.devices, left.names.first ?? "", left.gone.service)
                < (left.gone.devices, right.names.first ?? "", right.gone.service)
        }
        return sorted.map { one in
            pattern(one.gone, one.names, closed: closed.flatMap { GoneProviders.explains(one.gone, $0) ? $0 : nil })
        }
    }

    private func pattern(_ gone: Gone, _ names: [String], closed: LaunchCensus.Found?) -> TriagePattern {
        let (with, without) = (gone.launches.with, gone.launches.without)
        let (good, bad) = pair(gone) ?? (with.last, without.first)
        return TriagePattern(
            .providersGone, .adobe, sentence(gone, names) + GoneProviders.sentence(closed),
            whose: "Owner: Adobe, which can tell who changed it.", example: "\(bad.file), unlike \(good.file).",
            advice: "Ask Adobe's support who changed the configuration, and why.",
            [
                TriagePattern.Parameter("providers", .texts(names)), TriagePattern.Parameter("service", gone.service.name),
                TriagePattern.Parameter("launchesWith", with.count), TriagePattern.Parameter("until", .time(with.last.time)),
                TriagePattern.Parameter("launchesWithout", without.count), TriagePattern.Parameter("since", .time(without.first.time)),
                TriagePattern.Parameter("devices", gone.devices),
            ], [TriagePattern.Sighting(.good, good), TriagePattern.Sighting(.bad, bad)])
    }

    /// Returns the last launch with the providers and the first launch without them, of the version of the app with the least time between them;
    /// `nil` if no version has both.
    private func pair(_ gone: Gone) -> (good: Sightings.Place, bad: Sightings.Place)? {
        var (with, without): ([String: Sightings], [String: Sightings]) = ([:], [:])
        for (list, fetched) in lists[gone.service] ?? [:] {
            for (app, seen) in fetched.versions {
                if gone.mvpds.allSatisfy({ list.contains($0) }) { with.add(seen, to: app) } else { without.add(seen, to: app) }
            }
        }
        var best: (good: Sightings.Place, bad: Sightings.Place)?
        for (app, good) in with.ordered(by: { $0.key < $1.key }) {
            guard let bad = without[app] else { continue }
            let length = bad.first.time.milliseconds - good.last.time.milliseconds
            if best.map({ length < $0.bad.time.milliseconds - $0.good.time.milliseconds }) ?? true { best = (good.last, bad.first) }
        }
        return best
    }

    private static func gone(
        _ service: ConfiguredService, _ lists: [Set<MVPDID>: Fetched], _ missed: [Missed: Int]
    ) -> [Gone] {
        var known: Set<MVPDID> = []
        for list in lists.keys { known.formUnion(list) }
        var found: [Launches: Gone] = [:]
        for mvpd in known {
            var (with, without): (Sightings?, Sightings?) = (nil, nil)
            for (list, fetched) in lists {
                if list.contains(mvpd) { with = fetched.all.sum(with) } else { without = fetched.all.sum(without) }
            }
            guard let with, let without, min(with.count, without.count) >= fewest, with.last.time < without.first.time
            else { continue }
            let launches = Launches(with: with, without: without)
            var gone = found[launches] ?? Gone(service: service, launches: launches, mvpds: [], devices: 0)
            gone.mvpds.append(mvpd)
            gone.devices += missed[Missed(service: service, mvpd: mvpd)] ?? 0
            found[launches] = gone
        }
        return Array(found.values)
    }

    private func sentence(_ gone: Gone, _ names: [String]) -> String {
        let (with, without) = (gone.launches.with, gone.launches.without)
        let isOne = names.count == 1
        let rest = names.count > GoneProviders.mostNames ? " and \(names.count - GoneProviders.mostNames) more providers" : ""
        let subject = names.prefix(GoneProviders.mostNames).joined(separator: ", ") + rest
        let service = lists.count > 1 ? " for \(gone.service.name)" : ""
        let viewers =
            gone.devices == 0
            ? ""
            : "; on \(gone.devices) device\(gone.devices == 1 ? "" : "s"), viewers who had signed in with \(isOne ? "it" : "one of them") could not choose it"
        return
            "\(subject) \(isOne ? "is" : "are") in Adobe's configuration\(service) in all \(with.count) launches that fetched it until \(TimeWords.minute(with.last.time, clock)), and in none of the \(without.count) since \(TimeWords.minute(without.first.time, clock))\(viewers)."
    }

    /// Returns a sentence about the viewers who closed the picker.
    private static func sentence(_ closed: LaunchCensus.Found?) -> String {
        guard let closed else { return "" }
        let (correlation, cleared) = (closed.correlation, closed.cleared.isEmpty ? "" : " (\(closed.cleared.joined(separator: "; ")))")
        return
            " Since then the provider picker was closed without a choice in \(correlation.with.text) launches that showed it, on \(closed.affected.count) devices\(cleared), and in \(correlation.others.text) before."
    }
}
