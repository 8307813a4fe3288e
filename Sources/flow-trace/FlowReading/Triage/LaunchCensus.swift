import FlowMachine

/// How many launches have each cause, and with which properties it is more frequent than chance explains.
struct LaunchCensus {
    let clock: DisplayedClock
    private(set) var launches = 0
    /// The requests that were not fulfilled.
    private(set) var unfulfilled = 0
    private(set) var causes: [FlowCause.Kind: Cause] = [:]
    /// How often each variant of a family was found.
    private(set) var variants: [FlowCause.Kind: [FlowCause.Kind: Int]] = [:]
    /// At most `mostUnits`; later launches are not compared.
    private(set) var units: [Unit] = []
    private var settings: [FlowSettings: Int] = [:]
    private(set) var devices = 0
    /// The system of the launch before.
    private var lastSystem: String?
    private(set) var releases = Releases()
    private static let mostUnits = 20_000

    init(_ clock: DisplayedClock) { self.clock = clock }

    /// Launches of one device, one after the other, that do not differ in what is compared: they are not independent of each other, so they
    /// count once.
    struct Unit {
        let device: Int
        let start: Instant
        let file: String
        let properties: [Correlation.Property]
        let settings: Int
        let kinds: Set<FlowCause.Kind>
        /// Whether its launches were compared with one before, so that they can have findings of a comparison.
        let isCompared: Bool
    }

    /// The place where a cause was found.
    enum Scope { case request, launch, comparison }

    /// One cause, over all launches.
    struct Cause {
        let scope: Scope
        let isOrdinary: Bool
        var launches = 0
        var requests = 0
        /// The launches with it: when they began, and the event that shows it.
        private(set) var sightings: Sightings?
        /// The shortest and the longest time after which the app canceled its request.
        var canceled: ClosedRange<Int64>?
        /// The counts that differ between owners of the cause.
        private var owned: [FlowCause.Owner: Owned] = [:]

        private struct Owned {
            var requests = 0
            var first: Instant
            var example: Example
        }

        /// One finding of the cause, as an example.
        struct Example {
            /// The text of the example, with the file of its log.
            let text: String
            let advice: String
        }

        init(_ scope: Scope, isOrdinary: Bool) { (self.scope, self.isOrdinary) = (scope, isOrdinary) }

        /// Counts the cause once more.
        mutating func add(_ owner: FlowCause.Owner, _ sighting: Sightings, example: () -> Example) {
            requests += 1
            sightings = sighting.sum(sightings)
            let start = sighting.first.time
            var owned = owned[owner] ?? Owned(first: start, example: example())
            owned.requests += 1
            if start < owned.first { (owned.first, owned.example) = (start, example()) }
            self.owned[owner] = owned
        }

        /// The party that can act on most of these causes, and the first cause of that owner.
        var main: (owner: FlowCause.Owner, example: Example)? {
            owned.max { ($0.value.requests, $1.value.first, $1.key.rawValue) < ($1.value.requests, $0.value.first, $0.key.rawValue) }
                .map { ($0.key, $0.value.example) }
        }

        /// What chance does not explain comes first, unless the requests were fulfilled nevertheless; then causes in the most launches; for equal counts, and for few launches, findings of
        /// the launch come first. What explains no failure by itself comes last.
        func precedes(_ other: Cause, _ kinds: (FlowCause.Kind, FlowCause.Kind), _ chances: (Double, Double), isFew: Bool) -> Bool {
            func group(_ kind: FlowCause.Kind, _ chance: Double) -> Int { chance == 1 ? 2 : kind.isHarmless || kind.isCircumstance ? 1 : 0 }
            let groups = (group(kinds.0, chances.0), group(kinds.1, chances.1))
            if groups.0 != groups.1 { return groups.0 < groups.1 }
            func order(_ cause: Cause, _ kind: FlowCause.Kind, _ chance: Double) -> (Double, Int, Int, Int, Int, String) {
                let rank = kind.isCircumstance ? 4 : kind.isHarmless ? 3 : kind.isAside ? 2 : isFew && cause.scope == .request ? 1 : 0
                return (chance, rank, -cause.launches, cause.scope == .request ? 1 : 0, -cause.requests, kind.words)
            }
            let (left, right) = (order(self, kinds.0, chances.0), order(other, kinds.1, chances.1))
            if left != right { return left < right }
            // Two kinds can have the same words.
            return main?.example.text ?? "" < other.main?.example.text ?? ""
        }
    }

    /// - Parameter changes: what is different from the launch before of the same device; `nil` if this is its first.
    mutating func add(_ report: LaunchReport, _ changes: [TriageCause]?) {
        launches += 1
        unfulfilled += report.unfulfilled.count
        if changes == nil { devices += 1 }
        releases.note(report)
        var noted: Set<FlowCause.Kind> = []
        func note(_ found: TriageCause, as kind: FlowCause.Kind, of request: TriagedRequest?, _ scope: Scope) {
            func example() -> Cause.Example {
                Cause.Example(
                    text: "\(report.file): \(request.map { "\($0.name): " } ?? "")\(found.text)", advice: found.sentences.advice)
            }
            let isOrdinary = !kind.isFamily && (found.isOrdinary || kind.isEverywhere)
            // Taken out, because a change of a copy would copy what it counts.
            var cause = causes.removeValue(forKey: kind) ?? Cause(scope, isOrdinary: isOrdinary)
            cause.add(found.owner, Sightings(report.start, event: found.cause.witnesses.last?.number, in: report), example: example)
            if case .canceledByApp = kind, case .canceled(.canceledByApp(let length, _)) = found.finding {
                cause.canceled = min(length, cause.canceled?.lowerBound ?? length)...max(length, cause.canceled?.upperBound ?? length)
            }
            if noted.insert(kind).inserted { cause.launches += 1 }
            causes[kind] = cause
        }
        for request in report.unfulfilled + report.troubled {
            guard let cause = request.cause else { continue }
            note(cause, as: cause.kind.counted, of: request, .request)
            guard let family = cause.cause.family(report.header.settings) else { continue }
            note(cause, as: family, of: request, .request)
            variants[family, default: [:]][cause.kind.counted, default: 0] += 1
        }
        for finding in report.findings { note(finding, as: finding.kind.counted, of: nil, .launch) }
        for change in changes ?? [] { note(change, as: change.kind.counted, of: nil, .comparison) }
        count(report, noted, isCompared: changes != nil)
    }

    private mutating func count(_ report: LaunchReport, _ kinds: Set<FlowCause.Kind>, isCompared: Bool) {
        let number = settings[report.header.settings] ?? settings.count
        settings[report.header.settings] = number
        var properties = LaunchCensus.properties(report)
        if isCompared, let system = report.header.system, let lastSystem, system != lastSystem {
            properties.append(Correlation.Property(name: "system update", value: "to \(system)"))
        }
        lastSystem = report.header.system
        let unit = Unit(
            device: devices, start: report.start, file: report.file, properties: properties, settings: number, kinds: kinds,
            isCompared: isCompared)
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
        if let system = report.header.system {
            properties.append(Correlation.Property(name: "system", value: system))
            // A fault seldom knows minor versions.
            if let minor = system.firstIndex(of: ".") {
                properties.append(Correlation.Property(name: "system", value: String(system[..<minor])))
            }
        }
        if let found = report.vault.found {
            properties.append(
                Correlation.Property(
                    name: "vault", value: LaunchVault.values(found).isEmpty ? "empty at the launch" : "not empty at the launch"))
        }
        return properties
    }

    /// Whether a cause is no fault, and no large part of what was not fulfilled either.
    func isPassedOver(_ kind: FlowCause.Kind, _ cause: Cause) -> Bool {
        cause.isOrdinary && !(kind == .nobodySignedIn && cause.launches >= CorrelationFinder.fewest && cause.requests * 3 >= unfulfilled)
    }

    // MARK: Correlations

    /// A correlation, and two launches that show it.
    struct Found {
        let correlation: Correlation
        /// The launch without the cause and without the properties that is best compared with `bad`.
        let good: Unit?
        /// The first launch with the cause and the properties.
        let bad: Unit?
        /// How many with the properties began before `bad` and do not have the cause.
        let earlier: Int
    }

    /// The correlation of each cause that has one.
    var correlations: [FlowCause.Kind: Correlation] { found.mapValues { $0.correlation } }

    var found: [FlowCause.Kind: Found] {
        var found = foundOfAll
        // A family is a pattern if it says more than each of its variants, which then say nothing more.
        for (family, variants) in variants {
            guard let chance = found[family]?.correlation.probability else { continue }
            if variants.keys.contains(where: { found[$0]?.correlation.probability ?? 1 <= chance }) {
                found[family] = nil
            } else {
                for variant in variants.keys { found[variant] = nil }
            }
        }
        return found
    }

    private var foundOfAll: [FlowCause.Kind: Found] {
        let ofComparisons = causes.filter { $0.value.scope == .comparison }.keys
        var found = found(of: causes.keys.filter { !ofComparisons.contains($0) }, among: units)
        found.add(self.found(of: Array(ofComparisons), among: units.filter { $0.isCompared })) { first, _ in first }
        return found
    }

    private func found(of kinds: [FlowCause.Kind], among units: [Unit]) -> [FlowCause.Kind: Found] {
        var affected: [FlowCause.Kind: Affected] = [:]
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
        absorb(into: &affected)
        let compared = kinds.compactMap { kind in affected[kind].map { (kind: kind, cause: $0) } }
            .filter { compared in
                compared.cause.devices.count >= CorrelationFinder.fewest && !compared.kind.isChange
                    && causes[compared.kind].map { !isPassedOver(compared.kind, $0) } ?? false
            }
            // One variant alone says the same as its family.
            .filter { !$0.kind.isFamily || variants[$0.kind]?.count ?? 0 > 1 }
        let finder = CorrelationFinder(total: units.count, properties)
        // That the vault was empty is what they find, not what they come with.
        let others =
            compared.contains { $0.kind.isAboutVault }
            ? CorrelationFinder(total: units.count, properties.filter { $0.key.name != "vault" }) : finder
        var found: [FlowCause.Kind: Found] = [:]
        for (kind, cause) in compared {
            let finder = kind.isAboutVault ? others : finder
            let since = later(than: cause.first, among: units)
            guard let correlation = finder.correlation(cause.units, since: since, of: compared.count) else { continue }
            // Only where a call is repeated can a request be fulfilled after a failure.
            if kind.isHarmless, correlation.properties.contains(where: { $0.name == "policy.attempts" }) { continue }
            var with: CorrelationFinder.Units?
            for property in correlation.properties {
                let one = property.name == "time" ? since?.units ?? none : properties[property] ?? none
                with = with?.intersection(one) ?? one
            }
            found[kind] = LaunchCensus.found(correlation, affected: cause.units, with: with ?? none, among: units)
        }
        return found
    }

    /// The correlation with the launches that show it.
    private static func found(
        _ correlation: Correlation, affected: CorrelationFinder.Units, with: CorrelationFinder.Units, among units: [Unit]
    ) -> Found {
        func order(_ unit: Unit) -> (Instant, String) { (unit.start, unit.file) }
        var bad: Unit?
        for (index, unit) in units.enumerated() where affected.contains(index) && with.contains(index) {
            if bad.map({ order(unit) < order($0) }) ?? true { bad = unit }
        }
        guard let bad else { return Found(correlation: correlation, good: nil, bad: nil, earlier: 0) }
        let earlier = units.indices.count {
            with.contains($0) && !affected.contains($0) && order(units[$0]) < order(bad)
        }
        // The more two launches have in common, the less a comparison shows besides the cause.
        func likeness(_ unit: Unit) -> (Int, Instant, String) {
            (bad.properties.count { unit.properties.contains($0) }, unit.start, unit.file)
        }
        var (before, after): (Unit?, Unit?) = (nil, nil)
        for (index, unit) in units.enumerated() where !affected.contains(index) && !with.contains(index) {
            if order(unit) < order(bad) {
                if before.map({ likeness($0) < likeness(unit) }) ?? true { before = unit }
            } else if after.map({ order(unit) < order($0) }) ?? true {
                after = unit
            }
        }
        return Found(correlation: correlation, good: before ?? after, bad: bad, earlier: earlier)
    }

    /// The units that begin at `start` or later, if some begin before.
    private func later(than start: Instant, among units: [Unit]) -> (units: CorrelationFinder.Units, time: String)? {
        var later = CorrelationFinder.Units(units.count)
        for (index, unit) in units.enumerated() where unit.start >= start { later.insert(index) }
        return later.count < units.count ? (later, "from \(TimeWords.second(start, clock)) on") : nil
    }

    // MARK: The end of an API

    /// The units with a cause.
    private typealias Affected = (units: CorrelationFinder.Units, devices: Set<Int>, first: Instant)

    /// What older versions of the app show once Adobe has shut down REST API V1, where newer ones in the folder say that it has: another
    /// server's answers, only to launches with that API.
    var signsOfEnd: [FlowCause.Kind] {
        guard causes[.apiEnded] != nil else { return [] }
        let legacy = Set(settings.filter { $0.key.api == .restV1 }.map { $0.value })
        return causes.keys.filter { kind in
            kind.isAnotherServers && units.allSatisfy { !$0.kinds.contains(kind) || legacy.contains($0.settings) }
        }
    }

    /// Counts the signs of the end of the API as the end itself.
    private func absorb(into affected: inout [FlowCause.Kind: Affected]) {
        for kind in signsOfEnd {
            guard let sign = affected.removeValue(forKey: kind), let end = affected[.apiEnded] else { continue }
            var units = end.units
            units.formUnion(sign.units)
            affected[.apiEnded] = (units, end.devices.union(sign.devices), min(end.first, sign.first))
        }
    }
}
