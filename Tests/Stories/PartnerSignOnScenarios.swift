import FlowMachine
import FlowSimulation

extension Scenario {
    /// Stories in which the partner framework signs the viewer in.
    static let partnerSignOn: [Scenario] = [
        .happyAppleSSO,
        Scenario(
            "silent-apple-sso", "A launch signs the viewer in silently, because the device has an account", in: .appleTV(.onCablevision)
        ) { world in
            world.partner.exchangeDelay = .milliseconds(300)
            world.launch()
            world.runUntilIdle()
            world.playAndWait()
        },
        Scenario(
            "permission-asked-first", "The device asks for permission before it shows the picker",
            in: .appleTV(SimulatedPartnerFramework(permission: .notDetermined, pickerActions: [.choose(.cablevisionForAMonth)]))
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "provider-changed-between-c2-and-c3",
            "The viewer switches the account while the flow asks Apple for SAML: it starts again at C.2",
            in: .appleTV(.choosesCablevision)
        ) { world in
            world.partner.exchanges = [.switched(.spectrumForAMonth, response: SimulatedPartnerFramework.sampleSAML)]
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "degraded", "Degraded MVPD: every viewer is treated as signed in", in: .appleTV(.onCablevision, [], .degraded)
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario("returning-apple-viewer", "A relaunch finds the profile from Apple's single sign-on", in: .appleTV(.onCablevision)) {
            world in
            world.launchAndSignIn()
            world.run(for: .seconds(3600))
            world.launch()
            world.playAndWait()
        },
    ]

    static var start: Instant { SimulatedWorld.start }
}

extension SimulatedAdobe {
    /// Cablevision is degraded.
    static var degraded: SimulatedAdobe {
        var adobe = SimulatedAdobe()
        adobe.providers[0].degradation = .authenticateAll
        return adobe
    }

    /// Partner single sign-on is switched off for Cablevision.
    static var withoutPartnerSignOn: SimulatedAdobe {
        var adobe = SimulatedAdobe()
        adobe.providers[0].allowsPartnerSignOn = false
        return adobe
    }

    /// Adobe does not recognize the provider that the partner framework reports.
    static var refusingPartnerStatus: SimulatedAdobe {
        var adobe = SimulatedAdobe()
        adobe.refusesPartnerStatus = true
        return adobe
    }
}
