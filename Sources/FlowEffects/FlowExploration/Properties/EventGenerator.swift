import FlowMachine
import FlowReading
import FlowSimulation

/// Generates random sequences of events for a machine. Most events are plausible at their time: a reply to an outstanding request, a running timer,
/// a choice for the current presentation. The remaining events are stale, duplicate, misplaced or nonsense.
@_spi(Testing) public struct EventGenerator {
    /// The source of the generator's random numbers.
    public var random: RandomSource
    /// The time of the device's clock, in milliseconds since 1970.
    private var time: Int64 = 1_767_225_600_000
    /// The lead of Adobe's clock over the device's clock, in milliseconds.
    private var ahead: Int64 = 0
    private var requests: [(RequestID, Effect)] = []
    private var answered: [(RequestID, Reply)] = []
    private var timers: [(TimerID, Instant)] = []
    private var fired: [TimerID] = []
    private var presented: (PresentationID, Presentation)?
    private var wishes: Int64 = 0
    private var secrets: Int64 = 100

    private static let mvpds = ["Cablevision", "Spectrum", "Dish", "SmallCo"].compactMap { MVPDID($0) }
    private static let mappings = ["AppleMSO_Cablevision", "AppleMSO_Spectrum", "AppleMSO_Dish"].compactMap { PlatformMappingID($0) }

    private static let temporaryAccess = MVPDID("TempPass_TEST40")
    private static let unmapped = PlatformMappingID("AppleMSO_Unknown")
    private static let configuration = AdobeConfiguration(
        ref: SecretRef(.configuration, 0),
        providers: zip(mvpds, mappings).map {
            AdobeConfiguration.Provider(
                mvpd: $0, mapping: $1, enablesPlatformServices: true, showsInPlatformPicker: true, boarding: .supported)
        })

    /// Creates a generator with a seed, which determines all events.
    public init(seed: UInt64) { random = RandomSource(seed: seed) }

    /// Notes the effects of the last event, so that later events can refer to them.
    public mutating func note(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .call(let id, _), .partner(let id, _): requests.append((id, effect))
            case .cancel(let id): requests.removeAll { $0.0 == id && random.once(in: 2) }
            case .present(_, .nothing): presented = nil
            case .present(let id, let presentation): presented = (id, presentation)
            case .arm(let id, _, let at): timers.append((id, at))
            case .disarm(let id): timers.removeAll { $0.0 == id }
            case .answer, .keep, .forget: continue
            }
        }
    }

    /// Returns the first event, a launch with random kept values. Sometimes sets the device's clock to a wrong time before the launch.
    public mutating func launch() -> FlowEvent {
        if random.once(in: 3) { setClock() }
        var kept = PersistedState()
        if random.once(in: 2) {
            kept.client = ref(.client)
            if random.once(in: 2) { kept.token = AccessToken(ref: ref(.token), notAfter: later(3600)) }
        }
        if random.once(in: 3) { kept.provider = RememberedProvider(mvpd: random.pick(Self.mvpds), mapping: random.pick(Self.mappings)) }
        if random.once(in: 4) { kept.profile = profile() }
        if random.once(in: 8) { kept.code = PersistedCode(code: ref(.code), notAfter: later(600)) }
        if random.once(in: 6) { kept.signedOut = SignedOutMark(account: random.once(in: 2) ? random.pick(Self.mappings) : nil) }
        if random.once(in: 10) { kept.owedLogouts = [.mvpd(random.pick(Self.mvpds))] }
        if random.once(in: 2) { kept.jitter = Jitter(Int64.random(in: 1...1_000_000, using: &random)) }
        return FlowEvent(time: Instant(milliseconds: time), origin: .app(.launched(kept)))
    }

    /// Returns the next random event.
    public mutating func next() -> FlowEvent {
        // The time step is sometimes long enough for a token or a profile to expire.
        time += Int64.random(in: 0...(random.once(in: 20) ? 4_000_000 : 4000), using: &random)
        if random.once(in: 200) { setClock() }
        let origin: FlowEvent.Origin
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9: origin = reply() ?? user()
        case 9..<12: origin = timer() ?? user()
        case 12..<15: origin = choice() ?? user()
        case 15..<17: origin = user()
        case 17: origin = app()
        case _: origin = stale() ?? user()
        }
        return FlowEvent(time: Instant(milliseconds: time), origin: origin)
    }

    /// Sets the device's clock to the right time, or to a time that is wrong by an hour or by three months.
    private mutating func setClock() {
        let former = ahead
        ahead = random.pick([0, 3_600_000, -3_600_000, 8_035_200_000, -8_035_200_000])
        time += former - ahead
    }

    private mutating func ref(_ kind: SecretRef.Kind) -> SecretRef {
        secrets += 1
        return SecretRef(kind, secrets)
    }

    /// Returns a random instant by Adobe's clock, at most `seconds` in the future and at most a minute in the past.
    private mutating func later(_ seconds: Int64) -> Instant {
        Instant(milliseconds: time + ahead + Int64.random(in: -60...seconds, using: &random) * 1000)
    }

    private mutating func reply() -> FlowEvent.Origin? {
        if requests.isEmpty { return nil }
        let (id, effect) = requests.remove(at: Int.random(in: 0..<requests.count, using: &random))
        var result = answer(to: effect)
        if random.once(in: 40) { result = .profiles([profile()]) }
        let isAdobes = if case .call = effect { true } else { false }
        let date = isAdobes && !random.once(in: 8) ? Instant(milliseconds: (time + ahead) / 1000 * 1000) : nil
        let reply = Reply(
            result, serverTime: date, retryAfter: random.once(in: 8) ? .seconds(random.pick([0, 2, 45, 100_000])) : nil,
            trace: AnswerTrace(http: random.once(in: 8) ? 200 : nil, request: random.once(in: 8) ? TraceID("1f-\(secrets)") : nil))
        answered.append((id, reply))
        return .reply(id, reply)
    }

    private mutating func answer(to effect: Effect) -> Reply.Result {
        let possible = PossibleReplies(values())
        switch effect {
        case .call(_, let call):
            if !random.once(in: 6) { return random.pick(possible.answers(to: call.endpoint)).result }
            return random.once(in: 2) ? .failed(failure()) : random.pick(possible.failures(of: call.endpoint)).result
        case .partner(_, let request): return random.pick(possible.answers(to: request)).result
        case .cancel, .present, .answer, .arm, .disarm, .keep, .forget: return .failed(failure())
        }
    }

    /// Returns random values for one reply. Any of the values may have expired.
    private mutating func values() -> ReplyValues {
        secrets += 1
        var near = ReplyValues(
            now: Instant(milliseconds: time + ahead), mvpds: Self.mvpds.shuffled(using: &random),
            mappings: Self.mappings.shuffled(using: &random),
            configuration: Self.configuration, number: secrets)
        near.sessionMVPD = random.once(in: 2) ? near.mvpds[0] : nil
        near.unmapped = Self.unmapped
        near.temporaryAccess = Self.temporaryAccess
        near.anyError = error()
        near.hasAttributes = random.once(in: 2)
        near.tokenLife = life(21_600)
        near.profileLife = life(7200)
        near.statusLife = life(7200)
        near.codeLife = life(1800)
        near.mediaLife = life(600)
        return near
    }

    private mutating func life(_ seconds: Int64) -> Interval { .seconds(Int64.random(in: -60...seconds, using: &random)) }

    private mutating func timer() -> FlowEvent.Origin? {
        guard let next = timers.indices.min(by: { timers[$0].1 < timers[$1].1 }) else { return nil }
        let (id, at) = timers.remove(at: next)
        time = max(time, at.milliseconds)
        fired.append(id)
        return .timer(id)
    }

    private mutating func stale() -> FlowEvent.Origin? {
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where !answered.isEmpty:
            let (id, reply) = random.pick(answered)
            return .reply(id, reply)
        case 1 where !fired.isEmpty: return .timer(random.pick(fired))
        case 2: return .user(.chose(PresentationID(Int64.random(in: 0...30, using: &random)), anyChoice()))
        case _: return .reply(RequestID(Int64.random(in: 0...60, using: &random)), Reply(.failed(failure())))
        }
    }

    private mutating func wish() -> WishID {
        if wishes > 0, random.once(in: 8) { return WishID(Int64.random(in: 1...wishes, using: &random)) }
        wishes += 1
        return WishID(wishes)
    }

    private mutating func user() -> FlowEvent.Origin {
        let resource = SecretRef(.resource, Int64.random(in: 1...3, using: &random))
        switch Int.random(in: 0..<16, using: &random) {
        case 0..<4: return .user(.signIn(wish()))
        case 4: return .user(.otherProvider(wish()))
        case 5..<8: return .user(.play(wish(), resource: resource, under: .signedIn))
        case 8: return .user(.play(wish(), resource: resource, under: .ifSignedIn))
        case 9: return .user(.play(wish(), resource: resource, under: .temporary(identity: random.once(in: 2) ? ref(.identity) : nil)))
        case 10..<12: return .user(.preview(wish(), resources: [resource]))
        case 12: return .user(.userMetadata(wish()))
        case 13: return .user(.signOut(wish()))
        case _: return .user(.cancel(WishID(Int64.random(in: 0...max(wishes, 1), using: &random))))
        }
    }

    private mutating func app() -> FlowEvent.Origin {
        switch Int.random(in: 0..<8, using: &random) {
        case 0..<3: return .app(.foregrounded)
        case 3..<5: return .app(.backgrounded)
        case 5: return .app(.held(until: Instant(milliseconds: time + Int64.random(in: -60...5, using: &random) * 1000)))
        case 6: return .app(.secretLost(ref(.saml)))
        case _:
            if random.once(in: 10) { return .app(.shutDown) }
            return random.once(in: 2) ? .app(.vaultFailed) : .app(.launched(PersistedState()))
        }
    }

    private mutating func anyChoice() -> Choice {
        random.pick([
            .provider(random.pick(Self.mvpds)), .profile(random.pick(Self.mvpds)), .otherProvider, .retry, .newCode, .done,
            .redirectReached,
            .userAgentClosed, .cancel,
        ])
    }

    private mutating func choice() -> FlowEvent.Origin? {
        guard let (id, presentation) = presented else { return nil }
        if random.once(in: 6) { return .user(.chose(id, anyChoice())) }
        let choices = presentation.choices(among: Self.mvpds)
        if choices.isEmpty { return nil }
        // Viewers continue more often than they cancel.
        let others = choices.filter { $0 != .cancel }
        let choice = random.pick(others.isEmpty || random.once(in: 5) ? choices : others)
        return .user(.chose(id, choice))
    }

    private mutating func profile() -> Profile {
        let type = random.pick([ProfileType.regular, .appleSSO, .degraded, .temporary, .regular, .appleSSO])
        return Profile(
            mvpd: random.pick(Self.mvpds), type: type, notAfter: later(7200), attributes: random.once(in: 2) ? ref(.attributes) : nil)
    }

    private mutating func error() -> AdobeError {
        let codes = [
            "internal_server_error", "invalid_integration", "authenticated_profile_missing", "invalid_header_pfs_provider_info_expired",
            "network_received_error", "invalid_authentication_session",
        ]
        let action = random.pick(ErrorAction.allCases)
        return AdobeError(action: action, status: 403, code: ErrorCode(random.pick(codes)), text: random.once(in: 2) ? ref(.text) : nil)
    }

    private mutating func failure() -> CallFailure {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .unauthorized(random.once(in: 2) ? error() : nil)
        case 1: .throttled
        case 2, 3: .refused(http: 403, error())
        case 4: ErrorCode(random.once(in: 2) ? "invalid_client" : "invalid_request").map { .registrationRefused($0) } ?? .throttled
        case _: .transport(random.pick(CallFailure.Transport.allCases))
        }
    }
}
