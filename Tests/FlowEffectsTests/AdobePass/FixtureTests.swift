import FlowEffects
import FlowMachine
import FlowTestSupport
import Foundation
import Testing

/// Every recorded request and answer of Adobe. `GET sessions/{code}` serves a companion app that checks a code typed by its
/// user, and the flow has no such call; nor does it send the user agent's requests. Both are among `others`.
struct FixtureTests {
    @Test func `every fixture's answer decodes to the event in the table`() throws {
        let table = try String(contentsOfFile: Repository.path + "/Tests/Fixtures/v2-replies.txt", encoding: .utf8)
        var expected: [String: String] = [:]
        for line in table.split(separator: "\n") { expected[String(line.prefix(3))] = String(line.dropFirst(4)) }
        let fixtures = try Fixture.all()
        #expect(fixtures.map(\.number) == expected.keys.sorted())
        for fixture in fixtures {
            let known = try #require(FixtureCall(fixture), "no endpoint for \(fixture.number)")
            let reply = known.adobe.reply(to: known.call, fixture.response)
            #expect(Summary(store: known.store).line(reply.result) == expected[fixture.number], "\(fixture.number)")
        }
    }

    /// Requests that this library cannot send, mostly because they are deliberately wrong.
    private static let unsendable: [String: String] = [
        "002": "no software statement", "009": "no client secret", "029": "no device identifier",
        "037": "an identity with profiles/{mvpd}, which no call of the flow has", "039": "as 037",
        "048": "a code with characters that go out encoded", "051": "no parameters", "060": "no device information",
        "061": "another method", "067": "no redirect URL", "083": "no partner status", "085": "no redirect URL",
        "087": "another partner", "096": "encoded twice", "097": "a partner status without permission",
        "128": "two resources to authorize", "129": "as 128",
    ]

    @Test func `every sendable fixture's request is built exactly`() throws {
        for fixture in try Fixture.all() where FixtureTests.unsendable[fixture.number] == nil {
            let known = try #require(FixtureCall(fixture))
            let request = try known.adobe.request(for: known.call)
            #expect(fixture.isMet(by: request), "\(fixture.number): \(request.method) \(request.url) \(request.headers)")
        }
    }

    @Test func `the library sends no request of a second screen or user agent and accepts no answer to one`() throws {
        let interpreter = Interpreter()
        let others = try Fixture.all(in: "others")
        #expect(others.map(\.number) == ["062", "063", "064", "065", "072", "073"])
        for endpoint in try interpreter.everyEndpoint() {
            let request = try interpreter.request(endpoint)
            for other in others {
                #expect(request.method != other.method || request.url != "https://sp.auth.adobe.com" + other.path)
                guard case .failed = interpreter.reply(endpoint, other.response).result else {
                    Issue.record("\(other.number) is accepted as an answer to \(endpoint.kind)")
                    continue
                }
            }
        }
        // The user agent's URL equals the session's link.
        let page = try #require(others.first { $0.number == "072" })
        let line = interpreter.line(
            .createSession(mvpd: nil), #"{"actionName":"authenticate","code":"8ER640M","url":"\#(page.path)"}"#)
        #expect(line.hasSuffix(" at https://sp.auth.adobe.com\(page.path)"))
    }

    @Test func `every file among the fixtures is used by its folder or by its name in a test`() throws {
        let whole = ["v1", "v2", "vsa", "others"]
        // A search in one piece of data is quick, also unoptimized; one in each line is not.
        let tests = Data(try Repository.texts(under: "Tests", suffix: "Tests.swift").flatMap(\.lines).joined(separator: "\n").utf8)
        func isInTests(_ text: String) -> Bool { tests.range(of: Data(text.utf8)) != nil }
        var unused: [String] = []
        for file in Repository.files(under: "Tests/Fixtures").map({ $0.dropFirst("Tests/Fixtures/".count) }) {
            let parts = file.split(separator: "/").map(String.init)
            if parts.count > 1, isInTests("Tests/Fixtures/\(parts[0])\"") { continue }
            guard parts.count == 2 else {
                if !["README.md", "v1-replies.txt", "v2-replies.txt"].contains(file) { unused.append(String(file)) }
                continue
            }
            let name = parts[1].hasSuffix(".json") ? String(parts[1].dropLast(".json".count)) : ""
            let isUsed =
                whole.contains(parts[0]) ? !name.isEmpty : isInTests("\(parts[0])(\"\(name)\")")
            if !isUsed { unused.append(String(file)) }
        }
        #expect(unused.isEmpty, "\(unused)")
    }

    @Test func `every fixture request that is left out does differ from the built one`() throws {
        for fixture in try Fixture.all() where FixtureTests.unsendable[fixture.number] != nil {
            guard let known = FixtureCall(fixture), let request = try? known.adobe.request(for: known.call) else { continue }
            #expect(!fixture.isMet(by: request), "\(fixture.number)")
        }
    }
}
