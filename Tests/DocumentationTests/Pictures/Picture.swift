import Foundation
import FlowTestSupport

@testable import FlowReading
@testable import flow_trace

/// A picture in the pages: the tool draws it, or it shows what the tool prints.
struct Picture: Sendable {
    let name: String
    let draw: @Sendable () -> String

    /// Beside the articles, so that they are shown by DocC and by a viewer of the repository. The README and Specs link to them there.
    static let folder = "Sources/FlowEffects/FlowEffects/FlowEffects.docc/Articles"

    static let all = [
        Picture(name: "sign-in.svg") { printed(by: "render --phase C --format svg Specs/scenarios/happy-apple-sso/log.jsonl") },
        Picture(name: "second-screen.svg") { printed(by: "render --phase F --format svg \(complaint)") },
        Picture(name: "states.svg") {
            // The paths of a sign-in; Specs/transitions.md has all.
            let taken = SpecText.passage(MachineTransitions.entries).edges.filter { taken in
                StateText.drawn.contains { $0.edge == taken.edge }
            }
            let heading = ["The seven states, and the number of transitions on the paths between them"]
            return SVGStates.lines(Passage(taken), heading: heading, name: "the machine", Look()).joined(separator: "\n") + "\n"
        },
        Picture(name: "triage.svg") {
            TerminalPicture.still(
                title: "flow-trace on a log",
                summary: "The first screen: each request that was not fulfilled, its cause, and who can act on it.",
                screen("Specs/scenarios/denied-second-screen/log.jsonl", rows: 24))
        },
        Picture(name: "complaint-to-cause.svg") {
            TerminalPicture.recording(
                title: "From a complaint to its cause",
                summary: "Four commands, one after the other: what went wrong, what was said, why it was decided, and a test for it.",
                [
                    (screen("\(complaint)", rows: 24), 9),
                    (screen("render --from 13 \(complaint)", rows: 24), 7),
                    (screen("explain --at 19 \(complaint)", rows: 24), 7),
                    (screen("test \(complaint)", rows: 24), 7),
                ])
        },
    ]

    private static let complaint = "Specs/scenarios/denied-second-screen/log.jsonl"

    private static func screen(_ command: String, rows: Int) -> TerminalPicture.Screen {
        var lines = printed(by: command, inColor: true).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        if lines.count > rows { lines = lines.prefix(rows - 1) + ["…"] }
        return TerminalPicture.Screen(commands: [("flow-trace \(command)", TerminalText(lines))])
    }

    private static func printed(by command: String, inColor: Bool = false) -> String {
        _ = FileManager.default.changeCurrentDirectoryPath(Repository.path)
        var text = ""
        let console = Console(
            columns: inColor ? TerminalText.columns : nil, usesColor: inColor, invocation: "flow-trace", write: { text += $0 },
            complain: { text += $0 + "\n" })
        _ = Tool.run(command.split(separator: " ").map(String.init), console)
        return text
    }
}
