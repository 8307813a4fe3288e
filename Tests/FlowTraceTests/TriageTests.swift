import Foundation
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct TriageTests {
    private let folder = TemporaryFolder()

    private func path(_ scenario: String, _ log: String = "log.jsonl") -> String {
        "\(Repository.path)/Specs/scenarios/\(scenario)/\(log)"
    }

    /// A copy of a scenario's log under a short name, and the tool's output for it without a command.
    private func told(_ scenario: String) throws -> (run: Run, path: String) {
        let bytes = try Data(contentsOf: URL(filePath: path(scenario)))
        let copy = try folder.write([UInt8](bytes), "log.jsonl")
        return (Run([copy]), copy)
    }

    @Test func `a denial names the provider, the code and the details to quote to Adobe`() throws {
        let (run, path) = try told("denied-second-screen")
        #expect(run.code == .fine)
        #expect(
            run.output.contains(
                """
                play resource#2 (2026-01-01 00:00:26Z, event 18): denied at event 19
                  cause     The provider Cablevision denied it (authorization_denied_by_mvpd).
                  evidence  event 19  00:00:26Z  Adobe answered POST /REF30/decisions/authorize/Cablevision: deny
                                                 resource#2, authorization_denied_by_mvpd
                  owner     the TV provider
                  advice    Tell the viewer to ask the provider Cablevision whether the channel is in their package.
                  quote     Adobe's trace id 43d91e17-bb51-9f17-a0c0-be8ae0471334, support id simulated
                  more      flow-trace explain --at 19 \(path)

                """))
        #expect(run.output.hasSuffix("\n2 of 3 requests fulfilled.\n"))
        #expect(Run(["triage", path]).output == run.output, "the command's name may be left out")
    }

    @Test func `half an hour of 429 is reported although the viewer is finally signed in`() throws {
        let run = try told("throttled-until-expiry").run
        #expect(run.output.contains("It took 30 min 12 s. Of 38 polls for the sign-in, 38 answered with 429 (throttled)."))
        #expect(run.output.contains("owner     Adobe\n"))
    }

    @Test func `an unanswered screen, a problem and a closed page are reported as causes`() throws {
        let closed = try told("user-agent-closed").run
        #expect(flat(closed.output).contains("The provider's page was closed at event 11 without reaching the redirect URL"))
        let page = try told("page-instead-of-answer").run
        #expect(page.output.contains("The app showed a problem, and the viewer canceled: 403, not an answer from Adobe."))
        let given = try told("wish-given-up").run
        #expect(given.output.contains("The app canceled it after 5.0 s, while the viewer was at the provider picker."))
    }

    @Test func `a log without problems is one line below the heading`() throws {
        let run = try told("happy-apple-sso").run
        #expect(run.output.split(separator: "\n").count == 3)
        #expect(run.output.contains("All is well: "))
    }

    @Test func `a few launches are printed in full, many on a line each with counts by request and launch`() {
        let few = Run(["\(Repository.path)/Specs/scenarios/sign-out-owed"])
        #expect(few.code == .fine)
        #expect(few.output.contains("sign-out-owed/launch-1.jsonl\nDemoTV/1.0"))
        #expect(!few.output.contains("Outcomes of requests"))
        let many = Run(["\(Repository.path)/Specs/scenarios"])
        #expect(many.output.contains("\n  Outcomes of requests\n  times  launches\n"))
        #expect(many.output.contains("  12        12  the device's clock was ahead\n"))
        #expect(many.output.contains("2         1  denied: status 403"), "twice in one launch")
        #expect(!many.output.contains("fulfilled.\n"))
        #expect(Run(["triage", "--full", "\(Repository.path)/Specs/scenarios"]).output.contains("fulfilled.\n"))
    }

    @Test func `the JSON output has one object per log with its requests`() throws {
        let run = Run(["triage", "--json", path("denied-second-screen")])
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 1)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(object["support"] as? String == "simulated")
        let requests = try #require(object["requests"] as? [[String: Any]])
        #expect(requests.map { $0["outcome"] as? String } == ["signedIn", "permitted", "denied"])
        #expect(requests.last?["owner"] as? String == "provider")
        #expect(requests.last?["code"] as? String == "authorization_denied_by_mvpd")
    }

    @Test func `no line about a log in Specs is too wide, and the exit code equals that of verify`() {
        let scenarios = "\(Repository.path)/Specs/scenarios"
        for width in [80, 100] {
            let run = Run(["triage", "--width", "\(width)", "--ascii", scenarios])
            #expect(run.code == .fine)
            #expect(run.output.split(separator: "\n").allSatisfy { $0.utf8.count <= width })
        }
    }

    @Test func `an invalid, empty or damaged log is reported, and the others are read`() throws {
        let empty = Run([try folder.write([], "empty.jsonl")])
        #expect(empty.code == .logFails)
        #expect(!empty.errors.isEmpty)
        let other = Run([try folder.write(Array("{\"a\":1}\n".utf8), "other.jsonl")])
        #expect(other.code == .logFails)
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path("denied-second-screen"))))
        bytes[bytes.count - 200] ^= 1
        let damaged = Run([try folder.write(bytes, "damaged.jsonl")])
        #expect(damaged.code == .logFails)
        #expect(flat(damaged.output).contains("Line 20 cannot be trusted: the checksum does not match"))
        #expect(flat(damaged.output).contains("One flipped bit explains it: byte "))
        #expect(damaged.output.contains("never answered"))
        #expect(Run(["no-such-log"]).code == .usage)
    }
}
