import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct AlignmentTests {
    /// Numbers that look random and are the same in every run.
    private struct Generator {
        var state: UInt64

        mutating func next(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % bound
        }

        mutating func list(_ count: Int, kinds: Int) -> [Int32] { (0..<count).map { _ in Int32(next(below: kinds)) } }
    }

    /// The length of the longest common subsequence, by the textbook algorithm.
    private func longest(_ left: [Int32], _ right: [Int32]) -> Int {
        var lengths = [[Int]](repeating: [Int](repeating: 0, count: right.count + 1), count: left.count + 1)
        for row in left.indices {
            for column in right.indices {
                lengths[row + 1][column + 1] =
                    left[row] == right[column] ? lengths[row][column] + 1 : max(lengths[row][column + 1], lengths[row + 1][column])
            }
        }
        return lengths[left.count][right.count]
    }

    /// Whether the matches ascend on both sides and pair equal keys.
    private func isSound(_ alignment: Alignment, _ left: [Int32], _ right: [Int32]) -> Bool {
        var last = (-1, -1)
        for match in alignment.matches {
            guard match.left > last.0, match.right > last.1, left[match.left] == right[match.right] else { return false }
            last = (match.left, match.right)
        }
        return true
    }

    @Test func `small lists are aligned optimally`() {
        var random = Generator(state: 7)
        for _ in 0..<200 {
            let left = random.list(random.next(below: 12), kinds: 4)
            let right = random.list(random.next(below: 12), kinds: 4)
            let alignment = Alignment(left, right)
            #expect(isSound(alignment, left, right), "\(left) \(right)")
            #expect(alignment.matches.count == longest(left, right), "\(left) \(right)")
            #expect(!alignment.isBounded)
        }
    }

    @Test func `big lists are aligned at the rows that occur once`() {
        var random = Generator(state: 11)
        var left: [Int32] = []
        var right: [Int32] = []
        for round in 0..<40 {
            left += random.list(60, kinds: 3) + [Int32(1000 + round)]
            right += random.list(80, kinds: 3) + [Int32(1000 + round)]
        }
        let alignment = Alignment(left, right)
        #expect(isSound(alignment, left, right))
        #expect(!alignment.isBounded)
        let ties = alignment.matches.count { left[$0.left] >= 1000 }
        #expect(ties == 40)
    }

    @Test func `big lists without unique rows are aligned in windows, and the result says so`() {
        var random = Generator(state: 13)
        let left = [Int32(8)] + random.list(3000, kinds: 3)
        let right = [Int32(9)] + random.list(2500, kinds: 3) + [Int32(7)]
        let alignment = Alignment(left, right)
        #expect(isSound(alignment, left, right))
        #expect(alignment.isBounded)
        #expect(alignment.matches.count > 1000)
        #expect(!Alignment(left, left).isBounded, "equal rows need no window")
    }

    @Test func `only a row that occurs once on each side ties two lists together`() {
        var random = Generator(state: 17)
        let rows = random.list(1200, kinds: 3)
        let left = [5] + rows + [5, 7]
        let right = rows + [5, 8]
        let alignment = Alignment(left, right)
        #expect(isSound(alignment, left, right))
        #expect(alignment.isBounded, "nothing ties them")
        #expect(alignment.matches.count > 1000)
    }

    @Test func `rows that tie in another order are left out, and rows behind the last tie are aligned`() {
        var random = Generator(state: 19)
        let left = [6] + random.list(1100, kinds: 3) + [100, 101, 102] + random.list(900, kinds: 3) + [7]
        let right = [9] + random.list(1100, kinds: 3) + [102, 100, 101] + random.list(900, kinds: 3) + [8]
        let alignment = Alignment(left, right)
        #expect(isSound(alignment, left, right))
        #expect(alignment.matches.count { left[$0.left] >= 100 } == 2)
        #expect(alignment.matches.contains { left[$0.left] < 100 && $0.left > 1103 })
        #expect(alignment.matches.contains { $0.left < 1101 })
    }

    @Test func `a window begins behind the last match of the one before`() {
        // Each row occurs twice, so none ties; 600 rows are missing on the left.
        let rows = (0..<1500).map(Int32.init) + (0..<1500).map(Int32.init)
        let left = [Int32(9000)] + rows + [9001]
        let right = [Int32](repeating: 8000, count: 600) + rows + [9002]
        let alignment = Alignment(left, right)
        #expect(isSound(alignment, left, right))
        #expect(alignment.isBounded)
        #expect(alignment.matches.count > 2990)
    }

    @Test func `one effect that moved far keeps the others after it from being in order`() {
        #expect(EffectPairs(["a", "b", "c"], ["b", "c", "a"]).isReordered)
        #expect(EffectPairs(["a", "b", "c", "d"], ["c", "a", "b", "d"]).isReordered)
        #expect(EffectPairs(["c", "a", "b"], ["a", "b", "c"]).isReordered)
        #expect(!EffectPairs(["a", "x", "b"], ["a", "b"]).isReordered)
    }

    @Test func `effects are paired by kind, and their order is compared`() {
        let moved = EffectPairs(["keep", "call"], ["call", "keep"])
        #expect(moved.pairs == [EffectPairs.Pair(left: 0, right: 1), EffectPairs.Pair(left: 1, right: 0)])
        #expect(moved.isReordered)
        let added = EffectPairs(["call", "call"], ["arm", "call", "call"])
        #expect(
            added.pairs == [
                EffectPairs.Pair(left: 0, right: 1), EffectPairs.Pair(left: 1, right: 2), EffectPairs.Pair(left: nil, right: 0),
            ])
        #expect(!added.isReordered)
        #expect(EffectPairs(["call"], ["arm"]).pairs == [EffectPairs.Pair(left: 0, right: 0)], "one row replaces the other")
    }
}
