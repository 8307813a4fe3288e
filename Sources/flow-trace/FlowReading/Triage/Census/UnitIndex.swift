import FlowMachine

/// The units, with the sets of those that have each cause and each property. They are indexed once for all comparisons.
struct UnitIndex {
    typealias Units = CorrelationFinder.Units

    /// The units with a cause, their devices, and the time of the earliest of these units.
    struct Affected {
        var units: Units
        var devices: Set<Int>
        var first: Instant

        /// Returns whether most of the units are among `hits`.
        func isMostly(_ hits: Units) -> Bool {
            let common = units.common(hits)
            return common >= 2 && common * 5 >= units.count * 4
        }
    }

    let all: [LaunchCensus.Unit]
    private(set) var affected: [FlowCause.Kind: Affected] = [:]
    private(set) var properties: [Correlation.Property: Units] = [:]
    /// The properties with their units, most interesting first.
    private var sorted: [CorrelationFinder.Suspect] = []
    private(set) var comparedUnits: Units
    /// The indices of the units, by their start.
    let byStart: [Int]
    /// The units that began with a signed-in viewer, by the time of the sign-in.
    let bySignIn: [(number: Int, signIn: LaunchCensus.KeptSignIn)]
    /// The units with a sign-in that a log contains, by its time.
    let byLastSignIn: [(number: Int, time: Instant)]
    /// The time between the first and the last start, in milliseconds.
    let span: Int64
    private var unitsBySettings: [Units]
    /// The highest number of time zones of which neighbors are compared together: a continent with and without daylight saving time.
    private static let mostZones = 8
    /// What each unit tried.
    private let tried: [Attempts]
    private let none: Units

    /// Creates the index of `units`. `kinds` are the causes that the units refer to by number.
    init(_ units: [LaunchCensus.Unit], _ settings: [FlowSettings: Int], _ kinds: [FlowCause.Kind]) {
        all = units
        tried = units.map { $0.tried }
        none = Units(units.count)
        comparedUnits = none
        unitsBySettings = Array(repeating: none, count: settings.count)
        byStart = units.indices.ordered { (units[$0].start, $0) < (units[$1].start, $1) }
        bySignIn = units.indices.compactMap { number in units[number].signIn.map { (number, $0) } }
            .ordered { ($0.1.time, $0.0) < ($1.1.time, $1.0) }
        byLastSignIn = units.indices.compactMap { number in
            units[number].lastSignIn.flatMap { $0.isLogged ? (number, $0.time) : nil }
        }
        .ordered { ($0.1, $0.0) < ($1.1, $1.0) }
        span = (byStart.last.map { units[$0].start.milliseconds } ?? 0) - (byStart.first.map { units[$0].start.milliseconds } ?? 0)
        var found = [Affected?](repeating: nil, count: kinds.count)
        for (index, unit) in units.enumerated() { note(unit, index, &found) }
        for (kind, found) in zip(kinds, found) { affected[kind] = found }
        // A folder with logs of only a few devices explains nothing.
        for (property, folder) in properties where property.name == "folder" {
            let devices = Set(units.indices.filter { folder.contains($0) }.map { units[$0].device })
            if devices.count < CorrelationFinder.fewest { properties[property] = nil }
        }
        addRangesOfZones()
        addSameTimeEachDay()
        for (settings, number) in settings {
            for leaf in settings.leaves {
                let property = Correlation.Property(name: leaf.path, value: ComparedHeaders.value(leaf))
                properties[property, default: none].formUnion(unitsBySettings[number])
            }
        }
        sorted = properties.map { (order: $0.key.order, property: $0.key, units: $0.value) }.ordered { $0.order < $1.order }
            .map { ($0.property, $0.units) }
    }

    /// Returns the properties that `isSuspect` selects by themselves and their units, with those of the units that are in `mask`; most interesting first.
    func suspects(among mask: Units, where isSuspect: (Correlation.Property, Units) -> Bool) -> [CorrelationFinder.Suspect] {
        sorted.filter { isSuspect($0.property, $0.units) }.map { ($0.property, $0.units.intersection(mask)) }
    }

    /// Adds the time zones from each one to each later one, because a region has several.
    private mutating func addRangesOfZones() {
        let zones = values("time zone").compactMap { zone in zone.zoneMinutes.map { (minutes: $0, zone: zone) } }.ordered {
            $0.minutes < $1.minutes
        }
        // With more zones, the devices are in all parts of the world, and each range would be one more comparison.
        if zones.count > UnitIndex.mostZones { return }
        for first in zones.indices {
            var units = properties[zones[first].zone] ?? none
            for last in zones.indices.dropFirst(first + 1) where first > 0 || last + 1 < zones.count {
                units.formUnion(properties[zones[last].zone] ?? none)
                properties[Correlation.Property(name: "time zone", value: "\(zones[first].zone.value) to \(zones[last].zone.value)")] =
                    units
            }
        }
    }

    /// Adds the devices whose launches begin at the same time each day, as those of test devices do.
    private mutating func addSameTimeEachDay() {
        var units = none
        var first = all.startIndex
        while first < all.endIndex {
            // The units of a device follow each other.
            let end = all[first...].firstIndex { $0.device != all[first].device } ?? all.endIndex
            let times = all[first..<end].flatMap { $0.launches.map { $0.start } }
            let days = Set(times.map { $0.milliseconds / CorrelationFinder.Daily.day })
            let isRegular =
                days.count >= UnitIndex.fewestDays
                && CorrelationFinder.Daily.shortest(of: (times.count * 4 + 4) / 5, times, .utc, shorterThan: UnitIndex.sameTime) != nil
            if isRegular { for number in first..<end { units.insert(number) } }
            first = end
        }
        if units.count > 0 { properties[.sameTimeEachDay] = units }
    }

    /// The fewest days, and the highest difference between times of day, in milliseconds, of launches at the same time each day.
    private static let (fewestDays, sameTime): (Int, Int64) = (5, 300_000)

    private mutating func note(_ unit: LaunchCensus.Unit, _ index: Int, _ affected: inout [Affected?]) {
        unitsBySettings[unit.settings].insert(index)
        if unit.isCompared { comparedUnits.insert(index) }
        for property in unit.properties { properties[property, default: none].insert(index) }
        for kind in unit.kindNumbers {
            if affected[kind] == nil { affected[kind] = Affected(units: none, devices: [], first: unit.start) }
            affected[kind]?.units.insert(index)
            affected[kind]?.devices.insert(unit.device)
            if let first = affected[kind]?.first, unit.start < first { affected[kind]?.first = unit.start }
        }
    }

    /// Returns the properties with this name, sorted by value.
    func values(_ name: String) -> [Correlation.Property] {
        properties.keys.filter { $0.name == name }.ordered { $0.value < $1.value }
    }

    /// Returns the units with one of these settings.
    func units(_ settings: [Int]) -> Units {
        var units = none
        for number in settings { units.formUnion(unitsBySettings[number]) }
        return units
    }

    /// The units that showed the provider's page or a code, of the platforms on which some units show the one and some only the other.
    var unitsWithBothScreens: Units {
        let (pages, codes) = (units(that: .page), units(that: .code))
        var both = none
        for platform in values("platform") {
            guard let units = properties[platform] else { continue }
            let (page, code) = (units.intersection(pages), units.intersection(codes))
            let fewest = CorrelationFinder.fewest
            guard page.count - page.common(codes) >= fewest, code.count - code.common(pages) >= fewest else { continue }
            both.formUnion(page)
            both.formUnion(code)
        }
        return both
    }

    /// Returns the units that tried `attempt`.
    func units(that attempt: Attempts) -> Units {
        var units = none
        for (index, tried) in tried.enumerated() where tried.contains(attempt) { units.insert(index) }
        return units
    }
}
