import FlowMachine

/// Flows that the tests draw.
enum Flows {
    static func mvpd(_ text: String) -> MVPDID { MVPDID(text) ?? mvpd("none") }

    static let configuration = named("Cablevision")

    private static func named(_ name: String) -> AdobeConfiguration {
        AdobeConfiguration(
            ref: SecretRef(.configuration, 1),
            providers: [
                AdobeConfiguration.Provider(
                    mvpd: mvpd(name), mapping: PlatformMappingID("AppleMSO_\(name)"), enablesPlatformServices: true,
                    showsInPlatformPicker: true, boarding: .supported),
                AdobeConfiguration.Provider(
                    mvpd: mvpd("Dish"), mapping: PlatformMappingID("AppleMSO_Dish"), enablesPlatformServices: true,
                    showsInPlatformPicker: true,
                    boarding: .picker),
                AdobeConfiguration.Provider(mvpd: mvpd("TempPass"), isTemporary: true),
            ])
    }

    static func registered() -> Script {
        var flow = Script()
        flow.app(0, .launched(PersistedState()))
        flow.user(0.04, .signIn(WishID(1)))
        flow.reply(0.31, .registered(client: SecretRef(.client, 1)))
        flow.reply(0.62, .token(AccessToken(ref: SecretRef(.token, 1), notAfter: Script.instant(21_600))))
        return flow
    }

    /// A cold start through Apple's single sign-on to a playback.
    static func partner(_ name: String = "Cablevision") -> Script {
        var flow = registered()
        let granted = PartnerStatus(
            permission: .granted, mapping: PlatformMappingID("AppleMSO_\(name)"), expiry: Script.instant(2_592_000))
        flow.reply(0.9, .partner(PartnerAnswer(status: PartnerStatus(permission: .granted))))
        flow.reply(1.3, .profiles([]))
        flow.reply(1.6, .configuration(named(name)))
        flow.reply(20.04, .partner(PartnerAnswer(status: granted)))
        flow.reply(20.3, .session(.partnerProfile(request: SecretRef(.request, 1), mvpd: mvpd(name))))
        flow.reply(60.01, .partner(PartnerAnswer(status: granted, saml: .init(ref: SecretRef(.saml, 1), length: 2114))))
        flow.reply(60.4, .profiles([Profile(mvpd: mvpd(name), type: .appleSSO, notAfter: Script.instant(2_592_000))]))
        flow.user(70.1, .play(WishID(2), resource: SecretRef(.resource, 1), under: .signedIn))
        let media = MediaToken(ref: SecretRef(.media, 1), notAfter: Script.instant(671))
        flow.reply(
            71.2, .decisions([AdobeDecision(resource: SecretRef(.resource, 1), verdict: .permit(media: media), source: .mvpd)]))
        return flow
    }

    /// Permission denied, so a code on a second screen, with a throttled poll, then a denial.
    static func secondScreen() -> Script {
        var flow = registered()
        flow.reply(0.9, .partner(PartnerAnswer(status: PartnerStatus(permission: .denied))))
        flow.reply(1.2, .profiles([]))
        flow.reply(1.5, .configuration(configuration))
        flow.reply(3.8, .partner(PartnerAnswer(status: PartnerStatus(permission: .denied))))
        flow.choose(8.7, .provider(mvpd("Dish")))
        let session = OpenSession(
            code: SecretRef(.code, 1), notAfter: Script.instant(1800), link: SecretRef(.link, 1), mvpd: mvpd("Dish"))
        flow.reply(9.0, .session(.authenticate(session)))
        var time = 9.2
        flow.reply(time, .profiles([]))
        for _ in 0..<17 {
            time += 4.8
            flow.timer(time, .poll)
            time += 0.2
            flow.reply(time, .profiles([]))
        }
        flow.timer(time + 4.8, .poll)
        flow.reply(time + 5, .failed(.throttled))
        flow.timer(time + 6, .hold)
        flow.timer(time + 10, .poll)
        flow.reply(time + 10.2, .profiles([Profile(mvpd: mvpd("Dish"), type: .regular, notAfter: Script.instant(86_400))]))
        flow.user(time + 18, .play(WishID(2), resource: SecretRef(.resource, 1), under: .signedIn))
        let error = AdobeError(
            action: .none, status: 403, code: ErrorCode("authorization_denied_by_mvpd"), text: SecretRef(.text, 1),
            trace: TraceID("12f6fef9-82b1"))
        flow.reply(
            time + 18.5, .decisions([AdobeDecision(resource: SecretRef(.resource, 1), verdict: .deny(error), source: .mvpd)]))
        return flow
    }
}
