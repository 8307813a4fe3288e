import FlowMachine

/// The first launch of each version of the app, with which the beginning of a fault can be compared.
struct Releases {
    private var starts: [String: Instant] = [:]
    private var first: Instant?

    /// The highest number of versions. It limits memory; no folder contains logs of as many versions.
    private static let most = 1000
    /// The longest time between a release and the first fault that it may have caused, in milliseconds: two days.
    private static let longest: Int64 = 2 * 86_400_000

    mutating func note(_ report: LaunchReport) {
        first = min(report.start, first ?? report.start)
        let version = report.header.appVersion
        guard let start = starts[version] else {
            if starts.count < Releases.most { starts[version] = report.start }
            return
        }
        starts[version] = min(start, report.start)
    }

    /// Returns a sentence about the versions that first appear in the two days before a fault; `nil` if the logs do not reach that far back.
    ///
    /// - Parameters:
    ///   - begin: The time of the first fault.
    ///   - clock: The clock for times in the sentence.
    ///   - others: Returns the number of units that have the fault with any version other than its argument.
    func sentence(_ begin: Instant, _ clock: DisplayedClock, others: (String) -> Int) -> String? {
        let earliest = begin.milliseconds - Releases.longest
        guard let first, first.milliseconds <= earliest else { return nil }
        let new = starts.filter { $0.value.milliseconds > earliest && $0.value <= begin }.ordered {
            ($0.value, $0.key) < ($1.value, $1.key)
        }
        if new.isEmpty { return " No version of the app is first seen in the two days before." }
        let seen = new.prefix(2).map { "\($0.key) is first seen at \(TimeWords.second($0.value, clock))" }
        let old = new.count == 1 ? new.first.map { others($0.key) } ?? 0 : 0
        return
            " \(seen.joined(separator: ", and ")), less than two days before\(old == 0 ? "" : ", but \(old) \(old == 1 ? "launch" : "launches") with another version \(old == 1 ? "has" : "have") it")."
    }
}
