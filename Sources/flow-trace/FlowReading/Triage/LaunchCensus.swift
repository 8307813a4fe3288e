import FlowMachine

/// How many launches have each cause, and with which properties it is more frequent than chance explains.
struct LaunchCensus {
    private let clock: DisplayedClock
    private var launches = 0
    private var causes: [TriageCause.Kind: Cause] = [:]
    /// At most `mostUnits`; later launches are not compared.
    private var units: [Unit] = []
    private var settings: [FlowSettings: Int] = [:]
    private var devices = 0
    /// The system of the launch before.
    private var lastSystem: String?
    private var releases = Releases()
    private static let mostUnits = 20_000

    init(_ clock: DisplayedClock) { self.clock = clock }

    /// Launches of one device, one after the other, that do not differ in what is compared: they are not independent of each other, so they
    /// count once.
    private struct Unit {
        let device: Int
        let start: Instant
        let properties: [Correlation.Property]
        let settings: Int
        let kinds: Set<TriageCause.Kind>
        /// Whether its launches were compared with one before, so that they can have findings of a comparison.
        let isCompared: Bool
    }

    /// Where a cause was found.
    private enum Scope { case request, launch, comparison }

    /// One cause, over all launches.
    private struct Cause {
        let scope: Scope
        let isOrdinary: Bool
        var launches = 0
        var requests = 0
        /// When the first launch with it began.
        private(set) var start: Instant?
        /// The shortest and the longest time after which the app canceled its request.
        var canceled: ClosedRange<Int64>?
        /// What differs between owners of the cause.
        private var owned: [TriageCause.Owner: Owned] = [:]

        private struct Owned {
            var requests = 0
            var first: Instant
            var example: String
        }

        init(_ scope: Scope, isOrdinary: Bool) { (self.scope, self.isOrdinary) = (scope, isOrdinary) }

        /// Counts it once more.
        mutating func add(_ owner: TriageCause.Owner, in start: Instant, example: () -> String) {
            requests += 1
            self.start = min(start, self.start ?? start)
            var owned = owned[owner] ?? Owned(first: start, example: example())
            owned.requests += 1
            if start < owned.first { (owned.first, owned.example) = (start, example()) }
            self.owned[owner] = owned
        }

        /// Who can act on most of them, and the first one of that owner.
        var main: (owner: TriageCause.Owner, example: String)? {
            owned.max { ($0.value.requests, $1.value.first, $1.key.rawValue) < ($1.value.requests, $0.value.first, $0.key.rawValue) }
                .map { ($0.key, $0.value.example) }
        }

        /// What chance does not explain comes first, then causes in the most launches; for equal counts, and for few launches, findings of
        /// the launch come first. What explains no failure by itself comes last.
        func order(_ kind: TriageCause.Kind, _ correlation: Correlation?, isFew: Bool) -> (Double, Int, Int, Int, Int, String) {
            let rank = kind.isCircumstance ? 4 : kind.isHarmless ? 3 : kind.isAside ? 2 : isFew && scope == .request ? 1 : 0
            return (correlation?.probability ?? 1, rank, -launches, scope == .request ? 1 : 0, -requests, kind.words)
        }
    }

    /// - Parameter changes: what is different from the launch before of the same device; `nil` if this is its first.
    mutating func add(_ report: LaunchReport, _ changes: [TriageCause]?) {
        launches += 1
        if changes == nil { devices += 1 }
        releases.note(report)
        var noted: Set<TriageCause.Kind> = []
        func note(_ found: TriageCause, of request: TriagedRequest?, _ scope: Scope) {
            let kind = found.kind.counted
            func example() -> String { "\(report.file): \(request.map { "\($0.name): " } ?? "")\(found.text)" }
            var cause = causes[kind] ?? Cause(scope, isOrdinary: found.isOrdinary || kind.isEverywhere)
            cause.add(found.owner, in: report.start, example: example)
            if case .canceled(.canceledByApp(let length, _)) = found.finding {
                cause.canceled = min(length, cause.canceled?.lowerBound ?? length)...max(length, cause.canceled?.upperBound ?? length)
            }
            if noted.insert(kind).inserted { cause.launches += 1 }
            causes[kind] = cause
        }
        for request in report.unfulfilled + report.troubled {
            if let cause = request.cause { note(cause, of: request, .request) }
        }
        for finding in report.findings { note(finding, of: nil, .launch) }
        for change in changes ?? [] { note(change, of: nil, .comparison) }
        count(report, noted, isCompared: changes != nil)
    }

    private mutating func count(_ report: LaunchReport, _ kinds: Set<TriageCause.Kind>, isCompared: Bool) {
        let number = settings[report.header.settings] ?? settings.count
        settings[report.header.settings] = number
        var properties = LaunchCensus.properties(report)
        if isCompared, let system = report.header.system, let lastSystem, system != lastSystem {
            properties.append(Correlation.Property(name: "system update", value: "to \(system)"))
        }
        lastSystem = report.header.system
        let unit = Unit(
            device: devices, start: report.start, properties: properties, settings: number, kinds: kinds, isCompared: isCompared)
        if let last = units.last, last.device == unit.device, last.kinds == kinds, last.settings == number,
            last.properties == unit.properties,
            last.isCompared == isCompared
        {
            return
        }
        if units.count < LaunchCensus.mostUnits { units.append(unit) }
    }

    /// All but the settings, which many launches share.
    private static func properties(_ report: LaunchReport) -> [Correlation.Property] {
        var properties = [
            Correlation.Property(name: "app", value: report.header.app),
            Correlation.Property(name: "library", value: report.header.library),
        ]
        // A version has several builds: the same fault is in all of them.
        if let build = report.header.app.firstIndex(of: " ") {
            properties.append(Correlation.Property(name: "app", value: String(report.header.app[..<build])))
        }
        if let provider = report.provider { properties.append(Correlation.Property(name: "provider", value: provider)) }
        if let account = report.account { properties.append(Correlation.Property(name: "account", value: account)) }
        if let kept = report.vault.found?.profile?.mvpd ?? report.vault.found?.provider?.mvpd {
            properties.append(Correlation.Property(name: "kept provider", value: kept.text))
        }
        if let system = report.header.system { properties.append(Correlation.Property(name: "system", value: system)) }
        if let found = report.vault.found {
            properties.append(
                Correlation.Property(
                    name: "vault", value: LaunchVault.values(found).isEmpty ? "empty at the launch" : "not empty at the launch"))
        }
        return properties
    }

    // MARK: Correlations

    /// The correlation of each cause that has one.
    var correlations: [TriageCause.Kind: Correlation] {
        let ofComparisons = causes.filter { $0.value.scope == .comparison }.keys
        var correlations = correlations(of: causes.keys.filter { !ofComparisons.contains($0) }, among: units)
        correlations.add(self.correlations(of: Array(ofComparisons), among: units.filter { $0.isCompared })) { first, _ in first }
        return correlations
    }

    private func correlations(of kinds: [TriageCause.Kind], among units: [Unit]) -> [TriageCause.Kind: Correlation] {
        var affected: [TriageCause.Kind: (units: CorrelationFinder.Units, devices: Set<Int>, first: Instant)] = [:]
        var properties: [Correlation.Property: CorrelationFinder.Units] = [:]
        let none = CorrelationFinder.Units(units.count)
        var unitsBySettings = Array(repeating: none, count: settings.count)
        for (index, unit) in units.enumerated() {
            unitsBySettings[unit.settings].insert(index)
            for property in unit.properties { properties[property, default: none].insert(index) }
            for kind in unit.kinds {
                var cause = affected[kind] ?? (none, [], unit.start)
                cause.units.insert(index)
                cause.devices.insert(unit.device)
                cause.first = min(cause.first, unit.start)
                affected[kind] = cause
            }
        }
        for (settings, number) in settings {
            for leaf in settings.leaves {
                let property = Correlation.Property(name: leaf.path, value: ComparedHeaders.value(leaf))
                properties[property, default: none].formUnion(unitsBySettings[number])
            }
        }
        let compared = kinds.compactMap { kind in affected[kind].map { (kind: kind, cause: $0) } }
            .filter { $0.cause.devices.count >= CorrelationFinder.fewest && causes[$0.kind]?.isOrdinary == false && !$0.kind.isChange }
        let finder = CorrelationFinder(total: units.count, properties)
        // That the vault was empty is what they find, not what they come with.
        let others =
            compared.contains { $0.kind.isAboutVault }
            ? CorrelationFinder(total: units.count, properties.filter { $0.key.name != "vault" }) : finder
        var found: [TriageCause.Kind: Correlation] = [:]
        for (kind, cause) in compared {
            let finder = kind.isAboutVault ? others : finder
            let correlation = finder.correlation(cause.units, since: later(than: cause.first, among: units), of: compared.count)
            // Only where a call is repeated can a request be fulfilled after a failure.
            if kind.isHarmless, correlation?.properties.contains(where: { $0.name == "policy.attempts" }) == true { continue }
            found[kind] = correlation
        }
        return found
    }

    /// The units that begin at `start` or later, if some begin before.
    private func later(than start: Instant, among units: [Unit]) -> (units: CorrelationFinder.Units, time: String)? {
        var later = CorrelationFinder.Units(units.count)
        for (index, unit) in units.enumerated() where unit.start >= start { later.insert(index) }
        return later.count < units.count ? (later, "from \(TimeWords.second(start, clock)) on") : nil
    }

    // MARK: Sentences

    /// One sentence for each of the main causes.
    func sentences(atMost count: Int) -> [String] {
        let isFew = launches <= 8
        let correlations = correlations
        let main = causes.filter { !$0.value.isOrdinary }.ordered { left, right in
            left.value.order(left.key, correlations[left.key], isFew: isFew)
                < right.value.order(right.key, correlations[right.key], isFew: isFew)
        }
        return main.prefix(count).map { sentence($0.key, $0.value, correlations[$0.key]) }
    }

    private func sentence(_ kind: TriageCause.Kind, _ cause: Cause, _ correlation: Correlation?) -> String {
        guard let main = cause.main else { return kind.words }
        if cause.launches == 1 { return main.example }
        let times = cause.requests == cause.launches ? "" : ", \(cause.requests) times"
        let common = correlation.map { ": \($0.text(of: noun))" } ?? ""
        let hasTime = correlation?.properties.contains { $0.name == "time" } ?? false
        let release = hasTime ? cause.start.flatMap { self.releases.sentence($0, clock) } ?? "" : ""
        return
            "\(kind.words)\(regularity(cause)): \(cause.launches) of \(launches) launches\(times)\(common).\(release) \(sentence(main.owner, correlation)) For example \(main.example)"
    }

    /// What is counted, if it is not launches. A device whose settings or versions changed counts once with each.
    private var noun: String? {
        if units.count == launches { return nil }
        return units.count == devices ? "devices" : "setups of devices"
    }

    /// After which time the app canceled its requests, if it was always the same: then a limit canceled them, not a viewer.
    private func regularity(_ cause: Cause) -> String {
        guard let canceled = cause.canceled, cause.requests >= CorrelationFinder.fewest, canceled.lowerBound >= 1000,
            (canceled.upperBound - canceled.lowerBound) * 50 <= canceled.upperBound
        else { return "" }
        return ", always after \(TimeWords.length(canceled.lowerBound))"
    }

    /// Who can act: as the pattern of the launches says it, and only without one as the error of a single launch does.
    private func sentence(_ guess: TriageCause.Owner, _ correlation: Correlation?) -> String {
        guard let correlation, let owner = correlation.owner, owner != guess, guess.isGuessed || owner == .device else {
            return "Owner: \(guess.words)."
        }
        return "Owner: probably \(owner.words), because it comes with \(correlation.reason), not \(guess.words)."
    }
}

extension TriageCause.Owner {
    /// Whether an error only points to the owner, so that a pattern says more: who sends an error need not be who made the mistake.
    fileprivate var isGuessed: Bool {
        switch self {
        case .provider, .adobe, .network: true
        case .viewer, .app, .device, .library: false
        }
    }
}

extension TriageCause.Kind {
    /// Whether most launches have it, whatever else went wrong.
    fileprivate var isEverywhere: Bool { self == .versionChanged || self == .keptSignInExpired || self == .accessDenied }

    /// Whether it is that the vault lost something.
    fileprivate var isAboutVault: Bool {
        switch self {
        case .vaultEmptied, .missing: true
        case _: false
        }
    }

    /// Whether it is a change of what launches are compared by, with which it comes by its nature.
    fileprivate var isChange: Bool { self == .settingsChanged || self == .configurationChanged || self == .versionChanged }

    /// Whether it is about the clock or the log, which seldom explains a failure by itself.
    fileprivate var isAside: Bool {
        switch self {
        case .clockWrong, .clockSet, .logDamaged, .lastLineIncomplete: true
        case _: false
        }
    }

    /// Whether the request was fulfilled nevertheless.
    fileprivate var isHarmless: Bool { if case .fulfilledAfterFailures = self { true } else { false } }

    /// The kind under which launches are counted: what only tells how a fault appeared does not divide it.
    fileprivate var counted: TriageCause.Kind {
        switch self {
        case .canceledByApp: .canceledByApp(waitedFor: nil)
        case .singleSignOnRejected(.byProvider): .singleSignOnRejected(.byProvider(nil))
        case .singleSignOnRejected(.byAdobe): .singleSignOnRejected(.byAdobe(nil))
        case _: self
        }
    }
}
