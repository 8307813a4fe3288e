import FlowMachine

extension Scenario {
    /// Stories in which the partner framework signs the viewer in.
    static let partnerSignOn: [Scenario] = [
        Scenario(
            "happy-apple-sso", "Cold start to playback through Apple's single sign-on, then a sign-out",
            in: .appleTV(.choosesCablevision, [.signsOutInSettings])
        ) { world in
            world.latencies = [.profiles: .milliseconds(400), .createPartnerProfile: .milliseconds(400)]
            world.launch()
            world.signIn()
            world.run(until: start.advanced(by: .milliseconds(60_700)))
            world.preview(["resource1", "resource2", "resource3"])
            world.run(until: start.advanced(by: .milliseconds(69_400)))
            world.play("REF30")
            world.run(until: start.advanced(by: .seconds(80)))
            world.signOut()
            world.runUntilQuiet()
        },
        Scenario(
            "silent-apple-sso", "A launch signs in by itself, since somebody is signed in on the device", in: .appleTV(.onCablevision)
        ) { world in
            world.partner.exchangeDelay = .milliseconds(300)
            world.launch()
            world.runUntilQuiet()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "permission-asked-first", "The device asks for the permission before the picker",
            in: .appleTV(SimulatedPartnerFramework(permission: .notDetermined, pickerActs: [.choose(.cablevision)]))
        ) { world in
            world.launchAndSignIn()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "provider-changed-between-c2-and-c3", "The person switches the account while Apple is asked for SAML: once more from C.2",
            in: .appleTV(.choosesCablevision)
        ) { world in
            world.partner.exchanges = [.switched(.spectrum, response: SimulatedPartnerFramework.sampleSAML)]
            world.launchAndSignIn()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "degraded", "Everybody counts as signed in with a provider that is in trouble", in: .appleTV(.onCablevision, [], .degraded)
        ) { world in
            world.launchAndSignIn()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario("returning-apple-viewer", "A relaunch finds the profile that Apple's sign-on made", in: .appleTV(.onCablevision)) {
            world in
            world.launchAndSignIn()
            world.run(for: .seconds(3600))
            world.launch()
            world.play("REF30")
            world.runUntilQuiet()
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
