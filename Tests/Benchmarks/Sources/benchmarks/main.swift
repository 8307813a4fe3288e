#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    let suite = try Suite(Session.samples())
    if let only = options.only {
        guard let benchmark = suite.benchmarks.first(where: { $0.name == only }) else {
            throw Complaint(text: "no benchmark is called \(only)")
        }
        let figure = try Figure(benchmark, count: options.count, rounds: options.rounds)
        let repeats = max(1, options.count / benchmark.operations)
        print("\(only): \(Int(figure.nanoseconds.rounded())) ns, \(repeats * benchmark.operations) operations a round")
    } else {
        print(
            "\(suite.events) events of two sessions, \(suite.bytesPerRecord) bytes a record; best of \(options.rounds) rounds, one core\n")
        try Table(suite, options).show()
    }
} catch let complaint as Complaint {
    print(complaint.text)
    exit(2)
}
