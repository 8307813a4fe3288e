import FlowEffects
import FlowMachine
import FlowReading
import FlowSimulation

/// The answers of a simulated Adobe and a simulated partner framework, for requests that the edited log does not answer. The simulated Adobe has
/// the log's providers, and the registration and profile that the flow has at that time. The framework has the log's account.
final class SimulatedAnswers {
    private var adobe: SimulatedAdobe
    private let secrets = StandInSecrets()
    private let pass: AdobePass
    private let interpreter: PartnerInterpreter
    private var token: SecretRef?
    /// The viewer's account in the partner framework, from the recording.
    private let account: SimulatedPartnerFramework.Account?

    private static let device = "what-if"

    init(_ content: LogContent) {
        let settings = content.header.settings
        let app = FlowApp("what-if", softwareStatement: SimulatedAdobe.usualSoftwareStatement, settings: settings)
        adobe = SimulatedAdobe(for: app)
        let providers = SimulatedAnswers.providers(content.records)
        if !providers.isEmpty { adobe.providers = providers }
        account = SimulatedAnswers.account(content.records)
        pass = AdobePass(app, secrets: secrets, deviceIdentifier: { SimulatedAnswers.device }, device: { .appleTV })
        interpreter = PartnerInterpreter(framework: SilentFramework(), secrets: secrets)
        _ = secrets.put(.saml(SimulatedPartnerFramework.sampleSAML))
        _ = secrets.put(.request(AuthenticationRequest(request: "c2ltdWxhdGVk", attributeNames: [])))
        _ = secrets.put(.identity("{}"))
    }

    /// Returns the last recorded answer to the same question, or else the simulated answer, or else the most likely answer.
    func reply(_ unanswered: EditedRun.Unanswered) -> Reply? {
        if let recorded = unanswered.recordedReply { return recorded }
        let reply: Reply?
        switch unanswered.question {
        case .call(let call): reply = answer(call, unanswered)
        case .partner(let request): reply = answer(request, unanswered)
        case .timer: reply = nil
        }
        // A simulated refusal is not used: in most cases, the log just does not contain the data that the request needs.
        if let reply, reply.failure == nil { return reply }
        return unanswered.likelyReply
    }

    // MARK: Adobe

    private func answer(_ call: Call, _ unanswered: EditedRun.Unanswered) -> Reply? {
        let now = unanswered.model.calls.adobeClock.best(unanswered.now)
        if let mvpd = call.endpoint.mvpd, !adobe.hasProvider(mvpd.text) {
            adobe.providers.append(SimulatedProvider(id: mvpd.text, displayName: mvpd.text))
        }
        switch call.endpoint.kind {
        case .register: break
        case .token: register(at: now)
        case _: authorize(at: now)
        }
        holdProfile(unanswered.model, at: now)
        switch call.endpoint {
        case .profileForCode(let code), .resumeSession(let code, _): openSession(code, unanswered.model.context.provider?.mvpd, at: now)
        case _: break
        }
        return exchange(call, at: now)
    }

    private func exchange(_ call: Call, at now: Instant) -> Reply? {
        guard let request = try? pass.request(for: call) else { return nil }
        return pass.reply(to: call, adobe.answer(request, at: now))
    }

    private func register(at now: Instant) {
        if !adobe.hasClients { _ = exchange(Call(token: nil, endpoint: .register), at: now) }
    }

    /// Gets a new token from the simulated Adobe for each call, because the flow's token is valid as long as the flow uses it.
    private func authorize(at now: Instant) {
        register(at: now)
        let reply = exchange(Call(token: nil, endpoint: .token(client: SecretRef(.client, 0))), at: now)
        if case .token(let issued)? = reply?.result { token = issued.ref }
    }

    /// Gives the simulated Adobe the profile that the flow has, and removes all others.
    private func holdProfile(_ model: FlowModel, at now: Instant) {
        adobe.expireProfiles(at: now)
        let profile: Profile?
        if case .profile(let held)? = model.state.access { profile = held } else { profile = model.context.keptProfile }
        guard let profile, profile.notAfter > now, adobe.hasProvider(profile.mvpd.text) else { return }
        let usual = adobe.profileLifetime
        adobe.profileLifetime = Interval(milliseconds: profile.notAfter.milliseconds - now.milliseconds)
        adobe.addProfile(profile.mvpd.text, profile.type, device: SimulatedAnswers.device, at: now)
        adobe.profileLifetime = usual
    }

    /// Opens a session in the simulated Adobe for a code of the log.
    private func openSession(_ code: SecretRef, _ mvpd: MVPDID?, at now: Instant) {
        if secrets.made(code) { return }
        _ = exchange(Call(token: token, endpoint: .createSession(mvpd: mvpd)), at: now)
        secrets.bind(code)
    }

    // MARK: The partner framework

    private func answer(_ request: PartnerRequest, _ unanswered: EditedRun.Unanswered) -> Reply? {
        if case .choice = request {
            let now = unanswered.model.calls.adobeClock.best(unanswered.now)
            authorize(at: now)
            _ = exchange(Call(token: token, endpoint: .configuration), at: now)
        }
        guard let question = interpreter.question(for: request) else { return nil }
        let status = unanswered.model.context.partnerStatus
        let held = status?.mapping.map { SimulatedPartnerFramework.Account(mapping: $0.text, expiry: status?.expiry) }
        var framework = SimulatedPartnerFramework(account: held ?? (unanswered.model.context.knowsPlatformAccount ? nil : account))
        if let account { framework.pickerActions = [.choose(account)] }
        return interpreter.reply(to: framework.answer(question).outcome)
    }

    // MARK: The recording

    /// Returns the providers of the last recorded configuration.
    private static func providers(_ records: [LogRecord]) -> [SimulatedProvider] {
        for record in records.reversed() {
            guard case .reply(_, let reply) = record.event.origin, case .configuration(let configuration) = reply.result else { continue }
            return configuration.providers.map(SimulatedProvider.init)
        }
        return []
    }

    /// Returns the account that the framework reported last.
    private static func account(_ records: [LogRecord]) -> SimulatedPartnerFramework.Account? {
        for record in records.reversed() {
            guard case .reply(_, let reply) = record.event.origin, case .partner(let answer) = reply.result,
                let mapping = answer.status.mapping
            else { continue }
            return SimulatedPartnerFramework.Account(mapping: mapping.text, expiry: answer.status.expiry)
        }
        return nil
    }
}

extension SimulatedProvider {
    fileprivate init(_ provider: AdobeConfiguration.Provider) {
        self.init(id: provider.mvpd.text, displayName: provider.mvpd.text)
        platformMappingID = provider.mapping?.text
        boarding =
            switch provider.boarding {
            case .supported: .supported
            case .picker: .picker
            case _: nil
            }
        enablesPlatformServices = provider.enablesPlatformServices
        showsInPlatformPicker = provider.showsInPlatformPicker
        enforcesPlatformPermissions = provider.enforcesPlatformPermissions
        if provider.isTemporary { temporary = Temporary(duration: .seconds(600)) }
    }
}

extension Reply {
    fileprivate var failure: CallFailure? { if case .failed(let failure) = result { failure } else { nil } }
}

/// A placeholder that is never asked: the simulated framework answers instead.
private struct SilentFramework: PartnerFramework {
    func ask(_ question: PartnerQuestion) async -> PartnerOutcome { PartnerOutcome(permission: .notDetermined) }
}
