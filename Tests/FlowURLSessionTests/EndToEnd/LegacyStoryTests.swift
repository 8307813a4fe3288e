import FlowEffects
import FlowMachine
import FlowSimulation
import FlowTestSupport
import FlowURLSession
import Testing

extension Household {
    /// The paths of the requests, up to the part that names the API.
    fileprivate var apis: Set<String> {
        Set(wire.requests.entries.map { $0.url.dropFirst(adobe.host.count).split(separator: "/").prefix(2).joined(separator: "/") })
    }

    /// The server's requests under the legacy API.
    fileprivate var asked: [RESTV1Endpoint.Kind] { adobe.withAdobe { $0.receivedLegacy } }
}

@Suite("The legacy API over real sockets") struct LegacyStoryTests {
    /// A phone whose viewer does not let the app use the partner framework.
    private func phone(signsOutInUserAgent: Bool) throws -> Household {
        var settings = FlowSettings.phone.legacy
        settings.policy.signsOutInUserAgent = signsOutInUserAgent
        return try Household(SimulatedPartnerFramework(permission: .denied), settings: settings)
    }

    @Test func `an evening: launch, single sign-on, playback, sign-out, second screen, denial, relaunch`() async throws {
        let evening = try Evening(.box.legacy)
        let household = evening.household
        let flow = try household.launch()
        async let watching: Void = evening.viewer.watch(flow)
        try await evening.firstLaunch(flow)
        #expect(household.asked.filter { $0 == .exchange }.count == 1)
        #expect(household.asked.filter { $0 == .logout }.count == 1)
        _ = try await flow.play("another", under: .temporary).redeem()
        #expect(household.asked.suffix(3) == [.freePreview, .authorize, .mediaToken])
        #expect(try await flow.preview((0..<7).map { "r\($0)" }).map(\.resource) == (0..<7).map { "r\($0)" })
        await flow.shutDown()
        await watching

        try household.removeLogs()
        let before = household.asked.count
        let again = try household.launch()
        await again.status { $0.viewer != nil }
        _ = try await again.play(Evening.show).redeem()
        #expect(household.asked.dropFirst(before) == [.checkAuthentication, .authenticationToken, .authorize, .mediaToken])
        try await again.signOut()
        #expect(again.status.value == .signedOut)
        await again.shutDown()
        #expect(household.apis == ["o/client", "api/v1", "reggie/v1"])
        #expect(household.adobe.withAdobe { Set($0.received) }.isSubset(of: [.register, .token, .restV1]))
    }

    @Test func `the same evening under API v2 makes no legacy request`() async throws {
        let evening = try Evening()
        let flow = try evening.household.launch()
        async let watching: Void = evening.viewer.watch(flow)
        try await evening.firstLaunch(flow)
        await flow.shutDown()
        await watching
        #expect(evening.household.apis == ["o/client", "api/v2"])
        #expect(evening.household.asked.isEmpty)
    }

    @Test(arguments: [false, true])
    func `on a phone the user agent signs in and, if the policy says so, signs out`(signsOutInUserAgent: Bool) async throws {
        let household = try phone(signsOutInUserAgent: signsOutInUserAgent)
        let viewer = Viewer(household: household, provider: MVPDID("Cablevision"))
        let flow = try household.launch()
        async let watching: Void = viewer.watch(flow)
        _ = try await flow.play("show").redeem()
        #expect(flow.status.value.viewer?.mvpd?.text == "Cablevision")
        #expect(try await flow.signOut() == .complete)
        #expect(flow.status.value == .signedOut)
        await flow.shutDown()
        await watching
        #expect(viewer.names == ["providerPicker", "userAgent"] + (signsOutInUserAgent ? ["signOutUserAgent"] : []))
        #expect(household.asked.contains(.logout), "a page alone does not reach Adobe")
        #expect(household.apis == ["o/client", "api/v1", "reggie/v1"])
        for shown in viewer.seen.entries {
            switch shown {
            case .userAgent(let page):
                let url = page.url.absoluteString
                #expect(url.hasPrefix("\(household.adobe.host)/api/v1/authenticate?reg_code="))
                #expect(url.hasSuffix("&redirect_url=adobepass%3A%2F%2Fcom.example.demotv"))
            case .signOutUserAgent(let page):
                let url = page.url.absoluteString
                #expect(url.hasPrefix("\(household.adobe.host)/api/v1/logout?requestor=REF30&deviceId="))
                #expect(url.contains("&device_info="))
                #expect(url.hasSuffix("&redirect_url=adobepass%3A%2F%2Fcom.example.demotv"))
            case .providerPicker, .providerConfirmation, .profilePicker, .code, .codeExpired, .signOutInSettings, .problem:
                continue
            }
        }
    }

    @Test func `a sign-out without a network is sent at the next launch`() async throws {
        let household = try phone(signsOutInUserAgent: false)
        let cable = Cable()
        let viewer = Viewer(household: household, provider: MVPDID("Cablevision"))
        let flow = try household.launch(over: cable)
        async let watching: Void = viewer.watch(flow)
        _ = try await flow.play("show").redeem()
        cable.isPlugged.withLock { $0 = false }
        #expect(try await flow.signOut() == .owed)
        #expect(flow.status.value == .signedOut)
        #expect(!household.asked.contains(.logout))
        await flow.shutDown()
        await watching
        cable.isPlugged.withLock { $0 = true }
        let before = household.asked.count
        let again = try household.launch(over: cable)
        await again.status { $0 == .signedOut }
        await again.shutDown()
        // How the viewer had signed in is asked first (V1-30).
        #expect(household.asked.dropFirst(before).prefix(2) == [.userMetadata, .logout])
        #expect(try await refusalOfNobody(household))
    }

    /// Whether no viewer is signed in at Adobe: a new flow on this device finds no profile.
    private func refusalOfNobody(_ household: Household) async throws -> Bool {
        let flow = try household.launch()
        await flow.status { $0 == .signedOut }
        let refused = await refusal { try await flow.userMetadata() }
        await flow.shutDown()
        return refused?.reason == .notSignedIn
    }

    @Test func `an XML denial from a server that ignores the Accept header is reported in its words`() async throws {
        let household = try Household(SimulatedPartnerFramework(account: Household.account).answeringAlone, settings: .box.legacy)
        let xml = "<error><status>403</status><message>no</message><details>not in &quot;your&quot; package</details></error>"
        let flow = try household.launch(over: Garbler(7, with: HTTPResponse(status: 403, body: Array(xml.utf8))))
        let denied = await refusal { try await flow.play("show") }
        #expect(denied?.reason == .denied)
        #expect(denied?.details == "not in \"your\" package")
        _ = try await flow.play("show").redeem()
        await flow.shutDown()
    }
}
