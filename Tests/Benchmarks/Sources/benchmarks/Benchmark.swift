#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One measured operation.
struct Benchmark {
    /// Its name on the command line.
    let name: String
    /// What one operation does.
    let unit: String
    /// The number of operations in one call of `body`.
    let operations: Int
    /// Returns a number that depends on the work, so that no part of it can be optimized away.
    let body: () throws -> Int
}

/// The result of a benchmark.
struct Figure {
    /// Nanoseconds per operation, of the best round: the one that other processes disturbed least.
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

    /// The processor time of this process, in nanoseconds: waiting for other processes on a busy machine is not included.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    var perSecond: Double { 1e9 / nanoseconds }
}
