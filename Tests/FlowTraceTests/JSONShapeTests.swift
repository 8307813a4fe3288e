import FlowImport
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// The members of JSON that the help describes are those that are written.
@Suite("The help describes the JSON") struct JSONShapeTests {
    /// The members that were written, and those that the help does not describe.
    struct Written: Equatable {
        private(set) var names: Set<String> = []
        private(set) var undescribed: Set<String> = []

        init(_ lines: String, _ shapes: [JSONShape]) throws {
            for line in lines.split(separator: "\n") {
                try note(try JSONSerialization.jsonObject(with: Data(line.utf8)), shapes, shapes[0].title)
            }
        }

        private mutating func note(_ value: Any, _ shapes: [JSONShape], _ place: String) throws {
            if let list = value as? [Any] {
                for one in list { try note(one, shapes, place) }
                return
            }
            guard let object = value as? [String: Any] else { return }
            for (name, value) in object {
                let found = shapes.flatMap { shape in shape.fields.filter { $0.name == name }.map { (shape, $0) } }
                if found.isEmpty { undescribed.insert("\(place): \(name)") }
                for (shape, field) in found {
                    names.insert("\(shape.title): \(name)")
                    switch field.content {
                    case .plain: if Written.hasObjects(value) { undescribed.insert("\(shape.title): objects in \(name)") }
                    case .objects(let inner): try note(value, inner, name)
                    case .map(let inner): for value in (value as? [String: Any] ?? [:]).values { try note(value, inner, name) }
                    case .elsewhere: break
                    }
                }
            }
        }

        private static func hasObjects(_ value: Any) -> Bool {
            (value as? [Any])?.contains { hasObjects($0) } ?? (value is [String: Any])
        }
    }

    /// The members that the help describes.
    private static func described(_ shapes: [JSONShape]) -> Set<String> {
        Set(
            shapes.flatMap { shape in
                shape.fields.map { "\(shape.title): \($0.name)" } + shape.fields.flatMap { described($0.content.shapes) }
            })
    }

    private static let specs = "\(Repository.path)/Specs"

    /// Checks the output of these runs. `never`: what is described and no log of Specs shows.
    private static func check(_ shapes: JSONShape..., runs: [[String]], never: Set<String> = []) throws {
        let written = try Written(runs.map { Run($0).output }.joined(separator: "\n"), shapes)
        #expect(written.undescribed.isEmpty)
        #expect(described(shapes).subtracting(written.names) == never)
    }

    private static var logs: [String] {
        get throws {
            try FileManager.default.subpathsOfDirectory(atPath: specs).filter { $0.hasSuffix(".jsonl") }.sorted().map { "\(specs)/\($0)" }
        }
    }

    @Test func `triage`() throws {
        // Of two launches of a device, the later one names the earlier.
        try Self.check(
            TriageJSON.launch, runs: Self.logs.map { ["triage", "--json", $0] }, never: Self.described([TriageJSON.followsShape]))
        let pair = Run(["triage", "--json", "\(Self.specs)/scenarios/relaunch-with-code"]).output.split(separator: "\n")
        #expect(
            try Written(pair.dropLast().joined(separator: "\n"), [TriageJSON.launch]).names.isSuperset(
                of: Self.described([TriageJSON.followsShape])))
        let fleets = Triage(Fleet.all).objects.last?.json ?? ""
        let written = try Written(fleets, [TriageJSON.total])
        #expect(written.undescribed.isEmpty)
        #expect(Self.described([TriageJSON.total]).subtracting(written.names).isEmpty)
        let lines = Run(["triage", "--json", Self.specs]).output.split(separator: "\n")
        #expect(try Written(String(lines.last ?? ""), [TriageJSON.total]).undescribed.isEmpty)
        #expect(try Written(lines.dropLast().joined(separator: "\n"), [TriageJSON.launch]).undescribed.isEmpty)
    }

    @Test func `explain`() throws {
        try Self.check(
            ExplanationJSON.shape,
            runs: Self.logs.enumerated().filter { $0.offset % 4 == 0 }.map { ["explain", "--json", $0.element] }
                + Self.logs.enumerated().filter { $0.offset % 4 == 2 }.map { ["explain", "--json", "--at", "5", $0.element] })
    }

    @Test func `diff`() throws {
        try Self.check(
            ComparisonJSON.shape,
            runs: zip(Self.logs, Self.logs.dropFirst()).enumerated().filter { $0.offset % 3 == 0 }.map(\.element).map {
                ["diff", "--json", $0, $1]
            })
    }

    @Test func `verify`() throws {
        try Self.check(
            VerifyCommand.shape, runs: [["verify", "--json", Self.specs]],
            never: ["A log: breach", "A log: moreUntrusted", "A log: moreDifferences"])
        try Self.check(CorpusText.shape, runs: [["verify", "--all", "--json", Self.specs]], never: ["A line: notListed"])
    }

    @Test func `replay, coverage, check and simulate`() throws {
        try Self.check(EventObjects.shape, runs: [["replay", "--json", "\(Self.specs)/scenarios"]])
        try Self.check(CoverageCommand.shape, runs: [["coverage", "--json", Self.specs]])
        try Self.check(
            CheckCommand.shape, runs: [["check", "--json", "--only", "pinned", "--depth", "3"], ["check", "--json", "--random", "500"]],
            never: ["An alphabet: log"])
        try Self.check(SimulateCommand.shape, runs: [["simulate", "--json", "--seeds", "2"]])
    }

    @Test func `render, watch and spec`() throws {
        let kinds = LogDrawing.Kind.allCases.map { ["render", "--json", "--as", $0.rawValue, "\(Self.specs)/scenarios"] }
        let parts = [
            ["render", "--json", "--only", "viewer", "\(Self.specs)/scenarios"], ["render", "--json", "\(Self.specs)/output/logs"],
        ]
        try Self.check(DrawingJSON.shape, runs: kinds + parts)
        try Self.check(
            WatchCommand.shape,
            runs: ["damaged", "launch"].map {
                ["watch", "--json", "--until-idle", "0", "\(Self.specs)/output/logs/\($0)\($0 == "launch" ? "" : ".jsonl")"]
            })
        try Self.check(TransitionTable.Entry.shape, runs: [["spec", "--json"]])
        for words in [["render", "--json", "--format", "svg", "a"], ["spec", "--json", "--format", "mermaid"]] {
            #expect(Run(words).errors.hasPrefix("flow-trace: --json and --format exclude each other"))
        }
    }

    @Test func `what-if and minimize`() throws {
        let log = "\(Self.specs)/scenarios/denied-second-screen/log.jsonl"
        try Self.check(
            WhatIfReport.shape, runs: [["what-if", "--json", "--without", "18", log], ["what-if", "--json", "--without", "19", log]])
        try Self.check(MinimizeCommand.shape, runs: [["minimize", "--json", "--while", "outcome:denied", log]])
    }

    @Test func `a member that is written and not described, and objects in a plain member, are found`() throws {
        let shape = JSONShape("A", [.init("one", "x"), .init("two", "x", .objects([JSONShape("B", [.init("three", "x")])]))])
        let written = try Written(#"{"one":[{"x":1}],"two":{"three":1,"four":2},"five":3}"#, [shape])
        #expect(written.undescribed == ["A: objects in one", "two: four", "A: five"])
        #expect(Self.described([shape]) == ["A: one", "A: two", "B: three"])
    }

    @Test func `the help of every command with JSON names the members`() {
        let shapes = [
            "triage": [TriageJSON.launch, TriageJSON.total], "explain": [ExplanationJSON.shape], "diff": [ComparisonJSON.shape],
            "verify": [VerifyCommand.shape, CorpusText.shape], "replay": [EventObjects.shape], "render": [DrawingJSON.shape],
            "watch": [WatchCommand.shape], "spec": [TransitionTable.Entry.shape], "coverage": [CoverageCommand.shape],
            "check": [CheckCommand.shape], "simulate": [SimulateCommand.shape], "what-if": [WhatIfReport.shape],
            "minimize": [MinimizeCommand.shape], "import": [Verdict.shape], "share": [PseudonymousLog.shape],
        ]
        for command in Command.allCases where command.syntax.options.contains(where: { $0.name == "--json" }) {
            let help = Run([command.syntax.name, "--help"]).output
            let words = Set(help.split { !$0.isLetter && !$0.isNumber }.map(String.init))
            let names = Self.described(shapes[command.syntax.name] ?? []).compactMap { $0.split(separator: " ").last.map(String.init) }
            #expect(!names.isEmpty && names.allSatisfy { words.contains($0) }, "\(command.syntax.name)")
        }
    }
}
