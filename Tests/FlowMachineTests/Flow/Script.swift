import FlowTestSupport
import Testing

@testable import FlowMachine

/// A machine under test: feeds events one second apart and reports what each led to.
struct Script {
    let machine: FlowReducer
    private(set) var model = FlowModel()
    private(set) var effects: [Effect] = []
    private(set) var rule = Rule.`FM-01`
    private var time: Int64 = 1_767_225_600_000
    private var secrets: Int64 = 0
    private var instants: [TimerID: Instant] = [:]

    init(_ settings: FlowSettings = .box, kept: PersistedState = PersistedState()) {
        machine = FlowReducer(settings: settings)
        feed(.app(.launched(kept)))
    }

    /// The model's place, as `state.step`.
    var place: String { "\(model.state.name).\(model.state.step)" }

    /// The request that was sent last and is not yet answered.
    var request: RequestID? {
        model.calls.pending.last.flatMap { asked in
            if case .sent(let request, _) = asked.stage { request } else { nil }
        }
    }

    /// The endpoints that the last event called.
    var called: [Endpoint.Kind] {
        effects.compactMap { if case .call(_, let call) = $0 { call.endpoint.kind } else { nil } }
    }

    /// The answers that the last event gave.
    var answered: [WishAnswer.Kind] {
        effects.compactMap { if case .answer(_, let answer) = $0 { answer.kind } else { nil } }
    }

    mutating func feed(_ origin: FlowEvent.Origin) {
        time += 1000
        let transition = machine.reduce(model, FlowEvent(time: Instant(milliseconds: time), origin: origin))
        model = transition.model
        effects = transition.effects
        rule = transition.rule
        for case .arm(let timer, _, let instant) in effects { instants[timer] = instant }
    }

    /// Time passes until this timer fires.
    mutating func expire(_ timer: TimerID?) {
        let timer = timer ?? TimerID(9_999)
        if let instant = instants[timer] { time = max(time, instant.milliseconds - 1000) }
        feed(.timer(timer))
    }

    /// Sets the device's clock.
    mutating func setClock(by seconds: Int64) { time += seconds * 1000 }

    mutating func user(_ event: UserEvent) { feed(.user(event)) }

    /// Answers the open request. Adobe's clock agrees with the device's.
    mutating func reply(_ result: Reply.Result) {
        let isAdobes = if case .partner = model.calls.pending.last?.question { false } else { true }
        feed(.reply(request ?? RequestID(0), Reply(result, serverTime: isAdobes ? instant(in: 1) : nil)))
    }

    /// Makes a choice for the current presentation.
    mutating func choose(_ choice: Choice) { feed(.user(.chose(model.context.presented ?? PresentationID(0), choice))) }

    mutating func ref(_ kind: SecretRef.Kind) -> SecretRef {
        secrets += 1
        return SecretRef(kind, secrets)
    }

    func instant(in seconds: Int64) -> Instant { Instant(milliseconds: time + seconds * 1000) }

    /// Registers and gets a token.
    mutating func register() {
        reply(.registered(client: ref(.client)))
        reply(.token(AccessToken(ref: ref(.token), notAfter: instant(in: 21_600))))
    }

    mutating func profile(_ type: ProfileType = .regular) -> Profile {
        Profile(mvpd: .any, type: type, notAfter: instant(in: 86_400), attributes: ref(.attributes))
    }

    func status(_ permission: Permission = .granted, _ provider: String? = "Apple_M", in seconds: Int64? = 86_400) -> PartnerStatus {
        PartnerStatus(permission: permission, mapping: provider.flatMap { PlatformMappingID($0) }, expiry: seconds.map { instant(in: $0) })
    }

    mutating func configuration(_ mvpds: [String] = ["M"]) -> AdobeConfiguration {
        AdobeConfiguration(
            ref: ref(.configuration),
            providers: mvpds.compactMap { MVPDID($0) }.map {
                AdobeConfiguration.Provider(
                    mvpd: $0, mapping: PlatformMappingID("Apple_\($0.text)"), enablesPlatformServices: true, showsInPlatformPicker: true,
                    boarding: .supported)
            })
    }

    /// In `deciding`, under a profile of this type.
    static func signedIn(_ type: ProfileType = .regular, _ settings: FlowSettings = .box) -> Script {
        var script = Script(settings)
        script.register()
        if settings.partner == .apple { script.reply(.partner(PartnerAnswer(status: script.status()))) }
        script.reply(.profiles([script.profile(type)]))
        return script
    }
}
