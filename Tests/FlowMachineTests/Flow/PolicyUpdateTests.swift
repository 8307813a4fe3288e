import FlowMachine
import Foundation
import Testing

@Suite("A policy from a server")
struct PolicyUpdateTests {
    private func updated(_ json: String, _ base: Policy = Policy()) throws -> (policy: Policy, rejected: [String]) {
        var policy = base
        let rejected = try policy.update(json: Array(json.utf8))
        return (policy, rejected.map { "\($0)" })
    }

    @Test func `the values that it names change, and all others stay as the app set them`() throws {
        var base = Policy()
        base.attempts = 2
        base.showsCodeWithUserAgent = true
        base.longestPollInterval = .seconds(90)
        base.statusWithoutExpiry = .always
        var expected = base
        expected.pollInterval = .seconds(8)
        expected.signsOutEverywhere = false
        expected.profileChoice = .longest
        let (policy, rejected) = try updated(
            #" { "pollInterval": 8000, "signsOutEverywhere":false,"profileChoice":"longest" } "#, base)
        #expect(policy == expected)
        #expect(rejected.isEmpty)
        #expect(try updated("{}", base).policy == base)
    }

    @Test func `a value that is unknown or malformed is named, and the good ones are taken`() throws {
        let json =
            #"{"attempts":"two","pollInterval":9000,"colour":["red"],"profileChoice":"loudest","breakerPause":null,"retryDelay":1.5,"promptsInCheck":1}"#
        let (policy, rejected) = try updated(json)
        var expected = Policy()
        expected.pollInterval = .seconds(9)
        #expect(policy == expected)
        #expect(
            rejected == [
                "attempts must be a whole number", "\"colour\" is no policy of this version",
                "profileChoice must be one of these words: ask, first, longest", "breakerPause must be a whole number",
                "retryDelay must be a whole number", "promptsInCheck must be true or false",
            ])
    }

    @Test(arguments: ["", "[]", "{", "{\"attempts\":1", "{\"attempts\":1,}", "{\"attempts\" 1}", "{} {}", "{\"attempts\":}", "nothing"])
    func `bytes that are no JSON object change nothing`(json: String) {
        var policy = Policy()
        #expect(throws: CodingFailure.self) { _ = try policy.update(json: Array(json.utf8)) }
        #expect(policy == Policy())
    }

    @Test func `each value of a policy can be given, by the name that a log's header has for it`() throws {
        var policy = Policy()
        policy.attempts = 1
        policy.statusWithoutExpiry = .never
        policy.allowanceBurst = 0
        policy.userAgentGrace = .seconds(1)
        let settings = FlowSettings(serviceProvider: "S", domainName: "d", redirectURL: "a:b", platform: .tvOS, policy: policy)
        let line = String(decoding: FlowRecorder(header: LogHeader(app: "A/1", support: "1", settings: settings)).headerLine, as: UTF8.self)
        let start = try #require(line.range(of: "\"policy\":"))
        let object = try #require(line[start.upperBound...].split(separator: "}").first) + "}"
        #expect(try updated(String(object)).rejected.isEmpty)
        #expect(try updated(String(object)).policy == policy)
    }
}
