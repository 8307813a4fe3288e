import FlowMachine
import Testing

@testable import FlowSimulation

/// The expected results of single scenarios, by name.
@Suite("The stories of the scenarios")
struct StoryTests {
    private func world(_ name: String) throws -> SimulatedWorld {
        try #require(ScenarioTests.worlds.first { $0.0.name == name }).1
    }

    @Test func `each scenario ends in its state, with its answers and presentations`() throws {
        let rows: [(name: String, state: String, answers: [WishAnswer.Kind], shown: [Presentation.Kind])] = [
            ("happy-apple-sso", "loggedOut", [.signedIn, .previewed, .permitted, .signedOut], [.signOutInSettings]),
            ("silent-apple-sso", "deciding", [.permitted], []),
            ("permission-asked-first", "deciding", [.signedIn, .permitted], []),
            ("provider-changed-between-c2-and-c3", "deciding", [.signedIn, .permitted], []),
            ("degraded", "deciding", [.signedIn, .permitted], []), ("returning-apple-viewer", "deciding", [.signedIn, .permitted], []),
            ("denied-second-screen", "deciding", [.signedIn, .permitted, .denied], [.providerPicker, .code]),
            ("unsupported-provider-preselected", "deciding", [.signedIn, .permitted], [.code]),
            ("server-fallback-configuration", "deciding", [.signedIn, .permitted], [.code]),
            ("resume-missing-mvpd", "deciding", [.signedIn, .permitted], [.providerPicker, .code]),
            ("saml-missing", "deciding", [.signedIn, .permitted], [.code]),
            ("permission-withdrawn-in-c3", "deciding", [.signedIn], [.providerPicker, .code]),
            ("primary-screen", "deciding", [.signedIn, .permitted], [.providerPicker, .userAgent]),
            ("user-agent-closed", "registered", [.refused], [.providerPicker, .userAgent]),
            ("poll-until-expiry", "deciding", [.signedIn], [.providerPicker, .code, .codeExpired, .code]),
            ("new-code-replaces-old", "deciding", [.signedIn], [.providerPicker, .code, .code]),
            ("cancel-in-own-picker-then-start", "deciding", [.refused, .signedIn], [.providerPicker, .providerPicker, .code]),
            ("no-partner", "deciding", [.signedIn, .permitted], [.providerPicker, .code]),
            ("several-profiles", "deciding", [.signedIn, .permitted], [.profilePicker]),
            ("several-profiles-silently", "deciding", [.refused, .permitted], [.profilePicker]),
            ("status-without-expiry", "deciding", [.signedIn, .permitted], []),
            ("status-without-expiry-refused", "deciding", [.signedIn, .permitted], [.code]),
            ("metadata-beside-another-account", "deciding", [.signedIn, .userMetadata, .permitted], []),
            ("redirect-not-registered", "registered", [.refused], [.providerPicker, .problem]),
            ("preview-long-list", "deciding", [.signedIn, .previewed, .previewed], []),
            ("returning-viewer", "deciding", [.signedIn, .permitted], [.providerPicker, .code]),
            ("token-expired-midflight", "deciding", [.signedIn, .permitted], []), ("throttle-then-ok", "deciding", [.signedIn], []),
            ("temporary-access", "deciding", [.permitted, .refused], []), ("preview-not-signed-in", "registered", [.refused], []),
            ("play-if-signed-in", "deciding", [.refused, .signedIn, .permitted], []),
            ("user-metadata", "deciding", [.signedIn, .userMetadata], []),
            ("statement-refused", "deciding", [.refused, .signedIn], []),
            ("apple-logout", "loggedOut", [.signedIn, .previewed, .signedOut], [.signOutInSettings]),
            ("regular-logout-with-user-agent", "loggedOut", [.signedIn, .signedOut], [.signOutUserAgent]),
            ("regular-logout-without-user-agent", "loggedOut", [.signedIn, .signedOut], []),
            ("signed-out-then-relaunch", "deciding", [.signedIn, .signedOut, .signedIn], [.signOutInSettings]),
            ("another-account-after-sign-out", "deciding", [.signedIn, .signedOut], [.signOutInSettings]),
            ("wish-given-up", "registered", [.dropped], [.providerPicker]),
            ("legacy-signed-in-after-closing", "deciding", [.signedIn], [.providerPicker, .userAgent]),
            ("legacy-user-agent-reopened", "deciding", [.signedIn, .signedIn], [.providerPicker, .userAgent, .userAgent]),
            ("legacy-block-page", "registered", [.refused], [.problem]), ("legacy-exchange-fails", "deciding", [.signedIn], [.code]),
            ("legacy-provider-not-integrated", "deciding", [.signedIn], [.providerPicker, .code]),
            ("legacy-poll-trouble", "deciding", [.signedIn], [.providerPicker, .code]),
            ("legacy-sign-in-lost", "deciding", [.signedIn, .permitted], [.providerPicker, .code]),
            ("legacy-media-token-repeated", "deciding", [.signedIn, .permitted, .permitted], []),
            ("legacy-sign-in-after-temporary-access", "deciding", [.permitted, .signedIn, .permitted], [.providerPicker, .code]),
            ("legacy-promotional-access", "deciding", [.permitted, .refused], []),
            ("legacy-sign-out-page-closed", "loggedOut", [.signedIn, .signedOut], [.legacySignOut]),
            ("legacy-metadata-unavailable", "loggedOut", [.signedIn, .signedOut], [.signOutInSettings]),
            ("clock-ahead", "deciding", [.signedIn, .permitted, .permitted], []),
            ("clock-behind", "deciding", [.signedIn, .permitted], [.providerPicker, .code, .codeExpired, .code]),
            ("clock-wrong-for-months", "registered", [.signedIn, .permitted, .permitted, .permitted], []),
            ("clock-ahead-offline", "registered", [.signedIn, .permitted], []),
            ("clock-ahead-with-code", "deciding", [], [.providerPicker, .code, .code]),
            ("legacy-clock-ahead", "deciding", [.signedIn, .permitted], [.providerPicker, .code]),
            ("clock-set-since-last-launch", "deciding", [.signedIn, .permitted], []),
            ("clock-jumps-while-code-is-shown", "deciding", [.signedIn], [.providerPicker, .code, .code]),
            ("clock-jumps-while-signed-in", "deciding", [.signedIn, .permitted, .permitted], []),
            ("code-without-end", "deciding", [.signedIn], [.providerPicker, .code, .codeExpired, .code]),
            ("legacy-code-without-end", "deciding", [.signedIn], [.providerPicker, .code, .codeExpired, .code]),
        ]
        for row in rows {
            let world = try world(row.name)
            #expect(world.model.state.name == row.state, "\(row.name)")
            #expect(world.answers.map(\.answer.kind) == row.answers, "\(row.name)")
            #expect(world.presentations.map(\.presentation.kind).filter { $0 != .nothing } == row.shown, "\(row.name)")
        }
    }

    @Test func `the legacy API gets a SAML response once, and one request for every sign-out`() throws {
        #expect(try world("legacy-exchange-fails").adobe.receivedLegacy.filter { $0 == .exchange }.count == 1)
        for name in ["legacy-sign-out-page-closed", "legacy-sign-out-in-user-agent", "legacy-metadata-unavailable"] {
            #expect(try world(name).adobe.receivedLegacy.last == .logout, "\(name)")
        }
    }

    @Test func `after a sign-out, the same account on the device signs no viewer in`() throws {
        let world = try world("sign-out-after-foreground")
        #expect(world.model.state.name == "loggedOut")
        #expect(world.adobe.received.last == .logout)
    }

    @Test func `each scenario makes the documented number of calls`() throws {
        let rows: [(name: String, endpoint: Endpoint.Kind, count: Int)] = [
            ("happy-apple-sso", .createSession, 0), ("happy-apple-sso", .configuration, 1), ("silent-apple-sso", .configuration, 0),
            ("provider-changed-between-c2-and-c3", .partnerSession, 2), ("degraded", .createPartnerProfile, 0),
            ("degraded", .profileForCode, 0), ("server-fallback-configuration", .createSession, 0),
            ("server-fallback-configuration", .partnerSession, 1), ("resume-missing-mvpd", .createSession, 0),
            ("resume-missing-mvpd", .resumeSession, 1), ("no-partner", .partnerSession, 0), ("primary-screen", .profileForCode, 1),
            ("token-expired-midflight", .token, 2), ("token-expired-midflight", .register, 1), ("token-expired-midflight", .authorize, 2),
            ("throttle-then-ok", .profiles, 2), ("authorize-retry-bounded", .authorize, 4), ("returning-viewer", .profile, 1),
            ("temporary-access", .createSession, 0), ("signed-out-then-relaunch", .logout, 1), ("apple-logout", .logout, 1),
            ("sign-out-owed", .logout, 4), ("credentials-forgotten", .register, 2), ("token-refused-twice", .authorize, 3),
            ("relaunch-with-code", .createSession, 1), ("clock-ahead", .createSession, 0), ("clock-ahead", .partnerSession, 1),
            ("clock-behind", .createSession, 2), ("clock-behind", .token, 2), ("clock-wrong-for-months", .createSession, 0),
            ("clock-ahead-with-code", .createSession, 1), ("clock-jumps-while-code-is-shown", .createSession, 1),
            ("clock-set-since-last-launch", .createSession, 0), ("code-without-end", .createSession, 2),
        ]
        for row in rows {
            let world = try world(row.name)
            #expect(world.adobe.received.count { $0 == row.endpoint } == row.count, "\(row.name) \(row.endpoint.rawValue)")
        }
    }

    @Test func `the happy path matches the cookbook's times`() throws {
        let given = try world("happy-apple-sso").answers.map { $0.time.milliseconds - SimulatedWorld.start.milliseconds }
        #expect(given.dropLast() == [60_400, 61_000, 69_700])
    }

    @Test func `no code is polled after it expired or a new one replaced it`() throws {
        for name in ["poll-until-expiry", "new-code-replaces-old"] {
            var replay = try Replay(try world(name).log)
            var ends: [SecretRef: Instant?] = [:]
            var last: SecretRef?
            while let record = try replay.next() {
                for effect in record.effects {
                    if case .present(_, .code(let code, let notAfter, _)) = effect {
                        ends[code] = notAfter
                        last = code
                    }
                    guard case .call(_, let call) = effect, case .profileForCode(let code) = call.endpoint else { continue }
                    #expect(code == last, "\(name) event \(record.number)")
                    if let end = ends[code] ?? nil, end < record.event.time { Issue.record("\(name) event \(record.number) polls late") }
                }
            }
        }
    }
}
