import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import flow_trace

/// `Specs/scenarios`: every scenario's logs and drawings, as they were agreed upon.
@Suite("Specs: the scenarios") struct SpecsScenarioTests {
    @Test func `every scenario writes the logs and drawings that are in Specs, and nothing else is there`() throws {
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

    @Test func `every drawing keeps within 100 columns`() throws {
        for story in try Story.read() {
            for drawing in Drawing.all(of: story) where drawing.file.hasSuffix(".txt") {
                for (index, line) in lines(drawing.text).enumerated() where DisplayedWidth.of(line) > 100 {
                    // The first line is the scenario's title.
                    Issue.record("\(story.folder)/\(drawing.file):\(index + 1) has \(DisplayedWidth.of(line)) columns")
                }
            }
        }
    }

    @Test func `the drawing in the README is the demo's`() throws {
        let readme = String(decoding: try #require(Golden.recorded("README.md")), as: UTF8.self)
        let parts = readme.split(separator: "<!-- demo: swift run flow-trace demo -->\n", maxSplits: 1)
        let rest = try #require(parts.dropFirst().first?.split(separator: "<!-- /demo -->", maxSplits: 1).dropFirst().first)
        let story = try #require(try Story.read().first { $0.scenario.name == DemoCommand.scenarios.first })
        let content = try #require(story.launches.first).content
        let drawing = RenderCommand.text(content, name: story.scenario.name + ".jsonl", RenderCommand.Request(), note: "verified")
        let made = "\(parts[0])<!-- demo: swift run flow-trace demo -->\n```\n\(drawing)```\n<!-- /demo -->\(rest)"
        try Golden.check([Golden.File("README.md", made)])
    }
}
