import FlowMachine
import FlowReading

/// The replay of one log, up to the first difference or damage.
struct Verification {
    /// The result of the replay.
    enum Verdict: Equatable {
        case verified
        case damaged(LogFailure)
        case differs(Divergence)
    }

    /// The log's header; `nil` if it cannot be read.
    let header: LogHeader?
    /// The snapshot from which the log continues; `nil` if the log begins with a launch.
    let snapshot: Snapshot?
    /// The checksum of the last line that this build decides as recorded, and the digest of the model after that line.
    let end: (checksum: String, digest: UInt64)?
    /// The damaged parts of the log.
    let damages: [LogSurvey.Damage]
    /// The reports on the first damaged parts; at most `DamageReport.most`.
    let reports: [DamageReport]
    /// The events that this build decides as recorded; empty after `dropRecords`.
    private(set) var records: [LogRecord]
    /// The number of events that this build decides as recorded.
    let count: Int
    /// The number of the last event that this build decides as recorded.
    let lastNumber: Int64?
    let verdict: Verdict
    /// Whether another revision of the model wrote the log, so that digests were not compared.
    let skipsDigests: Bool

    init(_ bytes: [UInt8]) {
        var records: [LogRecord] = []
        var verdict = Verdict.verified
        do throws(LogFailure) {
            var replay = try Replay(bytes)
            do throws(ReplayFailure) {
                while let record = try replay.next() { records.append(record) }
            } catch {
                switch error {
                case .log(let failure): verdict = .damaged(failure)
                case .divergence(let divergence): verdict = .differs(divergence)
                }
            }
            header = replay.header
            snapshot = replay.snapshot
            end = (replay.checksum, replay.model.digest)
            skipsDigests = replay.skipsDigests
        } catch {
            header = nil
            snapshot = nil
            end = nil
            skipsDigests = false
            verdict = .damaged(error)
        }
        if case .damaged = verdict { damages = LogSurvey(bytes).damages } else { damages = [] }
        var effort = BitRepair.Effort()
        reports = damages.prefix(DamageReport.most).map {
            DamageReport(DamagedLines(lines: $0.lines, failure: $0.failure, damage: $0), in: bytes, &effort)
        }
        self.records = records
        count = records.count
        lastNumber = records.last?.number
        self.verdict = verdict
    }

    /// Creates the verification of a log that this build decides as recorded up to its end, without the log's records.
    init(_ agreement: StreamedReplay.Agreement) {
        header = agreement.header
        snapshot = agreement.snapshot
        end = (agreement.checksum, agreement.digest)
        damages = []
        records = []
        count = agreement.count
        lastNumber = agreement.lastNumber
        verdict = .verified
        skipsDigests = agreement.skipsDigests
        reports = []
    }

    /// Frees the records, for a caller that keeps the result of many logs.
    mutating func dropRecords() { records = [] }

    /// The events that this build decides as recorded, followed by this build's decision about the first event that differs.
    var decided: [LogRecord] {
        if case .differs(let divergence) = verdict { return records + [divergence.thisBuild] }
        return records
    }

    var exitCode: ExitCode { verdict == .verified ? .fine : .logFails }

    /// Prints the lines that `complaints` returned. Damage is printed on standard error. A difference is a finding, so it is printed on standard
    /// output; but if standard output is JSON, which contains the difference already, the lines are printed on standard error.
    func tell(_ complaints: [String], _ console: Console, writesJSON: Bool) {
        if case .differs = verdict, !writesJSON {
            for line in complaints { console.write(line + "\n") }
        } else {
            for line in complaints { console.complain(line) }
        }
    }

    /// Returns the description of the problem in lines; empty if there is no problem.
    func complaints(_ name: String, _ look: Look) -> [String] {
        switch verdict {
        case .verified: return []
        case .damaged(let failure): return complaints(failure, name)
        case .differs(let divergence):
            let head = Printable.text("\(name):\(divergence.line): this build makes a different decision", ascii: false)
            guard let header else { return [head] }
            let table = DivergenceTable(divergence, after: records, header, look.clock).lines(look)
            return [head] + table + [
                "  Details: flow-trace replay \(shellWord(name)) --at \(divergence.thisBuild.number)",
                "  All differences: flow-trace diff --against-build \(shellWord(name))",
            ]
        }
    }

    private func complaints(_ failure: LogFailure, _ name: String) -> [String] {
        var complaints = [complaint(failure, in: name)]
        // If not even the header can be read, the first line says everything.
        if failure.line == 1, header == nil { return complaints }
        for (place, report) in reports.enumerated() {
            let other = report.lines.failure
            if place > 0 { complaints.append(Printable.text("\(name):\(other.line):\(other.column): \(other.text).", ascii: false)) }
            for sentence in report.explanation { complaints.append("  " + Printable.text(sentence, ascii: false)) }
        }
        if damages.count > reports.count {
            complaints.append("  \(grouped(damages.count - reports.count)) later damages are not listed.")
        }
        if reports.contains(where: { $0.repair != nil }) {
            complaints.append("  Write the repaired log: flow-trace verify --repair-to repaired.jsonl \(shellWord(name))")
        }
        let isReadable = damages.contains { !$0.isTail }
        if isReadable {
            complaints.append(
                "  Read the lines after the damage: flow-trace render --past-damage \(shellWord(name))")
        }
        return complaints
    }
}
