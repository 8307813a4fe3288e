/// One thing that is measured.
struct Benchmark {
    /// What the command line calls it.
    let name: String
    /// What it does once.
    let unit: String
    /// How many operations one call of `body` does.
    let operations: Int
    /// Returns a number that depends on the work, so that none of it can be left out.
    let body: () throws -> Int
}

/// What a benchmark took.
struct Figure {
    /// Nanoseconds an operation, of the best round: the one that others on the machine disturbed least.
    let nanoseconds: Double

    init(_ benchmark: Benchmark, count: Int, rounds: Int) throws {
        let repeats = max(1, count / benchmark.operations)
        var best = Double.infinity
        var sum = 0
        for _ in 0..<rounds {
            let clock = ContinuousClock()
            let begin = clock.now
            for _ in 0..<repeats { sum &+= try benchmark.body() }
            let parts = (clock.now - begin).components
            let took = Double(parts.seconds) * 1e9 + Double(parts.attoseconds) / 1e9
            best = min(best, took / Double(repeats * benchmark.operations))
        }
        nanoseconds = best
        if sum == .min { print("never") }
    }

    var perSecond: Double { 1e9 / nanoseconds }
}
