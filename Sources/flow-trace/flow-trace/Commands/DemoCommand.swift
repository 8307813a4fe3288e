import FlowMachine
import FlowReading
import FlowSimulation

/// `demo`: simulates two viewers, and draws their logs.
enum DemoCommand {
    static let syntax = CommandSyntax(
        name: "demo",
        summary: "Simulate two viewers who sign in, write their logs and draw them.",
        operands: "",
        examples: [Example("demo", "Write two logs into ./flow-trace-demo and draw them.")],
        options: [
            Option(
                "--folder", "F", "Write the logs into F, which is created if it does not exist. Default: ./flow-trace-demo.",
                values: .folder)
        ],
        notes: ["Nothing leaves this machine: Adobe Pass, Apple's framework, the viewers and the time are simulated."])

    /// The names of the scenarios that the demo runs.
    static let scenarios = ["happy-apple-sso", "denied-second-screen"]

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        let folder = arguments.text("--folder") ?? "flow-trace-demo"
        var drawing = LogDrawing()
        drawing.look.width = Look.width(console)
        drawing.look.color = console.usesColor
        var code = ExitCode.fine
        var paths: [String] = []
        do throws(UnreadableFile) {
            for scenario in scenarios.compactMap(Scenario.named) {
                let path = try writeFile(scenario.run().log, named: scenario.name + ".jsonl", in: folder)
                paths.append(path)
                code = code.and(show(scenario.title, try LogFile.read(path), drawing, console))
            }
        } catch {
            console.complain(Printable.text(error.text, ascii: false))
            return .unreadable
        }
        console.write(next(paths, folder, console.invocation))
        return code
    }

    private static func show(_ title: String, _ file: LogFile, _ drawing: LogDrawing, _ console: Console) -> ExitCode {
        do throws(LogFailure) {
            let content = try LogContent(file.bytes)
            let verification = Verification(file.bytes)
            console.write("\(title).\n\n")
            console.write(drawing.text(content, name: file.name, note: verification.verdict == .verified ? "verified" : ""))
            console.write("\n")
            for line in verification.complaints(file.name, drawing.look) { console.complain(line) }
            return verification.exitCode
        } catch {
            console.complain(complaint(error, in: file.name))
            return .logFails
        }
    }

    /// Returns a list of commands to try with the written logs.
    private static func next(_ paths: [String], _ folder: String, _ tool: String) -> String {
        let first = shellWord(paths.first ?? folder)
        let last = shellWord(paths.last ?? folder)
        let commands = [
            ("\(tool) render --as states \(last)", "the states of the flow"),
            ("\(tool) render --as timeline \(first)", "what the time was spent on"),
            ("\(tool) replay \(last)", "every event, one per line"),
            ("\(tool) replay --at 9 \(first)", "one event in full"),
            ("\(tool) verify \(shellWord(folder))", "does this build decide the same?"),
            ("\(tool) render --format mermaid \(first)", "for a web page or an issue"),
        ]
        let widest = commands.reduce(0) { max($0, DisplayedWidth.of($1.0)) }
        var text = "Both logs are in \(folder). Try next:\n\n"
        for (command, what) in commands { text += "  \(padded(command, to: widest))   \(what)\n" }
        return text
    }
}
