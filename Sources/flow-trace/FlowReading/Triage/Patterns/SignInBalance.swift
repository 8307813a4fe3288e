import FlowMachine

/// Counts the reasons for missing sign-ins: the device is new, the sign-in expired at its stated time, or the sign-in was lost before that time. The
/// counts show whether an update loses sign-ins.
struct SignInBalance {
    /// The numbers for one version of the app.
    private struct Count {
        var new = 0
        var expired = 0
    }

    private var versions: [String: Count] = [:]
    private var lost = 0
    /// The starts of the first launches of new devices.
    private var starts: [Instant] = []
    private var devices = 0

    private static let mostVersions = 100
    private static let (fewestDevices, fewestInWeek) = (5, 20)
    private static let mostStarts = 10_000

    /// Adds a launch. `changes` are the differences from the previous launch of the same device; `nil` if it is the device's first launch.
    mutating func add(_ report: LaunchReport, _ changes: [TriageCause]?) {
        let version = report.header.appVersion
        if changes == nil { devices += 1 }
        let kinds = (report.findings + (changes ?? [])).map { $0.kind }
        if changes == nil, report.foundNothing {
            note(version) { $0.new += 1 }
            if starts.count < SignInBalance.mostStarts { starts.append(report.start) }
        }
        if kinds.contains(where: { $0 == .keptSignInExpired || $0 == .signInExpired }) { note(version) { $0.expired += 1 } }
        if kinds.contains(where: { $0.losesSignIn }) { lost += 1 }
    }

    /// Returns a sentence about the week in which most of the new devices began; empty if there is none.
    private func together(_ clock: DisplayedClock) -> String {
        let best = Expiries.densest(starts, window: CorrelationFinder.Daily.week)
        guard let first = starts.min(), let last = starts.max(), let from = best.first, let to = best.last,
            best.count >= SignInBalance.fewestInWeek, best.count * 2 >= starts.count,
            last.milliseconds - first.milliseconds > 2 * CorrelationFinder.Daily.week
        else { return "" }
        return
            " \(best.count) of them began from \(TimeWords.date(from, clock)) to \(TimeWords.date(to, clock)): with more new viewers, more sign-ins are begun, and more are left unfinished."
    }

    private mutating func note(_ version: String, _ change: (inout Count) -> Void) {
        guard versions[version] != nil || versions.count < SignInBalance.mostVersions else { return }
        change(&versions[version, default: Count()])
    }

    /// The sentence; `nil` if there are few devices, or if no device is new and no sign-in expired. If all devices are new, their number is omitted:
    /// it only shows that the logs begin with the installation.
    func sentence(_ clock: DisplayedClock) -> String? {
        let sorted = versions.ordered { $0.key < $1.key }
        func list(_ number: (Count) -> Int) -> String {
            sorted.filter { number($0.value) > 0 }.map { "\(number($0.value)) with \($0.key)" }.joined(separator: ", ")
        }
        let new = sorted.reduce(0) { $0 + $1.value.new }
        let expired = sorted.reduce(0) { $0 + $1.value.expired }
        if new + expired == 0 || devices < SignInBalance.fewestDevices { return nil }
        let first =
            new == 0 || new == devices
            ? "" : "\(new) of \(devices) devices were new and began with an empty vault (\(list { $0.new })).\(together(clock)) "
        let second =
            expired == 0
            ? ""
            : "\(expired) \(expired == 1 ? "launch" : "launches") found a sign-in that had expired at its date (\(list { $0.expired })). "
        let losses =
            lost == 0
            ? "No sign-in was lost before its expiry." : "\(lost) \(lost == 1 ? "launch" : "launches") lost a sign-in before its expiry."
        return first + second + losses
    }
}

extension FlowCause.Kind {
    /// Whether a sign-in that was still valid is gone.
    fileprivate var losesSignIn: Bool {
        switch self {
        case .signInEnded, .registrationRejected, .vaultEmptied, .missing(.profile), .signedOutAtReturn, .secretLost: true
        case _: false
        }
    }
}
