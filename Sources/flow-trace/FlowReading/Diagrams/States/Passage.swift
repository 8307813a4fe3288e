import FlowMachine

/// The path of a log through the states: the number of changes from each state to another, and the time in each state.
package struct Passage {
    /// A change from one state to another, by the states' names in the log.
    struct Edge: Hashable {
        let from: String
        let to: String
    }

    /// The totals of one state.
    struct Stay: Equatable {
        var entered: Int64 = 0
        var events: Int64 = 0
        var milliseconds: Int64 = 0
    }

    /// The changes of state and their counts, ordered by first occurrence.
    private(set) var edges: [(edge: Edge, count: Int64)] = []
    /// The index of each change in `edges`.
    private var places: [Edge: Int] = [:]
    private(set) var stays: [String: Stay] = [:]
    /// The state at the end of the log; `nil` if there is no log.
    let last: String?

    package init(_ records: [LogRecord]) {
        last = records.last?.state
        var previous: LogRecord?
        for record in records {
            let before = previous?.state ?? record.state
            stays[before, default: Stay()].events += 1
            if let previous {
                let length = record.event.time.milliseconds - previous.event.time.milliseconds
                stays[before, default: Stay()].milliseconds += max(0, length)
            }
            if previous == nil || before != record.state { stays[record.state, default: Stay()].entered += 1 }
            if before != record.state { take(Edge(from: before, to: record.state)) }
            previous = record
        }
    }

    /// Creates a passage from counts alone, without a log.
    init(_ edges: [(edge: Edge, count: Int64)]) {
        self.edges = edges
        places = Dictionary(first: edges.enumerated().map { ($1.edge, $0) })
        last = nil
        for (edge, _) in edges {
            stays[edge.from] = Stay()
            stays[edge.to] = Stay()
        }
    }

    private mutating func take(_ edge: Edge) {
        if let index = places[edge] {
            edges[index].count += 1
        } else {
            places[edge] = edges.count
            edges.append((edge, 1))
        }
    }

    /// Returns the number of times that `edge` occurred.
    func count(_ edge: Edge) -> Int64 { places[edge].map { edges[$0].count } ?? 0 }
}
