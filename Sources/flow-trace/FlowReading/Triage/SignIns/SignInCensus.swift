import FlowMachine

/// The successful sign-ins of all launches. They are compared, because a version, a system or a provider may change the way in which viewers sign in,
/// although every sign-in succeeds.
struct SignInCensus {
    /// A sign-in, with the launch that contains it as a unit that can be compared.
    struct One {
        let signIn: CompletedSignIn
        let platform: FlowSettings.Platform
        /// The version of the app, without its build.
        let version: String
        let unit: LaunchCensus.Unit
    }

    /// The sign-ins, at most `most`, in the order of their launches.
    private(set) var all: [One] = []

    private static let most = 20_000

    /// Adds the sign-ins of a launch. `unit` contains the launch, with the properties by which sign-ins are compared.
    mutating func add(_ report: LaunchReport, _ unit: LaunchCensus.Unit) {
        let version = report.header.appVersion
        for signIn in report.signIns where all.count < SignInCensus.most {
            let properties =
                unit.properties.filter { $0.name != "provider" } + [Correlation.Property(name: "provider", value: signIn.provider)]
            let own = LaunchCensus.Unit(
                device: unit.device, start: unit.start, file: unit.file, properties: properties, settings: unit.settings, kinds: [],
                kindNumbers: [],
                isCompared: unit.isCompared, observations: [], launches: unit.launches, calls: [:])
            all.append(One(signIn: signIn, platform: report.header.settings.platform, version: version, unit: own))
        }
    }

    /// A peculiarity of sign-ins. Only sign-ins that could have it are compared.
    enum Manner: String, CaseIterable {
        /// The viewer, or the app in the viewer's name, requested to sign in with another provider than that of the account on the device.
        case otherProvider = "request another provider"
        /// The viewer signed in on a page or with a code, although sign-ins with the same provider go through Apple, too.
        case screen = "need a page or a code"
        /// The sign-in took far longer than most sign-ins of the same way on the same platform.
        case long = "take longer than others of their way"
    }

    /// A manner of signing in that is more frequent with some properties than chance explains.
    struct Found {
        let manner: Manner
        let found: LaunchCensus.Found
        /// The sign-ins with the properties, and the others that were compared.
        let groups: (with: [One], others: [One])
    }

    /// Returns the manners that are more frequent with some properties, in the order of `Manner`. A manner that the other sign-ins have with other properties
    /// is named twice.
    ///
    /// Only versions, settings, systems, providers and times are compared. The request for another provider is first, because it explains why viewers
    /// need a page or a code.
    func found(_ census: LaunchCensus, by mapper: some Mapper) -> [Found] {
        mapper.map(Manner.allCases) { manner -> [Found] in
            let limits = manner == .long ? SignInLengths(self).limits : [:]
            let ones =
                switch manner {
                case .otherProvider: all
                case .screen: ofProvidersWithBothWays
                case .long: all.filter { limits[SignInLengths.Group($0)] != nil }
                }
            guard let first = found(manner, among: ones, limits, census) else { return [] }
            return [first, found(manner, among: first.groups.others, limits, census)].compactMap { $0 }
        }
        .flatMap { $0 }
    }

    private func found(
        _ manner: Manner, among ones: [One], _ limits: [SignInLengths.Group: Int64], _ census: LaunchCensus
    ) -> Found? {
        let index = UnitIndex(ones.map { $0.unit }, census.settings, [])
        let none = CorrelationFinder.Units(ones.count)
        var (affected, mask, once) = (none, none, none)
        var seen: Set<Repeated> = []
        for (number, one) in ones.enumerated() {
            let isShown =
                switch manner {
                case .otherProvider: one.signIn.asked == .otherProvider
                case .screen: one.signIn.way != .account
                case .long: limits[SignInLengths.Group(one)].map { one.signIn.took > $0 } ?? false
                }
            mask.insert(number)
            if isShown { affected.insert(number) }
            if seen.insert(Repeated(one, isShown)).inserted { once.insert(number) }
        }
        let hits = affected.intersection(once)
        let devices = Set(ones.indices.filter { hits.contains($0) }.map { ones[$0].unit.device })
        guard devices.count >= CorrelationFinder.fewest else { return nil }
        let suspects = index.suspects(among: once) { property, _ in
            // Sign-ins of several ways are compared, so the settings that decide on the way are no suspects.
            property.isApps && !["hasUserAgent", "activationURL", Correlation.Property.appUpdate].contains(property.name)
                || property.isSystem
                || property.name == "provider" && manner != .otherProvider
        }
        let change = { (hits: CorrelationFinder.Units, units: CorrelationFinder.Units) in
            census.change(of: hits, within: units, among: index, once)
        }
        let finder = CorrelationFinder(total: once.count, suspects)
        let times = change(hits, once).map { [$0] } ?? []
        let changes: CorrelationFinder.Changes = { [change($0, $1)].compactMap { $0 } }
        guard let found = finder.found(hits, times: times, of: Manner.allCases.count, changes: changes) else { return nil }
        let correlation = found.correlation
        // Providers differ in the share of viewers who have an account on the device, so a difference between providers alone is no finding.
        if manner == .screen, correlation.properties.allSatisfy({ $0.name == "provider" }) { return nil }
        let launches = CorrelatedLaunches(found, naming: [], affected: affected, among: mask, attempt: [], index)
        return Found(manner: manner, found: launches.found, groups: groups(correlation, found.times, index, ones))
    }

    /// Divides sign-ins into those with the properties of a correlation and the others.
    private func groups(
        _ correlation: Correlation, _ times: [CorrelationFinder.Time], _ index: UnitIndex, _ ones: [One]
    ) -> (with: [One], others: [One]) {
        let units = correlation.properties.filter { !$0.isTime }.map { index.properties[$0] ?? CorrelationFinder.Units(ones.count) }
        var groups: (with: [One], others: [One]) = ([], [])
        for (number, one) in ones.enumerated() {
            let isDuring = one.unit.launches.allSatisfy { launch in times.allSatisfy { $0.contains(launch) } }
            let isWith = units.allSatisfy { $0.contains(number) } && isDuring
            if isWith { groups.with.append(one) } else { groups.others.append(one) }
        }
        return groups
    }

    /// The sign-ins on Apple's devices with providers whose viewers sign in through Apple as well as on a page or with a code. Other devices cannot sign
    /// in through Apple.
    private var ofProvidersWithBothWays: [One] {
        let apples = all.filter { $0.platform != .other }
        let isThroughApple = Dictionary(grouping: apples, by: { $0.signIn.provider })
            .mapValues { Set($0.map { $0.signIn.way == .account }) }
        return apples.filter { isThroughApple[$0.signIn.provider]?.count == 2 }
    }

    /// The properties of sign-ins that are counted once when chance is judged: a viewer who signs in again with the same versions usually does it in
    /// the same manner.
    private struct Repeated: Hashable {
        let device: Int
        let properties: [Correlation.Property]
        let isShown: Bool

        init(_ one: One, _ isShown: Bool) {
            (device, self.isShown) = (one.unit.device, isShown)
            properties = one.unit.properties.filter { $0.name == "app" || $0.name == "system" }
        }
    }
}
