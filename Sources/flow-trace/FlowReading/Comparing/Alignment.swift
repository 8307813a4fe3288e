/// The rows of two lists that correspond to each other: a longest common subsequence, found piece by piece so that long lists need little memory.
///
/// Equal rows at both ends of the lists are matched first. Then the rows that occur exactly once in each list (the ties) divide both lists into
/// pieces. Each piece is aligned with a table of lengths. A piece without ties that is too big for a table is aligned with small windows, one after
/// the other.
struct Alignment {
    /// The indices of two corresponding rows, one in each list.
    struct Match: Equatable {
        let left: Int
        let right: Int
    }

    private(set) var matches: [Match] = []
    /// Whether ranges of rows were too big for a table, and were aligned window by window. Some corresponding rows may then be missing from
    /// `matches`.
    private(set) var isBounded = false

    private let left: [Int32]
    private let right: [Int32]
    /// The highest number of cells in a table of the longest common lengths.
    private static let mostCells = 1 << 20
    /// The number of rows per window, for ranges that are too big for a table.
    private static let window = 1000

    /// Aligns two lists of keys.
    init(_ left: [Int32], _ right: [Int32]) {
        self.left = left
        self.right = right
        var open: [(Range<Int>, Range<Int>)] = [(left.indices, right.indices)]
        while let (lefts, rights) = open.popLast() { open += align(lefts, rights) }
        matches = matches.ordered { $0.left < $1.left }
    }

    /// Aligns two ranges of rows, and returns pairs of smaller ranges that remain to be aligned.
    private mutating func align(_ lefts: Range<Int>, _ rights: Range<Int>) -> [(Range<Int>, Range<Int>)] {
        var (start, end) = ((lefts.lowerBound, rights.lowerBound), (lefts.upperBound, rights.upperBound))
        while start.0 < end.0, start.1 < end.1, left[start.0] == right[start.1] {
            matches.append(Match(left: start.0, right: start.1))
            start = (start.0 + 1, start.1 + 1)
        }
        while start.0 < end.0, start.1 < end.1, left[end.0 - 1] == right[end.1 - 1] {
            end = (end.0 - 1, end.1 - 1)
            matches.append(Match(left: end.0, right: end.1))
        }
        let (lefts, rights) = (start.0..<end.0, start.1..<end.1)
        if lefts.isEmpty || rights.isEmpty { return [] }
        if lefts.count.multipliedReportingOverflow(by: rights.count).partialValue <= Alignment.mostCells {
            tabulate(lefts, rights)
            return []
        }
        let ties = ties(lefts, rights)
        if ties.isEmpty {
            slide(lefts, rights)
            return []
        }
        var pieces: [(Range<Int>, Range<Int>)] = []
        var next = (lefts.lowerBound, rights.lowerBound)
        for tie in ties {
            matches.append(tie)
            pieces.append((next.0..<tie.left, next.1..<tie.right))
            next = (tie.left + 1, tie.right + 1)
        }
        return pieces + [(next.0..<lefts.upperBound, next.1..<rights.upperBound)]
    }

    /// Returns pairs of equal rows that occur exactly once in each list: the longest selection with the same order in both lists.
    private func ties(_ lefts: Range<Int>, _ rights: Range<Int>) -> [Match] {
        var places: [Int32: (left: Int, right: Int, counts: (Int, Int))] = [:]
        for place in lefts { places[left[place], default: (place, 0, (0, 0))].counts.0 += 1 }
        for place in rights {
            guard var known = places[right[place]] else { continue }
            known.right = place
            known.counts.1 += 1
            places[right[place]] = known
        }
        let unique = places.values.filter { $0.counts == (1, 1) }.map { Match(left: $0.left, right: $0.right) }.ordered {
            $0.left < $1.left
        }
        return Alignment.ascending(unique)
    }

    /// Returns the longest subsequence of `matches` whose indices ascend in the right list as well as in the left list.
    private static func ascending(_ matches: [Match]) -> [Match] {
        var tails: [Int] = []
        var before = [Int?](repeating: nil, count: matches.count)
        for (index, match) in matches.enumerated() {
            var (low, high) = (0, tails.count)
            while low < high {
                let middle = (low + high) / 2
                if matches[tails[middle]].right < match.right { low = middle + 1 } else { high = middle }
            }
            before[index] = low > 0 ? tails[low - 1] : nil
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var chosen: [Match] = []
        var next = tails.last
        while let index = next {
            chosen.append(matches[index])
            next = before[index]
        }
        return chosen.reversed()
    }

    /// Aligns two small ranges with a table of the longest common lengths. Returns the last match, or `nil` if no rows match.
    @discardableResult
    private mutating func tabulate(_ lefts: Range<Int>, _ rights: Range<Int>) -> Match? {
        let columns = rights.count + 1
        var lengths = [Int32](repeating: 0, count: (lefts.count + 1) * columns)
        for row in stride(from: lefts.count - 1, through: 0, by: -1) {
            for column in stride(from: rights.count - 1, through: 0, by: -1) {
                let here = row * columns + column
                lengths[here] =
                    left[lefts.lowerBound + row] == right[rights.lowerBound + column]
                    ? lengths[here + columns + 1] + 1 : max(lengths[here + columns], lengths[here + 1])
            }
        }
        var (row, column) = (0, 0)
        var last: Match?
        while row < lefts.count, column < rights.count {
            let here = row * columns + column
            let match = Match(left: lefts.lowerBound + row, right: rights.lowerBound + column)
            if left[match.left] == right[match.right] {
                matches.append(match)
                last = match
                (row, column) = (row + 1, column + 1)
            } else if lengths[here + columns] >= lengths[here + 1] {
                row += 1
            } else {
                column += 1
            }
        }
        return last
    }

    /// Aligns two ranges that are too big for a table, window by window.
    private mutating func slide(_ lefts: Range<Int>, _ rights: Range<Int>) {
        isBounded = true
        var next = (lefts.lowerBound, rights.lowerBound)
        while next.0 < lefts.upperBound, next.1 < rights.upperBound {
            let ends = (min(next.0 + Alignment.window, lefts.upperBound), min(next.1 + Alignment.window, rights.upperBound))
            let last = tabulate(next.0..<ends.0, next.1..<ends.1)
            next = last.map { ($0.left + 1, $0.right + 1) } ?? ends
        }
    }
}
