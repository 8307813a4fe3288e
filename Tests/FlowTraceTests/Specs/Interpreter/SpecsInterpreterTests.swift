import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowEffects
@testable import FlowReading
@testable import flow_trace

/// `Specs/interpreter`: what an interpreter in another language does, and the vectors that it passes.
@Suite("Specs: the interpreter") struct SpecsInterpreterTests {
    @Test func `the contract and its vectors in Specs are those of this build`() throws {
        let (vectors, text) = try made()
        try Golden.check(
            [
                Golden.File("Specs/interpreter/README.md", readme(vectors)),
                Golden.File("Specs/interpreter/contract.json", InterpreterContract.text),
                Golden.File("Specs/interpreter/vectors.json", text),
            ], inFolder: "Specs/interpreter")
    }

    @Test func `spec prints the contract, whose endpoints are all that a call can name`() throws {
        #expect(Run(["spec", "--format", "interpreter"]).output == InterpreterContract.text)
        let contract = try JSONSerialization.jsonObject(with: Data(InterpreterContract.text.utf8)) as? [String: Any]
        let endpoints = try #require(contract?["endpoints"] as? [[String: Any]])
        #expect(endpoints.count == Endpoint.Kind.allCases.count - 1 + RESTV1Endpoint.Kind.allCases.count)
        for endpoint in endpoints { #expect((endpoint["answers"] as? [String])?.isEmpty == false, "\(endpoint["kind"] ?? "")") }
    }

    @Test func `every endpoint has vectors of requests and of answers, and every result is among the answers`() throws {
        let vectors = try JSONSerialization.jsonObject(with: Data(try made().text.utf8)) as? [String: Any]
        func list(_ name: String) -> [[String: Any]] { vectors?[name] as? [[String: Any]] ?? [] }
        func kind(_ vector: [String: Any]) -> String {
            let endpoint = (vector["call"] as? [String: Any])?["endpoint"] as? [String: Any]
            let inner = endpoint?["endpoint"] as? [String: Any]
            return (inner.map { "restV1 \($0["kind"] ?? "")" } ?? endpoint?["kind"] as? String) ?? ""
        }
        let all =
            Endpoint.Kind.allCases.filter { $0 != .restV1 }.map(\.rawValue) + RESTV1Endpoint.Kind.allCases.map { "restV1 \($0.rawValue)" }
        #expect(Set(list("requests").map(kind)) == Set(all))
        #expect(Set(list("answers").map(kind)) == Set(all))
        let results = list("answers").compactMap { (($0["reply"] as? [String: Any])?["result"] as? [String: Any])?["kind"] as? String }
        // The partner framework's reply answers no call.
        #expect(Set(results) == Set(Reply.Result.Kind.allCases.map(\.rawValue)).subtracting(["partner"]))
    }

    // MARK: The vectors

    /// All of them, and their text.
    func made() throws -> (vectors: InterpreterVectors, text: String) {
        var vectors = InterpreterVectors()
        try addFixtures(to: &vectors)
        try addRequests(to: &vectors)
        try addAnswers(to: &vectors)
        return (vectors, vectors.text(try VectorCases.encodings()))
    }

    private func addFixtures(to vectors: inout InterpreterVectors) throws {
        for folder in ["v2", "v1"] {
            for fixture in try Fixture.all(in: folder) {
                let known = try #require(folder == "v1" ? FixtureCall(legacy: fixture) : FixtureCall(fixture))
                let name = "fixture \(folder)/\(fixture.number)"
                vectors.addRequest(name, known.call, known.adobe, known.store)
                vectors.addAnswer("\(name), its answer", known.call, fixture.response, known.adobe, known.store)
            }
        }
    }

    private static let identities = RequestIdentities(
        visitor: { VisitorIdentifier("01234567890123456789012345678901234567") }, serviceToken: { ServiceToken("aa.bb.cc") })

    private func interpreters() -> [(name: String, interpreter: Interpreter)] {
        [
            ("", Interpreter(temporaryAccess: "TempPass_TEST40")),
            (
                " from an app with identities and a host of its own",
                Interpreter(
                    serviceProvider: "a b/c", host: "http://127.0.0.1:80/", redirectURL: "app://done?a=1+1&b=%20", everywhere: true,
                    identities: Self.identities,
                    temporaryAccess: "T", offered: Set(["A", "Cablevision"].compactMap { MVPDID($0) }))
            ),
        ]
    }

    private func endpoints(_ interpreter: Interpreter) throws -> [Endpoint] {
        try interpreter.everyEndpoint() + interpreter.everyLegacyEndpoint().map { .restV1($0) }
    }

    private func name(_ endpoint: Endpoint) -> String {
        if case .restV1(let legacy) = endpoint { "restV1 \(legacy.kind.rawValue)" } else { endpoint.kind.rawValue }
    }

    private func addRequests(to vectors: inout InterpreterVectors) throws {
        for (suffix, interpreter) in interpreters() {
            for endpoint in try endpoints(interpreter) {
                let call = Call(token: interpreter.token, endpoint: endpoint)
                vectors.addRequest(name(endpoint) + suffix, call, interpreter.adobe, interpreter.store)
            }
        }
        let interpreter = Interpreter()
        let store = interpreter.store
        let mvpd = try #require(MVPDID("Müller & Söhne/1?x#y"))
        let odd = store.put(.resource("<rss a=\"b\">\n\t\\é\u{1}</rss>"))
        let comma = store.put(.resource("a,b"))
        let more: [Endpoint] = [
            .profiles(status: nil), .profile(mvpd, status: PartnerStatus(permission: .denied)), .createSession(mvpd: nil),
            .resumeSession(code: store.put(.code("A/../B")), mvpd: nil), .logout(mvpd),
            .profiles(
                status: PartnerStatus(
                    permission: .granted, mapping: PlatformMappingID("P\"1"), expiry: Instant(milliseconds: 1_769_817_600_000))),
            .preauthorize(mvpd, resources: [odd, comma], status: nil), .authorize(mvpd, resource: odd, status: nil, identity: nil),
            .token(client: store.put(.client(ClientCredentials(id: "i&", secret: "s=", grantTypes: ["other"])))),
            .token(client: store.put(.client(ClientCredentials(id: "i", secret: "s", grantTypes: [])))),
            .restV1(.createCode(mvpd: nil)), .restV1(.preauthorize(resources: [odd, comma])), .restV1(.preauthorize(resources: [comma])),
            .restV1(.preauthorize(resources: [])), .restV1(.authorize(resource: comma, identity: store.put(.identity("{\"a\":1}")))),
            .restV1(.freePreview(mvpd, identity: store.put(.identity("someone")))),
            // A path cannot contain these.
            .profile(try #require(MVPDID("..")), status: nil), .logout(try #require(MVPDID("."))),
            .profileForCode(store.put(.code(".."))), .logout(try #require(MVPDID("..."))),
            // The store does not have these.
            .token(client: SecretRef(.client, 99)), .profileForCode(SecretRef(.code, 99)),
            .authorize(mvpd, resource: SecretRef(.resource, 99), status: nil, identity: nil),
            .restV1(.exchange(mvpd, saml: SecretRef(.saml, 99))), .restV1(.authorize(resource: odd, identity: SecretRef(.identity, 99))),
        ]
        for endpoint in more {
            vectors.addRequest(
                "\(name(endpoint)), other parameters", Call(token: interpreter.token, endpoint: endpoint), interpreter.adobe, store)
        }
        vectors.addRequest("a token that is gone", Call(token: SecretRef(.token, 99), endpoint: .configuration), interpreter.adobe, store)
        for device in devices {
            let adobe = AdobePass(
                FlowApp("Test/1", softwareStatement: "statement", settings: .phone), secrets: store, deviceIdentifier: { "é" },
                device: { device })
            vectors.addRequest(
                "device \(device.model)", Call(token: interpreter.token, endpoint: .configuration), adobe, store)
        }
    }

    private var devices: [DeviceInformation] {
        [
            DeviceInformation(
                primaryHardwareType: "MobilePhone", model: "iPhone", version: "16,2", manufacturer: "Apple", osName: "iOS",
                osVersion: "18.2", displayWidth: 393,
                displayHeight: 852, displayDensity: 326, connection: .cellular5G, connectionAddress: "203.0.113.7", connectionPort: 53_124,
                isConnectionSecure: false, applicationID: "REF30", userAgent: "DemoTV/1.0"),
            DeviceInformation(
                primaryHardwareType: "DesktopComputer", model: "Mac \"é\"", version: "1", manufacturer: "Apple", osName: "Mac OS",
                osVersion: "15",
                connection: .lan,
                isConnectionSecure: true, applicationID: "A", userAgent: "U"),
        ]
    }

    private func addAnswers(to vectors: inout InterpreterVectors) throws {
        let (_, interpreter) = interpreters()[0]
        for endpoint in try endpoints(interpreter) {
            let call = Call(token: interpreter.token, endpoint: endpoint)
            let answers =
                VectorAnswers.general + VectorAnswers.bodies(endpoint).flatMap(VectorAnswers.variants)
                + VectorEdges.answers(endpoint)
            for answer in answers {
                vectors.addAnswer("\(name(endpoint)): \(answer.name)", call, answer.response, interpreter.adobe, interpreter.store)
            }
        }
        // An app with a host of its own, some of Adobe's providers and temporary access.
        let (suffix, other) = interpreters()[1]
        for endpoint in try self.endpoints(other) {
            let call = Call(token: other.token, endpoint: endpoint)
            for body in VectorAnswers.bodies(endpoint) {
                let response = HTTPResponse(status: 200, body: Array(body.utf8))
                vectors.addAnswer("\(name(endpoint)): a success\(suffix)", call, response, other.adobe, other.store)
            }
        }
        // The inputs that fuzzing kept, one for each turn the readers take.
        let endpoints = try interpreter.everyEndpoint()
        let legacy = try interpreter.everyLegacyEndpoint().map { Endpoint.restV1($0) }
        for path in Repository.files(under: "Tests/Fuzzing/Corpus/answers") {
            let input = Array(try Data(contentsOf: URL(fileURLWithPath: "\(Repository.path)/\(path)")))
            if input.count > 1_000 { continue }
            let lineEnd = input.firstIndex(of: 0x0A) ?? 0
            let date = HTTPRequest.Field("Date", String(decoding: input.prefix(lineEnd).dropFirst(), as: UTF8.self))
            let choice = Int(input.first ?? 0)
            let endpoint = choice < 128 ? endpoints[choice % endpoints.count] : legacy[(choice - 128) % legacy.count]
            vectors.addAnswer(
                "\(name(endpoint)): corpus \(path.split(separator: "/").last ?? "")", Call(token: interpreter.token, endpoint: endpoint),
                HTTPResponse(status: 200, headers: [date], body: Array(input.dropFirst(lineEnd + 1))), interpreter.adobe, interpreter.store)
        }
    }

    private func readme(_ vectors: InterpreterVectors) -> String {
        """
        # An interpreter in another language

        The machine decides; an interpreter executes the decisions. For the effect `call` it builds one HTTP request, sends it once, and feeds
        the reply as an event. [contract.json](contract.json) describes every request and answer. `flow-trace spec --format interpreter` writes
        it from the templates from which FlowEffects builds its requests. [vectors.json](vectors.json) has \(vectors.count) vectors of requests and answers, written by
        FlowEffects. An interpreter is correct if it passes all of them; where the contract's words are unclear, the vectors decide.
        `Sources/FlowEffects/Interpreters/Python` is an example that needs only Python's standard library and builds its requests from the contract.

        1. Write the encodings and pass `percent`, `base64`, `json`, `saml`, `hosts`, `links`, `dates`, `waits`, `numbers` and
           `deviceIdentifiers`: each vector has `in` and `out`, and `out` is `null` if the text is not valid. A `numbers` result is
           text because it has 64 bits. `signOutLinks` are the pages of the legacy API's sign-out.
        2. Build requests: find the endpoint of `call.endpoint` in the contract (`restV1` has an `endpoint` of its own), resolve its `path`,
           `query`, `headers` and `form` or `json` with its `values`. In `requests`, the request must be equal to `request`: method, URL, headers in
           order, body. If a vector has no `request`, the interpreter sends none and returns `reply` at once. `contexts[context]` has
           everything that an app configures.
        3. Read answers: the endpoint's `answers` and the rules in `json`, `reply` and `failures`. In `answers`, the answer `response` must become
           `reply`, which is the log's JSON, and the secrets that it names must have the values in `newSecrets`. `secrets` lists
           the secrets that the store had before. A body that is not UTF-8 is `base64`; `blanks` is the number of blanks before the body.
        4. Keep secrets out of events: an event has a reference such as `token#3`. Number a new reference one higher than every earlier one of
           its kind. Keep the secrets that the effect `keep` names across launches, and delete those that `forget` names.

        The case of a header's name does not matter. The vectors do not test:

        - Waiting, time-outs, retries, polling, pauses after a 429: the machine decides them, with the effects `arm` and `cancel`.
        - Redirects, cookies, TLS, proxies: the transport handles them. It follows no redirect, and a request that gets no answer is
          `failed`, `transport`: `timedOut` if no data arrived in time, `connection` for anything else. A body of more than 4 MiB is `unreadable`.
        - The partner framework, which only Apple's platforms have: settings whose `partner` is `none` never ask for it.
        - The largest sizes besides 4 MiB: 100,000 values in a body, 2,000 providers.
        - What the app shows for the effect `present`, and where it keeps secrets.

        """
    }
}
