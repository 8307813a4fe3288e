import FlowMachine

/// `verify --repair-to`: a copy of a damaged log with flipped bits restored.
enum RepairCommand {
    static func run(_ arguments: Arguments, to target: String, _ console: Console) throws(UsageFailure) -> ExitCode {
        if arguments.has("--all") || arguments.has("--json") { throw UsageFailure("--repair-to cannot be combined with --all or --json") }
        guard arguments.operands.count == 1, let path = arguments.operands.first else {
            throw UsageFailure("--repair-to repairs one log, but got \(arguments.operands.count): flow-trace verify --repair-to FILE LOG")
        }
        do throws(UnreadableFile) {
            let paths = try LogFile.all(path)
            guard paths.count == 1, let path = paths.first else {
                console.complain("flow-trace: --repair-to repairs one log, but \(Printable.text(path, ascii: false)) has \(paths.count)")
                return .usage
            }
            let file = try LogFile.read(path)
            var bytes = file.bytes
            let repairs = repair(&bytes)
            let left = LogSurvey(bytes).damages
            for report in repairs { for sentence in report.explanation { say(sentence, console) } }
            if let damage = left.first {
                console.complain(Logs.complaint(damage.failure, in: file.name))
                console.complain("  No single bit explains this damage.")
            }
            if repairs.isEmpty {
                if !left.isEmpty { return .logFails }
                // Whole lines that are not a log, or a log that this build cannot read.
                do throws(LogFailure) { _ = try LogReader(bytes) } catch {
                    console.complain(Logs.complaint(error, in: file.name))
                    return .logFails
                }
                say("\(file.name) is not damaged: nothing was written.", console)
                return .fine
            }
            try writeNewFile(bytes, at: target)
            let bits = repairs.count == 1 ? "One bit was" : "\(repairs.count) bits were"
            say("\(bits) repaired. The copy is \(target); check it: flow-trace verify \(Logs.shellWord(target))", console)
            return left.isEmpty ? .fine : .logFails
        } catch {
            console.complain(Printable.text(error.text, ascii: false))
            return .unreadable
        }
    }

    private static func say(_ sentence: String, _ console: Console) { console.write(Printable.text(sentence, ascii: false) + "\n") }

    /// Restores every bit that alone explains a damage.
    private static func repair(_ bytes: inout [UInt8]) -> [DamageReport] {
        var repairs: [DamageReport] = []
        while true {
            let reports = LogSurvey(bytes).damages.map {
                DamageReport(DamagedLines(lines: $0.lines, failure: $0.failure, damage: $0), in: bytes)
            }
            guard let report = reports.first(where: { $0.repair != nil }), let repair = report.repair else { return repairs }
            repair.apply(to: &bytes)
            repairs.append(report)
        }
    }
}
