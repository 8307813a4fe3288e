import FlowMachine
import FlowReading

/// `verify --repair-to`: writes a copy of a damaged log in which flipped bits are restored.
enum RepairCommand {
    static func run(_ arguments: Arguments, to target: String, _ console: Console) throws(UsageFailure) -> ExitCode {
        if arguments.has("--all") || arguments.has("--json") { throw UsageFailure("--repair-to cannot be combined with --all or --json") }
        guard arguments.operands.count == 1, let path = arguments.operands.first else {
            throw UsageFailure("--repair-to repairs one log, but got \(arguments.operands.count): flow-trace verify --repair-to FILE LOG")
        }
        do throws(UnreadableFile) {
            let found = try LogFile.all(path)
            for refused in found.refused { console.complain(Printable.text(refused.text, ascii: false)) }
            let paths = found.paths
            guard paths.count == 1, let path = paths.first else {
                console.complain("flow-trace: --repair-to repairs one log, but \(Printable.text(path, ascii: false)) has \(paths.count)")
                return .usage
            }
            let file = try LogFile.read(path)
            let repaired = LogRepair(file.bytes, most: DamageReport.most)
            for (damage, repair) in repaired.repairs {
                let lines = DamagedLines(lines: damage.lines, failure: damage.failure, damage: damage)
                for sentence in DamageReport(lines, in: file.bytes, repair).explanation { say(sentence, console) }
            }
            if repaired.count > repaired.repairs.count {
                say("So do \(grouped(repaired.count - repaired.repairs.count)) more flipped bits on later lines.", console)
            }
            if let damage = repaired.left {
                console.complain(complaint(damage.failure, in: file.name))
                console.complain("  No single bit explains this damage.")
            }
            if repaired.count == 0 {
                if repaired.left != nil { return .logFails }
                // No line is damaged, but the lines may not be a log, or may be a log that this build cannot read.
                do throws(LogFailure) { _ = try LogReader(repaired.bytes) } catch {
                    console.complain(complaint(error, in: file.name))
                    return .logFails
                }
                say("\(file.name) is not damaged: nothing was written.", console)
                return .fine
            }
            try writeNewFile(repaired.bytes, at: target)
            let bits = repaired.count == 1 ? "One bit was" : "\(repaired.count) bits were"
            say("\(bits) repaired. The copy is \(target); check it: flow-trace verify \(shellWord(target))", console)
            return repaired.left == nil ? .fine : .logFails
        } catch {
            console.complain(Printable.text(error.text, ascii: false))
            return .unreadable
        }
    }

    private static func say(_ sentence: String, _ console: Console) { console.write(Printable.text(sentence, ascii: false) + "\n") }
}
