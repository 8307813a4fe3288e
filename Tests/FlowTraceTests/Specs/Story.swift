import FlowMachine
import FlowSimulation
import FlowStories

@testable import FlowReading
@testable import flow_trace

/// A scenario that was run, and its logs.
struct Story: Sendable {
    let scenario: Scenario
    let launches: [Launch]

    /// One launch of it: a log of its own.
    struct Launch: Sendable {
        /// `log.jsonl`; or `launch-1.jsonl`, `launch-2.jsonl` and so on for several launches.
        let file: String
        let bytes: [UInt8]
        let content: LogContent
    }

    /// Every scenario, run once for all tests.
    static let all: [Result<Story, LogFailure>] = Scenario.all.map { scenario in
        Result { () throws(LogFailure) in try Story(scenario) }
    }

    /// The stories, all of which must be readable.
    static func read() throws -> [Story] { try all.map { try $0.get() } }

    private init(_ scenario: Scenario) throws(LogFailure) {
        self.scenario = scenario
        let segments = scenario.run().segments
        var launches: [Launch] = []
        for bytes in segments {
            let file = segments.count == 1 ? "log.jsonl" : "launch-\(launches.count + 1).jsonl"
            let content = try LogContent(bytes)
            if let failure = content.failure { throw failure }
            launches.append(Launch(file: file, bytes: bytes, content: content))
        }
        self.launches = launches
    }

    /// All its records, one launch after the other.
    var records: [LogRecord] { launches.flatMap { $0.content.records } }

    /// Its folder in the repository.
    var folder: String { "\(Story.folder)/\(scenario.name)" }

    /// The folder of all stories.
    static let folder = "Specs/scenarios"
}

/// A diagram of a story, as stored next to its log.
struct Drawing {
    let file: String
    let text: String

    /// Stories that are also drawn in Mermaid.
    private static let inMermaid = ["happy-apple-sso", "denied-second-screen", "poll-until-expiry"]

    /// All drawings of `story` in Specs.
    static func all(of story: Story) -> [Drawing] {
        LogDrawing.Kind.allCases.flatMap { kind in
            let text = story.scenario.title + ".\n\n" + launches(of: story, kind, .text).joined(separator: "\n")
            var drawings = [Drawing(file: "\(kind.rawValue).txt", text: text)]
            if inMermaid.contains(story.scenario.name), let mermaid = launches(of: story, kind, .mermaid).first {
                drawings.append(Drawing(file: "\(kind.rawValue).mmd", text: mermaid))
            }
            return drawings
        }
    }

    private static func launches(of story: Story, _ kind: LogDrawing.Kind, _ format: LogDrawing.Format) -> [String] {
        story.launches.map { launch in
            var drawing = LogDrawing(kind, format)
            drawing.look.width = 100
            return drawing.text(launch.content, name: "\(story.scenario.name)/\(launch.file)")
        }
    }
}
