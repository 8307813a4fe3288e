import FlowMachine

/// Counts the launches with each cause, and finds the properties with which a cause is more frequent than chance explains.
struct LaunchCensus {
    let clock: DisplayedClock
    private(set) var launches = 0
    /// The number of requests that were not fulfilled.
    private(set) var unfulfilled = 0
    private(set) var causes: [FlowCause.Kind: Cause] = [:]
    /// The number of times that each variant of a family of causes was found.
    private(set) var variants: [FlowCause.Kind: [FlowCause.Kind: Int]] = [:]
    /// The units of all devices, at most `mostUnits`. Later launches are not compared.
    private var unitsOfDevices: [Unit] = []
    /// The launches of the first device, each as a unit of its own. They are compared if there is only one device.
    private var launchesOfFirst: [Unit] = []
    private var settings: [FlowSettings: Int] = [:]
    private(set) var devices = 0
    /// The system of the previous launch.
    private var lastSystem: String?
    private(set) var releases = Releases()
    private static let mostUnits = 20_000

    /// The units that are compared: if there is only one device, its launches; otherwise the units of all devices.
    var units: [Unit] { devices == 1 ? launchesOfFirst : unitsOfDevices }

    init(_ clock: DisplayedClock) { self.clock = clock }

    /// Consecutive launches of one device with the same properties, settings and causes. They depend on each other, so they are counted once.
    struct Unit {
        let device: Int
        let start: Instant
        let file: String
        let properties: [Correlation.Property]
        let settings: Int
        let kinds: Set<FlowCause.Kind>
        /// Whether the launches were compared with a previous launch. Only compared launches can have findings of a comparison.
        let isCompared: Bool
    }

    /// The part of a report in which a cause was found.
    enum Scope { case request, launch, comparison }

    /// The counts of one cause over all launches.
    struct Cause {
        let scope: Scope
        let isOrdinary: Bool
        var launches = 0
        var requests = 0
        /// The number of findings of the cause, with the times of the first and the last launch and the events that show it; `nil` before the first
        /// finding.
        private(set) var sightings: Sightings?
        /// The shortest and the longest time, in milliseconds, after which the app canceled a request; `nil` if the app canceled none.
        var canceled: ClosedRange<Int64>?
        /// The counts for each owner of the cause.
        private var owned: [FlowCause.Owner: Owned] = [:]

        private struct Owned {
            var requests = 0
            var first: Instant
            var example: Example
        }

        /// A finding of the cause, as an example.
        struct Example {
            /// The text of the example, with the name of the log's file.
            let text: String
            let advice: String
        }

        init(_ scope: Scope, isOrdinary: Bool) { (self.scope, self.isOrdinary) = (scope, isOrdinary) }

        /// Counts one finding of the cause.
        mutating func add(_ owner: FlowCause.Owner, _ sighting: Sightings, example: () -> Example) {
            requests += 1
            sightings = sighting.sum(sightings)
            let start = sighting.first.time
            var owned = owned[owner] ?? Owned(first: start, example: example())
            owned.requests += 1
            if start < owned.first { (owned.first, owned.example) = (start, example()) }
            self.owned[owner] = owned
        }

        /// The owner of most findings of the cause, and the earliest example of that owner; `nil` if there are no findings.
        var main: (owner: FlowCause.Owner, example: Example)? {
            owned.max { ($0.value.requests, $1.value.first, $1.key.rawValue) < ($1.value.requests, $0.value.first, $0.key.rawValue) }
                .map { ($0.key, $0.value.example) }
        }

        /// Returns whether the cause is listed before `other`.
        ///
        /// Causes with a correlation are first. Among them, expected causes and causes that explain no failure are last. Causes without a
        /// correlation follow, the most frequent first. If there are few launches, findings about a launch are before causes of requests.
        func precedes(
            _ other: Cause, _ kinds: (FlowCause.Kind, FlowCause.Kind), _ chances: (Double, Double), _ expected: (Bool, Bool), isFew: Bool
        ) -> Bool {
            func group(_ kind: FlowCause.Kind, _ chance: Double, _ isExpected: Bool) -> Int {
                chance == 1 ? 2 : isExpected || kind.isHarmless || kind.isCircumstance ? 1 : 0
            }
            let groups = (group(kinds.0, chances.0, expected.0), group(kinds.1, chances.1, expected.1))
            if groups.0 != groups.1 { return groups.0 < groups.1 }
            func order(_ cause: Cause, _ kind: FlowCause.Kind, _ chance: Double) -> (Double, Int, Int, Int, Int, String) {
                let rank = kind.isCircumstance ? 4 : kind.isHarmless ? 3 : kind.isAside ? 2 : isFew && cause.scope == .request ? 1 : 0
                return (chance, rank, -cause.launches, cause.scope == .request ? 1 : 0, -cause.requests, kind.words)
            }
            let (left, right) = (order(self, kinds.0, chances.0), order(other, kinds.1, chances.1))
            if left != right { return left < right }
            // Two kinds can have the same words, so their examples decide.
            return main?.example.text ?? "" < other.main?.example.text ?? ""
        }
    }

    /// Adds a launch.
    ///
    /// - Parameters:
    ///   - report: The report on the launch.
    ///   - changes: The differences from the previous launch of the same device; `nil` if it is the device's first launch.
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
            // The cause is removed while it changes, because a change of a copy would copy its collections.
            var cause = causes.removeValue(forKey: kind) ?? Cause(scope, isOrdinary: isOrdinary)
            cause.add(found.owner, Sightings(report.start, event: found.cause.decisive?.number, in: report), example: example)
            if case .canceledByApp = kind, case .canceled(.canceledByApp(let length, _)) = found.finding {
                cause.canceled = min(length, cause.canceled?.lowerBound ?? length)...max(length, cause.canceled?.upperBound ?? length)
            }
            if noted.insert(kind).inserted { cause.launches += 1 }
            causes[kind] = cause
        }
        for request in report.unfulfilled + report.troubled {
            guard let cause = request.cause else { continue }
            note(cause, as: cause.kind.counted, of: request, .request)
            guard let family = cause.cause.family(of: request.asked, report.header.settings) else { continue }
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
        if devices == 1, launchesOfFirst.count < LaunchCensus.mostUnits { launchesOfFirst.append(unit) }
        if let last = unitsOfDevices.last, last.device == unit.device, last.kinds == kinds, last.settings == number,
            last.properties == unit.properties,
            last.isCompared == isCompared
        {
            return
        }
        if unitsOfDevices.count < LaunchCensus.mostUnits { unitsOfDevices.append(unit) }
    }

    /// Returns the properties of a launch without its settings, which many launches share.
    private static func properties(_ report: LaunchReport) -> [Correlation.Property] {
        var properties = [
            Correlation.Property(name: "app", value: report.header.app),
            Correlation.Property(name: "library", value: report.header.library),
        ]
        // A fault is usually in all builds of a version, so the version without the build is a property, too.
        if let build = report.header.app.firstIndex(of: " ") {
            properties.append(Correlation.Property(name: "app", value: String(report.header.app[..<build])))
        }
        if let minutes = report.header.utcOffsetMinutes {
            properties.append(Correlation.Property(name: "time zone", value: "UTC\(DisplayedClock(offset: minutes * 60).name)"))
        }
        if let provider = report.provider { properties.append(Correlation.Property(name: "provider", value: provider)) }
        if let account = report.account { properties.append(Correlation.Property(name: "account", value: account)) }
        if let kept = report.vault.found?.profile?.mvpd ?? report.vault.found?.provider?.mvpd {
            properties.append(Correlation.Property(name: "kept provider", value: kept.text))
        }
        if let system = report.header.system {
            properties.append(Correlation.Property(name: "system", value: system))
            // A fault is seldom limited to a minor version of the system, so the major version is a property, too.
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

    /// Returns whether the cause is no fault and explains only a small part of the unfulfilled requests.
    func isPassedOver(_ kind: FlowCause.Kind, _ cause: Cause) -> Bool {
        cause.isOrdinary && !(kind == .nobodySignedIn && cause.launches >= CorrelationFinder.fewest && cause.requests * 3 >= unfulfilled)
    }

    // MARK: Correlations

    /// A correlation, with two launches that show it.
    struct Found {
        let correlation: Correlation
        /// The launch that should be compared with `bad`. It has neither the cause nor the properties; `nil` if there is no such launch.
        let good: Unit?
        /// The first launch with the cause and the properties; `nil` if there is no such launch.
        let bad: Unit?
        /// The number of units without the cause, but with the properties, that began before `bad`.
        let earlier: Int
    }

    /// The causes with a correlation, and their correlations.
    var correlations: [FlowCause.Kind: Correlation] { found.mapValues { $0.correlation } }

    var found: [FlowCause.Kind: Found] {
        var found = foundOfAll
        // If the correlation of a family is stronger than the correlations of all its variants, the variants are omitted; otherwise the family is.
        for (family, variants) in variants {
            guard let chance = found[family]?.correlation.probability else { continue }
            // A play that never asks for a sign-in is the app's choice. The reasons why no viewer was signed in are a separate question, so these
            // variants are always omitted.
            if family != .playNeverAsks, variants.keys.contains(where: { found[$0]?.correlation.probability ?? 1 <= chance }) {
                found[family] = nil
            } else {
                for variant in variants.keys { found[variant] = nil }
            }
        }
        return found
    }

    private var foundOfAll: [FlowCause.Kind: Found] {
        let ofComparisons = causes.filter { $0.value.scope == .comparison }.keys
        var found = found(of: causes.keys.filter { !ofComparisons.contains($0) && !$0.differsByAPI }, among: units)
        found.add(self.found(of: Array(ofComparisons), among: units.filter { $0.isCompared })) { first, _ in first }
        let ofOneAPI = causes.keys.filter { $0.differsByAPI }
        for api in FlowSettings.API.allCases where !ofOneAPI.isEmpty {
            let numbers = Set(settings.filter { $0.key.api == api }.map { $0.value })
            found.add(self.found(of: ofOneAPI, among: units.filter { numbers.contains($0.settings) })) { first, second in
                first.correlation.probability <= second.correlation.probability ? first : second
            }
        }
        withoutOtherValues(&found)
        return found
    }

    /// Removes harmless causes that correlate with the same setting as a failure.
    ///
    /// If one value of the setting makes requests fail, its other values let calls be retried. The retries are harmless, and add no information.
    private func withoutOtherValues(_ found: inout [FlowCause.Kind: Found]) {
        let failing = Set(
            found.filter { !$0.key.isHarmless }.flatMap { $0.value.correlation.properties.filter { $0.isSetting }.map { $0.name } })
        for (kind, one) in found where kind.isHarmless {
            if one.correlation.properties.contains(where: { failing.contains($0.name) }) { found[kind] = nil }
        }
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
                // The cause is removed while it changes, because a change of a copy would copy its collections.
                var cause = affected.removeValue(forKey: kind) ?? (none, [], unit.start)
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
                (devices == 1 ? compared.cause.units.count : compared.cause.devices.count) >= CorrelationFinder.fewest
                    && !compared.kind.isChange
                    && causes[compared.kind].map { !isPassedOver(compared.kind, $0) } ?? false
            }
            // A family with only one variant has the same launches as the variant, so it is not compared.
            .filter { !$0.kind.isFamily || $0.kind == .playNeverAsks || variants[$0.kind]?.count ?? 0 > 1 }
        let finder = CorrelationFinder(total: units.count, properties)
        // For causes about an empty vault, the property of an empty vault would only repeat the cause.
        let others =
            compared.contains { $0.kind.isAboutVault }
            ? CorrelationFinder(total: units.count, properties.filter { $0.key.name != "vault" }) : finder
        var found: [FlowCause.Kind: Found] = [:]
        for (kind, cause) in compared {
            let finder = kind.isAboutVault ? others : finder
            let times = [later(than: cause.first, among: units), burst(of: cause.units, among: units)].compactMap { $0 }
            guard let correlation = finder.correlation(cause.units, times: times, of: compared.count) else { continue }
            // A request can be fulfilled after a failure only if calls are retried, so the policy that permits retries explains nothing.
            if kind.isHarmless, correlation.properties.contains(where: { $0.name == "policy.attempts" }) { continue }
            var with: CorrelationFinder.Units?
            for property in correlation.properties {
                let one = times.first { $0.property == property }?.units ?? properties[property] ?? none
                with = with?.intersection(one) ?? one
            }
            found[kind] = LaunchCensus.found(correlation, affected: cause.units, with: with ?? none, among: units)
        }
        return found
    }

    /// Finds the two launches that show a correlation.
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
        // The more properties two launches share, the fewer other differences a comparison of their logs shows.
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

    // MARK: The end of an API

    /// The units with a cause, their devices, and the time of the earliest of these units.
    private typealias Affected = (units: CorrelationFinder.Units, devices: Set<Int>, first: Instant)

    /// The causes that older versions of the app report after Adobe has shut down REST API V1. Only newer versions recognize this end of the API.
    ///
    /// The causes are answers of another server, and only launches with REST API V1 have them. Empty if no launch recognized the end of the API.
    var signsOfEnd: [FlowCause.Kind] {
        guard causes[.apiEnded] != nil else { return [] }
        let legacy = Set(settings.filter { $0.key.api == .restV1 }.map { $0.value })
        return causes.keys.filter { kind in
            kind.isAnotherServers && units.allSatisfy { !$0.kinds.contains(kind) || legacy.contains($0.settings) }
        }
    }

    /// Treats the units that show signs of the end of the API like the units that recognized this end.
    private func absorb(into affected: inout [FlowCause.Kind: Affected]) {
        for kind in signsOfEnd {
            guard let sign = affected.removeValue(forKey: kind), let end = affected[.apiEnded] else { continue }
            var units = end.units
            units.formUnion(sign.units)
            affected[.apiEnded] = (units, end.devices.union(sign.devices), min(end.first, sign.first))
        }
    }
}
