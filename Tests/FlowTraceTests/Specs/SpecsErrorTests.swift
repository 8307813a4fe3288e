import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite("Specs: errors and outcomes") struct SpecsErrorTests {
    private func rows(_ columns: [String]) throws -> [MarkdownTables.Row] {
        try Repository.texts(under: "Specs/rules", suffix: "ERR-errors.md").flatMap { MarkdownTables.rows($0, under: columns) }
    }

    private func codes() throws -> [MarkdownTables.Row] { try rows(["code", "status", "action", "asked", "rule", "what the flow does"]) }

    private func word(_ cell: String) -> String { String(cell.filter { $0 != "`" }) }

    @Test func `each error code leads to the rule that Specs names`() throws {
        let rows = try codes()
        #expect(rows.count > 80)
        for row in rows {
            guard var waiting = Waiting(at: row.cells[3]) else {
                Issue.record("\(row.place): no flow waits at \(row.cells[3])")
                continue
            }
            let error = AdobeError(
                action: ErrorAction(rawValue: row.cells[2]) ?? .none, status: Int64(row.cells[1]) ?? 0,
                code: ErrorCode(word(row.cells[0])))
            let record = waiting.answer(Waiting.failure(error, at: row.cells[3]))
            #expect(record?.rule == row.cells[4], "\(row.place): \(row.cells[0])")
        }
    }

    /// Every place with an answer from Adobe: each endpoint of both APIs, and the decisions about single resources.
    private static let places = [
        "register", "token", "configuration", "profiles", "profile", "profileForCode", "createSession", "resumeSession", "partnerSession",
        "createPartnerProfile", "preauthorize", "preauthorize decision", "authorize", "authorize decision", "temporary decision",
        "metadata", "logout", "legacy checkAuthentication", "legacy profileRequest", "legacy exchange", "legacy createCode",
        "legacy authenticationToken", "legacy authorize", "legacy authorize decision", "legacy mediaToken", "legacy preauthorize",
        "legacy preauthorize decision", "legacy metadata", "legacy logout", "legacy freePreview",
    ]

    @Test func `the places cover every endpoint that Adobe answers`() {
        let called = Self.places.compactMap { Waiting(at: $0)?.endpoint }
        #expect(Set(called.map(\.kind)) == Set(Endpoint.Kind.allCases))
        let legacy = called.compactMap { if case .restV1(let endpoint) = $0 { endpoint.kind } else { nil } }
        // The legacy configuration is the same as V2's endpoint.
        #expect(Set(RESTV1Endpoint.Kind.allCases).subtracting(legacy) == [.configuration])
    }

    @Test(arguments: places)
    func `an error does what its action says, at every place`(place: String) throws {
        for row in try codes() {
            guard var waiting = Waiting(at: place), waiting.endpoint != nil else {
                Issue.record("no flow waits at \(place)")
                break
            }
            let error = AdobeError(
                action: ErrorAction(rawValue: row.cells[2]) ?? .none, status: Int64(row.cells[1]) ?? 0,
                code: ErrorCode(word(row.cells[0])))
            let endpoint = waiting.endpoint
            guard let record = waiting.answer(Waiting.failure(error, at: place)) else {
                Issue.record("nothing was decided at \(place)")
                continue
            }
            let reaction = Reaction(record, endpoint)
            let complaint = reaction.complaint(about: error, at: place)
            #expect(complaint == nil, "\(row.cells[0]) (\(error.action)) at \(place): \(record.rule), \(reaction.words)")
            #expect(RuleWords.of(record.rule) != nil, "\(row.cells[0]) at \(place): \(record.rule)")
        }
    }

    @Test(arguments: [200, 400, 403, 404, 500, 503] as [Int64])
    func `a registration error renews the token, whatever the HTTP status`(http: Int64) {
        let error = AdobeError(action: .applicationRegistration, status: 401, code: ErrorCode("invalid_access_token_client_application"))
        for place in ["profiles", "authorize", "metadata", "logout", "legacy checkAuthentication"] {
            var waiting = Waiting(at: place)
            let record = waiting?.answer(.failed(.refused(http: http, error)))
            #expect(record?.rule == "V2-X-08", "\(place): \(record?.rule ?? "")")
        }
    }

    @Test func `the codes that coverage counts are those in Specs`() throws {
        #expect(Set(try codes().map { word($0.cells[0]) }) == Set(ErrorCodes.all))
        #expect(Set(ErrorCodes.all).count == ErrorCodes.all.count)
    }

    private static let mapping = PlatformMappingID("AppleMSO_Cablevision")
    private static let other = PlatformMappingID("AppleMSO_Nobody")

    private static func answer(
        _ permission: Permission, _ provider: PlatformMappingID? = nil, ended: Bool = false, saml: Int64? = nil,
        _ error: PartnerError? = nil
    ) -> PartnerAnswer {
        let expiry = provider == nil ? nil : Script.instant(ended ? 1 : 2_592_000)
        return PartnerAnswer(
            status: PartnerStatus(permission: permission, mapping: provider, expiry: expiry),
            saml: saml.map { .init(ref: SecretRef(.saml, 2), length: $0) }, error: error)
    }

    private static let outcomes: [String: PartnerAnswer] = [
        "permission denied": answer(.denied), "permission restricted": answer(.restricted),
        "permission not determined": answer(.notDetermined), "granted, no provider": answer(.granted),
        "granted, a provider": answer(.granted, mapping), "granted, a provider, ended": answer(.granted, mapping, ended: true),
        "granted, a provider that no MVPD maps to": answer(.granted, other),
        "error 1, unsupported provider named": answer(.granted, nil, .unsupportedProvider(mapping)),
        "error 1, no provider named": answer(.granted, nil, .unsupportedProvider(nil)),
        "error 2, canceled": answer(.granted, nil, .canceled), "error 3, not available": answer(.granted, nil, .other(code: 3)),
        "error 4, rejected": answer(.granted, nil, .rejected), "error 5, request not taken": answer(.granted, nil, .other(code: 5)),
        "a SAML response": answer(.granted, mapping, saml: 9), "no SAML response": answer(.granted, mapping),
        "an empty SAML response": answer(.granted, mapping, saml: 0),
        "a SAML response, the sign-in ended": answer(.granted, mapping, ended: true, saml: 9),
        "another provider's SAML response": answer(.granted, other, saml: 9),
    ]

    @Test func `each outcome of the partner framework leads to the rule that Specs names`() throws {
        let rows = try rows(["outcome", "asked", "rule", "what the flow does"])
        #expect(rows.count == 39)
        for row in rows {
            guard let outcome = Self.outcomes[row.cells[0]], var waiting = Waiting(at: row.cells[1]) else {
                Issue.record("\(row.place): this test lacks \(row.cells[0])")
                continue
            }
            #expect(waiting.answer(.partner(outcome))?.rule == row.cells[2], "\(row.place)")
        }
    }

    @Test(arguments: [(true, true), (false, true), (true, false)])
    func `interruptions in C.3 follow the policy, and a silent attempt never interrupts`(policy: Bool, isAsked: Bool) {
        var settings = Script.settings
        settings.policy.interruptsInExchange = policy
        var flow = Script(settings)
        let token = AccessToken(ref: SecretRef(.token, 1), notAfter: Script.instant(21_600))
        flow.app(0, .launched(PersistedState(client: SecretRef(.client, 1), token: token)))
        if isAsked { flow.user(0.1, .signIn(WishID(1))) }
        flow.reply(0.5, .partner(Self.answer(.granted, Self.mapping)))
        flow.reply(1, .profiles([]))
        if isAsked {
            flow.reply(1.5, .configuration(Flows.configuration))
            flow.reply(2, .partner(Self.answer(.granted, Self.mapping)))
        }
        let request = SecretRef(.request, 1)
        flow.reply(2.5, .session(.partnerProfile(request: request, mvpd: Flows.mvpd("Cablevision"))))
        let asks = flow.records.last?.effects.contains {
            if case .partner(_, let question) = $0 {
                question == .authentication(request: request, interruption: policy && isAsked)
            } else {
                false
            }
        }
        #expect(asks == true, "policy \(policy), asked \(isAsked)")
    }
}
