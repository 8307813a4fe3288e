import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowEffects

/// Adobe for one viewer: one provider, one temporary access, one resource that is not paid for.
final class ScriptedAdobe: Sendable {
    static let provider = MVPDID("Cablevision") ?? FlowSettings.anyMVPD
    static let temporary = MVPDID("TempPass_TEST40") ?? FlowSettings.anyMVPD

    /// The calls, in order.
    let calls = Journal<Endpoint.Kind>()
    /// Whether the viewer is signed in at Adobe.
    let isSignedIn = Lock(false)
    /// Answers that replace the usual ones, each once.
    let instead = Lock<[Endpoint.Kind: Reply]>([:])
    /// The identities of temporary access as they arrived.
    let identities = Journal<String>()

    /// How far ahead Adobe's clock is of the device's, in seconds.
    let ahead = Lock<Int64>(0)

    let vault: FlowVault
    let clock: ManualClock

    init(vault: FlowVault, clock: ManualClock) {
        self.vault = vault
        self.clock = clock
    }

    var interpreters: Interpreters {
        Interpreters(adobe: { self.reply(to: $0.endpoint) }, partner: { _ in Reply(.failed(.transport(.connection))) })
    }

    private func later(_ seconds: Int64) -> Instant { clock.now.advanced(by: .seconds(seconds + ahead.withLock { $0 })) }

    private var profile: Profile {
        let metadata = UserMetadata(attributes: [.init(name: "userID", json: "\"SECRET-user\"", isEncrypted: false)])
        return Profile(
            mvpd: ScriptedAdobe.provider, type: .regular, notAfter: later(86_400), attributes: vault.put(.attributes(metadata)))
    }

    func error(_ code: String, _ details: String?) -> AdobeError {
        AdobeError(
            action: .none, status: 403, code: ErrorCode(code),
            text: vault.put(.text(ErrorText(message: "SECRET-message", details: details))),
            trace: TraceID("trace-1"))
    }

    private func reply(to endpoint: Endpoint) -> Reply {
        calls.note(endpoint.kind)
        if let reply = instead.withLock({ $0.removeValue(forKey: endpoint.kind) }) { return reply }
        return Reply(result(of: endpoint), serverTime: later(0))
    }

    private func result(of endpoint: Endpoint) -> Reply.Result {
        switch endpoint {
        case .register: return .registered(client: vault.put(.client(ClientCredentials(id: "SECRET-id", secret: "SECRET-secret"))))
        case .token: return .token(AccessToken(ref: vault.put(.token("SECRET-token")), notAfter: later(21_600)))
        case .configuration: return .configuration(configuration)
        case .profiles, .profile, .profileForCode, .createPartnerProfile:
            return .profiles(isSignedIn.withLock { $0 } ? [profile] : [])
        case .createSession(let mvpd), .resumeSession(_, let mvpd):
            return .session(
                .authenticate(
                    OpenSession(
                        code: vault.put(.code("SECRET7")), notAfter: later(1800), link: vault.put(.link("https://SECRET-link")), mvpd: mvpd)
                ))
        case .partnerSession, .restV1: return .failed(.transport(.unreadable))
        case .preauthorize(_, let resources, _): return .decisions(resources.map { decision($0, hasToken: false) })
        case .authorize(_, let resource, _, let identity):
            if let identity, case .identity(let text) = vault.secret(identity) { identities.note(text) }
            return .decisions([decision(resource, hasToken: true)])
        case .logout(let mvpd):
            isSignedIn.withLock { $0 = false }
            return .logouts([Logout(mvpd: mvpd, action: .complete)])
        }
    }

    private var configuration: AdobeConfiguration {
        let entries = [
            ProviderDirectory.Entry(
                mvpd: ScriptedAdobe.provider, displayName: "Optimum", logoURL: URL(string: "https://logo"), isTemporary: false),
            ProviderDirectory.Entry(mvpd: ScriptedAdobe.temporary, displayName: "Temp", logoURL: nil, isTemporary: true),
        ]
        let ref = vault.put(.configuration(ProviderDirectory(entries: entries, supported: [], featured: [])))
        return AdobeConfiguration(
            ref: ref, providers: entries.map { AdobeConfiguration.Provider(mvpd: $0.mvpd, isTemporary: $0.isTemporary) })
    }

    private func decision(_ ref: SecretRef, hasToken: Bool) -> AdobeDecision {
        guard case .resource(let name) = vault.secret(ref), name != "SECRET-unpaid" else {
            return AdobeDecision(resource: ref, verdict: .deny(error("preauthorization_denied_by_mvpd", "SECRET-details")), source: .mvpd)
        }
        let media = hasToken ? MediaToken(ref: vault.put(.media("SECRET-media")), notAfter: later(420)) : nil
        return AdobeDecision(resource: ref, verdict: .permit(media: media), source: .mvpd)
    }
}

extension FlowSettings {
    static let anyMVPD: MVPDID = {
        for name in ["any"] { if let id = MVPDID(name) { return id } }
        preconditionFailure("a short text is an id")
    }()

    /// A device without a partner framework, with a picker and a page where codes are entered.
    static let picker: FlowSettings = {
        var settings = FlowSettings.bare
        settings.hasPicker = true
        // The clock of these tests does not move, so a spent allowance would never refill.
        settings.policy.allowanceBurst = 0
        settings.activationURL = "https://example.com/activate"
        settings.temporaryAccess = ScriptedAdobe.temporary
        return settings
    }()
}

extension Flow {
    convenience init(_ adobe: ScriptedAdobe, log: any EventLog = MemoryEventLog(), settings: FlowSettings = .picker) {
        self.init(
            checked: .test(settings), supportID: "SUPPORT1", vault: adobe.vault, log: log, clock: adobe.clock,
            promotionalIdentity: { PromotionalIdentity("SECRET-identity", hash: String(repeating: "0a", count: 32)) },
            interpreters: adobe.interpreters)
    }

    /// A viewer who picks the provider and enters the code elsewhere.
    func signInByCode(_ adobe: ScriptedAdobe) async throws {
        let picker = try #require(await shown(\.picker))
        await send(picker.choice(of: ScriptedAdobe.provider))
        _ = try #require(await shown(\.openCode))
        try await signInByCodeShown(adobe)
    }

    /// The same viewer, who already has the code.
    func signInByCodeShown(_ adobe: ScriptedAdobe) async throws {
        // The first poll has found no profile, so the next one is due after the policy's interval.
        let next = adobe.clock.now.advanced(by: FlowSettings.picker.policy.pollInterval)
        await adobe.clock.asleep.until(next)
        adobe.isSignedIn.withLock { $0 = true }
        adobe.clock.advance(to: next)
        await status { if case .signedIn = $0 { true } else { false } }
    }
}
