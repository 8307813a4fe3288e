import FlowMachine

/// A viewer's session, starting with the launch: its events and their log.
struct Session {
    let header: LogHeader
    let events: [FlowEvent]
    let log: [UInt8]

    /// Apple single sign-on, then a denied viewer through a second screen, each with an evening of browsing and playing.
    static func samples() -> [Session] {
        [Session(permission: .granted, evenings: 3), Session(permission: .denied, evenings: 3)]
    }

    private init(permission: Permission, evenings: Int) {
        let settings = FlowSettings(
            serviceProvider: "REF30", domainName: "example.com", redirectURL: "https://example.com/done",
            activationURL: "https://example.com/activate", platform: .tvOS)
        let header = LogHeader(app: "DemoTV/1.0", support: "7F3A-19C2", settings: settings)
        var world = World(permission: permission, recorder: FlowRecorder(header: header))
        world.run(evenings: evenings)
        self.header = header
        events = world.events
        log = world.log
    }
}

/// Answers the machine's requests, just enough for a session to proceed.
private struct World {
    let permission: Permission
    var recorder: FlowRecorder
    var events: [FlowEvent] = []
    var log: [UInt8]
    private var time: Int64 = 1_767_225_600_000
    private var secrets: Int64 = 0
    private var wishes: Int64 = 0
    private var polls = 0
    private var plays = 0

    private static let providers = ["Cablevision", "Spectrum", "Dish", "Cox", "Xfinity", "DirecTV", "Optimum", "SmallCo"]

    init(permission: Permission, recorder: FlowRecorder) {
        self.permission = permission
        self.recorder = recorder
        log = recorder.headerLine
    }

    mutating func run(evenings: Int) {
        feed(.app(.launched(PersistedState())))
        for _ in 0..<evenings {
            polls = 0
            feed(.user(.signIn(wish())))
            for _ in 0..<4 {
                feed(.user(.preview(wish(), resources: (0..<8).map { _ in ref(.resource) })))
                for _ in 0..<3 { feed(.user(.play(wish(), resource: ref(.resource), under: .signedIn))) }
                feed(.app(.backgrounded))
                feed(.app(.foregrounded))
            }
            feed(.user(.signOut(wish())))
        }
    }

    /// Records an event, and then the answers to its effects, each after a while.
    private mutating func feed(_ first: FlowEvent.Origin) {
        var waiting: [(origin: FlowEvent.Origin, by: Int64?, after: Int64)] = [(first, nil, 20_000)]
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            time += next.after
            let event = FlowEvent(time: Instant(milliseconds: time), origin: next.origin)
            let entry = recorder.record(event, by: next.by)
            events.append(event)
            log += entry.line
            for effect in entry.effects {
                if let (origin, after) = answer(effect) { waiting.append((origin, entry.number, after)) }
            }
        }
    }

    private mutating func answer(_ effect: Effect) -> (FlowEvent.Origin, Int64)? {
        switch effect {
        case .call(let id, let call): (.reply(id, Reply(result(call.endpoint), serverTime: Instant(milliseconds: time / 1000 * 1000))), 280)
        case .partner(let id, let request): (.reply(id, Reply(.partner(partner(request)))), 40)
        case .present(let id, .signOutInSettings): (.user(.chose(id, .done)), 9000)
        case .present(let id, .providerPicker): Self.mvpd(0).map { (.user(.chose(id, .provider($0))), 7000) }
        case .arm(let timer, .poll, _): (.timer(timer), 5000)
        case .cancel, .present, .answer, .arm, .disarm, .keep, .forget: nil
        }
    }

    private mutating func result(_ endpoint: Endpoint) -> Reply.Result {
        switch endpoint {
        case .register: return .registered(client: ref(.client))
        case .token: return .token(AccessToken(ref: ref(.token), notAfter: later(21_600)))
        case .configuration: return .configuration(configuration())
        case .profiles, .profile: return .profiles([])
        case .profileForCode:
            polls += 1
            return .profiles(polls < 12 ? [] : profile(.regular))
        case .createSession(let mvpd), .resumeSession(_, let mvpd):
            return .session(.authenticate(OpenSession(code: ref(.code), notAfter: later(1800), link: ref(.link), mvpd: mvpd)))
        case .partnerSession: return .session(.partnerProfile(request: ref(.request), mvpd: Self.mvpd(0)))
        case .createPartnerProfile: return .profiles(profile(.appleSSO))
        case .preauthorize(_, let resources, _): return .decisions(resources.map { decision($0, withMedia: false) })
        case .authorize(_, let resource, _, _): return .decisions([decision(resource, withMedia: true)])
        case .logout(let mvpd):
            return .logouts([Logout(mvpd: mvpd, action: permission == .granted ? .partnerLogout : .complete)])
        // The sessions use V2, as this version of it calls it.
        case .restV1: return .failed(.transport(.unreadable))
        @unknown default: return .failed(.transport(.unreadable))
        }
    }

    private mutating func partner(_ request: PartnerRequest) -> PartnerAnswer {
        guard permission == .granted else { return PartnerAnswer(status: PartnerStatus(permission: permission)) }
        let signedIn = PartnerStatus(permission: .granted, mapping: Self.mapping(0), expiry: later(2_592_000))
        switch request {
        case .status:
            return PartnerAnswer(status: recorder.model.access == nil ? PartnerStatus(permission: .granted) : signedIn)
        case .choice: return PartnerAnswer(status: signedIn)
        case .authentication: return PartnerAnswer(status: signedIn, saml: PartnerAnswer.SAML(ref: ref(.saml), length: 2114))
        @unknown default: return PartnerAnswer(status: signedIn)
        }
    }

    private mutating func decision(_ resource: SecretRef, withMedia: Bool) -> AdobeDecision {
        plays += 1
        if plays.isMultiple(of: 5) {
            let error = AdobeError(
                action: .none, status: 403, code: ErrorCode("authorization_denied_by_mvpd"), text: ref(.text),
                trace: TraceID("12f6fef9-d2e0-422b-a9d7-60d799abe353"))
            return AdobeDecision(resource: resource, verdict: .deny(error), source: .mvpd)
        }
        let media = withMedia ? MediaToken(ref: ref(.media), notAfter: later(420)) : nil
        return AdobeDecision(resource: resource, verdict: .permit(media: media), source: .mvpd, notAfter: later(86_400))
    }

    private mutating func profile(_ type: ProfileType) -> [Profile] {
        guard let mvpd = Self.mvpd(0) else { return [] }
        return [Profile(mvpd: mvpd, type: type, notAfter: later(2_592_000), attributes: ref(.attributes))]
    }

    private mutating func configuration() -> AdobeConfiguration {
        let entries = Self.providers.indices.compactMap { index in
            Self.mvpd(index).map {
                AdobeConfiguration.Provider(
                    mvpd: $0, mapping: Self.mapping(index), enablesPlatformServices: index < 6, showsInPlatformPicker: index < 7,
                    enforcesPlatformPermissions: false, boarding: index < 6 ? .supported : .none)
            }
        }
        return AdobeConfiguration(ref: ref(.configuration), providers: entries)
    }

    private static func mvpd(_ index: Int) -> MVPDID? { MVPDID(providers[index]) }
    private static func mapping(_ index: Int) -> PlatformMappingID? { PlatformMappingID("AppleMSO_" + providers[index]) }

    private func later(_ seconds: Int64) -> Instant { Instant(milliseconds: time + seconds * 1000) }

    private mutating func ref(_ kind: SecretRef.Kind) -> SecretRef {
        secrets += 1
        return SecretRef(kind, secrets)
    }

    private mutating func wish() -> WishID {
        wishes += 1
        return WishID(wishes)
    }
}
