import FlowTestSupport
import Testing

@Suite("The core's source is pure and total")
struct CoreTests {
    private struct Ban {
        let pattern: Regex<Substring>
        let reason: String

        init(_ pattern: Regex<Substring>, _ reason: String) {
            self.pattern = pattern
            self.reason = reason
        }
    }

    private let bans = [
        Ban(/^\s*(?:@\w+\s+)?(?:(?:public|internal|private|package)\s+)?import\s/, "the core imports nothing"),
        Ban(/\b(?:fatalError|preconditionFailure|precondition|assertionFailure|assert)\s*\(/, "no input may stop the process"),
        Ban(/\btry!/, "no input may stop the process: throw a typed error"),
        Ban(/\bas!/, "no input may stop the process: use as? or a case"),
        Ban(/[\w\)\]\?`]!(?!=)/, "no forced unwrap: bind the value"),
        Ban(/\bdefault:/, "a switch lists its cases, so that a new one is thought about everywhere"),
        Ban(/\bDate\s*\(|\bContinuousClock\b|\bSuspendingClock\b/, "time comes in with the event"),
        Ban(/[Rr]andom|\bUUID\b/, "no randomness: the same log gives the same bytes"),
        Ban(/\b(?:Double|Float|Float32|Float64)\b/, "no floating point: whole numbers only"),
        Ban(/\b(?:debugPrint|print|dump)\s*\(/, "the core writes nothing"),
        Ban(/@unchecked|nonisolated\(unsafe\)/, "the core shares nothing that changes"),
        Ban(/\b(?:Codable|Encodable|Decodable|CodingKey)\b/, "types are recorded by the core's own archive"),
    ]

    @Test func `the core imports nothing, never traps, reads no clock and uses no randomness`() throws {
        let files = try Repository.texts(under: "Sources/FlowMachine", suffix: ".swift")
        #expect(files.count > 20, "the core's sources were not found")
        var complaints: [String] = []
        for file in files {
            for line in CodeLine.all(in: file) {
                // The writer's buffer has one owner at a time, as its comment explains.
                let allowed = file.path.hasSuffix("JSONWriter.swift") ? "the core shares nothing that changes" : nil
                for ban in bans where ban.reason != allowed && line.code.firstMatch(of: ban.pattern) != nil {
                    complaints.append("\(line.place): \(ban.reason): \(line.code)")
                }
            }
        }
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    @Test func `no decision reads a partner answer's status, in which an error looks like no account`() throws {
        let folders = ["States", "Reducing", "RESTV1", "RESTV2"]
        let files = try folders.flatMap { try Repository.texts(under: "Sources/FlowMachine/\($0)", suffix: ".swift") }
        #expect(files.count > 20, "the decisions were not found")
        // `Run.note(_:)` stores a usable status, and returns what the answer says about the account.
        let places = files.filter { !$0.path.hasSuffix("Run+PersistedState.swift") }.flatMap { CodeLine.all(in: $0) }
            .filter { $0.code.contains(/\banswer\.status\b/) }.map { $0.place }
        #expect(places.isEmpty, "read `reading` instead: \(places)")
    }

    /// A pattern that takes whatever is left would hide a new case of one of the values from the compiler.
    private let catchAll = /\bcase\s+_\b|\bcase\s*\(_, _\)|\bswitch\s*\(/

    @Test func `a decision names what it does not handle: no case takes the rest, no switch is over two values`() throws {
        let folders = ["States", "RESTV1", "RESTV2", "Reducing", "Model", "Events", "Effects"]
        let files = try folders.flatMap { try Repository.texts(under: "Sources/FlowMachine/\($0)", suffix: ".swift") }
        #expect(files.count > 40, "the core's sources were not found")
        var complaints = files.flatMap { CodeLine.all(in: $0) }.filter { $0.code.firstMatch(of: catchAll) != nil }
        // A judge may compare two values if it names every value of the first.
        let judges = try Repository.texts(under: "Sources/FlowMachine/Invariants", suffix: ".swift")
        #expect(judges.count > 10, "the judges were not found")
        complaints += judges.flatMap { CodeLine.all(in: $0) }.filter { $0.code.firstMatch(of: /\bcase\s+_\b|\bcase\s*\(_, _\)/) != nil }
        #expect(complaints.isEmpty, "\(complaints.map { "\($0.place): \($0.code)" })")
        for guilty in ["case _: y", "case (_, _): y", "switch (step, result) {"] {
            #expect(guilty.firstMatch(of: catchAll) != nil, "\(guilty)")
        }
    }

    @Test func `each ban finds its pattern in code, and nothing in comments and string literals`() {
        let guilty = [
            "import Foundation", "fatalError(why)", "try! x()", "x as! Y", "x.first!.y", "default: y", "Date()", "Int.random(in: 0..<1)",
            "let x: Double", "print(x)", "@unchecked Sendable", "struct X: Codable {",
        ]
        for (ban, code) in zip(bans, guilty) {
            #expect(code.firstMatch(of: ban.pattern) != nil, "\(code)")
        }
        let text = TextFile(
            path: "X.swift", lines: ["let x = \"fatalError(1) \\\" try!\"  // default: x!", "/// import Foundation", "if !x != y { }"])
        for line in CodeLine.all(in: text) {
            for ban in bans { #expect(line.code.firstMatch(of: ban.pattern) == nil, "\(line.code): \(ban.reason)") }
        }
    }
}
