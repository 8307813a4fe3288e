import FlowMachine

/// A sign-in on a second screen after this many polls without a result.
enum Polled {
    static func flow(
        _ polls: Int, slowly: Double = 1, provider: String = "Dish", settings: FlowSettings = Script.settings, extraLook: Bool = false
    ) -> Script {
        var flow = Script(settings)
        flow.app(0, .launched(PersistedState()))
        if extraLook {
            flow.app(0.01, .backgrounded)
            flow.app(0.02, .foregrounded)
        }
        flow.user(0.04, .signIn(WishID(1)))
        flow.reply(0.31, .registered(client: SecretRef(.client, 1)))
        flow.reply(0.62, .token(AccessToken(ref: SecretRef(.token, 1), notAfter: Script.instant(21_600))))
        flow.reply(0.9, .partner(PartnerAnswer(status: PartnerStatus(permission: .denied))))
        flow.reply(1.2, .profiles([]))
        flow.reply(1.5, .configuration(Flows.configuration))
        flow.reply(3.8, .partner(PartnerAnswer(status: PartnerStatus(permission: .denied))))
        flow.choose(8.7 * slowly, .provider(Flows.mvpd(provider)))
        let session = OpenSession(
            code: SecretRef(.code, 1), notAfter: Script.instant(1800), link: SecretRef(.link, 1), mvpd: Flows.mvpd(provider))
        flow.reply(9.0 * slowly, .session(.authenticate(session)))
        var time = 9.2 * slowly
        flow.reply(time, .profiles([]))
        for _ in 0..<polls {
            flow.timer(time + 5, .poll)
            time += 5.2
            flow.reply(time, .profiles([]))
        }
        flow.timer(time + 5, .poll)
        let profile = Profile(mvpd: Flows.mvpd(provider), type: .regular, notAfter: Script.instant(86_400))
        flow.reply(time + 5.3, .profiles([profile]))
        flow.user(time + 18, .play(WishID(2), resource: SecretRef(.resource, 1), under: .signedIn))
        return flow
    }
}
