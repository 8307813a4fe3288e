/// How long requests or screens had lasted when they were canceled. Equal durations show that a time limit canceled them, not viewers.
struct CanceledDelays {
    private var all: [(milliseconds: Int64, device: Int)] = []

    /// The highest number of delays that are stored.
    private static let most = 10_000
    /// The longest difference between the delays of one timer, in milliseconds.
    private static let spread: Int64 = 500
    /// The shortest delay that a timer may have, in milliseconds. Viewers who close a screen at once all need about the same time.
    private static let shortest: Int64 = 3000

    /// Adds a cancellation after this time, in milliseconds.
    mutating func note(_ milliseconds: Int64, device: Int) {
        if all.count < CanceledDelays.most { all.append((milliseconds, device)) }
    }

    /// The delay if it was always the same, in milliseconds; `nil` if the delays differ by more than 2 %, or if there are fewer than five.
    var constant: Int64? {
        guard all.count >= CorrelationFinder.fewest, let least = all.lazy.map({ $0.milliseconds }).min(),
            let longest = all.lazy.map({ $0.milliseconds }).max(), least >= 1000, (longest - least) * 50 <= longest
        else { return nil }
        return least
    }

    /// A delay that at least half of the cancellations have.
    struct Timer {
        let milliseconds: Int64
        /// The number of cancellations after this delay, and of all.
        let count: Int
        let of: Int
        let devices: Int

        /// The sentence about the timer of a screen, or about the app's own time limit of a request.
        func sentence(ofRequest isRequest: Bool) -> String {
            let (begin, what) =
                isRequest
                ? ("the request", "the app has a time limit of its own")
                : ("the screen appeared", "a timer closes the screen, because no viewer is so exact")
            return
                "\(count) of \(of) come \(TimeWords.length(milliseconds)) after \(begin), on \(devices) \(devices == 1 ? "device" : "devices"): \(what)."
        }
    }

    /// Returns the delay that at least half of the cancellations have to within half a second; `nil` if there is none, if it has fewer than five
    /// cancellations, or if they are on fewer than `devices` devices.
    func timer(onAtLeast devices: Int) -> Timer? {
        let sorted = all.ordered { $0 < $1 }
        var (first, best) = (0, 0..<0)
        for last in sorted.indices {
            while sorted[last].milliseconds - sorted[first].milliseconds > CanceledDelays.spread { first += 1 }
            if last + 1 - first > best.count { best = first..<last + 1 }
        }
        let timed = sorted[best]
        let affected = Set(timed.map { $0.device }).count
        guard let shortest = timed.first?.milliseconds, shortest >= CanceledDelays.shortest, timed.count >= CorrelationFinder.fewest,
            timed.count * 2 >= all.count, affected >= devices
        else { return nil }
        return Timer(milliseconds: shortest, count: timed.count, of: all.count, devices: affected)
    }
}
