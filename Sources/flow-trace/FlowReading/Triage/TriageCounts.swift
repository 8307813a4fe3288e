import FlowMachine

/// What many launches have in common, counted by event and by launch.
package struct TriageCounts {
    package private(set) var launches = 0
    private(set) var requests = 0
    private(set) var unfulfilled = 0
    /// How many launches are taken for a later one of a device although nothing in the logs says so.
    private var guessed = 0
    private var counts: [Table: [Row.Item: Count]] = [:]
    /// The sign-ins on the second screen, by app.
    private var durations: [String: [Duration]] = [:]
    private var settings = SettingsCensus()
    private(set) var census: LaunchCensus
    private var calls = CallCounts()
    private var lifetimes: [Lifetimes.Key: LifetimeCount] = [:]
    private var previewDenials = PreviewDenials()
    private(set) var storms: Storms
    private(set) var goneProviders: GoneProviders
    private(set) var lifetimeChanges: LifetimeChanges
    private(set) var expiries: Expiries
    private(set) var sharedVaults = SharedVaults()

    /// The clock of the times that launches have in common.
    let clock: DisplayedClock

    package init(_ clock: DisplayedClock = .utc) {
        self.clock = clock.shared
        census = LaunchCensus(clock.shared)
        storms = Storms(clock.shared)
        goneProviders = GoneProviders(clock.shared)
        lifetimeChanges = LifetimeChanges(clock.shared)
        expiries = Expiries(clock.shared)
    }

    /// A table of counts.
    enum Table: String, CaseIterable {
        case outcomes = "Outcomes of requests"
        case causes = "Causes of requests that were not fulfilled, or were fulfilled late"
        case owners = "Who can act on them, as each launch alone shows it"
        case findings = "Launches, their logs and their clocks"
        case providers = "Providers of unfulfilled requests"
        case apps = "Apps of unfulfilled requests"
        case systems = "Systems of unfulfilled requests"
        case codes = "Adobe's error codes"
        case expiries = "Times of day (UTC) at which kept sign-ins had expired"

        /// The heading of the table.
        func title(_ clock: DisplayedClock) -> String {
            self == .expiries ? "Times of day (\(clock.name)) at which kept sign-ins had expired" : rawValue
        }
    }

    /// One row of a table.
    struct Row {
        let item: Item
        /// How often, counted by request or finding.
        let times: Int
        /// In how many launches.
        let launches: Int
        /// The first one, with its file; `nil` if the name is enough.
        let example: String?

        /// An item that is counted.
        enum Item: Hashable {
            case outcome(TriagedRequest.Outcome)
            case cause(FlowCause.Kind)
            case owner(FlowCause.Owner)
            case expiry(TimeOfDay)
            /// A word as the log has it: a provider, an app, a system or an error code.
            case recorded(String)
            case noProvider

            var words: String {
                switch self {
                case .outcome(let outcome): outcome.words
                case .cause(let kind): kind.words
                case .owner(let owner): owner.words
                case .expiry(let time): time.words
                case .recorded(let text): text
                case .noProvider: "none"
                }
            }
        }
    }

    private struct Count {
        var times = 0
        var launches = 0
        var lastLaunch = 0
        var example: String?
    }

    /// How long a sign-in took.
    private struct Duration: Comparable {
        let milliseconds: Int64
        let file: String

        static func < (left: Duration, right: Duration) -> Bool {
            (left.milliseconds, left.file) < (right.milliseconds, right.file)
        }
    }

    /// `, which is a guess for 3 of them: …`; empty if every launch says which one it follows.
    var guesses: String {
        guessed == 0
            ? "" : ", which is a guess for \(grouped(guessed)): \(guessed == 1 ? "its log names" : "their logs name") no launch before"
    }

    /// - Parameter changes: what is different from the launch before of the same device; `nil` if this is its first.
    package mutating func add(_ report: LaunchReport, _ changes: [TriageCause]?) {
        launches += 1
        if report.follows?.by.isGuess == true { guessed += 1 }
        requests += report.requests.count
        let unfulfilled = report.unfulfilled
        self.unfulfilled += unfulfilled.count
        for request in report.requests { count(.outcomes, .outcome(request.outcome)) }
        for request in unfulfilled + report.troubled {
            guard let cause = request.cause else { continue }
            count(.causes, .cause(cause.kind), example: "\(report.file): \(request.name): \(cause.text)")
            count(.owners, .owner(cause.owner))
        }
        if !unfulfilled.isEmpty {
            let times = unfulfilled.count
            count(.providers, report.provider.map { .recorded($0) } ?? .noProvider, times: times)
            count(.apps, .recorded("\(report.header.app), library \(report.header.library)"), times: times)
            if let system = report.header.system { count(.systems, .recorded(system), times: times) }
        }
        for request in unfulfilled { if let code = request.code { count(.codes, .recorded(code)) } }
        for finding in report.findings + (changes ?? []) {
            count(.findings, .cause(finding.kind), example: "\(report.file): \(finding.text)")
            if let expiry = finding.expiry(by: clock) { count(.expiries, .expiry(expiry)) }
        }
        if !report.codeWaits.isEmpty {
            durations[report.header.app, default: []] += report.codeWaits.map { Duration(milliseconds: $0, file: report.file) }
        }
        settings.add(report.header)
        calls.add(report.calls)
        for (key, granted) in report.lifetimes.granted { lifetimes[key, default: LifetimeCount()].add(granted, report.file) }
        previewDenials.add(report.previewDenials)
        storms.add(report)
        goneProviders.add(report, isFirst: changes == nil)
        lifetimeChanges.add(report)
        expiries.add(report, isFirst: changes == nil)
        sharedVaults.add(report)
        census.add(report, changes)
    }

    /// The sign-ins on the second screen with one app.
    struct Median {
        let app: String
        let count: Int
        /// The median of the durations, in milliseconds.
        let milliseconds: Int64
        /// The log with the sign-in of that duration.
        let file: String
    }

    /// The number of sign-ins on the second screen per app, and their median duration.
    var medians: [Median] {
        durations.ordered { $0.key < $1.key }.map { app, durations in
            let median = durations.ordered()[durations.count / 2]
            return Median(app: app, count: durations.count, milliseconds: median.milliseconds, file: median.file)
        }
    }

    /// The maximum number of rows in a table of settings or durations.
    private static let most = 20

    /// How long sign-ins on the second screen took, a line per app.
    var signIns: [String] {
        durations.ordered { $0.key < $1.key }.prefix(TriageCounts.most).map { app, lengths in
            let sorted = lengths.map { $0.milliseconds }.ordered()
            let median = TimeWords.term(sorted[sorted.count / 2])
            let slow = TimeWords.term(sorted[sorted.count * 9 / 10])
            return "\(app): \(sorted.count), half within \(median), nine of ten within \(slow)"
        }
    }

    /// The calls without a usable answer, a line for each endpoint and provider.
    var failedCalls: [String] { TriageCounts.first(calls.lines) }

    /// The resources that previews reported as denied, a line for each code.
    var deniedPreviews: [String] { TriageCounts.first(previewDenials.lines) }

    /// The kept sign-ins that had expired, a line for each provider.
    var expiredSignIns: [String] { TriageCounts.first(expiries.lines) }

    /// How long what Adobe granted was valid, a line for each thing and provider.
    var lifetimeLines: [String] {
        TriageCounts.first(lifetimes.map { "\($0.key.words): \($0.value.words)" }.ordered())
    }

    private static func first(_ lines: [String]) -> [String] {
        lines.prefix(most) + (lines.count > most ? ["and \(lines.count - most) more"] : [])
    }

    /// The settings that are not the same in all launches.
    var differentSettings: [DifferentSetting] { settings.different }

    /// The same as text.
    var settingLines: [String] { TriageCounts.first(settings.different.map { $0.text }) }

    private mutating func count(_ table: Table, _ item: Row.Item, times: Int = 1, example: @autoclosure () -> String? = nil) {
        let launch = launches
        func note(_ count: inout Count) {
            if count.times == 0 { count.example = example() }
            count.times += times
            if count.lastLaunch != launch { count.launches += 1 }
            count.lastLaunch = launch
        }
        note(&counts[table, default: [:]][item, default: Count()])
    }

    /// The tables that say something: times of day only if one of them is that of several expiries.
    var shownTables: [(table: Table, rows: [Row])] {
        tables.filter { table in table.rows.first.map { table.table != .expiries || $0.times > 1 } ?? false }
    }

    /// The tables, the rows of each most frequent first.
    var tables: [(table: Table, rows: [Row])] {
        Table.allCases.map { table in
            let rows = (counts[table] ?? [:]).map {
                Row(item: $0.key, times: $0.value.times, launches: $0.value.launches, example: $0.value.example)
            }
            // Two items can have the same words.
            return (
                table,
                rows.ordered {
                    ($1.times, $0.item.words, $0.example ?? "", $1.launches) < ($0.times, $1.item.words, $1.example ?? "", $0.launches)
                }
            )
        }
    }
}

/// A setting that is not the same in all launches.
struct DifferentSetting {
    /// Its path in the header.
    let path: String
    /// The path, and the values with the number of launches and the apps that have each.
    let text: String

    /// Whether the setting affects how long a sign-in on another screen takes.
    var affectsSignIn: Bool { DifferentSetting.ofSignIns.contains(path) }

    static let ofSignIns: Set<String> = [
        "policy.pollInterval", "policy.longestPollInterval", "policy.userAgentGrace", "policy.sessionLifetime",
    ]
}

/// Which settings launches had, and which apps had them.
private struct SettingsCensus {
    /// Launches and apps by settings; there are only a few different settings.
    private var found: [FlowSettings: (launches: Int, apps: Set<String>)] = [:]

    mutating func add(_ header: LogHeader) {
        found[header.settings, default: (0, [])].launches += 1
        found[header.settings]?.apps.insert(header.app)
    }

    /// `policy.pollInterval: 5000 in 30 launches (DemoTV/8.1), 30000 in 26 (DemoTV/8.2)`.
    var different: [DifferentSetting] {
        guard found.count > 1 else { return [] }
        var values: [String: [Tree: (launches: Int, apps: Set<String>)]] = [:]
        var paths: [String] = []
        for (settings, seen) in found {
            for leaf in settings.leaves {
                if values[leaf.path] == nil { paths.append(leaf.path) }
                let before = values[leaf.path]?[leaf.value] ?? (0, [])
                values[leaf.path, default: [:]][leaf.value] = (before.launches + seen.launches, before.apps.union(seen.apps))
            }
        }
        return paths.ordered().compactMap { path in
            guard let found = values[path], found.count > 1 else { return nil }
            let leaves = found.map { (leaf: Tree.Leaf(path: path, value: $0.key), seen: $0.value) }
            let texts = leaves.ordered { ($1.seen.launches, $0.leaf.text) < ($0.seen.launches, $1.leaf.text) }.map { leaf, seen in
                "\(ComparedHeaders.value(leaf)) in \(grouped(seen.launches)) \(seen.launches == 1 ? "launch" : "launches") (\(seen.apps.ordered().prefix(4).joined(separator: ", "))\(seen.apps.count > 4 ? ", …" : ""))"
            }
            return DifferentSetting(path: path, text: "\(path): \(texts.joined(separator: "; "))")
        }
    }
}
