import FlowMachine

@testable import FlowReading

extension HandMade {
    /// What triage finds in these records, read as the log of one launch.
    func report(
        _ file: String = "log.jsonl", header: LogHeader = HandMade.header, after snapshot: Snapshot? = nil, by clock: DisplayedClock = .utc
    ) -> LaunchReport {
        let reader = LaunchReader(header, snapshot, clock)
        for record in records { reader.note(record) }
        reader.endSegment(file)
        return reader.report
    }

    /// What triage finds in the records of a launch, in the folder of its device. The launch follows the device's launch with the number before.
    static func report(
        _ made: HandMade, device: Int, launch: Int = 0, app: String = "DemoTV/1", system: String? = nil, zone: Int64? = nil,
        _ change: (inout FlowSettings) -> Void = { _ in }
    ) -> LaunchReport {
        var settings = Script.settings
        change(&settings)
        return made.report(
            "\(device)/log-\(launch).jsonl",
            header: LogHeader(
                app: app, system: system, support: "\(device)-\(launch)", previousSupport: launch == 0 ? nil : "\(device)-\(launch - 1)",
                installation: "\(device)", utcOffsetMinutes: zone.map { $0 * 60 }, settings: settings))
    }

    /// Adds a sign-in that succeeds in this way after `seconds`.
    mutating func signIn(
        _ way: CompletedSignIn.Way, at start: Double, provider: String = "Dish", seconds: Double = 20, otherProvider: Bool = false
    ) {
        let screen: [Effect] =
            switch way {
            case .account: []
            case .page: [.present(PresentationID(1), .userAgent(link: SecretRef(.code, 1)))]
            case .code: [.present(PresentationID(1), .code(SecretRef(.code, 1), notAfter: nil))]
            }
        add(
            start, .user(otherProvider ? .otherProvider(WishID(1)) : .signIn(WishID(1))), "V2-F-06", "basicAuthFallback", screen)
        let profile = Profile(
            mvpd: Flows.mvpd(provider), type: way == .account ? .appleSSO : .regular, notAfter: Script.instant(start + 9e6))
        add(
            start + seconds, HandMade.reply(1, .profiles([profile])), "V2-F-13", "deciding",
            [.keep(.profile(profile)), .answer(WishID(1), .signedIn(.profile(profile)))])
    }

    /// Adds a report of Apple's framework on an account whose sign-in with the TV provider expires after `seconds`.
    mutating func reportAccount(_ mapping: String, at time: Double, expiresIn seconds: Double) {
        report(
            PartnerStatus(permission: .granted, mapping: PlatformMappingID(mapping), expiry: Script.instant(time + seconds)), at: time)
    }

    /// Adds a report of Apple's framework. With `prompt`, the system may ask the viewer for access before.
    mutating func report(_ status: PartnerStatus, at time: Double, prompt: Bool = false) {
        add(time - 0.1, .app(.foregrounded), "V2-B-01", "checking", [.partner(RequestID(90), .status(prompt: prompt))])
        add(time, HandMade.reply(90, .partner(PartnerAnswer(status: status))), "V2-B-06", "checking")
    }

    /// Adds a play that Adobe refuses because the sign-in has ended, and the screen at which the viewer signs in again.
    mutating func endSignIn(_ profile: Profile, at start: Double) {
        let resource = HandMade.resource
        let call = HandMade.call(2, .authorize(profile.mvpd, resource: resource, status: nil, identity: nil))
        add(start, .user(.play(WishID(9), resource: resource, under: .signedIn)), "V2-D-10", "deciding", [call])
        let error = AdobeError(action: .authentication, status: 403, code: ErrorCode("authorization_denied_by_session_invalidated"))
        let denied = Reply.Result.decisions([AdobeDecision(resource: resource, verdict: .deny(error), source: .mvpd)])
        add(start + 1, HandMade.reply(2, denied), "V2-D-14", "checking", [HandMade.call(3, .profiles(status: nil))])
        add(
            start + 2, HandMade.reply(3, .profiles([])), "V2-F-01", "basicAuthFallback",
            [.present(PresentationID(1), .code(SecretRef(.code, 1), notAfter: nil))])
    }
}
