import FlowMachine
import FlowReading

/// `step`: shows the events of a log one by one, forward and back, on a terminal.
enum StepCommand {
    static let syntax = CommandSyntax(
        name: "step",
        summary: "Step through a log on the terminal, forward and back, with the state, the effects and the drawing.",
        operands: "LOG",
        examples: [
            Example("step app.jsonl", "Step from the first event; ? lists the keys."),
            Example("step --at 18:10 app.jsonl", "Begin at a time."),
            Example("step --at V2-D-13 app.jsonl", "Begin at the first event that a rule decided."),
        ],
        options: [
            Option("--at", "N|TIME|RULE", "Begin at event N, at the first event at or after a time, or at the first that a rule decided."),
            .pastDamage, .ascii, .utc, .timeZone,
        ],
        notes: [
            "Keys:\n" + CommandSyntax.columns(keys).dropLast(),
            "A what-if makes a new log from the one that is shown: what follows from an event that does not happen does not\n"
                + "follow, and what the log cannot answer is simulated and marked. The file is never changed.",
            "step needs a terminal of at least 80 columns and 24 rows; it works over ssh. With - for LOG, the keys are read from\n"
                + "the terminal. Ctrl-C quits, Ctrl-Z suspends, Ctrl-L draws everything again.",
            "A TIME is 18:10 or 18:10:05 (in UTC without --time-zone), 2026-11-22T18:10:05Z, or +90s, +5min, +2h after the first event.",
        ])

    private static var keys: [(name: String, text: String)] {
        StepAction.list(.ascii).map { ($0.keys, $0.meaning) }
    }

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        guard arguments.operands.count == 1, let operand = arguments.operands.first else {
            throw UsageFailure("step goes through one log, but got \(arguments.operands.count): flow-trace step LOG")
        }
        guard console.columns != nil else {
            throw UsageFailure("step needs a terminal: replay prints all events, render draws them, explain explains one")
        }
        let look = try Look(arguments, console)
        let file: LogFile
        let content: LogContent
        do throws(UnreadableFile) { file = try LogFile.only(operand) } catch {
            return ReadLaunch.Failure.unreadable(error).complain(console)
        }
        do throws(LogFailure) {
            content = try LogContent(file.bytes, pastDamage: arguments.has("--past-damage"))
        } catch {
            return ReadLaunch.Failure.damaged(error, file: file.name).complain(console)
        }
        let answers = SimulatedAnswers(content)
        guard var stepper = Stepper(file.name, content, file.bytes, look, simulation: { answers.reply($0) }) else {
            console.complain(Printable.text("\(file.name): there is no event in this log", ascii: false))
            return .logFails
        }
        if let place = arguments.text("--at") {
            do throws(PlaceFailure) {
                try stepper.go(to: place, option: "--at")
            } catch {
                throw UsageFailure(error.text)
            }
        }
        guard let terminal = Terminal() else { throw UsageFailure("step needs a terminal to read keys from, and there is none") }
        loop(&stepper, terminal)
        terminal.end()
        guard let failure = content.failure else { return .fine }
        console.complain(complaint(failure, in: file.name))
        return .logFails
    }

    /// The longest wait for the rest of a key's bytes after the first byte, in milliseconds.
    private static let keyTime: Int32 = 50

    private static func loop(_ stepper: inout Stepper, _ terminal: Terminal) {
        var decoder = KeyDecoder()
        while true {
            let size = terminal.size
            stepper.resize(columns: size.columns, rows: size.rows)
            terminal.show(stepper.screen())
            let inputs: [KeyDecoder.Input]
            switch terminal.wait(milliseconds: decoder.isUnfinished ? keyTime : -1) {
            case .bytes(let bytes): inputs = decoder.decode(bytes)
            case .nothing: inputs = decoder.end()
            case .resized: continue
            case .closed: return
            }
            for input in inputs {
                switch input {
                case .interrupt: return
                case .redraw: terminal.redraw()
                case .suspend: terminal.suspend()
                case .key(let key):
                    switch stepper.press(key) {
                    case nil: break
                    case .quit: return
                    case .write(let bytes, let path):
                        do throws(UnreadableFile) {
                            try writeNewFile(bytes, at: path)
                            stepper.noteWritten(path)
                        } catch {
                            stepper.report(error.text)
                        }
                    case .read(let path):
                        do throws(UnreadableFile) { stepper.takeEvent(try LogFile.read(path).bytes) } catch {
                            stepper.report(error.text)
                        }
                    }
                }
            }
        }
    }
}
