import FlowMachine

/// A list that is ordered by time, in which a time is found by binary search.
struct ByTime<Element> {
    let all: [Element]
    private let time: (Element) -> Instant

    init(_ all: [Element], _ time: @escaping (Element) -> Instant) {
        self.all = all
        self.time = time
    }

    /// Returns the elements at `start` or later.
    func from(_ start: Instant) -> ArraySlice<Element> { all[place(start)...] }

    /// Returns the elements before `end`.
    func before(_ end: Instant) -> ArraySlice<Element> { all[..<place(end)] }

    /// Returns the elements from `start` to `end`, both included.
    func between(_ start: Instant, _ end: Instant) -> ArraySlice<Element> {
        let first = place(start)
        return all[first..<max(first, place(end.advanced(by: Interval(milliseconds: 1))))]
    }

    private func place(_ instant: Instant) -> Int {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if time(all[middle]) < instant { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension ByTime where Element == Observed {
    /// Creates a list of requests, which must be ordered by the time at which they were sent.
    init(sent requests: [Observed]) { self.init(requests) { $0.sent } }
}
