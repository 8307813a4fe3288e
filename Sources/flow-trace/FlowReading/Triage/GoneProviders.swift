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
    private var lists: [ConfiguredService: [Set<MVPDID>: Sightings]] = [:]
    private var count = 0
    /// Whether the configurations are too different to be compared, because there are too many of them.
    private var isFull = false
    /// For each provider, the number of devices that were signed in with it and later fetched a configuration without it.
    private var missed: [Missed: Int] = [:]
    /// The providers with which the earlier launches of the current device were signed in.
    private var signedIn: Set<MVPDID> = []
    private var missedOnDevice: Set<MVPDID> = []

    private static let mostLists = 500
    private static let mostMissed = 10_000
    private static let mostOnDevice = 100
    /// The fewest launches with a provider, and the fewest launches without the provider, from which its disappearance is concluded.
    private static let fewest = 3
    private static let mostNames = 4

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
        note(list, service, seen.placed(in: report))
        for mvpd in signedIn where !list.contains(mvpd) && missedOnDevice.insert(mvpd).inserted {
            let key = Missed(service: service, mvpd: mvpd)
            if missed[key] != nil || missed.count < GoneProviders.mostMissed { missed[key, default: 0] += 1 }
        }
    }

    private mutating func note(_ list: Set<MVPDID>, _ service: ConfiguredService, _ sightings: Sightings) {
        if lists[service]?[list] != nil {
            lists[service]?[list]?.add(sightings)
        } else if count < GoneProviders.mostLists {
            count += 1
            lists[service, default: [:]][list] = sightings
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

    /// A pattern for the providers that disappeared at the same time. The patterns with the most affected devices are first.
    var patterns: [TriagePattern] {
        if isFull { return [] }
        let all = lists.flatMap { GoneProviders.gone($0.key, $0.value, missed) }
        let gone = all.map { (gone: $0, names: $0.mvpds.map { $0.text }.ordered()) }
        let sorted = gone.ordered { left, right in
            (right.gone.devices, left.names.first ?? "", left.gone.service)
                < (left.gone.devices, right.names.first ?? "", right.gone.service)
        }
        return sorted.map { pattern($0.gone, $0.names) }
    }

    private func pattern(_ gone: Gone, _ names: [String]) -> TriagePattern {
        let (with, without) = (gone.launches.with, gone.launches.without)
        return TriagePattern(
            .providersGone, .adobe, sentence(gone, names), advice: "Ask Adobe's support who changed the configuration, and why.",
            [
                TriagePattern.Parameter("providers", .texts(names)), TriagePattern.Parameter("service", gone.service.name),
                TriagePattern.Parameter("launchesWith", with.count), TriagePattern.Parameter("until", .time(with.last.time)),
                TriagePattern.Parameter("launchesWithout", without.count), TriagePattern.Parameter("since", .time(without.first.time)),
                TriagePattern.Parameter("devices", gone.devices),
            ], [TriagePattern.Sighting(.good, with.last), TriagePattern.Sighting(.bad, without.first)])
    }

    private static func gone(
        _ service: ConfiguredService, _ lists: [Set<MVPDID>: Sightings], _ missed: [Missed: Int]
    ) -> [Gone] {
        var known: Set<MVPDID> = []
        for list in lists.keys { known.formUnion(list) }
        var found: [Launches: Gone] = [:]
        for mvpd in known {
            var (with, without): (Sightings?, Sightings?) = (nil, nil)
            for (list, sightings) in lists {
                if list.contains(mvpd) { with = sightings.sum(with) } else { without = sightings.sum(without) }
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
            "\(subject) \(isOne ? "is" : "are") in Adobe's configuration\(service) in all \(with.count) launches that fetched it until \(TimeWords.minute(with.last.time, clock)), and in none of the \(without.count) since \(TimeWords.minute(without.first.time, clock))\(viewers). Owner: Adobe, which can tell who changed it. For example \(without.first.file), unlike \(with.last.file)."
    }
}
