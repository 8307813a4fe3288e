import FlowMachine
import FlowReading
import FlowTestSupport
import Foundation
import Testing

@testable import FlowImport
@testable import flow_trace

/// The forms of captures and of verdicts.
@Suite struct ImportTests {
    private static func capture(_ name: String) -> String { "\(Repository.path)/Tests/Fixtures/captures/\(name).har" }

    private static func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: capture(name)))) }

    /// The entries of a capture, to be changed.
    private static func entries(_ name: String) throws -> [[String: Any]] {
        let json = try JSONSerialization.jsonObject(with: Data(try bytes(name))) as? [String: Any]
        return try #require((json?["log"] as? [String: Any])?["entries"] as? [[String: Any]])
    }

    private static func written(_ entries: [[String: Any]]) throws -> [UInt8] {
        Array(try JSONSerialization.data(withJSONObject: ["log": ["entries": entries]]))
    }

    private static func rules(_ bytes: [UInt8]) throws -> Set<String> { Set(Verdict(try Capture(bytes)).findings.compactMap(\.rule)) }

    /// The content of each answer, changed.
    private static func changed(_ name: String, _ change: (inout [String: Any]) -> Void) throws -> [UInt8] {
        try written(
            try entries(name).map { entry in
                var entry = entry
                var response = entry["response"] as? [String: Any] ?? [:]
                var content = response["content"] as? [String: Any] ?? [:]
                change(&content)
                response["content"] = content
                entry["response"] = response
                return entry
            })
    }

    @Test func `the order of the entries and Base64 bodies change nothing`() throws {
        let expected = try Self.rules(try Self.bytes("java-bad"))
        let reversed = Verdict(try Capture(try Self.written(try Self.entries("java-bad").reversed())))
        #expect(reversed.coverage.wasReordered)
        #expect(Set(reversed.findings.compactMap(\.rule)) == expected)
        let encoded = try Self.changed("java-bad") { content in
            guard let text = content["text"] as? String else { return }
            content["text"] = Data(text.utf8).base64EncodedString()
            content["encoding"] = "base64"
        }
        #expect(try Self.rules(encoded) == expected)
    }

    @Test func `bodies that are missing or compressed are named, and what they would show is not judged`() throws {
        let missing = Verdict(try Capture(try Self.changed("java-bad") { $0["text"] = nil }))
        #expect(missing.coverage.bodies.count == 22)
        #expect(!missing.findings.contains { $0.rule == "V2-F-13" })
        #expect(missing.findings.contains { $0.rule == "V2-F-12" })
        let zipped = Verdict(
            try Capture(
                try Self.changed("java-good") { content in
                    content["text"] = "H4sIAAAAAAAAA6tWSkksSVSyMtZRKkktLlGyqlbKTq0EUgr5BanFJUC+gYmZpQUA"
                    content["encoding"] = "base64"
                }))
        #expect(zipped.coverage.bodies.allSatisfy { $0.reason.contains("gzip") })
        #expect(!zipped.isBroken)
    }

    @Test func `a capture that ends in the middle is judged up to there`() throws {
        let bytes = try Self.bytes("java-bad")
        let verdict = Verdict(try Capture(Array(bytes.prefix(bytes.count / 2))))
        #expect(verdict.coverage.isCut)
        #expect(verdict.findings.contains { $0.rule == "V2-A-02" })
        #expect(verdict.coverage.entries < 22)
    }

    @Test func `only requests to Adobe are judged, and a host can be named`() throws {
        let text = String(decoding: try Self.bytes("java-bad"), as: UTF8.self)
        let bytes = Array(text.replacingOccurrences(of: "http://127.0.0.1:18110", with: "https://tv.example.com").utf8)
        let path = try TemporaryFolder().writeKept(bytes)
        let refused = Run(["import", path])
        #expect(refused.code == .usage && refused.output.isEmpty)
        #expect(refused.errors.contains("name the host with --host"))
        #expect(Run(["import", "--host", "tv.example.com", path]).code == .logFails)
    }

    @Test func `a folder is judged with all its captures, and each verdict comes first`() throws {
        let folder = TemporaryFolder()
        try Data(try Self.bytes("java-good")).write(to: URL(filePath: "\(folder.path)/a.har"))
        try Data(try Self.bytes("perl-good")).write(to: URL(filePath: "\(folder.path)/b.har"))
        let run = Run(["import", folder.path])
        #expect(run.code == .fine && run.errors.isEmpty, "\(run.errors)")
        let heads = run.output.split(separator: "\n").filter { $0.hasPrefix("  No rule is broken of the ") }
        #expect(heads.count == 2, "\(run.output)")
        #expect(Run(["import", "\(Repository.path)/Specs/scenarios/happy-apple-sso"]).code == .unreadable)
        #expect(Run(["import", "--out", "\(folder.path)/x.jsonl", folder.path]).code == .usage)
    }

    @Test func `a capture that is given to another command is pointed to import`() {
        let capture = Self.capture("java-good")
        for words in [[capture], ["explain", capture], ["verify", capture]] {
            let run = Run(words)
            #expect(run.code == .usage && run.errors.contains("is a capture, not a log: flow-trace import "), "\(run.errors)")
        }
    }

    @Test func `an answer is printed whole, whatever the width`() throws {
        let run = Run(["import", "--width", "80", Self.capture("perl-bad")])
        #expect(run.output.contains("403 too_many_resources"))
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.hasPrefix("/") })
    }

    @Test func `a media token is found anywhere in a text`() throws {
        let token = "token-that-is-long-enough-1"
        let bytes = try Self.written([
            Self.entry("https://cdn.example.com/play?token=\(token)&x=1", at: 10),
            Self.entry("https://cdn.example.com/x\(token)y/a.ts", at: 20),
            Self.entry("https://cdn.example.com/other", at: 30),
        ])
        let secrets = ImportedSecrets()
        let ref = secrets.put(.media(token))
        _ = secrets.put(.media("another-token-is-long-enough-1"))
        let hosts = OtherHosts(try Capture(bytes).exchanges, secrets)
        #expect(hosts.uses(of: ref, from: Instant(milliseconds: 0)).map(\.number) == [1, 2])
        #expect(hosts.uses(of: ref, from: try #require(CaptureTime.parse("2026-01-01T00:00:15Z"))).map(\.number) == [2])
    }

    private static func entry(_ url: String, at second: Int) -> [String: Any] {
        [
            "startedDateTime": "2026-01-01T00:00:\(second)Z", "time": 5, "request": ["method": "GET", "url": url, "headers": []],
            "response": ["status": 200, "headers": [], "content": ["text": ""]],
        ]
    }

    @Test func `what is no capture is refused, and never traps`() throws {
        for text in [
            "", " \n", "{", "[]", "null", #"{"log":{}}"#, #"{"log":{"entries":[]}}"#, #"{"log":{"entries":[1,"a",{}]}}"#,
            #"{"log":{"entries":{"#, "\u{FEFF}{", #"{"log":{"entries":[{"request":null"#,
        ] {
            #expect(throws: Capture.Failure.self, "\(text)") { _ = try Capture(Array(text.utf8)) }
        }
        let deep = #"{"log":{"entries":["# + String(repeating: "[", count: 200_000)
        #expect(throws: Capture.Failure.self) { _ = try Capture(Array(deep.utf8)) }
        let closed = deep + String(repeating: "]", count: 200_000) + "]}}"
        #expect(throws: Capture.Failure.noEntries) { _ = try Capture(Array(closed.utf8)) }
        #expect(Run(["import"]).code == .usage)
        #expect(Run(["import", "/nonexistent.har"]).code == .unreadable)
        #expect(Run(["import", "--json", "--sarif", Self.capture("java-good")]).code == .usage)
    }

    @Test func `times are read in every form, and nothing else is`() {
        let noon: Int64 = 1_767_268_800_000
        let texts: [(String, Int64?)] = [
            ("2026-01-01T12:00:00Z", noon), ("2026-01-01T12:00:00.5Z", noon + 500), ("2026-01-01T13:00:00.123456+01:00", noon + 123),
            ("2026-01-01T06:30:00-0530", noon), ("2026-01-01 12:00:00", noon), ("2024-02-29T00:00:00Z", 1_709_164_800_000),
            ("2026-13-01T12:00:00Z", nil), ("yesterday", nil), ("", nil), ("2026-01-01T12:00:00+99:00", nil),
            ("2026-01-01T12:00:00.Z", nil),
        ]
        for (text, expected) in texts { #expect(CaptureTime.parse(text)?.milliseconds == expected, "\(text)") }
    }

    /// Changes at random, with a seed per run: no change may trap, and none may bring a secret into the output.
    @Test(arguments: 0..<40) func `a damaged capture never traps and never reveals a secret`(_ seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let names = ["java-bad", "perl-bad", "perl-v1-bad", "perl-bad-requests"]
        var bytes = try Self.bytes(names[seed % names.count])
        let secrets = try ImportedSecretTexts(bytes).texts.filter { $0.count > 6 }
        for _ in 0..<(1 + seed % 12) {
            let place = Int(random.next() % UInt64(bytes.count))
            switch random.next() % 4 {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int(random.next() % 40)))
            case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 60)], at: Int(random.next() % UInt64(bytes.count)))
            case _: bytes.removeLast(min(bytes.count / 3, Int(random.next() % 2000)))
            }
            if bytes.isEmpty { return }
        }
        guard let capture = try? Capture(bytes) else { return }
        let verdict = Verdict(capture)
        var outputs = [
            verdict.text("x.har", Look()), verdict.json("x.har"), SARIFReport.text([("x.har", verdict)]),
            JUnitReport.text([("x.har", verdict)]),
        ]
        if let log = verdict.log { outputs.append(String(decoding: log.bytes, as: UTF8.self)) }
        for secret in secrets { for output in outputs { #expect(!output.contains(secret), "\(secret)") } }
    }

    private struct SplitMix {
        var state: UInt64
        init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

    @Test func `SARIF has the members that its schema requires`() throws {
        let run = Run(["import", "--sarif", Self.capture("java-bad"), Self.capture("perl-bad")])
        let log = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(log["version"] as? String == "2.1.0")
        let runs = try #require(log["runs"] as? [[String: Any]])
        let driver = try #require((runs[0]["tool"] as? [String: Any])?["driver"] as? [String: Any])
        #expect(driver["name"] as? String == "flow-trace")
        let rules = try #require(driver["rules"] as? [[String: Any]])
        let ids = rules.compactMap { $0["id"] as? String }
        #expect(ids.count == rules.count && Set(ids).count == ids.count)
        let results = try #require(runs[0]["results"] as? [[String: Any]])
        #expect(results.count == 12)
        for result in results {
            #expect((result["message"] as? [String: Any])?["text"] as? String != nil)
            let index = try #require(result["ruleIndex"] as? Int)
            #expect(ids[index] == result["ruleId"] as? String)
            #expect(["error", "warning", "note"].contains(result["level"] as? String))
            let places = try #require(result["locations"] as? [[String: Any]])
            let place = try #require(places.first?["physicalLocation"] as? [String: Any])
            #expect((place["artifactLocation"] as? [String: Any])?["uri"] as? String != nil)
            #expect(((place["region"] as? [String: Any])?["startLine"] as? Int ?? 0) > 1)
        }
    }

    @Test func `JUnit has a case per rule, a failure per broken one, and skips what the capture cannot show`() throws {
        let text = Run(["import", "--junit", Self.capture("java-bad")]).output
        #expect(text.hasPrefix("<?xml version=\"1.0\""))
        #expect(text.components(separatedBy: "<testcase ").count - 1 == Check.all.count)
        #expect(text.components(separatedBy: "<failure ").count - 1 == 7)
        #expect(text.contains("failures=\"7\""))
        #expect(text.contains("skipped=\"\(text.components(separatedBy: "<skipped ").count - 1)\""))
        #expect(
            text.components(separatedBy: "<testcase ").count == text.components(separatedBy: "</testcase>").count
                + text.components(separatedBy: "time=\"0\"/>").count - 1)
    }

    @Test(arguments: ImportedClientTests.clients) func `the imported log is verified, and says what it is`(
        _ client: ImportedClientTests.Client
    ) throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/imported.jsonl"
        let run = Run(["import", "--out", path, client.path])
        #expect(run.output.contains("are inferred"))
        let log = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        #expect(log.contains("imported/har (app, viewer and partner framework are inferred)"))
        #expect(Run(["verify", path]).code == .fine)
        for secret in try ImportedSecretTexts(Array(Data(contentsOf: URL(fileURLWithPath: client.path)))).texts {
            #expect(!log.contains(secret))
        }
        #expect(Run(["import", "--out", path, client.path]).errors.contains(path))
    }
}

extension TemporaryFolder {
    /// Writes a file that outlives the folder's value.
    fileprivate func writeKept(_ bytes: [UInt8]) throws -> String {
        let path = NSTemporaryDirectory() + "flow-trace-import-\(UUID().uuidString).har"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }
}
