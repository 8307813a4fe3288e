import FlowMachine
import FlowSimulation
import FlowStories
import FlowTestSupport
import Testing

@testable import FlowReading
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
}
