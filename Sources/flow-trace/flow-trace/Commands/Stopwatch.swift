/// Measures the time since its creation.
struct Stopwatch {
    private let start = ContinuousClock.now

    var milliseconds: Int {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    var text: String { "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s" }

    func rate(_ count: Int) -> Int { count * 1000 / max(milliseconds, 1) }
}
