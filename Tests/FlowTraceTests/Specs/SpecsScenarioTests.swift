import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import flow_trace

/// `Specs/scenarios`: every scenario's logs and drawings, as reviewed.
@Suite("Specs: the scenarios") struct SpecsScenarioTests {
    @Test func `every scenario writes the logs and drawings in Specs, and no other files are there`() throws {
        let stories = try Story.read()
        var files = [Golden.File("\(Story.folder)/README.md", ScenarioIndex.text(stories))]
        for story in stories {
            for launch in story.launches { files.append(Golden.File("\(story.folder)/\(launch.file)", launch.bytes)) }
            for drawing in Drawing.all(of: story) { files.append(Golden.File("\(story.folder)/\(drawing.file)", drawing.text)) }
        }
        try Golden.check(files, inFolder: Story.folder)
    }

    @Test(.enabled(if: !Golden.isRecording)) func `every log in Specs replays to the same decisions in this build`() throws {
        let logs = Repository.files(under: Story.folder).filter { $0.hasSuffix(".jsonl") }
        #expect(logs.count >= Scenario.all.count)
        for path in logs {
            let verification = Verification(try #require(Golden.recorded(path)))
            let complaints = verification.complaints(path, Look())
            if !complaints.isEmpty { Issue.record("\(complaints.joined(separator: "\n"))\n\(Golden.howToRecord)") }
            #expect(!verification.records.isEmpty, "\(path)")
        }
    }

    @Test func `every drawing fits 100 columns`() throws {
        for story in try Story.read() {
            for drawing in Drawing.all(of: story) where drawing.file.hasSuffix(".txt") {
                for (index, line) in lines(drawing.text).enumerated() where DisplayedWidth.of(line) > 100 {
                    // The first line is the scenario's title.
                    Issue.record("\(story.folder)/\(drawing.file):\(index + 1) has \(DisplayedWidth.of(line)) columns")
                }
            }
        }
    }

    @Test func `the README's drawings are those of this build`() throws {
        let readme = String(decoding: try #require(Golden.recorded("README.md")), as: UTF8.self)
        let stories = try Story.read()
        func content(_ name: String) throws -> LogContent {
            try #require(stories.first { $0.scenario.name == name }?.launches.first).content
        }
        let demo = try #require(DemoCommand.scenarios.first)
        let demonstration = RenderCommand.text(try content(demo), name: demo + ".jsonl", RenderCommand.Request(), note: "verified")
        let pair = ["legacy-second-screen", "denied-second-screen"]
        let contents = try pair.map(content)
        let beside = Beside(
            (pair[0] + ".jsonl", contents[0]), (pair[1] + ".jsonl", contents[1])
        ).text(RenderCommand.Request())
        var made = try replacing("demo", with: demonstration, in: readme)
        made = try replacing("beside", with: beside, in: made)
        try Golden.check([Golden.File("README.md", made)])
    }

    /// `text` with a new drawing between `<!-- name: command -->` and `<!-- /name -->`.
    private func replacing(_ name: String, with drawing: String, in text: String) throws -> String {
        let start = try #require(text.firstRange(of: "<!-- \(name): "))
        let begin = try #require(text[start.upperBound...].firstRange(of: "-->\n"))
        let end = try #require(text[begin.upperBound...].firstRange(of: "<!-- /\(name) -->"))
        return text[..<begin.upperBound] + "```\n" + drawing + "```\n" + text[end.lowerBound...]
    }
}
