import FlowMachine

/// The logs of many launches: the problems of each launch, the changes between launches of a device, and the patterns of all launches.
///
/// ```swift
/// let triage = Triage(try logs.map { try LaunchReport($0.bytes, file: $0.file) })
/// for line in triage.summary { tell(line) }
/// ```
public struct Triage: Sendable {
    /// A launch, with its differences from the previous launch.
    public struct Launch: Sendable {
        /// The report on the launch.
        public let report: LaunchReport
        /// The differences from the previous launch on the same device; empty if no previous launch is known.
        public let changes: [TriageCause]
    }

    /// The launches, by folder and device. The launches of a device are in the order in which their logs were written.
    public let launches: [Launch]
    private let counts: TriageCounts

    /// Judges these launches, which may be in any order.
    public init(_ reports: some Sequence<LaunchReport>) { self.init(reports, by: .utc) }

    /// Judges these launches.
    ///
    /// - Parameters:
    ///   - reports: The reports on the launches, in any order.
    ///   - clock: The clock for times that concern several launches.
    ///   - mapper: Searches for what the launches have in common.
    package init(_ reports: some Sequence<LaunchReport>, by clock: DisplayedClock, _ mapper: some Mapper = SerialMapper()) {
        var counts = TriageCounts(clock)
        let unique = reports.filter { !counts.isCopy($0) }
        launches = Triage.compared(unique).map { report, changes in
            counts.add(report, changes)
            return Launch(report: report, changes: changes ?? [])
        }
        if launches.count > 1 { counts.conclude(by: mapper) }
        self.counts = counts
    }

    /// The main patterns in sentences, most important first; empty if there are none.
    public var summary: [String] { TriageSummary(counts).sentences }

    /// The patterns of several launches, most important first.
    ///
    /// The order of the reports matters only for logs in one folder that begin in the same millisecond.
    public var patterns: [TriagePattern] { TriageSummary.patterns(counts) }

    /// The correlations of causes with properties, least probable by chance first.
    public var correlations: [(cause: FlowCause.ID, correlation: Correlation)] {
        counts.conclusions.correlations.ordered { left, right in
            (left.value.probability, left.key.id.rawValue, left.key.words) < (
                right.value.probability, right.key.id.rawValue, right.key.words
            )
        }
        .map { (cause: $0.key.id, correlation: $0.value) }
    }

    /// Returns the report as text. If there are few launches, or if `isFull` is true, every launch is printed in full. Otherwise the patterns are
    /// followed by one line per launch.
    ///
    /// - Parameters:
    ///   - look: The width and the glyphs.
    ///   - isFull: Whether every launch is printed in full.
    ///   - count: The number of launches that the caller wanted to read. If some could not be read, it is higher than the number of `launches`.
    package func lines(_ look: Look, isFull: Bool = false, of count: Int) -> [String] {
        let showsAll = isFull || count <= Triage.mostInFull
        let revisedOwners = showsAll && launches.count > 1 ? counts.conclusions.revisedOwners : [:]
        var lines: [String] = []
        for launch in launches {
            if showsAll {
                lines += lines.isEmpty ? [] : ["", ""]
                lines += TriageText.lines(launch.report, launch.changes, look, isNamed: count > 1, revisedOwners: revisedOwners)
            } else {
                lines += TriageText.row(launch.report, launch.changes, look)
            }
        }
        var head = TriageText.copies(counts, look) + (launches.count > 1 ? TriageText.summary(counts, look) : [])
        if launches.count > Triage.mostInFull { head += TriageText.lines(counts, look, areAbove: false) }
        return head + lines
    }

    /// One JSON object per launch, followed by an object with the patterns if there are several launches.
    package var objects: [Tree] {
        launches.map { TriageJSON.object($0.report, $0.changes) }
            + (launches.count > 1 || counts.copies.count > 0 ? [TriageJSON.total(counts)] : [])
    }

    /// The report as HTML elements, without a document around them.
    package var html: String { TriageHTML.text(launches, counts) }

    /// The highest number of launches that are printed in full.
    package static let mostInFull = 8

    /// Returns the reports in order, each with its differences from the previous launch; `nil` for the first launch of a device.
    package static func compared(_ reports: [LaunchReport]) -> [(report: LaunchReport, changes: [TriageCause]?)] {
        let collected = CollectedFolders(reports)
        var comparisons = LaunchComparisons(collected)
        let sorted = sorted(reports, collected)
        let shared = SharedVaults(sorted)
        return sorted.map { report in
            var report = report
            if let finding = shared.finding(report) { report.findings.append(finding) }
            let changes = comparisons.changes(&report)
            return (report, changes)
        }
    }

    /// Returns the reports by folder. Launches of one device are next to each other.
    ///
    /// Segments that a flow wrote are in the order of their numbers, even if the clock was changed. Other logs, and segments in a folder with logs
    /// of several devices, are in the order of their times. The order of `reports` decides only between logs that begin in the same millisecond.
    private static func sorted(_ reports: [LaunchReport], _ collected: CollectedFolders) -> [LaunchReport] {
        func order(_ report: (offset: Int, element: LaunchReport)) -> (Substring, Int64, Int64, String, Int) {
            let number = collected.contains(report.element.folder) ? nil : SegmentName.number(ofPath: report.element.file)
            let time = number == nil ? report.element.start.milliseconds : 0
            return (report.element.folder, time, number ?? 0, number == nil ? "" : report.element.file, report.offset)
        }
        let keyed = reports.enumerated().map { (key: order($0), report: $0.element) }
        return LaunchDevices.together(keyed.ordered { $0.key < $1.key }.map { $0.report }, collected)
    }
}

/// Compares each launch with the previous launch of the same device.
package struct LaunchComparisons {
    private var before: LaunchReport?
    /// The launch of the current device that ended last; `nil` before the first launch.
    private var latest: LaunchReport?
    /// The last configuration that a launch of the current device fetched; `nil` if none did.
    private var configuration: AdobeConfiguration?
    private var collected: CollectedFolders
    /// The last change of the provider on the current device; `nil` if there is none.
    private var providerChange: EarlierChange?

    /// Creates comparisons for reports whose folders are known. `collected` contains the folders with logs of several devices.
    init(_ collected: CollectedFolders) { self.collected = collected }

    /// Creates comparisons for launches that arrive one after the other.
    package init() { self.init(CollectedFolders()) }

    /// Returns the differences between the next launch and the launch before it; `nil` if it is the first launch of another device.
    ///
    /// If a change of the provider in an earlier launch explains a denial in `report`, the cause of the denial then names the change.
    package mutating func changes(_ report: inout LaunchReport) -> [TriageCause]? {
        collected.note(report)
        let isCollected = collected.contains(report.folder)
        let comparison = before.flatMap {
            LaunchComparison($0, report, latest: latest, configuration: configuration, isCollected: isCollected)
        }
        if comparison == nil {
            (providerChange, latest) = (nil, nil)
            if let finding = report.emptyVault { report.findings.append(finding) }
        }
        if let providerChange {
            for index in report.requests.indices { report.requests[index].noteChange(providerChange, launched: report.start) }
        }
        providerChange = EarlierChange(report) ?? providerChange
        configuration = report.configuration ?? (comparison == nil ? nil : before?.configuration ?? configuration)
        report.follows = comparison.flatMap { comparison in before.map { ($0.header.support, comparison.continuity) } }
        before = report
        if latest.map({ $0.end < report.end }) ?? true { latest = report }
        return comparison?.findings
    }
}
