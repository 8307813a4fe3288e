import FlowReading

/// Finds and reads the log of a command that accepts exactly one log.
enum SingleLog {
    /// Runs `body` for the one log that the operands name.
    ///
    /// - Parameter verb: The command and its verb for messages, for example `share copies`.
    static func read(
        _ arguments: Arguments, _ verb: String, _ console: Console, _ body: (LogFile) -> ExitCode
    ) throws(UsageFailure) -> ExitCode {
        guard arguments.operands.count == 1, let operand = arguments.operands.first else {
            throw UsageFailure("\(verb) one log, but got \(arguments.operands.count): name a file")
        }
        do throws(UnreadableFile) {
            let found = try LogFile.all(operand)
            for refused in found.refused { console.complain(Printable.text(refused.text, ascii: false)) }
            guard found.paths.count == 1, let path = found.paths.first else {
                if found.paths.isEmpty { return .unreadable }
                console.complain("flow-trace: \(verb) one log, but \(Printable.text(operand, ascii: false)) has \(found.paths.count)")
                return .usage
            }
            return body(try LogFile.read(path))
        } catch {
            console.complain(Printable.text(error.text, ascii: false))
            return .unreadable
        }
    }
}
