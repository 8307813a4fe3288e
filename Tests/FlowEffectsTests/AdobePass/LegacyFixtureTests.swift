import FlowEffects
import FlowMachine
import FlowTestSupport
import Foundation
import Testing

/// Every recorded request and answer of the legacy API. Requests of a second screen and a user agent are among them: the flow
/// sends none of these, and reads their answers as those of its own calls of the same form.
struct LegacyFixtureTests {
    @Test func `every legacy fixture's answer decodes to the event in the table`() throws {
        let table = try String(contentsOfFile: Repository.path + "/Tests/Fixtures/v1-replies.txt", encoding: .utf8)
        var expected: [String: String] = [:]
        for line in table.split(separator: "\n") { expected[String(line.prefix(3))] = String(line.dropFirst(4)) }
        let fixtures = try Fixture.all(in: "v1")
        #expect(fixtures.count == 27)
        #expect(fixtures.map(\.number) == expected.keys.sorted())
        for fixture in fixtures {
            let known = try #require(FixtureCall(legacy: fixture), "no endpoint for \(fixture.number)")
            let reply = known.adobe.reply(to: known.call, fixture.response)
            #expect(Summary(store: known.store).line(reply.result) == expected[fixture.number], "\(fixture.number)")
        }
    }

    /// Requests that this library cannot send, because they are deliberately wrong or belong to another client.
    private static let unsendable: [String: String] = [
        "007": "encoded twice", "009": "no device", "011": "a second screen's", "012": "a second screen's", "013": "the user agent's",
        "014": "a second screen's", "015": "a second screen's", "022": "no use, since authorize says the same",
    ]

    /// The fixtures have `X-Device-Info` only in Base64, as in V2; Adobe's page on the legacy API percent-encodes it once
    /// more, which is what this library sends. So the test decodes it before the comparison.
    private func likeFixtures(_ request: HTTPRequest) -> HTTPRequest {
        let headers = request.headers.map { field in
            field.name == "X-Device-Info" ? HTTPRequest.Field(field.name, field.value.removingPercentEncoding ?? "") : field
        }
        return HTTPRequest(method: request.method, url: request.url, headers: headers, body: request.body)
    }

    @Test func `every sendable legacy fixture's request is built exactly`() throws {
        for fixture in try Fixture.all(in: "v1") {
            let known = try #require(FixtureCall(legacy: fixture))
            let request = try known.adobe.request(for: known.call)
            let isSendable = LegacyFixtureTests.unsendable[fixture.number] == nil
            #expect(
                fixture.isMet(by: likeFixtures(request)) == isSendable,
                "\(fixture.number): \(request.method) \(request.url) \(request.headers.map { "\($0.name): \($0.value)" }) \(request.text)")
            if let device = request.header("X-Device-Info") {
                #expect(!device.contains("="))
                #expect(device.hasSuffix("%3D%3D"))
            }
        }
        // Double encoding is wrong in that place alone.
        let twice = try #require(try Fixture.all(in: "v1").first { $0.number == "007" })
        let known = try #require(FixtureCall(legacy: twice))
        let once = try #require(try Fixture.all(in: "v1").first { $0.number == "006" })
        guard case .text(let wrong) = twice.body, case .text(let right) = once.body else { throw Missing() }
        #expect(wrong.replacingOccurrences(of: "%253D", with: "%3D") == right)
        #expect(wrong != right)
        #expect(try !known.adobe.request(for: known.call).text.contains("%25"))
    }

    @Test func `the user agent's URL equals the fixture's: the code is first, the redirect URL last`() throws {
        let page = try #require(try Fixture.all(in: "v1").first { $0.number == "013" })
        let known = try #require(FixtureCall(legacy: page))
        let call = Call(token: known.call.token, endpoint: .restV1(.createCode(mvpd: MVPDID("Cablevision"))))
        let reply = known.adobe.reply(to: call, HTTPResponse(status: 201, body: Array(#"{"code":"IYQD5JQ"}"#.utf8)))
        #expect(Summary(store: known.store).line(reply.result).hasSuffix(" at https://api.auth.adobe.com\(page.path)"))
        #expect(page.path.hasPrefix("/api/v1/authenticate?reg_code="))
        #expect(page.path.hasSuffix("&redirect_url=https%3A%2F%2Floginwebapp.com"))
    }

    @Test func `the legacy configuration names the attributes that a provider requires`() async throws {
        let store = InMemorySecretStore()
        let fixtures = try Fixture.all(in: "v1")
        let configured = try #require(fixtures.first { $0.number == "003" })
        let asked = try #require(fixtures.first { $0.number == "004" })
        let adobe = AdobePass(
            FlowApp("Test/1", softwareStatement: "", settings: .box), secrets: store, deviceIdentifier: { "device" }, device: { .fixture })
        let configurationCall = Call(token: nil, endpoint: .restV1(.configuration))
        guard case .configuration(let configuration) = adobe.reply(to: configurationCall, configured.response).result else {
            throw Missing()
        }
        for (name, attributes) in [("Cablevision", ["uid", "NameID", "uniqueId"]), ("Dish", []), ("Unlisted", [])] {
            let mvpd = try MVPDID(name).unwrapped
            let call = Call(token: nil, endpoint: .restV1(.profileRequest(mvpd, configuration: configuration.ref)))
            guard case .partnerRequest(let request) = adobe.reply(to: call, asked.response).result else { throw Missing() }
            let framework = Questioned()
            let partner = PartnerInterpreter(framework: framework, secrets: store)
            _ = await partner.perform(.authentication(request: request, interruption: false))
            let question = try #require(framework.questions.entries.first)
            let payload = String(decoding: asked.response.body, as: UTF8.self)
            #expect(question.authentication == AuthenticationRequest(request: payload, attributeNames: attributes), "\(name)")
            #expect(!question.isInterruptionAllowed)
            #expect(!question.isPromptAllowed)
        }
    }
}

/// A partner framework that records its questions.
private struct Questioned: PartnerFramework {
    let questions = Journal<PartnerQuestion>()

    func ask(_ question: PartnerQuestion) async -> PartnerOutcome {
        questions.note(question)
        return PartnerOutcome(permission: .denied)
    }
}
