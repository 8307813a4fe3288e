import FlowMachine

/// Finds the providers that disappeared from Adobe's configuration.
///
/// All launches until some time fetched a configuration with the provider, and no later launch did.
struct GoneProviders {
    private let clock: DisplayedClock
    /// The launches, grouped by the list of providers in the configuration that they fetched, and by their kind. There are only a few of both, so they are
    /// searched one by one.
    private var lists: [Fetched] = []
    /// Whether the configurations are too different to be compared, because there are too many of them.
    private var isFull = false
    /// For each provider, the number of devices that were signed in with it and later fetched a configuration without it.
    private var missed: [Missed] = []
    /// The providers with which the earlier launches of the current device were signed in.
    private var signedIn: [MVPDID] = []
    private var missedOnDevice: [MVPDID] = []

    private struct Missed {
        let service: ConfiguredService
        let mvpd: MVPDID
        var devices: Int
    }

    /// The launches of one kind that fetched one configuration.
    private struct Fetched {
        let service: ConfiguredService
        let kind: Kind
        /// The providers, sorted.
        let list: [MVPDID]
        var part: Part
    }

    /// The system without its version, and the version of the app. Two logs of one kind show the change alone.
    private struct Kind: Equatable {
        let system: String
        let app: String
    }

    /// Launches, and how many of them closed the provider picker without a choice.
    private struct Part: Equatable {
        var launches: Sightings
        var closed: Int

        var count: Correlation.Count { Correlation.Count(affected: closed, all: launches.count) }

        func sum(_ other: Part?) -> Part {
            guard let other else { return self }
            return Part(launches: launches.sum(other.launches), closed: closed + other.closed)
        }
    }

    private static let mostLists = 1000
    private static let mostMissed = 1000
    private static let mostOnDevice = 100
    /// The fewest launches with a provider, and the fewest launches without the provider, from which its disappearance is concluded.
    private static let fewest = 3
    private static let mostNames = 4
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
        for mvpd in GoneProviders.signedIn(report) where !signedIn.contains(mvpd) && signedIn.count < GoneProviders.mostOnDevice {
            signedIn.append(mvpd)
        }
        // A truncated list does not show which providers are missing.
        guard let fetched = report.configuration, fetched.providers.count < AdobeConfiguration.bound, let seen = report.configured else {
            return
        }
        let list = fetched.providers.map { $0.mvpd }.ordered { $0.text < $1.text }
        let service = ConfiguredService(report.header.settings)
        let isClosed = report.requests.contains { $0.cause?.kind == .canceledByViewer(at: .providerPicker) }
        note(
            Fetched(
                service: service, kind: Kind(system: report.systemName ?? "", app: report.header.appVersion), list: list,
                part: Part(launches: seen.placed(in: report), closed: isClosed ? 1 : 0)))
        for mvpd in signedIn where !list.contains(mvpd) && !missedOnDevice.contains(mvpd) {
            missedOnDevice.append(mvpd)
            if let place = missed.firstIndex(where: { $0.service == service && $0.mvpd == mvpd }) {
                missed[place].devices += 1
            } else if missed.count < GoneProviders.mostMissed {
                missed.append(Missed(service: service, mvpd: mvpd, devices: 1))
            }
        }
    }

    private mutating func note(_ one: Fetched) {
        if let place = lists.firstIndex(where: { $0.kind == one.kind && $0.service == one.service && $0.list == one.list }) {
            lists[place].part = one.part.sum(lists[place].part)
        } else if lists.count < GoneProviders.mostLists {
            lists.append(one)
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
            let (with, without) = (launches.with.count, launches.without.count)
            return without.probability(in: with + without) <= GoneProviders.plausibility
        }
    }

    private struct Launches: Equatable {
        let with: Part
        let without: Part
        /// The systems on which the providers disappeared; empty for all.
        let systems: [String]
    }

    private var all: [Gone] {
        if isFull { return [] }
        var services: [ConfiguredService] = []
        for one in lists where !services.contains(one.service) { services.append(one.service) }
        return services.flatMap { service in gone(service, lists.filter { $0.service == service }) }
    }

    /// A pattern for the providers that disappeared at the same time, and whether viewers close the picker more often since then. The patterns with the most
    /// affected devices are first.
    var found: (patterns: [TriagePattern], closesPicker: Bool) {
        let all = all
        let gone = all.map { (gone: $0, names: $0.mvpds.map { $0.text }.ordered()) }
        let sorted = gone.ordered { left, right in
            (right.gone.devices, left.names.first ?? "", left.gone.service)
                < (left.gone.devices, right.names.first ?? "", right.gone.service)
        }
        return (sorted.map { pattern($0.gone, $0.names) }, all.contains { $0.closesPicker })
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

    /// Returns the launches without the providers, or those with them, on the systems on which they disappeared.
    private func fetched(_ gone: Gone, areListed: Bool) -> [Fetched] {
        lists.filter { one in
            one.service == gone.service && (gone.launches.systems.isEmpty || gone.launches.systems.contains(one.kind.system))
                && gone.mvpds.allSatisfy { one.list.contains($0) } == areListed
        }
    }

    /// Returns the last launch with the providers and the first launch without them, of the version of the app on one system with the least time between
    /// them; `nil` if no version has both.
    private func pair(_ gone: Gone) -> (good: Sightings.Place, bad: Sightings.Place)? {
        var best: (good: Sightings.Place, bad: Sightings.Place)?
        let without = fetched(gone, areListed: false)
        for good in fetched(gone, areListed: true).ordered(by: { ($0.kind.app, $0.kind.system) < ($1.kind.app, $1.kind.system) }) {
            let last = good.part.launches.last
            guard let bad = without.filter({ $0.kind == good.kind }).map({ $0.part.launches.first }).min() else { continue }
            let length = bad.time.milliseconds - last.time.milliseconds
            if best.map({ length < $0.bad.time.milliseconds - $0.good.time.milliseconds }) ?? true { best = (last, bad) }
        }
        return best
    }

    private func gone(_ service: ConfiguredService, _ lists: [Fetched]) -> [Gone] {
        var found: [Gone] = []
        for mvpd in Set(lists.flatMap { $0.list }).ordered(by: { $0.text < $1.text }) {
            guard let launches = GoneProviders.launches(mvpd, lists) else { continue }
            let devices = missed.first { $0.service == service && $0.mvpd == mvpd }?.devices ?? 0
            if let place = found.firstIndex(where: { $0.launches == launches }) {
                found[place].mvpds.append(mvpd)
                found[place].devices += devices
            } else {
                found.append(Gone(service: service, launches: launches, mvpds: [mvpd], devices: devices))
            }
        }
        return found
    }

    /// Returns the launches before and after the disappearance of a provider, on all systems or on some; `nil` if it did not disappear.
    private static func launches(_ mvpd: MVPDID, _ lists: [Fetched]) -> Launches? {
        func launches(_ systems: [String], _ fewest: Int) -> Launches? {
            var (with, without): (Part?, Part?) = (nil, nil)
            for one in lists where systems.isEmpty || systems.contains(one.kind.system) {
                if one.list.contains(mvpd) { with = one.part.sum(with) } else { without = one.part.sum(without) }
            }
            guard let with, let without, min(with.launches.count, without.launches.count) >= fewest,
                with.launches.last.time < without.launches.first.time
            else { return nil }
            return Launches(with: with, without: without, systems: systems)
        }
        if let everywhere = launches([], GoneProviders.fewest) { return everywhere }
        let systems = Set(lists.map { $0.kind.system }).ordered()
        let gone = systems.filter { !$0.isEmpty && launches([$0], 1) != nil }
        return gone.isEmpty || gone.count == systems.count ? nil : launches(gone, GoneProviders.fewest)
    }

    // MARK: Words

    private func sentence(_ gone: Gone, _ names: [String]) -> String {
        let (with, without, systems) = (gone.launches.with.launches, gone.launches.without.launches, gone.launches.systems)
        let isOne = names.count == 1
        let rest = names.count > GoneProviders.mostNames ? " and \(names.count - GoneProviders.mostNames) more providers" : ""
        let subject = names.prefix(GoneProviders.mostNames).joined(separator: ", ") + rest
        let service = lists.contains { $0.service != gone.service } ? " for \(gone.service.name)" : ""
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
        for one in fetched(gone, areListed: false) { counts[one.kind.app, default: 0] += one.part.launches.count }
        return LaunchCensus.alike(counts.filter { $0.value >= GoneProviders.fewest })
    }

    /// Returns a sentence about the viewers who close the picker.
    private func closing(_ gone: Gone) -> String {
        guard gone.closesPicker else { return "" }
        let (with, without) = (gone.launches.with.count, gone.launches.without.count)
        return
            " Since then, viewers closed the provider picker without a choice in \(without.affected) of these \(without.all) launches, and in \(with.text) before."
    }
}
