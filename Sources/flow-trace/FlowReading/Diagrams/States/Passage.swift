import FlowMachine

/// How a log passed through the states: how often it went from one to another, and how long it was in each.
package struct Passage {
    /// A path from one state to another, by their names in the log.
    struct Way: Hashable {
        let from: String
        let to: String
    }

    /// The totals of one state.
    struct Stay: Equatable {
        var entered: Int64 = 0
        var events: Int64 = 0
        var milliseconds: Int64 = 0
    }

    /// The paths taken, in the order in which each was first taken.
    private(set) var ways: [(way: Way, count: Int64)] = []
    /// Where each path is in `ways`.
    private var places: [Way: Int] = [:]
    private(set) var stays: [String: Stay] = [:]
    /// The state at the end.
    let last: String?

    package init(_ records: [Record]) {
        last = records.last?.state
        var previous: Record?
        for record in records {
            let before = previous?.state ?? record.state
            stays[before, default: Stay()].events += 1
            if let previous {
                let length = record.event.time.milliseconds - previous.event.time.milliseconds
                stays[before, default: Stay()].milliseconds += max(0, length)
            }
            if previous == nil || before != record.state { stays[record.state, default: Stay()].entered += 1 }
            if before != record.state { take(Way(from: before, to: record.state)) }
            previous = record
        }
    }

    /// Paths with their counts, not from any particular log.
    init(_ ways: [(way: Way, count: Int64)]) {
        self.ways = ways
        places = Dictionary(ways.enumerated().map { ($1.way, $0) }, uniquingKeysWith: { one, _ in one })
        last = nil
        for (way, _) in ways {
            stays[way.from] = Stay()
            stays[way.to] = Stay()
        }
    }

    private mutating func take(_ way: Way) {
        if let index = places[way] {
            ways[index].count += 1
        } else {
            places[way] = ways.count
            ways.append((way, 1))
        }
    }

    /// How often `way` was taken.
    func count(_ way: Way) -> Int64 { places[way].map { ways[$0].count } ?? 0 }
}
