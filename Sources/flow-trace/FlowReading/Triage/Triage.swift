import FlowMachine

/// The logs of many launches: what went wrong in each, what changed from one launch of a device to the next, and what they have in common.
///
/// ```swift
/// let triage = Triage(try logs.map { try LaunchReport($0.bytes, file: $0.file) })
/// for line in triage.summary { tell(line) }
/// ```
public struct Triage: Sendable {
    /// One launch, and its difference from the launch before.
    public struct Launch: Sendable {
        /// The report on the launch.
        public let report: LaunchReport
        /// The differences from the launch before on the same device; empty if that is not known.
        public let changes: [TriageCause]
    }

    /// The launches: by folder and device, each device's in the order in which they were written.
    public let launches: [Launch]
    private let counts: TriageCounts

    /// Judges these launches, which may be in any order.
    public init(_ reports: some Sequence<LaunchReport>) { self.init(reports, by: .utc) }

    /// - Parameter clock: the clock of the times that launches have in common.
    package init(_ reports: some Sequence<LaunchReport>, by clock: DisplayedClock) {
        var counts = TriageCounts(clock)
        launches = Triage.compared(Array(reports)).map { report, changes in
            counts.add(report, changes)
            return Launch(report: report, changes: changes ?? [])
        }
        self.counts = counts
    }

    /// The main patterns in sentences, the most important first; empty if nothing is to be said.
    public var summary: [String] { TriageSummary.sentences(counts) }

    /// What several launches show together, the most important first. The order of the logs matters only where several in one folder begin in
    /// the same millisecond.
    public var patterns: [TriagePattern] { TriageSummary.patterns(counts) }

    /// The properties with which a cause is more frequent than chance explains, the least likely first.
    public var correlations: [(cause: FlowCause.ID, correlation: Correlation)] {
        counts.census.correlations.ordered { left, right in
            (left.value.probability, left.key.id.rawValue, left.key.words) < (
                right.value.probability, right.key.id.rawValue, right.key.words
            )
        }
        .map { (cause: $0.key.id, correlation: $0.value) }
    }

    /// The report for people: all launches in full if there are few or if that is wanted, otherwise a line for each below what they have in
    /// common.
    /// - Parameter count: how many launches were to be read; more than were read if some could not be.
    package func lines(_ look: Look, isFull: Bool = false, of count: Int) -> [String] {
        let showsAll = isFull || count <= Triage.mostInFull
        let revisedOwners = showsAll && launches.count > 1 ? counts.census.revisedOwners : [:]
        var lines: [String] = []
        for launch in launches {
            if showsAll {
                lines += lines.isEmpty ? [] : ["", ""]
                lines += TriageText.lines(launch.report, launch.changes, look, isNamed: count > 1, revisedOwners: revisedOwners)
            } else {
                lines += TriageText.row(launch.report, launch.changes, look)
            }
        }
        var head = launches.count > 1 ? TriageText.summary(counts, look) : []
        if launches.count > Triage.mostInFull { head += TriageText.lines(counts, look, areAbove: false) }
        return head + lines
    }

    /// The launches, each as a JSON object, and if there are several, one object with what they have in common.
    package var objects: [Tree] {
        launches.map { TriageJSON.object($0.report, $0.changes) } + (launches.count > 1 ? [TriageJSON.total(counts)] : [])
    }

    /// The report as HTML, without a document around it.
    package var html: String { TriageHTML.text(launches, counts) }

    /// The maximum number of launches that are printed in full.
    package static let mostInFull = 8

    /// The reports in order, each with what is different from the launch before; `nil` for the first launch of a device.
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

    /// By folder; segments as they were written, whatever the clock said, and other logs, also segments of several devices in one folder, by
    /// their times. Launches of one device are together.
    /// The order in which they are given matters only for other logs of one folder that begin in the same millisecond.
    private static func sorted(_ reports: [LaunchReport], _ collected: CollectedFolders) -> [LaunchReport] {
        func order(_ report: (offset: Int, element: LaunchReport)) -> (Substring, Int64, Int64, String, Int) {
            let number = collected.contains(report.element.folder) ? nil : SegmentName.number(ofPath: report.element.file)
            let time = number == nil ? report.element.start.milliseconds : 0
            return (report.element.folder, time, number ?? 0, number == nil ? "" : report.element.file, report.offset)
        }
        return LaunchDevices.together(reports.enumerated().ordered { order($0) < order($1) }.map { $0.element }, collected)
    }
}

/// Compares each launch with the one before.
package struct LaunchComparisons {
    private var before: LaunchReport?
    /// The last configuration of this device, which not every launch fetches.
    private var configuration: AdobeConfiguration?
    private var collected: CollectedFolders
    /// The last change of provider on this device.
    private var providerChange: EarlierChange?

    /// - Parameter collected: the folders with logs of several devices, as far as they are known.
    init(_ collected: CollectedFolders) { self.collected = collected }

    /// For launches of which none is known yet.
    package init() { self.init(CollectedFolders()) }

    /// Returns what is different in the next launch; `nil` if it is the first of another device. If a change of provider in an earlier
    /// launch explains a denial in `report`, the denial names that change, as denials in the earlier launch do.
    package mutating func changes(_ report: inout LaunchReport) -> [TriageCause]? {
        collected.note(report)
        let isCollected = collected.contains(report.folder)
        let comparison = before.flatMap { LaunchComparison($0, report, configuration: configuration, isCollected: isCollected) }
        if comparison == nil { providerChange = nil }
        if let providerChange {
            for index in report.requests.indices { report.requests[index].noteChange(providerChange, launched: report.start) }
        }
        providerChange = EarlierChange(report) ?? providerChange
        configuration = report.configuration ?? (comparison == nil ? nil : before?.configuration ?? configuration)
        report.follows = comparison.flatMap { comparison in before.map { ($0.header.support, comparison.continuity) } }
        before = report
        return comparison?.findings
    }
}
