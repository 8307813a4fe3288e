import FlowMachine
import FlowSimulation

extension Scenario {
    /// Stories in which the partner framework, or Adobe's part of it, does not sign the viewer in.
    static let partnerFallbacks: [Scenario] = [
        .deniedSecondScreen,
        Scenario(
            "unsupported-provider-preselected", "Apple's picker offers the provider but cannot sign in with it: no second picker",
            in: .appleTV(SimulatedPartnerFramework(pickerActions: [.unsupported("AppleMSO_Dish")]), [.usesCode()])
        ) { world in
            world.partner.pickerDelay = .milliseconds(8400)
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "server-fallback-configuration", "Adobe declines Apple's sign-on and returns a code of its own",
            in: .appleTV(.onCablevision, [.usesCode(after: .milliseconds(29_600))], .withoutPartnerSignOn)
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "resume-missing-mvpd", "Adobe does not know the provider: its session waits for a choice in the app's own picker",
            in: .appleTV(.choosesCablevision, [.picks("SmallCo"), .usesCode()], .refusingPartnerStatus)
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "saml-missing", "The provider returns no SAML response to Apple",
            in: .appleTV(.choosesCablevision, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.partner.exchanges = [.missing]
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "permission-withdrawn-in-c3", "The viewer withdraws the permission while the flow asks Apple for SAML",
            in: .appleTV(.choosesCablevision, [.picks("Spectrum"), .usesCode()])
        ) { world in
            world.partner.exchanges = [.permissionWithdrawn]
            world.launchAndSignIn()
        },
        Scenario(
            "cancel-in-apple-picker", "The viewer closes Apple's picker and uses the app's own",
            in: .appleTV(Self.cancels, [.picks("Cox"), .usesCode()])
        ) { world in
            world.launchAndSignIn()
            world.playAndWait()
        },
        Scenario(
            "partner-silent", "Apple never answers: the launch, a playback and the exchange continue without it",
            in: .appleTV(.onCablevision, [.picks("Cablevision"), .usesCode()])
        ) { world in
            world.partner.silentDelay = .seconds(600)
            world.launch()
            world.runUntilIdle()
            world.addProfile("Cablevision", .appleSSO)
            world.playAndWait()
        },
    ]

    private static let cancels = SimulatedPartnerFramework(pickerActions: [.cancel])
}
