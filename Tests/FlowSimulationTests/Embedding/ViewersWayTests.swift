import FlowEffects
import FlowMachine
import Foundation
import FlowSimulation
import FlowTestSupport
import Testing

/// What an app learns about the viewer's path: why single sign-on was not used, and the steps for its analytics.
@Suite("What an app learns about the viewer's path") struct ViewersWayTests {
    /// An app with a viewer who requested a sign-in.
    private struct Home {
        let flow: Flow
        let adobe: SharedAdobe
        let partner: SharedPartnerFramework
        let sofa: Task<Void, Never>

        init(
            _ framework: SimulatedPartnerFramework,
            habits: [SimulatedViewer.Habit] = [
                .picks("SmallCo"), .usesUserAgent(), .chooses(.done, on: .signOutInSettings), .finishesSignOutPage(),
            ],
            settings: FlowSettings = .iPhone, offered: Set<MVPDID>? = nil, prepare: (inout SimulatedAdobe) -> Void = { _ in }
        ) throws {
            var server = SimulatedAdobe()
            prepare(&server)
            adobe = SharedAdobe(server)
            partner = SharedPartnerFramework(framework)
            flow = try Flow(
                .simulated(settings), vault: .inMemory(), log: MemoryEventLog(),
                ports: FlowPorts(
                    transport: InProcessTransport(adobe: adobe), partnerFramework: settings.partner == .apple ? partner : nil,
                    device: { .iPhone },
                    offeredProviders: offered))
            sofa = Task { [flow, adobe, partner] in
                await SimulatedViewer(habits: habits).use(flow, adobe: adobe, partner: partner)
            }
        }

        /// Ends the flow, and returns the reported steps.
        func leave() async -> [AnalyticsEvent] {
            await flow.shutDown()
            await sofa.value
            var events: [AnalyticsEvent] = []
            for await event in flow.analytics() { events.append(event) }
            return events
        }
    }

    private static let small = MVPDID("SmallCo")

    @Test func `a sign-in with the device's account is reported as used, and later found silently`() async throws {
        let home = try Home(SimulatedPartnerFramework(pickerActions: [.choose(.cablevision)]))
        try await home.flow.signIn()
        #expect(home.flow.singleSignOn.value == .used)
        try await home.flow.signOut()
        #expect(home.flow.singleSignOn.value == .unknown)
        let cablevision = MVPDID("Cablevision")
        #expect(
            await home.leave() == [
                .pickerShown(.partnerFramework), .providerChosen(cablevision, in: .partnerFramework),
                .signedIn(cablevision, by: .partnerFramework, isSilent: false), .signedOut(isOwed: false),
            ])
    }

    @Test(
        arguments: [
            (.denied, [], .permissionDenied), (.restricted, [], .permissionRestricted), (.granted, [.otherProvider], .otherProvider),
            (.granted, [.cancel], .declined), (.granted, [.nothing], .noAccount),
        ] as [(Permission, [SimulatedPartnerFramework.PickerAction], SingleSignOn.Reason)])
    func `singleSignOn reports why the device's account did not sign the viewer in`(
        permission: Permission, acts: [SimulatedPartnerFramework.PickerAction], reason: SingleSignOn.Reason
    ) async throws {
        let home = try Home(SimulatedPartnerFramework(permission: permission, pickerActions: acts))
        #expect(home.flow.singleSignOn.value == .unknown || home.flow.singleSignOn.value == .notUsed(reason))
        try await home.flow.signIn()
        #expect(home.flow.singleSignOn.value == .notUsed(reason))
        let events = await home.leave()
        #expect(
            events.suffix(4) == [
                .pickerShown(.own), .providerChosen(Self.small, in: .own), .userAgentShown,
                .signedIn(Self.small, by: .basicAuthentication, isSilent: false),
            ])
    }

    @Test func `singleSignOn reports a missing framework, temporary access and degradation`() async throws {
        let bare = try Home(SimulatedPartnerFramework(), settings: .withoutPartner)
        #expect(bare.flow.singleSignOn.value == .notUsed(.notAvailable))
        _ = await bare.leave()
        let temporary = try Home(SimulatedPartnerFramework(permission: .denied))
        _ = try await temporary.flow.play("channel-1", under: .temporary)
        #expect(temporary.flow.singleSignOn.value == .notUsed(.temporaryAccess))
        #expect(await temporary.leave() == [.permitted(by: .temppass)])
        let degraded = try Home(SimulatedPartnerFramework(pickerActions: [.choose(.cablevision)])) { adobe in
            for index in adobe.providers.indices where adobe.providers[index].id == "Cablevision" {
                adobe.providers[index].degradation = .authenticateAll
            }
        }
        try await degraded.flow.signIn()
        #expect(degraded.flow.singleSignOn.value == .notUsed(.degraded))
        _ = await degraded.leave()
    }

    @Test func `playIfSignedIn is refused without a picker and permitted after a sign-in`() async throws {
        let home = try Home(SimulatedPartnerFramework(permission: .denied))
        let refusal = await #expect(throws: FlowRefusal.self) { try await home.flow.play("channel-1", under: .ifSignedIn) }
        #expect(refusal?.reason == .notSignedIn)
        try await home.flow.signIn()
        let permit = try await home.flow.play("channel-1", under: .ifSignedIn)
        #expect(try #require(permit.decisionExpiry) > Date.now)
        let events = await home.leave()
        #expect(events.first == .refused(.notSignedIn))
        #expect(events.last == .permitted(by: .mvpd))
    }

    @Test func `both pickers offer the providers that the app offers, and no others`() async throws {
        let offered: Set<MVPDID> = try [#require(Self.small)]
        let home = try Home(
            SimulatedPartnerFramework(pickerActions: [.choose(.cablevision)]), habits: [.picks("SmallCo"), .usesUserAgent()],
            offered: offered)
        try await home.flow.signIn()
        // None of the offered providers is one of the framework's, so the flow does not ask the framework.
        #expect(home.flow.singleSignOn.value == .notUsed(.noAccount))
        guard case .signedIn(let viewer) = home.flow.status.value else {
            Issue.record("not signed in: \(home.flow.status.value)")
            return
        }
        #expect(viewer.mvpd == Self.small)
        _ = await home.leave()
    }

    @Test func `denied, refused and canceled wishes are reported as such, without the viewer's data`() async throws {
        let home = try Home(SimulatedPartnerFramework(permission: .denied)) {
            $0.denials = [.init(resource: "SECRET-channel", code: "authorization_denied_by_mvpd", details: "SECRET words")]
        }
        await #expect(throws: FlowRefusal.self) { try await home.flow.play("SECRET-channel") }
        try await home.flow.signOut()
        let events = await home.leave()
        #expect(events.suffix(2) == [.denied(code: "authorization_denied_by_mvpd"), .signedOut(isOwed: false)])
        #expect(!"\(events)".contains("SECRET"))
    }
}
