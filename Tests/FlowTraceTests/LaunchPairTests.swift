import FlowMachine
import Testing

@testable import FlowReading
@testable import FlowSummary

/// Two logs of one device, and what their comparison finds.
@Suite struct LaunchPairTests {
    private static let dish = Flows.mvpd("Dish")
    private static let client = SecretRef(.client, 1)

    /// A launch whose support id is the name of its file.
    private static func launch(
        _ file: String, at start: Double = 0, app: String = "DemoTV/1.0", system: String? = nil, previous: String? = nil,
        installation: String? = nil, settings: FlowSettings = Script.settings, kept: PersistedState = PersistedState(),
        _ more: (inout HandMade) -> Void = { _ in }
    ) -> LaunchReport {
        var made = HandMade()
        made.add(start, .app(.launched(kept)), "V2-A-02", "registered")
        more(&made)
        let header = LogHeader(
            app: app, system: system, support: file.split(separator: "/").last.map(String.init) ?? "", previousSupport: previous,
            installation: installation, settings: settings)
        return made.report(file, header: header)
    }

    private static func from(_ request: Int64, client: SecretRef? = nil) -> PersistedState {
        PersistedState(client: client, first: NextNumbers(request: request))
    }

    private static func profile(_ mvpd: String = "Dish", _ type: ProfileType = .regular) -> Profile {
        Profile(mvpd: Flows.mvpd(mvpd), type: type, notAfter: Script.instant(900_000))
    }

    // MARK: One device

    @Test func `launches of a folder whose numbers continue are of one device, if nothing contradicts it`() {
        func isOne(
            _ file: String = "b", at start: Double = 60, app: String = "DemoTV/1.1", settings: FlowSettings = Script.settings,
            kept: PersistedState = LaunchPairTests.from(40)
        ) -> Bool {
            let before = Self.launch("a", kept: Self.from(40, client: Self.client))
            return LaunchComparison(before, Self.launch(file, at: start, app: app, settings: settings, kept: kept)) != nil
        }
        #expect(isOne())
        #expect(isOne(kept: Self.from(40, client: Self.client)))
        #expect(!isOne(kept: Self.from(40, client: SecretRef(.client, 2))), "another client")
        #expect(!isOne("elsewhere/b"), "another folder")
        #expect(!isOne(app: "OtherTV/1.0"), "another app")
        var settings = Script.settings
        settings.serviceProvider = "OTHER"
        #expect(!isOne(settings: settings), "another service provider")
        settings = Script.settings
        settings.platform = .iOS
        #expect(!isOne(settings: settings), "another kind of device")
        #expect(!isOne(at: -60), "the numbers continue backward")
    }

    @Test(
        arguments: [
            (LaunchPairTests.launch("b", at: 60, kept: LaunchPairTests.from(40)), LaunchContinuity.requestNumbers),
            (LaunchPairTests.launch("b", at: 60, previous: "a"), .previousLaunch),
        ])
    func `a launch that is taken for a later one of a device says why, and whether that is a guess`(
        after: LaunchReport, continuity: LaunchContinuity
    ) throws {
        let before = Self.launch("a", kept: Self.from(40))
        let triage = Triage([before, after])
        let follows = try #require(triage.launches.last?.report.follows)
        #expect(follows == ("a", continuity))
        #expect(triage.launches.first?.report.follows == nil)
        let text = triage.lines(Look(), of: 2).joined(separator: "\n")
        #expect(text.contains(continuity.sentence("a")))
        #expect(text.contains("by a guess") == continuity.isGuess)
        #expect(triage.objects[1].json.contains(#""isGuess":\#(continuity.isGuess)"#))
    }

    @Test func `numbers continue where the launch before ended, or behind the thousand that it had reserved`() {
        func isOne(_ before: Int64, _ after: Int64) -> Bool {
            LaunchComparison(Self.launch("a", kept: Self.from(before)), Self.launch("b", at: 60, kept: Self.from(after))) != nil
        }
        #expect(isOne(40, 40))
        #expect(!isOne(40, 41))
        #expect(isOne(40, 1001))
        #expect(!isOne(40, 1000), "no launch begins there")
        #expect(!isOne(40, 2001), "two thousands later")
        #expect(!isOne(30, 30), "small numbers are everybody's")
        #expect(isOne(31, 31))
    }

    @Test(arguments: [
        HandMade.call(40, .configuration), .partner(RequestID(40), .status(prompt: false)),
        .arm(TimerID(40), .poll, at: Script.instant(9)), .present(PresentationID(40), .codeExpired),
    ])
    func `every kind of number that a launch issues counts`(effect: Effect) {
        let before = Self.launch("a") { $0.add(1, .app(.foregrounded), "FM-10", "registered", [effect]) }
        #expect(LaunchComparison(before, Self.launch("b", at: 60, kept: Self.from(41))) != nil)
        #expect(LaunchComparison(before, Self.launch("b", at: 60, kept: Self.from(40))) == nil)
    }

    @Test func `what the headers say about the device is believed before the numbers`() {
        let before = Self.launch("a", installation: "one", kept: Self.from(40))
        #expect(LaunchComparison(before, Self.launch("b", at: 60, installation: "one")) != nil)
        #expect(LaunchComparison(before, Self.launch("b", at: 60, installation: "two", kept: Self.from(40))) == nil)
        #expect(LaunchComparison(before, Self.launch("b", at: 60, installation: "two", kept: Self.from(40))) == nil)
        #expect(LaunchComparison(before, Self.launch("b", at: 60, previous: "a", installation: "two")) != nil)
        let unnamed = Self.launch("a")
        #expect(LaunchComparison(unnamed, Self.launch("b", at: 60, previous: "a")) != nil)
        #expect(LaunchComparison(unnamed, Self.launch("b", at: 60, previous: "c")) == nil)
    }

    @Test func `segments that a flow names are of one device, a segment and another log are not`() {
        let segment = Self.launch("flow-X-0001.jsonl")
        #expect(LaunchComparison(segment, Self.launch("flow-Y-0002.jsonl", at: 60)) != nil)
        #expect(LaunchComparison(segment, Self.launch("b.jsonl", at: 60)) == nil)
        #expect(LaunchComparison(segment, Self.launch("flow-Y-0001.jsonl", at: 60)) == nil, "no flow writes two segments of one number")
        #expect(LaunchComparison(segment, Self.launch("flow-Y-0002.jsonl", at: 60, previous: "Z")) == nil, "it names another launch")
    }

    @Test func `a library's user gets correlations as values`() throws {
        let triage = Triage(
            (0..<40).map { viewer in
                Self.launch("all/\(viewer).jsonl", at: Double(viewer), app: viewer < 20 ? "DemoTV/1.0" : "DemoTV/2.0") { made in
                    if viewer >= 20 { made.add(Double(viewer) + 1, .app(.vaultFailed), "FM-20", "registered") }
                }
            })
        let found = try #require(triage.correlations.first)
        #expect(found.correlation.properties == [Correlation.Property(name: "app", value: "DemoTV/2.0")])
        #expect(found.correlation.with == Correlation.Count(affected: 20, all: 20))
        #expect(found.correlation.others == Correlation.Count(affected: 0, all: 20))
    }

    @Test func `first launches of strangers in one folder are not one viewer whose vault was erased`() {
        let triage = Triage(
            (0..<30).flatMap { stranger in
                (1...2).map { number in
                    Self.launch(
                        "all/flow-S\(stranger)-000\(number + stranger % 3).jsonl", at: Double(stranger), kept: PersistedState())
                }
            })
        #expect(triage.launches.count == 60)
        #expect(triage.launches.allSatisfy { $0.changes.isEmpty })
        let own = Triage(
            (1...3).map { number in
                Self.launch(
                    "own/flow-S\(number)-000\(number).jsonl", at: Double(number) * 60,
                    kept: number == 1 ? Self.from(40, client: Self.client) : PersistedState())
            })
        #expect(own.launches.contains { $0.changes.contains { $0.kind == .missing(.client) } })
    }

    @Test(arguments: [(40, 40), (40, 1001), (1000, 1001), (1001, 1001), (1001, 2001), (1002, 2001)] as [(Int64, Int64)])
    func `a launch finds its device among others by the numbers that continue`(before: Int64, after: Int64) {
        let reports = [
            Self.launch("a", kept: Self.from(before)), Self.launch("x", at: 10, kept: Self.from(5000)),
            Self.launch("b", at: 20, kept: Self.from(after)),
        ]
        #expect(LaunchDevices.together(reports, CollectedFolders(reports)).map(\.file) == ["a", "b", "x"])
    }

    @Test func `a device is found behind one with the same numbers and another client`() {
        let reports = [
            Self.launch("a", kept: Self.from(40, client: Self.client)),
            Self.launch("x", at: 10, kept: Self.from(500, client: SecretRef(.client, 2))),
            Self.launch("b", at: 20, kept: Self.from(1001, client: Self.client)),
        ]
        #expect(LaunchDevices.together(reports, CollectedFolders(reports)).map(\.file) == ["a", "b", "x"])
    }

    @Test func `launches of one device stand together, in the order in which the first of each began`() {
        let reports = [
            Self.launch("a", kept: Self.from(40)), Self.launch("x", at: 10, kept: Self.from(90)),
            Self.launch("b", at: 20, kept: Self.from(40)),
            Self.launch("x", at: 30, kept: Self.from(500)), Self.launch("other/x", at: 40, kept: Self.from(90)),
        ]
        #expect(LaunchDevices.together(reports, CollectedFolders(reports)).map(\.file) == ["a", "b", "x", "x", "other/x"])
        // The last segment of a launch begins in the middle: only the support id says where it belongs.
        var made = HandMade()
        made.add(50, .app(.backgrounded), "FM-11", "registered")
        let rest = made.report("a", header: LogHeader(app: "DemoTV/1.0", support: "a", settings: Script.settings))
        #expect(LaunchDevices.together(reports + [rest], CollectedFolders(reports + [rest])).map(\.events) == [1, 1, 1, 1, 1, 1])
        #expect(
            LaunchDevices.together(reports + [rest], CollectedFolders(reports + [rest])).map(\.file) == [
                "a", "b", "a", "x", "x", "other/x",
            ])
    }

    // MARK: The vault

    private static func findings(_ before: LaunchReport, _ after: LaunchReport, _ configuration: AdobeConfiguration? = nil) -> [TriageCause]
    {
        LaunchComparison(before, after, configuration: configuration)?.findings ?? []
    }

    private static func keeping(_ made: inout HandMade) {
        made.add(
            1, .app(.foregrounded), "FM-10", "registered",
            [.keep(.client(client)), .keep(.provider(RememberedProvider(mvpd: dish)))])
        made.add(2, .app(.backgrounded), "FM-11", "registered")
    }

    @Test func `a vault is called empty only if it was; otherwise each missing value is reported`() {
        let before = Self.launch("a", Self.keeping)
        let emptied = Self.findings(before, Self.launch("b", at: 60, previous: "a"))
        #expect(emptied.map(\.kind) == [.vaultEmptied(afterFailures: false)])
        #expect(
            emptied[0].text.hasSuffix(
                "had the client credentials (client#1), the provider Dish. The app was reinstalled, or its vault was erased."))
        let kept = PersistedState(code: PersistedCode(code: SecretRef(.code, 1), notAfter: Script.instant(600)))
        let missing = Self.findings(before, Self.launch("b", at: 60, previous: "a", kept: kept))
        #expect(missing.map(\.kind) == [.missing(.client), .missing(.provider)])
        let one = Self.launch("a") { $0.add(1, .app(.backgrounded), "FM-11", "registered", [.keep(.client(Self.client))]) }
        #expect(Self.findings(one, Self.launch("b", at: 60, previous: "a")).map(\.kind) == [.missing(.client)], "one value is no vault")
    }

    @Test func `a vault that could not save is the reason for its emptiness`() {
        let before = Self.launch("a") {
            Self.keeping(&$0)
            $0.add(3, .app(.vaultFailed), "FM-12", "registered")
        }
        let finding = Self.findings(before, Self.launch("b", at: 60, previous: "a")).first
        #expect(finding?.kind == .vaultEmptied(afterFailures: true))
        #expect(finding?.evidence.map(\.event) == [4])
        #expect(finding?.advice.hasPrefix("Look for the keychain's error") == true)
    }

    @Test func `for a missing value, the advice compares the app's versions if there are two`() {
        let before = Self.launch("a", Self.keeping)
        let one = Self.findings(before, Self.launch("b", at: 60, previous: "a")).first
        #expect(
            one?.advice
                == "Find out whether the app erases its vault, or uses another one: on Apple devices, another keychain group or service name."
        )
        let two = Self.findings(before, Self.launch("b", at: 60, app: "DemoTV/2.0", previous: "a")).first
        #expect(two?.advice.hasPrefix("Find out what DemoTV/2.0 does with the vault that DemoTV/1.0 did not") == true)
    }

    @Test func `a value that was forgotten, has expired or may have been forgotten during a gap is not missing`() throws {
        func missing(_ kept: PersistedValue, _ more: (inout HandMade) -> Void = { _ in }) -> [FlowCause.Kind] {
            let before = Self.launch("a") {
                $0.add(1, .app(.backgrounded), "FM-11", "registered", [.keep(kept)])
                more(&$0)
            }
            return Self.findings(before, Self.launch("b", at: 60, previous: "a")).map(\.kind)
        }
        #expect(missing(.client(Self.client)) == [.missing(.client)])
        #expect(missing(.client(Self.client)) { $0.add(2, .app(.backgrounded), "FM-11", "registered", [.forget(.fact(.client))]) } == [])
        #expect(
            missing(.client(Self.client)) { $0.add(2, .app(.launched(PersistedState())), "V2-A-02", "registered") } == [.endedInForeground])
        for (early, late) in [
            (
                PersistedValue.token(AccessToken(ref: SecretRef(.token, 1), notAfter: Script.instant(30))),
                PersistedValue.token(AccessToken(ref: SecretRef(.token, 1), notAfter: Script.instant(90)))
            ),
            (
                .profile(Profile(mvpd: Self.dish, type: .regular, notAfter: Script.instant(30))),
                .profile(Profile(mvpd: Self.dish, type: .regular, notAfter: Script.instant(90)))
            ),
            (
                .code(PersistedCode(code: SecretRef(.code, 1), notAfter: Script.instant(30))),
                .code(PersistedCode(code: SecretRef(.code, 1), notAfter: Script.instant(90)))
            ),
        ] {
            #expect(missing(early) == [], "\(early)")
            #expect(missing(late) == [.missing(late.kind)], "\(late)")
        }
        // A gap: what the events in it kept or forgot is unknown.
        var vault = LaunchVault()
        var made = HandMade()
        made.add(0, .app(.backgrounded), "FM-11", "registered", [.keep(.client(Self.client))])
        vault.note(made.records[0])
        vault.noteGap()
        #expect(vault.left.isEmpty)
    }

    // MARK: The sign-in

    private static func signIn(_ answer: WishAnswer?) -> (inout HandMade) -> Void {
        {
            $0.add(1, .user(.signIn(WishID(1))), "V2-F-01", "basicAuthFallback")
            $0.add(2, .app(.backgrounded), "FM-11", "basicAuthFallback", answer.map { [.answer(WishID(1), $0)] } ?? [])
        }
    }

    private static func found(_ made: inout HandMade) {
        made.add(60, .app(.foregrounded), "FM-10", "checking", [HandMade.call(1, .profiles(status: nil))])
        made.add(61, HandMade.reply(1, .profiles([profile()])), "V2-B-10", "deciding")
    }

    @Test func `a sign-in that was completed after the launch before had given up is the app's to wait for`() {
        let after = Self.launch("b", at: 60, previous: "a", Self.found)
        func advice(_ answer: WishAnswer?) -> String? {
            Self.findings(Self.launch("a", Self.signIn(answer)), after).first { $0.kind == .signedInAfterAll }?.advice
        }
        #expect(advice(nil)?.hasPrefix("Nothing is wrong") == true)
        for answer in [WishAnswer.dropped, .refused(Refusal(reason: .canceled))] {
            #expect(advice(answer)?.hasPrefix("Check how long the flow waited") == true, "\(answer)")
        }
        #expect(advice(.refused(Refusal(reason: .service))) == nil)
        let signedIn = Self.launch("a") {
            Self.signIn(nil)(&$0)
            $0.add(3, .app(.backgrounded), "FM-11", "deciding", [.keep(.profile(Self.profile()))])
        }
        #expect(!Self.findings(signedIn, after).contains { $0.kind == .signedInAfterAll }, "it had a profile already")
    }

    @Test func `a profile that arrives after a screen is the viewer's sign-in in this launch`() {
        func report(_ effects: [Effect]) -> LaunchReport {
            Self.launch("b") {
                $0.add(1, .app(.foregrounded), "FM-10", "checking", effects + [HandMade.call(1, .profiles(status: nil))])
                $0.add(2, HandMade.reply(1, .profiles([Self.profile()])), "V2-B-10", "deciding")
            }
        }
        #expect(report([]).foundProfile?.number == 3)
        #expect(report([.present(PresentationID(1), .codeExpired)]).foundProfile == nil)
    }

    @Test func `another kind of sign-in with the same provider names who caused it`() {
        let before = Self.launch("a") {
            $0.add(1, .app(.backgrounded), "FM-11", "deciding", [.keep(.profile(Self.profile("Dish", .appleSSO)))])
        }
        func method(_ mvpd: String = "Dish", _ more: (inout HandMade) -> Void = { _ in }) -> TriageCause? {
            let after = Self.launch("b", at: 60, previous: "a") {
                more(&$0)
                $0.add(69, .app(.backgrounded), "FM-11", "deciding", [.keep(.profile(Self.profile(mvpd)))])
            }
            return Self.findings(before, after).first { $0.kind == .methodChanged(from: .appleSSO, to: .regular) }
        }
        let plain = method()
        #expect(plain?.owner == .adobe)
        #expect(plain?.evidence.map(\.event) == [2], "the event that kept the profile")
        #expect(plain?.text.contains("declined") == false)
        #expect(method("Cox") == nil, "another provider")
        let denied = method {
            $0.add(61, .app(.foregrounded), "FM-10", "checking", [.partner(RequestID(1), .status(prompt: false))])
            $0.add(62, HandMade.reply(1, .partner(PartnerAnswer(status: PartnerStatus(permission: .denied)))), "V2-B-04", "checking")
        }
        #expect(denied?.owner == .viewer)
        #expect(denied?.evidence.map(\.event) == [3])
        let declined = method {
            let session = OpenSession(
                code: SecretRef(.code, 1), notAfter: nil, link: nil, mvpd: nil, reason: .configurationFallback)
            $0.add(61, .app(.foregrounded), "FM-10", "partnerAuth", [HandMade.call(1, .configuration)])
            $0.add(62, HandMade.reply(1, .session(.authenticate(session))), "V2-C-21", "basicAuthFallback")
        }
        #expect(declined?.text.hasSuffix("Here Adobe declined Apple's single sign-on.") == true)
        #expect(declined?.evidence.map(\.event) == [3], "the session that declined it")
    }

    @Test func `a session without a reason declines nothing, and permission that is granted later was not denied`() {
        let report = Self.launch("b") {
            $0.add(
                1, .app(.foregrounded), "FM-10", "checking",
                [.partner(RequestID(1), .status(prompt: false)), HandMade.call(2, .configuration)])
            $0.add(2, HandMade.reply(1, .partner(PartnerAnswer(status: PartnerStatus(permission: .restricted)))), "V2-B-04", "checking")
            let session = OpenSession(code: SecretRef(.code, 1), notAfter: nil, link: nil, mvpd: nil)
            $0.add(3, HandMade.reply(2, .session(.authenticate(session))), "V2-C-21", "basicAuthFallback")
        }
        #expect(report.accessDenied?.number == 3)
        #expect(report.declined == nil)
        let granted = Self.launch("b") {
            $0.add(1, .app(.foregrounded), "FM-10", "checking", [.partner(RequestID(1), .status(prompt: false))])
            $0.add(2, HandMade.reply(1, .partner(PartnerAnswer(status: PartnerStatus(permission: .denied)))), "V2-B-04", "checking")
            $0.add(3, HandMade.reply(1, .partner(PartnerAnswer(status: PartnerStatus(permission: .granted)))), "V2-B-04", "checking")
        }
        #expect(granted.accessDenied == nil)
    }

    // MARK: Configuration, settings and clock

    private static func configured(_ file: String, at start: Double = 0, _ providers: [AdobeConfiguration.Provider]) -> LaunchReport {
        launch(file, at: start, previous: "a") {
            $0.add(start + 1, .app(.backgrounded), "FM-11", "registered", [HandMade.call(1, .configuration)])
            let configuration = AdobeConfiguration(ref: SecretRef(.configuration, 1), providers: providers)
            $0.add(start + 2, HandMade.reply(1, .configuration(configuration)), "V2-C-02", "registered")
        }
    }

    private static func changes(_ old: [AdobeConfiguration.Provider], _ new: [AdobeConfiguration.Provider]) -> String? {
        findings(configured("a", old), configured("b", at: 60, new)).first { $0.kind == .configurationChanged }?.text
    }

    @Test func `every change of a provider that decides about single sign-on is named`() {
        func provider(_ name: String, _ change: Int = 0) -> AdobeConfiguration.Provider {
            AdobeConfiguration.Provider(
                mvpd: Flows.mvpd(name), mapping: change == 1 ? nil : PlatformMappingID("Apple_\(name)"),
                enablesPlatformServices: change != 2, showsInPlatformPicker: change != 3, boarding: change == 4 ? .picker : .supported,
                isTemporary: change == 5)
        }
        #expect(Self.changes([provider("Dish")], [provider("Dish")]) == nil)
        let words = [
            "Apple's id from Apple_Dish to none", "Apple single sign-on from on to off", "in Apple's picker from yes to no",
            "boarding status from supported to picker", "temporary from no to yes",
        ]
        for (change, words) in zip(1..., words) {
            #expect(Self.changes([provider("Dish")], [provider("Dish", change)]) == "Adobe's configuration changed: Dish: \(words).")
        }
        #expect(Self.changes([provider("Dish")], [provider("Cox")]) == "Adobe's configuration changed: Cox is new; Dish is gone.")
        let many = (1...8).map { provider("P\($0)") }
        #expect(Self.changes([], many)?.hasSuffix("P6 is new; and 2 more.") == true)
        #expect(Self.changes([], Array(many.prefix(6)))?.hasSuffix("P6 is new.") == true)
    }

    @Test func `a launch that fetched no configuration is compared by the last one before it`() {
        let old = AdobeConfiguration(ref: SecretRef(.configuration, 1), providers: [])
        let new = Self.configured("b", at: 60, [AdobeConfiguration.Provider(mvpd: Self.dish)])
        let kinds = Self.findings(Self.launch("a"), new, old).map(\.kind)
        #expect(kinds.contains(.configurationChanged))
        #expect(!Self.findings(Self.launch("a"), new).map(\.kind).contains(.configurationChanged))
        let known = Self.configured("a", [AdobeConfiguration.Provider(mvpd: Self.dish)])
        #expect(!Self.findings(known, new, old).map(\.kind).contains(.configurationChanged), "its own comes first")
    }

    @Test func `a new system is a change, and a clock is compared with the launch before, not with Adobe's`() {
        func launch(_ file: String, at start: Double, _ system: String?, ahead: Int64) -> LaunchReport {
            Self.launch(file, at: start, system: system, previous: "a") {
                $0.add(start + 1, .app(.backgrounded), "FM-11", "registered", [HandMade.call(1, .configuration)])
                let time = Instant(milliseconds: Script.instant(start + 2).milliseconds - ahead)
                $0.add(
                    start + 2, .reply(RequestID(1), Reply(.configuration(Flows.configuration), serverTime: time)), "V2-C-02", "registered")
            }
        }
        func findings(_ first: Int64, _ second: Int64) -> [TriageCause] {
            Self.findings(launch("a", at: 0, nil, ahead: first), launch("b", at: 60, "tvOS 26.1", ahead: second))
        }
        let ahead = findings(0, 3_600_000)
        #expect(ahead.map(\.kind) == [.versionChanged, .clockSet])
        #expect(ahead[0].text.hasSuffix("an unknown system to tvOS 26.1."))
        #expect(ahead[1].text.hasPrefix("The device's clock was set by 60 min ahead since"))
        #expect(findings(3_600_000, 0)[1].text.hasPrefix("The device's clock was set by 60 min back since"))
        #expect(findings(3_600_000, 3_600_000).map(\.kind) == [.versionChanged], "wrong, but not set")
    }

    @Test func `only a launch soon after an end in the foreground is a restart`() {
        let before = Self.launch("a")
        #expect(Self.findings(before, Self.launch("b", at: 600, previous: "a")).map(\.kind) == [.endedInForeground])
        #expect(Self.findings(before, Self.launch("b", at: 601, previous: "a")).isEmpty)
    }
}
