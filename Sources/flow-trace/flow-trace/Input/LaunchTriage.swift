import FlowMachine
import FlowReading

/// Reads the files of one launch, or of launches with one support id, and judges each.
enum LaunchTriage {
    /// The result of one launch.
    enum Result: Sendable {
        case reports([LaunchReport])
        case unreadable(UnreadableFile)
        /// The header cannot be read.
        case damaged(LogFailure, file: String)
    }

    /// The reports on the launches in these files, in order.
    static func read(_ paths: [String], _ progress: Progress?) -> Result {
        var reader: LaunchReader?
        var reports: [LaunchReport] = []
        do throws(RecordStream.OpeningFailure) {
            for path in paths { try read(path, &reader, &reports, progress) }
        } catch {
            switch error {
            case .unreadable(let file): return .unreadable(file)
            case .damaged(let failure): return .damaged(failure, file: LogFile.name(of: paths.last ?? ""))
            }
        }
        if let reader { reports.append(reader.report) }
        return .reports(reports)
    }

    private static func read(
        _ path: String, _ reader: inout LaunchReader?, _ reports: inout [LaunchReport], _ progress: Progress?
    ) throws(RecordStream.OpeningFailure) {
        var stream = try RecordStream(path, pastDamage: true, progress)
        var launch: LaunchReader
        // A file that begins with a launch starts a new report, even if the app uses one support id for several launches.
        if let begun = reader, let snapshot = stream.snapshot {
            launch = begun
            launch.beginSegment(snapshot)
        } else {
            if let reader { reports.append(reader.report) }
            launch = LaunchReader(stream.header, stream.snapshot)
        }
        var effort = BitRepair.Effort()
        var damages = 0
        do throws(UnreadableFile) {
            while let element = try stream.next() {
                switch element {
                case .record(let record): launch.note(record)
                case .damage(let lines):
                    damages += 1
                    if damages <= DamageReport.most { launch.note(finding(lines, stream, &effort)) }
                }
            }
            if damages > DamageReport.most { launch.note(moreDamages(damages - DamageReport.most, stream.name)) }
            if let divergence = try firstDifference(path, stream) { launch.note(finding(divergence, stream.header, path)) }
        } catch { throw .unreadable(error) }
        launch.endSegment(stream.name)
        reader = launch
    }

    /// The damages that are not reported one by one.
    private static func moreDamages(_ count: Int, _ name: String) -> TriageCause {
        TriageCause(
            kind: .logDamaged, text: "\(grouped(count)) later damages are not listed.", owner: .device,
            advice: "Nothing: flow-trace has read the lines before and after the damage.", isAboutLog: true,
            complaint: "\(name): \(grouped(count)) later damages are not listed.")
    }

    private static func finding(_ lines: DamagedLines, _ stream: RecordStream, _ effort: inout BitRepair.Effort) -> TriageCause {
        let report = DamageReport(lines, in: stream.bytes, &effort)
        if lines.failure.reason == .torn {
            return TriageCause(
                kind: .lastLineIncomplete,
                text: (["The app ended while it wrote line \(lines.failure.line): probably it crashed or was killed."]
                    + report.explanation)
                    .joined(separator: " "),
                owner: .app, advice: "Look for a crash report of that time.", isAboutLog: true,
                complaint: complaint(lines.failure, in: stream.name))
        }
        let text = "\(capitalized(lines.text)) cannot be trusted: \(lines.failure.text)."
        return TriageCause(
            kind: .logDamaged, text: ([text] + report.explanation).joined(separator: " "), owner: .device,
            advice: report.repair == nil
                ? "Nothing: flow-trace has read the lines before and after the damage."
                : "Write the repaired log: flow-trace verify --repair-to repaired.jsonl \(shellWord(stream.name))",
            isAboutLog: true, complaint: "\(stream.name):\(lines.failure.line):\(lines.failure.column): \(lines.failure.text).")
    }

    /// The first event that this build decides differently.
    private static func firstDifference(_ path: String, _ stream: RecordStream) throws(UnreadableFile) -> Divergence? {
        let isInMemory = stream.failure != nil || path == "-"
        let outcome = isInMemory ? StreamedReplay.result(stream.bytes) : try StreamedReplay.result(path)
        if case .differs(let divergence) = outcome { return divergence }
        return nil
    }

    private static func finding(_ divergence: Divergence, _ header: LogHeader, _ path: String) -> TriageCause {
        let words = Wording(header)
        let event = divergence.thisBuild.event
        let rules = divergence.recorded.map {
            $0.rule == divergence.thisBuild.rule ? "" : ", by rule \($0.rule) instead of \(divergence.thisBuild.rule)"
        }
        return TriageCause(
            kind: .decidedDifferently,
            text: "The library that wrote it (\(header.library)) made a different decision than this build (\(LogHeader.library)) at event "
                + "\(divergence.thisBuild.number)\(rules ?? ""). The rest is reported as recorded.",
            owner: .library, advice: "Compare the two: flow-trace verify --all \(shellWord(LogFile.name(of: path)))",
            evidence: [
                Evidence(event: divergence.thisBuild.number, time: event.time, text: words.sentence(event, asked: nil))
            ], isAboutLog: true,
            complaint: "\(LogFile.name(of: path)):\(divergence.line): this build decides event \(divergence.thisBuild.number) differently.")
    }
}
