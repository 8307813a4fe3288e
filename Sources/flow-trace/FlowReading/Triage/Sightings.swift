import FlowMachine

/// The number of times that something was seen, with the first and the last place. The result does not depend on the order of additions.
struct Sightings: Hashable, Sendable {
    struct Place: Hashable, Comparable, Sendable {
        let time: Instant
        /// The first file of the launch.
        let file: String
        /// The number of the event; `nil` if it is not known.
        let event: Int64?
        /// The file that contains the event.
        let segment: String

        static func < (left: Place, right: Place) -> Bool {
            if left.time != right.time { return left.time < right.time }
            return (left.file, left.event ?? 0) < (right.file, right.event ?? 0)
        }
    }

    private(set) var count = 1
    private(set) var first: Place
    private(set) var last: Place

    /// Creates the sightings of something that was seen at one place.
    init(_ time: Instant, in file: String, event: Int64? = nil, segment: String? = nil) {
        first = Place(time: time, file: file, event: event, segment: segment ?? file)
        last = first
    }

    /// Creates a sighting in the launch of `report`.
    init(_ time: Instant, event: Int64?, in report: LaunchReport) { self.init(time, event: event, in: report.segments) }

    /// Creates a sighting in the launch with these files.
    init(_ time: Instant, event: Int64?, in segments: [LaunchReport.Segment]) {
        let file = segments.first?.file ?? ""
        var segment: String?
        if segments.count > 1, let event { segment = segments.first { event <= $0.last }?.file }
        self.init(time, in: file, event: event, segment: segment)
    }

    private init(_ count: Int, _ first: Place, _ last: Place) { (self.count, self.first, self.last) = (count, first, last) }

    mutating func add(_ other: Sightings) {
        count += other.count
        if other.first < first { first = other.first }
        if last < other.last { last = other.last }
    }

    /// Returns the sightings with the files of the launch in `report`.
    func placed(in report: LaunchReport) -> Sightings {
        let segments = report.segments
        func placed(_ place: Place) -> Place { Sightings(place.time, event: place.event, in: segments).first }
        let first = placed(first)
        return Sightings(count, first, count == 1 ? first : placed(last))
    }

    /// Returns the sum of these sightings and `others`; these sightings alone if `others` is `nil`.
    func sum(_ others: Sightings?) -> Sightings {
        var sum = self
        if let others { sum.add(others) }
        return sum
    }
}

extension Dictionary where Value == Sightings {
    /// Adds sightings to the sightings of `key`.
    mutating func add(_ sightings: Sightings, to key: Key) { self[key] = sightings.sum(self[key]) }
}

/// The service provider and the host to which a configuration applies. A difference between the configurations of two services is not a change.
struct ConfiguredService: Hashable, Comparable {
    let name: String
    private let host: String

    init(_ settings: FlowSettings) { (name, host) = (settings.serviceProvider, settings.host) }

    static func < (left: ConfiguredService, right: ConfiguredService) -> Bool { (left.name, left.host) < (right.name, right.host) }
}
