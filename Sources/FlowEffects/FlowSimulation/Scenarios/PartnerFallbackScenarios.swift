import FlowMachine

extension Scenario {
    /// Stories in which the partner framework, or Adobe's part of it, does not sign the viewer in.
    static let partnerFallbacks: [Scenario] = [
        Scenario(
            "denied-second-screen", "No permission: own picker, a code for the second screen, polls, a permit and a denial",
            in: .appleTV(.denied, [.picks("Cablevision", after: .milliseconds(13_100)), .usesCode(after: .milliseconds(10_500))])
        ) { world in
            world.adobe.denials = [SimulatedAdobe.Denial(resource: "premium", details: "Your package does not include this channel")]
            world.launchAndSignIn()
            world.play("REF30")
            world.runUntilQuiet()
            world.play("premium")
            world.runUntilQuiet()
        },
        Scenario(
            "unsupported-provider-preselected", "Apple can choose the provider but not sign in with it: no second picker",
            in: .appleTV(SimulatedPartnerFramework(pickerActs: [.unsupported("AppleMSO_Dish")]), [.usesCode()])
        ) { world in
            world.partner.pickerDelay = .milliseconds(8400)
            world.launchAndSignIn()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "server-fallback-configuration", "Adobe declines Apple's sign-on and brings a code of its own",
            in: .appleTV(.onCablevision, [.usesCode(after: .milliseconds(29_600))], .withoutPartnerSignOn)
        ) { world in
            world.launchAndSignIn()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "resume-missing-mvpd", "Adobe does not know the provider: its session waits for the own picker's choice",
            in: .appleTV(.choosesCablevision, [.picks("SmallCo"), .usesCode()], .refusingPartnerStatus)
        ) { world in
            world.launchAndSignIn()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "saml-missing", "The provider gives Apple no SAML response",
            in: .appleTV(.choosesCablevision, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.partner.exchanges = [.missing]
            world.launchAndSignIn()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "permission-withdrawn-in-c3", "The person withdraws the permission while Apple is asked for SAML",
            in: .appleTV(.choosesCablevision, [.picks("Spectrum"), .usesCode()])
        ) { world in
            world.partner.exchanges = [.permissionWithdrawn]
            world.launchAndSignIn()
        },
        Scenario(
            "cancel-in-apple-picker", "The person closes Apple's picker and uses the app's",
            in: .appleTV(Self.cancels, [.picks("Cox"), .usesCode()])
        ) { world in
            world.launchAndSignIn()
            world.play("REF30")
            world.runUntilQuiet()
        },
        Scenario(
            "partner-silent", "Apple does not answer at all: the launch, a playback and the exchange go on without it",
            in: .appleTV(.onCablevision, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.partner.silentDelay = .seconds(600)
            world.launch()
            world.runUntilQuiet()
            world.holdProfile("Cablevision", .appleSSO)
            world.play("REF30")
            world.runUntilQuiet()
        },
    ]

    private static let cancels = SimulatedPartnerFramework(pickerActs: [.cancel])
}
