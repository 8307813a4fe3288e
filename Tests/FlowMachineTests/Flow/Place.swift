import FlowTestSupport

@testable import FlowMachine

/// A step with an open presentation or request, and the shortest path to it.
enum Place: String, CaseIterable {
    case checking, choosingProfile, problem
    case partnerConfiguration, partnerChoice, partnerSession, partnerExchange, partnerProfile, partnerProblem
    case configuration, picking, confirming, creatingSession, resumingSession, userAgent, polling, pollingOnce, codeExpired
    case fallbackProblem
    case ready, authorizing, preauthorizing, metadata, temporary
    case signingOut, signOutUserAgent, signOutSettings, signedOut

    var script: Script {
        switch self {
        case .checking: asked(.bare)
        case .choosingProfile, .problem: checked
        case .partnerConfiguration, .partnerChoice, .partnerSession, .partnerExchange, .partnerProfile, .partnerProblem: partner
        case .configuration, .picking, .confirming, .creatingSession, .resumingSession: picked
        case .userAgent, .polling, .pollingOnce, .codeExpired, .fallbackProblem: coded
        case .ready, .authorizing, .preauthorizing, .metadata, .temporary: signedIn
        case .signingOut, .signOutUserAgent, .signOutSettings, .signedOut: signedOut
        }
    }

    private func asked(_ settings: FlowSettings, _ kept: PersistedState = PersistedState()) -> Script {
        var settings = settings
        settings.policy.breakerThreshold = 0
        settings.policy.attempts = 1
        var script = Script(settings, kept: kept)
        script.user(.signIn(WishID(1)))
        script.register()
        return script
    }

    private var checked: Script {
        var script = asked(.bare)
        if self == .problem {
            script.reply(.failed(.transport(.unreadable)))
        } else {
            script.reply(.profiles([script.profile(), Profile(mvpd: .other, type: .regular, notAfter: script.instant(in: 99))]))
        }
        return script
    }

    private var partner: Script {
        var script = asked(.box)
        script.reply(.partner(PartnerAnswer(status: script.status(.granted, nil))))
        script.reply(.profiles([]))
        if self == .partnerConfiguration { return script }
        if self == .partnerProblem {
            script.reply(.failed(.transport(.unreadable)))
            return script
        }
        script.reply(.configuration(script.configuration()))
        if self == .partnerChoice { return script }
        script.reply(.partner(PartnerAnswer(status: script.status())))
        if self == .partnerSession { return script }
        script.reply(.session(.partnerProfile(request: script.ref(.request), mvpd: .any)))
        if self == .partnerExchange { return script }
        script.reply(.partner(PartnerAnswer(status: script.status(), saml: PartnerAnswer.SAML(ref: script.ref(.saml), length: 9))))
        return script
    }

    private var picked: Script {
        var settings = FlowSettings.phone
        settings.partner = .absent
        var kept = PersistedState()
        if self == .confirming { kept.provider = RememberedProvider(mvpd: .any, mapping: nil) }
        var script = asked(settings, kept)
        script.reply(.profiles([]))
        if self == .confirming { return script }
        if self == .configuration { return script }
        script.reply(.configuration(script.configuration()))
        if self == .picking { return script }
        script.choose(.provider(.any))
        if self == .creatingSession { return script }
        let open = OpenSession(code: script.ref(.code), notAfter: nil, link: nil, mvpd: .any, missing: [.mvpd])
        script.reply(.session(.resume(open)))
        return script
    }

    private var coded: Script {
        var settings = FlowSettings.phone
        settings.partner = .absent
        settings.hasPicker = false
        var script = asked(settings)
        script.reply(.profiles([]))
        if self == .fallbackProblem {
            script.reply(.failed(.transport(.unreadable)))
            return script
        }
        let link = self == .polling || self == .codeExpired ? nil : script.ref(.link)
        script.reply(
            .session(.authenticate(OpenSession(code: script.ref(.code), notAfter: script.instant(in: 1800), link: link, mvpd: .any))))
        if self == .pollingOnce { script.choose(.userAgentClosed) }
        if self == .codeExpired {
            script.reply(.failed(.refused(http: 410, .named("invalid_authentication_session"))))
            script.reply(.profiles([]))
        }
        return script
    }

    private var signedIn: Script {
        var script = asked(.bare)
        script.reply(.profiles([script.profile()]))
        switch self {
        case .authorizing: script.user(.play(WishID(2), resource: SecretRef(.resource, 1), under: .signedIn))
        case .preauthorizing: script.user(.preview(WishID(2), resources: [SecretRef(.resource, 1)]))
        case .metadata: script.user(.userMetadata(WishID(2)))
        case .temporary:
            var temporary = asked(.box)
            temporary.user(.play(WishID(2), resource: SecretRef(.resource, 1), under: .temporary(identity: nil)))
            return temporary
        default: break
        }
        return script
    }

    private var signedOut: Script {
        var settings = FlowSettings.phone
        settings.partner = .absent
        var script = asked(settings)
        script.reply(.profiles([script.profile()]))
        script.user(.signOut(WishID(2)))
        switch self {
        case .signOutUserAgent: script.reply(.logouts([Logout(mvpd: .any, action: .logout(link: script.ref(.link)))]))
        case .signOutSettings: script.reply(.logouts([Logout(mvpd: .any, action: .partnerLogout)]))
        case .signedOut: script.reply(.logouts([]))
        default: break
        }
        return script
    }
}

extension OwedLogout {
    static var any: OwedLogout { .mvpd(.any) }
    static var other: OwedLogout { .mvpd(.other) }
    static var third: OwedLogout { .mvpd(.third) }
}

extension MVPDID {
    static var other: MVPDID { ["N"].compactMap { MVPDID($0) }[0] }
}

extension AdobeError {
    static func named(_ code: String, _ action: ErrorAction = .none) -> AdobeError {
        AdobeError(action: action, status: 400, code: ErrorCode(code))
    }
}
