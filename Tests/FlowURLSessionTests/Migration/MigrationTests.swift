import FlowEffects
import FlowSimulation
import FlowTestSupport
import Foundation
import Testing

@Suite("The migration guides' apps, over real sockets") struct MigrationTests {
    /// A phone whose viewer does not let the app use the device's account.
    private func phone() throws -> Household {
        try Household(SimulatedPartnerFramework(permission: .denied), settings: .phone) { adobe in
            adobe.denials = [.init(resource: Evening.unpaid, mvpd: "SmallCo", details: "details-Zq0kXdetails")]
        }
    }

    private func ports(of household: Household) -> FlowPorts {
        FlowPorts(
            transport: household.wire, partnerFramework: household.partner, device: { .appleTV },
            clock: ImpatientClock(clock: household.clock))
    }

    @Test @MainActor func `an AccessEnabler app signs in, previews, plays, is denied and signs out under the old names`() async throws {
        let household = try phone()
        let flow = try household.launch()
        let screens = RecordingScreens(household)
        let app = Entitlements(flow, screens: screens)
        screens.app = app
        let presenting = Task { await app.present() }
        for await status in app.authenticationStatus where status == .signedOut { break }
        #expect(await refusal { try await app.checkAuthorization(for: Evening.show) }?.reason == .notSignedIn)
        #expect(try await app.getAuthentication()?.text == "SmallCo")
        #expect(app.selectedProvider?.text == "SmallCo")
        #expect(try #require(app.authenticationEnd) > Date(household.clock.now))
        #expect(try await app.preauthorizedResources(of: [Evening.show, Evening.unpaid]) == [Evening.show])
        #expect(try await !app.getAuthorization(for: Evening.show).isEmpty)
        #expect(try await !app.checkAuthorization(for: Evening.show).isEmpty)
        let denied = await refusal { try await app.getAuthorization(for: Evening.unpaid) }
        #expect(denied?.reason == .denied)
        #expect(denied?.details == "details-Zq0kXdetails")
        #expect(try await app.userMetadata().userID != nil)
        #expect(try await app.logout())
        #expect(flow.status.value == .signedOut)
        #expect(screens.seen == ["picker", "page", "page"])
        await flow.shutDown()
        await presenting.value
    }

    /// The rows about decisions in the guide's table of codes: Adobe's answer, and the error that `play` throws.
    @Test(
        arguments: [
            ("Z130", .error(code: "invalid_parameter_resources"), .service, "invalid_parameter_resources", 1),
            ("Z120", .item(code: "network_connection_timeout"), .service, "network_connection_timeout", 3),
            ("Z169", .item(code: "authorization_denied_by_degradation_rule"), .denied, "authorization_denied_by_degradation_rule", 1),
            ("Z500", .noDecisions, .noDecision, nil, 1),
            ("CFG5xx", .page(status: 503), .unreachable, nil, 3),
            ("CFG5xx", .error(code: "internal_server_error"), .service, "internal_server_error", 1),
        ] as [(String, SimulatedAdobe.Mishap, FlowRefusal.Reason, String?, Int)])
    func `a decision fails as the guide's table says`(
        old: String, mishap: SimulatedAdobe.Mishap, reason: FlowRefusal.Reason, code: String?, times: Int
    ) async throws {
        let household = try phone()
        let flow = try household.launch()
        async let watching: Void = Viewer(household: household).watch(flow)
        try await flow.signIn()
        household.adobe.withAdobe { $0.answerNext(.authorize, with: mishap, times: times) }
        let refused = await refusal { try await flow.play(Evening.show) }
        #expect(refused?.reason == reason, "\(old)")
        #expect(refused?.code == code, "\(old)")
        // No scripted answer is left over: the flow made as many attempts as the table says.
        _ = try await flow.play(Evening.show).redeem()
        await flow.shutDown()
        await watching
    }

    @Test func `a sign-in fails as the guide's table says: statement, service provider, redirect URL`() async throws {
        let refusing = try phone()
        refusing.adobe.withAdobe { $0.softwareStatement = "another" }
        let unregistered = try refusing.launch()
        await unregistered.status { if case .unavailable(let problem) = $0 { problem.reason == .registration } else { false } }
        #expect(await refusal { try await unregistered.play(Evening.show) }?.reason == .registration)
        await unregistered.shutDown()

        let unknown = try phone()
        unknown.adobe.withAdobe { $0.serviceProvider = "OTHER" }
        let stranger = try unknown.launch()
        await stranger.status {
            if case .unavailable(let problem) = $0 { problem.error?.code?.text == "invalid_parameter_service_provider" } else { false }
        }
        await stranger.shutDown()

        let household = try phone()
        household.adobe.withAdobe { $0.answerNext(.createSession, with: .error(code: "invalid_parameter_redirect_url")) }
        let flow = try household.launch()
        let signIn = Task { await refusal { try await flow.signIn() } }
        let picker = try #require(await flow.shown(\.picker))
        await flow.send(picker.choice(of: try #require(MVPDID("SmallCo"))))
        let problem = try #require(await flow.shown(\.shownProblem))
        #expect(problem.code == "invalid_parameter_redirect_url")
        #expect(await flow.send(problem.choice(of: .retry)) == problem.options.contains(.retry))
        await flow.send(problem.cancel)
        #expect(await signIn.value?.reason == .canceled)
        await flow.shutDown()
    }

    @Test func `an app on the legacy API migrates: the viewer signs in once more, with the same provider`() async throws {
        let household = try Household(SimulatedPartnerFramework(permission: .denied), settings: .box.legacy)
        let viewer = Viewer(household: household)
        let old = FlowApp("DemoTV/2.0", softwareStatement: Household.statement, settings: household.settings)
        let ports = ports(of: household)
        let before = try old.launch(vault: household.vaultFolder, logs: household.logFolder, ports: ports)
        async let watchingBefore: Void = viewer.watch(before)
        #expect(try await before.signIn().mvpd?.text == "SmallCo")
        let device = before.deviceIdentifier
        await before.shutDown()
        await watchingBefore

        // Adobe issues a statement for V2, and knows no viewer under it.
        household.adobe.withAdobe { $0.softwareStatement = "statement-for-v2" }
        let moved = old.movedToV2(statement: "statement-for-v2")
        let after = try moved.launch(vault: household.vaultFolder, logs: household.logFolder, ports: ports)
        await after.status { $0 == .signedOut }
        #expect(after.deviceIdentifier == device)
        let shownBefore = viewer.names.count
        async let watchingAfter: Void = viewer.watch(after)
        #expect(try await !after.play(Evening.show).redeem().isEmpty)
        #expect(viewer.names.dropFirst(shownBefore) == ["providerConfirmation", "code"])
        await after.shutDown()
        await watchingAfter
    }

    @Test func `an app on the legacy API migrates: the device's account signs the viewer in silently`() async throws {
        let partner = SimulatedPartnerFramework(account: Household.account).answeringAlone
        let household = try Household(partner, settings: .box.legacy)
        let viewer = Viewer(household: household)
        var app = FlowApp("DemoTV/2.0", softwareStatement: Household.statement, settings: household.settings)
        for statement in [nil, "statement-for-v2"] {
            if let statement {
                household.adobe.withAdobe { $0.softwareStatement = statement }
                app = app.movedToV2(statement: statement)
            }
            let flow = try app.launch(vault: household.vaultFolder, logs: household.logFolder, ports: ports(of: household))
            async let watching: Void = viewer.watch(flow)
            await flow.status { $0.viewer?.mvpd?.text == "Cablevision" }
            #expect(try await !flow.play(Evening.show, under: .ifSignedIn).redeem().isEmpty)
            await flow.shutDown()
            await watching
        }
        #expect(viewer.names.isEmpty)
        #expect(household.adobe.withAdobe { $0.received.contains(.createPartnerProfile) })
        #expect(household.adobe.withAdobe { $0.receivedLegacy.contains(.exchange) })
    }

    @Test func `a custom client hands over credentials and device, and the viewer stays signed in`() async throws {
        let household = try phone()
        // The app's own client: it has registered, signed a viewer in, and kept its credentials and its device identifier.
        let viewer = Viewer(household: household)
        let former = try household.launch()
        async let watching: Void = viewer.watch(former)
        try await former.signIn()
        let registration = try #require(household.wire.responses.entries.first)
        let client = try JSONDecoder().decode(Registration.self, from: Data(registration.body))
        let kept = OwnClient(
            clientID: client.client_id, clientSecret: client.client_secret, deviceIdentifier: former.deviceIdentifier)
        await former.shutDown()
        await watching

        for launch in 1...2 {
            let sent = household.adobe.withAdobe { $0.received.count }
            let vault = try FlowVault(
                folder: household.folder.url("new"),
                for: FlowApp("Test/1", softwareStatement: Household.statement, settings: household.settings))
            try vault.takeOver(from: kept)
            let flow = try Flow(
                FlowApp("Own/2.0", softwareStatement: Household.statement, settings: household.settings), vault: vault,
                log: MemoryEventLog(),
                ports: FlowPorts(
                    transport: household.wire, partnerFramework: household.partner, device: { .iPhone },
                    clock: ImpatientClock(clock: household.clock)))
            await flow.status { $0.viewer?.mvpd?.text == "SmallCo" }
            let asked = household.adobe.withAdobe { Array($0.received.dropFirst(sent)) }
            #expect(asked == (launch == 1 ? [.token, .profiles] : [.profile]))
            await flow.shutDown()
        }
    }

    /// Adobe's answer to a registration.
    private struct Registration: Decodable {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let client_id: String
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let client_secret: String
    }
}

/// Screens with a viewer who picks SmallCo and signs in on its page.
@MainActor private final class RecordingScreens: EntitlementScreens {
    weak var app: Entitlements?
    private(set) var seen: [String] = []
    private let household: Household

    init(_ household: Household) { self.household = household }

    func chooseProvider(_ picker: ShownPicker) {
        seen.append("picker")
        Task { await app?.setSelectedProvider(MVPDID("SmallCo"), in: picker) }
    }

    func openPage(_ page: ShownPage) {
        seen.append("page")
        let now = household.clock.now
        household.adobe.withAdobe { _ = $0.completeSignIn(code: page.url.lastPathComponent, at: now) }
        guard let redirect = URL(string: "\(household.settings.redirectURL)?done") else { return }
        Task { #expect(await app?.handleExternalURL(redirect) == true) }
    }

    func showCode(_ code: ShownCode) { seen.append("code") }
    func askToSignOutInSettings(_ settings: ShownSettingsPrompt) { seen.append("settings") }
    func showProblem(_ problem: ShownProblem) { seen.append("problem") }
    func confirm(_ last: ShownConfirmation) { seen.append("confirmation") }
    func chooseProfile(_ picker: ShownProfilePicker) { seen.append("profiles") }
    func offerNewCode(_ code: ShownExpiredCode) { seen.append("expired") }
    func dismiss() {}
}
