import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

/// `Specs/output`: the output of every command, as reviewed.
@Suite("Specs: the outputs of the commands") struct SpecsOutputTests {
    private static let readme = Golden.File(
        "\(OutputPage.folder)/README.md",
        """
        # Outputs

        What each command of `flow-trace` prints, so that a change of its texts shows in a review. One file per command, and for `render` and
        for wrong command lines several; each entry is a command line as it can be typed in the root of the repository, the standard output,
        the standard error if there is any, and the exit code.

        | file | entries |
        |---|---:|
        \(OutputPage.all.map { "| [\($0.name).txt](\($0.name).txt) | \($0.commands.count) |" }.joined(separator: "\n"))

        The logs are those of [the scenarios](../scenarios/README.md) and those in `logs`, which no scenario writes: damaged ones, one whose
        polls another build decided differently, one in segments with a gap, long ones, and names with wide and with control characters.

        `SPECS_RECORD=1 swift test --filter Specs` records all files of this folder. Without the variable, the test compares them with this build.

        Some commands are missing here: `check`, `simulate`, `serve` and `mcp` print how long they took or run until they are stopped, `demo` prints drawings that are in
        `render-sequence.txt`, `view` writes a page, most of which is its script, and `spec --format markdown` is
        [transitions.md](../transitions.md).

        """)

    @Test(arguments: OutputPage.all) func `each command prints the output recorded in Specs`(page: OutputPage) throws {
        try #require(OutputLogs.areReady)
        try Golden.check([Golden.File(page.path, page.text())])
    }

    @Test func `the folder of outputs contains only its logs and pages`() throws {
        try #require(OutputLogs.areReady)
        try Golden.check(OutputLogs.all + [Self.readme])
        let made = Set(OutputPage.all.map(\.path) + OutputLogs.all.map(\.path) + [Self.readme.path])
        let stale = Repository.files(under: OutputPage.folder).filter { !made.contains($0) }
        #expect(stale.isEmpty, "no test generates these files any more: remove them")
    }

    @Test func `every command that reads logs has a recorded output`() {
        let recorded = Set(OutputPage.all.flatMap(\.commands).compactMap(\.first))
        let without: Set<Command> = [.check, .simulate, .serve, .mcp, .demo]
        for command in Command.allCases where !without.contains(command) { #expect(recorded.contains(command.rawValue), "\(command)") }
    }

    @Test func `no recorded output contains a control character or a local path`() throws {
        try #require(OutputLogs.areReady)
        for (index, page) in OutputPage.all.enumerated() {
            for (place, words) in page.commands.enumerated() where words.first != "completions" && (index + place) % 3 == 0 {
                let run = Run(words)
                let text = run.output + run.errors
                #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }, "\(words)")
                #expect(!text.contains(Repository.path), "\(words)")
                #expect(text.hasSuffix("\n") || words.contains("--quiet"), "\(words)")
            }
        }
    }
}
