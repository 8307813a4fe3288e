#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

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
            let begin = Figure.processorTime
            for _ in 0..<repeats { sum &+= try benchmark.body() }
            let took = Figure.processorTime - begin
            best = min(best, took / Double(repeats * benchmark.operations))
        }
        nanoseconds = best
        if sum == .min { print("never") }
    }

    /// What this process has had of the processor, in nanoseconds: waiting for others on a busy machine is left out.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    var perSecond: Double { 1e9 / nanoseconds }
}
