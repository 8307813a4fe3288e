import FlowMachine

/// How often something was seen, and when and where first and last. The order in which sightings are added does not matter.
struct Sightings: Hashable, Sendable {
    struct Place: Hashable, Comparable, Sendable {
        let time: Instant
        let file: String

        static func < (left: Place, right: Place) -> Bool { (left.time, left.file) < (right.time, right.file) }
    }

    private(set) var count = 1
    private(set) var first: Place
    private(set) var last: Place

    /// Something was seen once.
    init(_ time: Instant, in file: String) {
        first = Place(time: time, file: file)
        last = first
    }

    private init(_ count: Int, _ first: Place, _ last: Place) { (self.count, self.first, self.last) = (count, first, last) }

    mutating func add(_ other: Sightings) {
        count += other.count
        first = min(first, other.first)
        last = max(last, other.last)
    }

    /// The same, seen in this file.
    func placed(in file: String) -> Sightings {
        Sightings(count, Place(time: first.time, file: file), Place(time: last.time, file: file))
    }

    /// These and others, if there are any.
    func sum(_ others: Sightings?) -> Sightings {
        var sum = self
        if let others { sum.add(others) }
        return sum
    }
}

extension Dictionary where Value == Sightings {
    /// Adds sightings to those of a key.
    mutating func add(_ sightings: Sightings, to key: Key) { self[key] = sightings.sum(self[key]) }
}

/// Where a configuration applies: what differs between two of these did not change.
struct ConfiguredService: Hashable {
    let name: String
    private let host: String

    init(_ settings: FlowSettings) { (name, host) = (settings.serviceProvider, settings.host) }
}
