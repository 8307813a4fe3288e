import FlowMachine

/// Records that no machine decided: input for drawings, independent of the current rules.
struct HandMade {
    private(set) var records: [LogRecord] = []

    static let header = LogHeader(app: "DemoTV/1.0", support: "4711", settings: Script.settings)

    mutating func add(
        _ seconds: Double, _ origin: FlowEvent.Origin, _ rule: String, _ state: String, _ effects: [Effect] = [], digest: UInt64? = nil
    ) {
        let number = Int64(records.count + 1)
        records.append(
            LogRecord(
                number: number, by: nil, event: FlowEvent(time: Script.instant(seconds), origin: origin), rule: rule, state: state,
                step: "somewhere", effects: effects, digest: digest ?? UInt64(number)))
    }

    /// A launch that begins with `requests`, and finds `kept` in the vault.
    static func launched(at seconds: Double = 0, keeping kept: PersistedState = PersistedState(), _ requests: [Effect] = []) -> HandMade {
        var made = HandMade()
        made.add(seconds, .app(.launched(kept)), "FM-01", "checking", requests)
        return made
    }

    static func call(_ id: Int64, _ endpoint: Endpoint) -> Effect { .call(RequestID(id), Call(token: nil, endpoint: endpoint)) }

    static func reply(_ id: Int64, _ result: Reply.Result) -> FlowEvent.Origin { .reply(RequestID(id), Reply(result)) }

    /// A registration, a code on a second screen with polls, failures, and a denial.
    static let story: [LogRecord] = {
        var made = HandMade()
        let code = SecretRef(.code, 1)
        let dish = Flows.mvpd("Dish")
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "unregistered", [call(1, .register)])
        made.add(0.3, reply(1, .registered(client: SecretRef(.client, 1))), "V2-A-03", "unregistered", [call(2, .configuration)])
        made.add(
            0.6, reply(2, .configuration(Flows.configuration)), "V2-C-02", "partnerAuth",
            [
                .partner(RequestID(3), .choice(configuration: SecretRef(.configuration, 1)))
            ])
        made.add(
            19, reply(3, .partner(PartnerAnswer(status: PartnerStatus(permission: .denied)))), "V2-C-08", "basicAuthFallback",
            [
                .present(PresentationID(1), .code(code, notAfter: Script.instant(1819))), call(4, .profileForCode(code)),
            ])
        made.add(19.2, reply(4, .profiles([])), "V2-F-14", "basicAuthFallback", [.arm(TimerID(1), .poll, at: Script.instant(24))])
        for round in 0..<3 {
            let timer = Int64(1 + round)
            let time = 24.2 + 5 * Double(round)
            made.add(time - 0.2, .timer(TimerID(timer)), "V2-F-12", "basicAuthFallback", [call(5 + timer, .profileForCode(code))])
            made.add(
                time, reply(5 + timer, .profiles([])), "V2-F-14", "basicAuthFallback",
                [
                    .arm(TimerID(timer + 1), .poll, at: Script.instant(time + 5))
                ])
        }
        made.add(39, .timer(TimerID(4)), "V2-F-12", "basicAuthFallback", [call(9, .profileForCode(code))])
        made.add(
            39.2, reply(9, .failed(.throttled)), "V2-X-10", "basicAuthFallback",
            [
                .arm(TimerID(5), .hold, at: Script.instant(40.2)), .arm(TimerID(6), .poll, at: Script.instant(44)),
            ])
        made.add(39.5, .user(.chose(PresentationID(7), .retry)), "FM-04", "basicAuthFallback", digest: 13)
        made.add(40.2, .timer(TimerID(5)), "V2-X-10", "basicAuthFallback")
        made.add(44, .timer(TimerID(6)), "V2-F-12", "basicAuthFallback", [call(10, .profileForCode(code))])
        let profile = Profile(mvpd: dish, type: .regular, notAfter: Script.instant(86_400))
        made.add(
            44.2, reply(10, .profiles([profile])), "V2-F-13", "deciding",
            [
                .present(PresentationID(1), .nothing), .answer(WishID(1), .signedIn(.profile(profile))),
            ])
        let resource = SecretRef(.resource, 1)
        made.add(
            90, .user(.play(WishID(2), resource: resource, under: .signedIn)), "V2-D-10", "deciding",
            [
                call(11, .authorize(dish, resource: resource, status: nil, identity: nil))
            ])
        let error = AdobeError(action: .none, status: 403, code: ErrorCode("authorization_denied_by_mvpd"), trace: TraceID("12f6fef9-82b1"))
        made.add(
            90.4, reply(11, .decisions([AdobeDecision(resource: resource, verdict: .deny(error), source: .mvpd)])), "V2-D-13", "deciding",
            [.answer(WishID(2), .denied(resource: resource, error: error))])
        return made.records
    }()
}
