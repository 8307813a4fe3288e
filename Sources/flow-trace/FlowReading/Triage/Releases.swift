import FlowMachine

/// When each version of the app is first seen, so that a fault that begins at a time can be compared with releases.
struct Releases {
    private var starts: [String: Instant] = [:]
    private var first: Instant?

    /// No folder has as many versions; memory must not grow with the launches.
    private static let most = 1000
    /// How long a release may be out before the first fault, in milliseconds.
    private static let longest: Int64 = 2 * 86_400_000

    mutating func note(_ report: LaunchReport) {
        first = min(report.start, first ?? report.start)
        let version = String(report.header.app.prefix { $0 != " " })
        guard let start = starts[version] else {
            if starts.count < Releases.most { starts[version] = report.start }
            return
        }
        starts[version] = min(start, report.start)
    }

    /// Which versions are first seen in the two days before a fault begins; `nil` if these logs do not reach as far back.
    /// - Parameter others: how many have the fault with another version than this.
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
            " \(seen.joined(separator: ", and ")), less than two days before\(old == 0 ? "" : ", but \(old) with another version have it, too")."
    }
}
