import FlowEffects
import FlowMachine

/// An embedder's own interpreters, without HTTP and without Apple's framework. Written against the public API alone;
/// `Tests/Embedding` compiles this file outside the library's package.
struct Gateway: Sendable {
    let vault: FlowVault

    var interpreters: Interpreters { Interpreters(adobe: { answer($0) }, partner: { answer($0) }) }

    /// Settings for a device whose partner framework the gateway simulates.
    static let settings = FlowSettings(
        serviceProvider: "REF30", domainName: "example.com", redirectURL: "demo://done", platform: .other)

    private func answer(_ call: Call) -> Reply {
        let end = Instant(milliseconds: SystemClock().now.milliseconds + 3_600_000)
        switch call.endpoint {
        case .register: return Reply(.registered(client: vault.put(.client(ClientCredentials(id: "id", secret: "secret")))))
        case .token: return Reply(.token(AccessToken(ref: vault.put(.token("token")), notAfter: end)))
        case .profiles:
            guard let mvpd = MVPDID("Cablevision"), let type = ProfileType("regular") else { return Reply(.profiles([])) }
            return Reply(.profiles([Profile(mvpd: mvpd, type: type, notAfter: end)]))
        case .authorize(_, let resource, _, _):
            let media = MediaToken(ref: vault.put(.media("media token")), notAfter: end)
            return Reply(.decisions([AdobeDecision(resource: resource, verdict: .permit(media: media), source: .mvpd)]))
        case .configuration, .profile, .profileForCode, .createSession, .resumeSession, .partnerSession, .createPartnerProfile,
            .preauthorize, .logout, .restV1:
            return Reply(.failed(.transport(.connection)))
        // An endpoint that a later version of the library calls.
        @unknown default: return Reply(.failed(.transport(.connection)))
        }
    }

    private func answer(_ request: PartnerRequest) -> Reply {
        Reply(.partner(PartnerAnswer(status: PartnerStatus(permission: .denied))))
    }
}

extension Gateway {
    /// Plays a resource through the gateway.
    /// - Returns: the media token, and the rules that decided.
    static func play(_ log: any EventLog) async throws -> (token: String, rules: [Rule]) {
        let vault = FlowVault.inMemory()
        let flow = try Flow(
            FlowApp("Gateway/1.0", softwareStatement: nil, settings: settings), vault: vault, log: log,
            interpreters: Gateway(vault: vault).interpreters)
        let records = flow.records()
        let token = try await flow.play("channel-1").redeem()
        await flow.shutDown()
        var rules: [Rule] = []
        for await record in records { rules.append(record.rule) }
        return (token, rules)
    }
}
