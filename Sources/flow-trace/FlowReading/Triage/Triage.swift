import FlowMachine

extension LaunchReport {
    /// Reads the log of one launch, also past damage, and judges it.
    /// - Parameters:
    ///   - bytes: The content of one file of the log.
    ///   - file: Its path, which the report names; launches of one device are looked for within a folder.
    /// - Throws: `LogFailure` if the beginning of the log cannot be read.
    public init(_ bytes: [UInt8], file: String) throws(LogFailure) {
        var log = try LogReader(bytes)
        var launch = LaunchReader(log.header, log.snapshot)
        var damages: [LogSurvey.Damage]?
        // Damages are met in order: those before this place are passed.
        var passed = 0
        var findings = DamageFindings(file, log.header)
        var isDone = false
        while !isDone {
            do throws(LogFailure) {
                while let record = try log.next() { launch.note(record) }
                isDone = true
            } catch {
                let all = damages ?? LogSurvey(bytes).damages
                damages = all
                while passed < all.count, all[passed].lines.lowerBound < error.line { passed += 1 }
                let damage = passed < all.count && all[passed].failure == error ? all[passed] : nil
                let lines = DamagedLines(lines: damage?.lines ?? error.line...error.line, failure: error, damage: damage)
                if let finding = findings.next(lines, in: bytes) { launch.note(finding) }
                isDone = !log.resumeAfterDamage()
            }
        }
        if let rest = findings.rest { launch.note(rest) }
        if case .differs(let divergence) = StreamedReplay.result(bytes) {
            launch.note(TriageCause.difference(divergence, log.header, file))
        }
        launch.endSegment(file)
        self = launch.report
    }
}

/// The logs of many launches: what went wrong in each, what changed from one launch of a device to the next, and what they have in common.
public struct Triage: Sendable {
    /// One launch.
    public struct Launch: Sendable {
        /// The report on the launch.
        public let report: LaunchReport
        /// What is different from the launch before on the same device; empty if that is not known.
        public let changes: [TriageCause]
    }

    /// The launches: by folder and device, each device's in the order in which they were written.
    public let launches: [Launch]
    private let counts: TriageCounts

    /// Judges these launches, which may be in any order.
    public init(_ reports: some Sequence<LaunchReport>) {
        var counts = TriageCounts()
        launches = Triage.compared(Array(reports)).map { report, changes in
            counts.add(report, changes)
            return Launch(report: report, changes: changes ?? [])
        }
        self.counts = counts
    }

    /// The main findings in sentences, the most important first; empty if nothing is to be said.
    public var summary: [String] { TriageSummary.sentences(counts) }

    /// The properties with which a cause is more frequent than chance explains, the least likely first.
    public var correlations: [(cause: TriageCause.ID, correlation: Correlation)] {
        counts.census.correlations.map { (cause: $0.key.id, correlation: $0.value) }
            .sorted { ($0.correlation.probability, $0.cause.rawValue) < ($1.correlation.probability, $1.cause.rawValue) }
    }

    /// The reports in order, each with what is different from the launch before; `nil` for the first launch of a device.
    package static func compared(_ reports: [LaunchReport]) -> [(report: LaunchReport, changes: [TriageCause]?)] {
        let collected = CollectedFolders(reports)
        var comparisons = LaunchComparisons(collected)
        let shared = SharedVaults(reports)
        return sorted(reports, collected).map { report in
            var report = report
            if let finding = shared.finding(report) { report.findings.append(finding) }
            return (report, comparisons.changes(report))
        }
    }

    /// By folder; segments as they were written, whatever the clock said, and other logs by their times. Launches of one device are together.
    private static func sorted(_ reports: [LaunchReport], _ collected: CollectedFolders) -> [LaunchReport] {
        func order(_ report: (offset: Int, element: LaunchReport)) -> (Substring, Int64, Int) {
            let time = SegmentName.isSegment(report.element.file) ? 0 : report.element.start.milliseconds
            return (report.element.folder, time, report.offset)
        }
        return LaunchDevices.together(reports.enumerated().sorted { order($0) < order($1) }.map { $0.element }, collected)
    }
}

/// Compares each launch with the one before.
package struct LaunchComparisons {
    private var before: LaunchReport?
    /// The last configuration of this device, which not every launch fetches.
    private var configuration: AdobeConfiguration?
    private var collected: CollectedFolders

    /// - Parameter collected: the folders with logs of several devices, as far as they are known.
    init(_ collected: CollectedFolders) { self.collected = collected }

    /// For launches of which none is known yet.
    package init() { self.init(CollectedFolders()) }

    /// What is different in the next launch; `nil` if it is the first of another device.
    package mutating func changes(_ report: LaunchReport) -> [TriageCause]? {
        collected.note(report)
        let isCollected = collected.contains(report.folder)
        let comparison = before.flatMap { LaunchComparison($0, report, configuration: configuration, isCollected: isCollected) }
        configuration = report.configuration ?? (comparison == nil ? nil : before?.configuration ?? configuration)
        before = report
        return comparison?.findings
    }
}
