import FlowMachine
import FlowSimulation

/// The random settings, servers and partner framework of a session with faults, and the viewer's earlier sign-ins.
struct FaultyHousehold {
    let settings: FlowSettings
    private(set) var adobe: SimulatedAdobe
    private(set) var partner: SimulatedPartnerFramework
    /// The providers with which the viewer signed in earlier on the same device.
    private(set) var earlier: [(mvpd: String, type: ProfileType)] = []

    init(_ random: inout RandomSource) {
        var settings = random.pick([FlowSettings.appleTV, .appleTV, .iPhone, .withoutPartner, .legacyTV, .legacyPhone])
        settings.policy.signsOutInUserAgent = random.once(in: 3)
        settings.policy.profileChoice = random.pick([.ask, .ask, .first, .longest])
        settings.policy.promptsInCheck = !random.once(in: 3)
        settings.policy.interruptsInExchange = !random.once(in: 3)
        settings.policy.statusWithoutExpiry = random.pick([.never, .untilRefused, .always])
        settings.policy.opensOwnPickerAfterCancel = !random.once(in: 3)
        settings.policy.reusesStatusInChoice = random.once(in: 3)
        settings.policy.signsOutEverywhere = !random.once(in: 3)
        if random.once(in: 3) { settings.policy.allowanceBurst = random.pick([0, 2]) }
        if random.once(in: 3) { settings.policy.breakerThreshold = random.pick([0, 2]) }
        if random.once(in: 6) {
            settings.hasPicker = false
            // On a phone with the legacy API and without a picker, a code is the only way to sign in.
            settings.policy.showsCodeWithUserAgent = true
        }
        if random.once(in: 3) { settings.policy.userAgentGrace = random.pick([.seconds(0), .seconds(60)]) }
        self.settings = settings
        adobe = SimulatedAdobe(seed: random.next())
        adobe.refusesPartnerStatus = random.once(in: 8)
        adobe.profileLifetime = random.pick([.seconds(90), .seconds(3_600), .seconds(2_592_000), .seconds(2_592_000)])
        adobe.tokenLifetime = random.pick([.seconds(60), .seconds(600), .seconds(21_600), .seconds(21_600)])
        adobe.codeLifetime = random.pick([.seconds(40), .seconds(1_800), .seconds(1_800)])
        adobe.denials = [SimulatedAdobe.Denial(resource: "resource5")]
        if random.once(in: 8) {
            adobe.providers[0].degradation = random.pick([.authenticateAll, .authorizeAll, .authorizeNone(details: nil)])
        }
        if random.once(in: 8) { adobe.providers[1].allowsPartnerSignOn = false }
        partner = SimulatedPartnerFramework(
            permission: random.pick([.granted, .granted, .notDetermined, .denied]), promptAnswer: random.pick([.granted, .denied]),
            account: FaultyHousehold.account(&random))
        partner.pickerActions = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            switch Int.random(in: 0..<8, using: &random) {
            case 0: .cancel
            case 1: .otherProvider
            case 2: .unsupported("AppleMSO_Dish")
            case 3: .nothing
            case _: .choose(FaultyHousehold.account(&random) ?? .cablevisionForAMonth)
            }
        }
        partner.exchanges = (0..<Int.random(in: 0...2, using: &random)).map { _ in
            random.pick([
                .response(SimulatedPartnerFramework.sampleSAML), .missing, .rejected, .permissionWithdrawn,
                .switched(.spectrumForAMonth, response: SimulatedPartnerFramework.sampleSAML),
            ])
        }
        if random.once(in: 2) { partner.exchangeDelay = Interval(milliseconds: 200) }
        if random.once(in: 3) {
            earlier = random.pick([[("Cablevision", .appleSSO)], [("SmallCo", .regular)], [("Cox", .regular), ("Dish", .regular)]])
        }
    }

    /// Returns a random account in the device's settings; `nil` for none.
    static func account(_ random: inout RandomSource) -> SimulatedPartnerFramework.Account? {
        let expiries: [Instant?] = [
            nil, SimulatedWorld.start.advanced(by: .seconds(120)), SimulatedWorld.start.advanced(by: .seconds(2_592_000)),
            SimulatedWorld.start.advanced(by: .seconds(25_920_000)),
        ]
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: return nil
        case 2: return SimulatedPartnerFramework.Account(mapping: "AppleMSO_Unknown", expiry: random.pick(expiries))
        case 3: return SimulatedPartnerFramework.Account(mapping: "AppleMSO_Spectrum", expiry: random.pick(expiries))
        case _: return SimulatedPartnerFramework.Account(mapping: "AppleMSO_Cablevision", expiry: random.pick(expiries))
        }
    }
}
