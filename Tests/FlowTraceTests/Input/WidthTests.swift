import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

/// No line of any text is wider than asked, and shortened text has a mark.
@Suite struct WidthTests {
    private let folder = TemporaryFolder()

    /// The commands whose text respects a width, without log and width.
    private static let commands: [[String]] = [
        ["triage"], ["render", "--unfold"], ["render", "--as", "states", "--past-damage"],
        ["render", "--as", "timeline", "--utc"], ["render", "--only", "problems"], ["explain"], ["diff", "--against-build", "--all"],
        ["coverage", "--all"],
    ]

    /// The lines that are too wide in the outputs about a log.
    private func check(_ log: String, width: Int, _ what: String, commands: [[String]] = WidthTests.commands) {
        for words in commands {
            for look in [[], ["--ascii"]] where look.isEmpty || words.count == 1 {
                let run = Run(words + look + ["--width", "\(width)", log])
                expect(run, width, "\(what): \(words.joined(separator: " ")) --width \(width)")
            }
        }
        // A table is cut at the width of the terminal.
        expect(Run(["replay", log], columns: width), width, "\(what): replay on \(width) columns")
        expect(Run(["watch", "--until-idle", "0", log], columns: width), width, "\(what): watch on \(width) columns")
    }

    private func expect(_ run: Run, _ width: Int, _ what: String) {
        #expect(run.code == .fine || run.code == .logFails, "\(what): \(run.errors)")
        // Text that is rewritten on a terminal starts with a control sequence that has no width.
        let wide = lines(run.output.replacing(WatchTable.rewind, with: "")).filter { DisplayedWidth.of($0) > width }
        #expect(wide.isEmpty, "\(what): \(wide.first ?? "")")
    }

    @Test(arguments: 0..<6) func `no output about a simulated log is wider than asked`(part: Int) throws {
        for (index, story) in try Story.read().enumerated() where index % 6 == part {
            for launch in story.launches {
                let log = try folder.write(launch.bytes, "\(story.scenario.name)-\(launch.file)")
                // Each story is printed by half of the commands; explaining takes longest, so it explains one in four.
                let half = WidthTests.commands.enumerated().filter { $0.offset % 2 == index / 6 % 2 }.map(\.element)
                let commands = half.filter { $0 != ["explain"] || index % 4 == 0 }
                check(log, width: [80, 100, 140][index / 6 % 3], story.scenario.name, commands: commands)
            }
        }
    }

    @Test(arguments: 1...4) func `no output about a log of random events is wider than asked`(seed: UInt64) throws {
        let flow = AnyLogTests.random(1000 + seed)
        let log = try folder.write(flow.bytes, "random-\(seed).jsonl")
        for width in [80, 100, 140] { check(log, width: width, "seed \(1000 + seed)") }
    }

    @Test(arguments: [
        "東京テレビ・ネットワーク日本放送協会衛星第二放送局", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦🇫🇷 TV 📺", "Cafe\u{301} Te\u{301}le\u{301}vision",
        "한국방송공사제이텔레비전", "z\u{335}\u{327}\u{310}a\u{335}\u{327}\u{310}lgo", String(repeating: "Long", count: 30), "a\u{1B}[31m\u{202E}b\tc",
    ])
    func `no output about a provider's name in any script is wider than asked`(name: String) throws {
        let flow = Flows.partner(name)
        let log = try folder.write(flow.bytes, "name-\(name.unicodeScalars.reduce(0) { $0 &+ Int($1.value) }).jsonl")
        let other = try folder.write(Flows.partner().bytes, "other.jsonl")
        for width in [80, 100, 140] {
            check(log, width: width, name)
            expect(Run(["diff", "--width", "\(width)", log, other]), width, "diff of \(name)")
        }
    }

    @Test(arguments: [80, 100, 140]) func `no output without a log is wider than asked`(width: Int) {
        expect(Run(["spec", "--width", "\(width)"]), width, "spec")
        expect(Run(["spec", "--ascii", "--width", "\(width)"]), width, "spec --ascii")
        for command in Command.allCases { expect(Run([command.rawValue, "--help"]), 100, command.rawValue) }
        for topic in HelpTopic.allCases { expect(Run(["help", topic.rawValue]), 100, topic.rawValue) }
        expect(Run(["help"]), 100, "help")
    }

    /// Every word of the widest text is in the narrow one, whole or shortened with an ellipsis.
    @Test(arguments: [80, 100, 140]) func `text that a narrow output shortens ends with an ellipsis`(width: Int) throws {
        let logs = ["denied-second-screen", "poll-throttled", "legacy-denied", "clock-ahead"].map { name in
            "\(Repository.path)/\(Story.folder)/\(name)/log.jsonl"
        }
        for log in logs {
            for words in [["triage"], ["explain"], ["explain", "--at", "9"], ["coverage"]] {
                let narrow = Run(words + ["--width", "\(width)", log]).output
                let wide = Run(words + ["--width", "1000", log]).output
                let letters = self.letters(narrow)
                let cut = narrow.split { $0 == " " || $0 == "\n" }.filter { $0.hasSuffix("…") }.map { self.letters(String($0)) }
                for word in wide.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)
                where word.count < 20 && !self.letters(word).isEmpty {
                    let isThere = letters.contains(self.letters(word)) || cut.contains { !$0.isEmpty && self.letters(word).hasPrefix($0) }
                    #expect(isThere, "\(words) at \(width) lacks \(word) of \(log)")
                }
            }
        }
    }

    private func letters(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber } }
}
