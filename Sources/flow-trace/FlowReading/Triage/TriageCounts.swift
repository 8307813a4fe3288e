import FlowMachine

/// Counts requests and findings over many launches, and the launches in which they occur.
package struct TriageCounts {
    package private(set) var launches = 0
    private(set) var requests = 0
    private(set) var unfulfilled = 0
    /// The number of launches whose previous launch was only guessed.
    private var guessed = 0
    private var counts: [[Row.Item: Count]] = Array(repeating: [:], count: Table.allCases.count)
    /// The durations of sign-ins on a second screen, by app.
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
    private(set) var concurrentPlays = ConcurrentPlays()
    private(set) var householdSignIns = HouseholdSignIns()
    private(set) var unkeptVaults = UnkeptVaults()
    private(set) var completion = SignInCompletion()
    /// The launches that asked for a page or a code, by provider.
    private(set) var screens = SignInScreens()
    private(set) var sharedVaults = SharedVaults()
    private(set) var balance = SignInBalance()
    private(set) var plays = PlayBalance()
    private(set) var offsets: ClockChanges
    private(set) var copies = LaunchCopies()

    /// What the counts show; `nil` before it is computed.
    private var concluded: TriageConclusions?

    /// The clock for times that concern several launches.
    let clock: DisplayedClock

    package init(_ clock: DisplayedClock = .utc) {
        self.clock = clock.shared
        census = LaunchCensus(clock.shared)
        storms = Storms(clock.shared)
        goneProviders = GoneProviders(clock.shared)
        lifetimeChanges = LifetimeChanges(clock.shared)
        expiries = Expiries(clock.shared)
        offsets = ClockChanges(clock.shared)
    }

    /// Returns whether the report is on a copy of a log that was read before. A copy does not count.
    package mutating func isCopy(_ report: LaunchReport) -> Bool { copies.isCopy(report) }

    /// A table of counts.
    enum Table: Int, CaseIterable {
        case outcomes, causes, owners, findings, providers, apps, systems, codes, expiries

        /// Returns the heading of the table.
        func title(_ clock: DisplayedClock) -> String {
            switch self {
            case .outcomes: "Outcomes of requests"
            case .causes: "Causes of requests that were not fulfilled, or were fulfilled late"
            case .owners: "Who can act on them, as each launch alone shows it"
            case .findings: "Launches, their logs and their clocks"
            case .providers: "Providers of unfulfilled requests"
            case .apps: "Apps of unfulfilled requests"
            case .systems: "Systems of unfulfilled requests"
            case .codes: "Adobe's error codes"
            case .expiries: "Times of day (\(clock.name)) at which kept sign-ins had expired"
            }
        }
    }

    /// One row of a table.
    struct Row {
        let item: Item
        /// The number of requests or findings.
        let times: Int
        /// The number of launches with the request or finding.
        let launches: Int
        /// The first of the findings as an example, with its file; `nil` if the item needs no example.
        let example: String?

        /// The item of a row.
        enum Item: Hashable {
            case outcome(TriagedRequest.Outcome)
            case cause(FlowCause.Kind)
            case owner(FlowCause.Owner)
            case expiry(TimeOfDay)
            /// A word from the log: a provider, an app, a system or an error code.
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

    /// The duration of a sign-in on a second screen.
    private struct Duration: Comparable {
        let milliseconds: Int64
        let file: String

        static func < (left: Duration, right: Duration) -> Bool {
            (left.milliseconds, left.file) < (right.milliseconds, right.file)
        }
    }

    /// A clause about guessed previous launches, such as `, which is a guess for 3: …`; empty if every launch names its previous launch.
    var guesses: String {
        guessed == 0
            ? "" : ", which is a guess for \(grouped(guessed)): \(guessed == 1 ? "its log names" : "their logs name") no launch before"
    }

    /// Computes what the counts show. Without this call, each use of `conclusions` computes it.
    package mutating func conclude(by mapper: some Mapper = SerialMapper()) { concluded = TriageConclusions(census, by: mapper) }

    /// What the counts show.
    var conclusions: TriageConclusions { concluded ?? TriageConclusions(census, by: SerialMapper()) }

    /// Adds a launch.
    ///
    /// - Parameters:
    ///   - report: The report on the launch.
    ///   - changes: The differences from the previous launch of the same device; `nil` if it is the device's first launch.
    package mutating func add(_ report: LaunchReport, _ changes: [TriageCause]?) {
        launches += 1
        if report.follows?.by.isGuess == true { guessed += 1 }
        requests += report.requests.count
        concluded = nil
        let (unfulfilled, file) = (report.unfulfilled, report.file)
        let judged = unfulfilled + report.troubled
        self.unfulfilled += unfulfilled.count
        for (outcome, times) in TriageCounts.together(report.requests.map { $0.outcome }) {
            count(.outcomes, .outcome(outcome), times: times)
        }
        for request in judged {
            guard let cause = request.cause else { continue }
            count(.causes, .cause(cause.kind), example: "\(file): \(request.name): \(cause.text)")
        }
        for (owner, times) in TriageCounts.together(judged.compactMap { $0.cause?.owner }) { count(.owners, .owner(owner), times: times) }
        if !unfulfilled.isEmpty {
            let times = unfulfilled.count
            count(.providers, report.provider.map { .recorded($0) } ?? .noProvider, times: times)
            count(.apps, .recorded("\(report.header.app), library \(report.header.library)"), times: times)
            if let system = report.header.system { count(.systems, .recorded(system), times: times) }
        }
        for request in unfulfilled { if let code = request.code { count(.codes, .recorded(code)) } }
        for finding in report.findings + (changes ?? []) {
            count(.findings, .cause(finding.kind), example: "\(file): \(finding.text)")
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
        lifetimeChanges.add(report, isFirst: changes == nil)
        expiries.add(report, isFirst: changes == nil)
        concurrentPlays.add(report, isFirst: changes == nil)
        householdSignIns.add(report, isFirst: changes == nil)
        unkeptVaults.add(report, isFirst: changes == nil)
        completion.add(report)
        screens.add(report)
        sharedVaults.add(report)
        balance.add(report, changes)
        plays.add(report)
        offsets.add(report, isFirst: changes == nil)
        census.add(report, judged, changes)
    }

    /// The sign-ins on a second screen with one app.
    struct Median {
        let app: String
        let count: Int
        /// The median of the durations, in milliseconds.
        let milliseconds: Int64
        /// The file of the log that contains the sign-in with the median duration.
        let file: String
        /// All durations, in milliseconds.
        let lengths: [Int64]
    }

    /// The number and the median duration of the sign-ins on a second screen, for each app.
    var medians: [Median] {
        durations.ordered { $0.key < $1.key }.map { app, durations in
            let median = durations.ordered()[durations.count / 2]
            return Median(
                app: app, count: durations.count, milliseconds: median.milliseconds, file: median.file,
                lengths: durations.map { $0.milliseconds })
        }
    }

    /// The highest number of lines in a list.
    private static let most = 20

    /// The durations of sign-ins on a second screen, with one line per app.
    var signIns: [String] {
        durations.ordered { $0.key < $1.key }.prefix(TriageCounts.most).map { app, lengths in
            let sorted = lengths.map { $0.milliseconds }.ordered()
            let median = TimeWords.term(sorted[sorted.count / 2])
            let slow = TimeWords.term(sorted[sorted.count * 9 / 10])
            return "\(app): \(sorted.count), half within \(median), nine of ten within \(slow)"
        }
    }

    /// The calls without a usable answer, with one line per endpoint and provider.
    var failedCalls: [String] { TriageCounts.first(calls.lines) }

    /// The resources that previews reported as denied, with one line per code.
    var deniedPreviews: [String] { TriageCounts.first(previewDenials.lines) }

    /// The kept sign-ins that had expired, with one line per provider.
    var expiredSignIns: [String] { TriageCounts.first(expiries.lines) }

    /// The lifetimes of the values that Adobe granted, with one line per kind and provider.
    var lifetimeLines: [String] {
        TriageCounts.first(lifetimes.map { "\($0.key.words): \($0.value.words)" }.ordered())
    }

    private static func first(_ lines: [String]) -> [String] {
        lines.prefix(most) + (lines.count > most ? ["and \(lines.count - most) more"] : [])
    }

    /// The settings that differ between launches.
    var differentSettings: [DifferentSetting] { settings.different }

    /// The settings that differ between launches, in words.
    var settingLines: [String] { TriageCounts.first(settings.different.map { $0.text }) }

    /// Returns the different values, each with its number. A launch has few of them, so that searching them is faster than searching a table.
    private static func together<Value: Equatable>(_ values: [Value]) -> [(value: Value, times: Int)] {
        var counted: [(value: Value, times: Int)] = []
        for value in values {
            if let place = counted.firstIndex(where: { $0.value == value }) {
                counted[place].times += 1
            } else {
                counted.append((value, 1))
            }
        }
        return counted
    }

    private mutating func count(_ table: Table, _ item: Row.Item, times: Int = 1, example: @autoclosure () -> String? = nil) {
        let launch = launches
        func note(_ count: inout Count) {
            if count.times == 0 { count.example = example() }
            count.times += times
            if count.lastLaunch != launch { count.launches += 1 }
            count.lastLaunch = launch
        }
        note(&counts[table.rawValue][item, default: Count()])
    }

    /// The tables that are printed. Empty tables are omitted. The table of times of day is also omitted if no time occurs more than once.
    var shownTables: [(table: Table, rows: [Row])] {
        tables.filter { table in table.rows.first.map { table.table != .expiries || $0.times > 1 } ?? false }
    }

    /// All tables. The rows of each table are sorted by frequency, most frequent first.
    var tables: [(table: Table, rows: [Row])] {
        Table.allCases.map { table in
            let rows = counts[table.rawValue].map {
                Row(item: $0.key, times: $0.value.times, launches: $0.value.launches, example: $0.value.example)
            }
            // Two items can have the same words, so other values decide their order.
            return (
                table,
                rows.ordered {
                    ($1.times, $0.item.words, $0.example ?? "", $1.launches) < ($0.times, $1.item.words, $1.example ?? "", $0.launches)
                }
            )
        }
    }
}

/// A setting that differs between launches.
struct DifferentSetting {
    /// The path of the setting in the header.
    let path: String
    /// The setting in words: its path and its values, each value with the number of its launches and with their apps.
    let text: String
    /// The apps with each value of the setting.
    let apps: [Set<String>]
    /// The values in words, the most frequent first.
    let values: [String]

    /// Returns whether no launch of one app has the same value as a launch of the other app.
    func separates(_ one: String, _ other: String) -> Bool { !apps.contains { $0.contains(one) && $0.contains(other) } }

    /// Whether the setting affects the duration of sign-ins on a second screen.
    var affectsSignIn: Bool { DifferentSetting.ofSignIns.contains(path) }

    static let ofSignIns: Set<String> = [
        "policy.pollInterval", "policy.longestPollInterval", "policy.userAgentGrace", "policy.sessionLifetime",
    ]
}

/// Collects the settings of launches, with the apps that use them.
private struct SettingsCensus {
    /// The number of launches and the apps for each combination of settings. Only a few different combinations occur.
    private var found: [FlowSettings: (launches: Int, apps: Set<String>)] = [:]

    mutating func add(_ header: LogHeader) {
        func add(to seen: inout (launches: Int, apps: Set<String>)) {
            seen.launches += 1
            seen.apps.insert(header.app)
        }
        add(to: &found[header.settings, default: (0, [])])
    }

    /// The settings that differ, such as `policy.pollInterval: 5000 in 30 launches (DemoTV/8.1), 30000 in 26 (DemoTV/8.2)`.
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
            let sorted = leaves.ordered { ($1.seen.launches, $0.leaf.text) < ($0.seen.launches, $1.leaf.text) }
            let texts = sorted.map { leaf, seen in
                "\(ComparedHeaders.value(leaf)) in \(grouped(seen.launches)) \(seen.launches == 1 ? "launch" : "launches") (\(seen.apps.ordered().prefix(4).joined(separator: ", "))\(seen.apps.count > 4 ? ", …" : ""))"
            }
            return DifferentSetting(
                path: path, text: "\(path): \(texts.joined(separator: "; "))", apps: found.map { $0.value.apps },
                values: sorted.map { ComparedHeaders.value($0.leaf) })
        }
    }
}
