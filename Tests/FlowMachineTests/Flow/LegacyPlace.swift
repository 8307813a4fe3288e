import FlowTestSupport

@testable import FlowMachine

/// A step of the legacy cookbook with an open presentation or request, and the shortest path to it. Each request
/// is sent once.
enum LegacyPlace: String, CaseIterable {
    case authentication, partnerStatus, problem
    case partnerConfiguration, partnerChoice, request, authenticating, exchange, partnerProblem
    case leaving, configuration, picking, noProviders, creatingCode, userAgent, polling, pollingOnce, waiting, codeExpired, codeProblem
    case ready, authorizing, mediaToken, preauthorizing, metadata, freePreview, admitted
    case signOutMetadata, signOut, signOutUserAgent, signOutSettings, signedOut

    var script: Script {
        switch self {
        case .authentication, .partnerStatus, .problem: checked
        case .partnerConfiguration, .partnerChoice, .request, .authenticating, .exchange, .partnerProblem: partner
        case .leaving, .configuration, .picking, .noProviders, .creatingCode, .userAgent, .polling, .pollingOnce, .waiting, .codeExpired,
            .codeProblem:
            coded
        case .ready, .authorizing, .mediaToken, .preauthorizing, .metadata, .freePreview, .admitted: signedIn
        case .signOutMetadata, .signOut, .signOutUserAgent, .signOutSettings, .signedOut: signingOut
        }
    }

    /// These settings, with each request sent once.
    static func once(_ settings: FlowSettings) -> FlowSettings {
        var settings = settings
        settings.policy.breakerThreshold = 0
        settings.policy.attempts = 1
        settings.policy.allowanceBurst = 0
        settings.policy.signsOutInUserAgent = true
        settings.policy.userAgentGrace = .seconds(0)
        return settings
    }

    private var checked: Script {
        var script = Script.legacy(LegacyPlace.once(.box))
        if self == .authentication { return script }
        script.reply(self == .problem ? .failed(.transport(.unreadable)) : .authentication(nil))
        return script
    }

    private var partner: Script {
        var script = Script.legacy(LegacyPlace.once(.box)) { $0.status(.granted, self == .partnerChoice ? nil : "Apple_M") }
        if self == .partnerConfiguration { return script }
        script.reply(self == .partnerProblem ? .failed(.transport(.unreadable)) : .configuration(script.configuration()))
        if self == .partnerProblem || self == .partnerChoice || self == .request { return script }
        script.reply(.partnerRequest(script.ref(.request)))
        if self == .exchange { script.partner(script.status(), saml: script.saml()) }
        return script
    }

    private var coded: Script {
        if self == .leaving {
            var script = Script.legacySignedIn(LegacyPlace.once(.box))
            script.user(.otherProvider(WishID(1)))
            return script
        }
        let isBrowsing = self == .userAgent || self == .pollingOnce
        var script = Script.legacy(LegacyPlace.once(isBrowsing ? .phone : .box)) { $0.status(.denied, nil) }
        if self == .configuration { return script }
        script.reply(.configuration(script.configuration(self == .noProviders ? [] : ["M", "N"])))
        if self == .picking || self == .noProviders { return script }
        script.choose(.provider(.any))
        if self == .creatingCode { return script }
        if self == .codeProblem { script.refuse(400) } else { script.code(link: isBrowsing) }
        if self == .pollingOnce { script.choose(.userAgentClosed) }
        if self == .waiting { script.reply(.authentication(nil)) }
        if self == .codeExpired { script.refuse(410) }
        return script
    }

    private var signedIn: Script {
        var script = Script.legacySignedIn(LegacyPlace.once(.box))
        let resource = SecretRef(.resource, 1)
        switch self {
        case .authorizing, .mediaToken: script.user(.play(WishID(2), resource: resource, under: .signedIn))
        case .preauthorizing: script.user(.preview(WishID(2), resources: [resource]))
        case .metadata: script.user(.userMetadata(WishID(2)))
        case .freePreview, .admitted: script.user(.play(WishID(2), resource: resource, under: .temporary(identity: nil)))
        default: break
        }
        if self == .mediaToken { script.permit(resource, media: false) }
        if self == .admitted { script.reply(.done) }
        return script
    }

    private var signingOut: Script {
        var script = Script.legacySignedIn(LegacyPlace.once(self == .signOutUserAgent ? .phone : .box))
        script.user(.signOut(WishID(2)))
        if self == .signOutMetadata { return script }
        script.reply(.userMetadata(ViewerMetadata(attributes: nil, isFromPartner: self == .signOutSettings)))
        if self == .signOutSettings || self == .signedOut { script.reply(.done) }
        return script
    }
}
