import FlowMachine
import Foundation
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct TriageCausesTests {
    private let folder = TemporaryFolder()

    /// The output of triage for these records.
    private func told(_ records: [LogRecord], header: LogHeader = HandMade.header) throws -> String {
        flat(Run([try folder.write(LogBytes.of(records, header: header), "log.jsonl")]).output)
    }

    private let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .appleSSO, notAfter: Script.instant(-3600))
    private let resource = SecretRef(.resource, 1)

    private func decided(_ verdict: AdobeDecision.Verdict) -> FlowEvent.Origin {
        HandMade.reply(1, .decisions([AdobeDecision(resource: resource, verdict: verdict, source: .mvpd)]))
    }

    private func permitted(_ wish: Int64, source: AdobeDecision.Source = .mvpd) -> Effect {
        let media = MediaToken(ref: SecretRef(.media, 1), notAfter: Script.instant(600))
        return .answer(WishID(wish), .permitted(resource: resource, media: media, source: source))
    }

    @Test func `a late answer of Adobe makes a playback slow; the app's own allowance is the app's cause`() throws {
        var late = HandMade()
        late.add(0, .app(.launched(PersistedState())), "V2-A-02", "deciding")
        late.add(
            1, .user(.play(WishID(1), resource: resource, under: .signedIn)), "V2-D-10", "deciding",
            [HandMade.call(1, .authorize(Flows.mvpd("Dish"), resource: resource, status: nil, identity: nil))])
        late.add(13.5, decided(.permit(media: nil)), "V2-D-11", "deciding", [permitted(1)])
        let output = try told(late.records)
        #expect(output.contains("It took 12.5 s, including 12.5 s in which it did not wait for the viewer: 12.5 s Adobe Pass (decision)."))
        #expect(output.contains("owner Adobe"))
        var held = HandMade()
        held.add(0, .app(.launched(PersistedState())), "V2-A-02", "deciding")
        held.add(
            1, .user(.play(WishID(1), resource: resource, under: .signedIn)), "V2-D-10", "deciding",
            [.arm(TimerID(1), .hold, at: Script.instant(12))])
        held.add(
            12, .timer(TimerID(1)), "V2-X-10", "deciding",
            [HandMade.call(1, .authorize(Flows.mvpd("Dish"), resource: resource, status: nil, identity: nil))])
        held.add(12.4, decided(.permit(media: nil)), "V2-D-11", "deciding", [permitted(1)])
        let own = try told(held.records)
        #expect(own.contains("11.4 s Held (behind other requests of the app, the app's own call limit is reached)."))
        #expect(own.contains("owner the app"))
    }

    @Test func `time that the viewer takes is not reported as slow`() throws {
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "basicAuthFallback")
        made.add(
            1, .user(.signIn(WishID(1))), "V2-F-01", "basicAuthFallback", [.present(PresentationID(1), .codeExpired)])
        made.add(
            90, .user(.chose(PresentationID(1), .newCode)), "V2-F-13", "deciding",
            [.present(PresentationID(1), .nothing), .answer(WishID(1), .signedIn(.profile(profile)))])
        #expect(try told(made.records).contains("The one request was fulfilled."))
    }

    @Test func `a silent preview reports why no viewer was signed in any more`() throws {
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState(profile: profile))), "V2-A-02", "registered")
        made.add(
            1, .user(.preview(WishID(1), resources: [resource])), "FM-17", "registered",
            [.answer(WishID(1), .refused(Refusal(reason: .notSignedIn)))])
        let expired = try told(made.records)
        #expect(
            expired.contains(
                "Nobody was signed in any longer, and this request never asks for a sign-in: the kept sign-in with Dish had expired at 2025-12-31 23:00:00Z."
            ))
        #expect(expired.contains("The kept sign-in had expired"), "and the launch as a whole says so")
        var signedOut = HandMade()
        signedOut.add(0, .app(.launched(PersistedState())), "V2-A-02", "registered")
        signedOut.add(1, .user(.signOut(WishID(1))), "V2-E-01", "registered", [.answer(WishID(1), .signedOut(owed: false))])
        signedOut.add(
            2, .user(.preview(WishID(2), resources: [resource])), "FM-17", "registered",
            [.answer(WishID(2), .refused(Refusal(reason: .notSignedIn)))])
        #expect(try told(signedOut.records).contains("A viewer had signed out before: event 2."))
    }

    @Test func `used-up temporary access names what it was used for`() throws {
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "deciding")
        made.add(1, .user(.play(WishID(1), resource: resource, under: .temporary(identity: nil))), "V2-T-01", "deciding")
        made.add(2, decided(.permit(media: nil)), "V2-D-11", "deciding", [permitted(1, source: .temppass)])
        made.add(
            3, .user(.play(WishID(2), resource: resource, under: .temporary(identity: nil))), "V2-T-01", "deciding",
            [.answer(WishID(2), .refused(Refusal(reason: .temporaryAccess)))])
        var settings = Script.settings
        settings.temporaryAccess = Flows.mvpd("TempPass")
        let output = try told(made.records, header: LogHeader(app: "DemoTV/1.0", support: "4711", settings: settings))
        #expect(output.contains("In this launch it was used for play resource#1, temporary access (event 2)."))
    }

    @Test func `requests with the same end are reported once, with the time that most of them took`() throws {
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "deciding")
        for wish in 1...6 {
            let start = Double(wish) * 20
            made.add(start, .user(.play(WishID(Int64(wish)), resource: resource, under: .signedIn)), "V2-D-10", "deciding")
            let end = wish == 6 ? start + 1 : start + 5
            made.add(end, .user(.cancel(WishID(Int64(wish)))), "FM-06", "deciding", [.answer(WishID(Int64(wish)), .dropped)])
        }
        let output = try told(made.records)
        #expect(output.contains("again 6 times in all, most recently 2026-01-01 00:02:00Z, after 1.0 s to 5.0 s, 5 of them after 5.0 s."))
        #expect(output.contains("0 of 6 requests fulfilled."))
    }

    @Test func `launches with one support id are separate, and each is compared with the previous one`() throws {
        func launch(_ name: String, _ start: Double, _ kept: PersistedState) throws {
            var made = HandMade()
            made.add(start, .app(.launched(kept)), "V2-A-02", "deciding")
            _ = try folder.write(LogBytes.of(made.records, header: HandMade.header), "flow-4711-\(name).jsonl")
        }
        let regular = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(90_000))
        try launch("0001", 0, PersistedState(profile: Profile(mvpd: Flows.mvpd("Dish"), type: .appleSSO, notAfter: Script.instant(90_000))))
        try launch("0002", 60, PersistedState(profile: regular))
        let output = flat(Run([folder.path]).output)
        #expect(output.contains("flow-4711-0001.jsonl DemoTV/1.0"))
        #expect(output.contains("flow-4711-0002.jsonl DemoTV/1.0"))
        #expect(output.contains("The sign-in with Dish was appleSSO in the launch of 2026-01-01 00:00:00Z, and is regular here."))
    }

    @Test func `many launches report settings that differ between apps, and second-screen durations`() throws {
        for index in 0..<10 {
            var settings = Script.settings
            if index >= 6 { settings.policy.pollInterval = .seconds(30) }
            var made = HandMade()
            made.add(0, .app(.launched(PersistedState())), "V2-A-02", "basicAuthFallback")
            let code = SecretRef(.code, 1)
            made.add(
                1, .user(.signIn(WishID(1))), "V2-F-01", "basicAuthFallback",
                [.present(PresentationID(1), .code(code, notAfter: Script.instant(1800))), HandMade.call(1, .profileForCode(code))])
            made.add(
                index >= 6 ? 91 : 31, HandMade.reply(1, .profiles([profile])), "V2-F-13", "deciding",
                [.present(PresentationID(1), .nothing), .answer(WishID(1), .signedIn(.profile(profile)))])
            let header = LogHeader(app: index >= 6 ? "DemoTV/2.0" : "DemoTV/1.0", support: "viewer-\(index)", settings: settings)
            _ = try folder.write(LogBytes.of(made.records, header: header), "viewer-\(index).jsonl")
        }
        let output = Run([folder.path]).output
        #expect(output.contains("  policy.pollInterval: 5.0 s in 6 launches (DemoTV/1.0); 30.0 s in 4 launches (DemoTV/2.0)\n"))
        #expect(output.contains("  DemoTV/1.0: 6, half within 30 s, nine of ten within 30 s\n"))
        #expect(output.contains("  DemoTV/2.0: 4, half within 90 s, nine of ten within 90 s\n"))
    }

    @Test func `a setting that some headers leave out because of its value is compared with that value`() throws {
        var counts = TriageCounts()
        for index in 0..<5 {
            var settings = Script.settings
            if index < 2 {
                settings.policy.longestPollInterval = .seconds(90)
                settings.policy.recognizesEndOfLife = false
                settings.policy.statusWithoutExpiry = .never
                settings.temporaryAccess = Flows.mvpd("TempPass")
            }
            let header = LogHeader(app: index < 2 ? "DemoTV/2.0" : "DemoTV/1.0", support: "viewer-\(index)", settings: settings)
            counts.add(LaunchReader(header, nil).report, [])
        }
        #expect(
            counts.settingLines == [
                "policy.longestPollInterval: 60.0 s in 3 launches (DemoTV/1.0); 90.0 s in 2 launches (DemoTV/2.0)",
                "policy.recognizesEndOfLife: yes in 3 launches (DemoTV/1.0); no in 2 launches (DemoTV/2.0)",
                "policy.statusWithoutExpiry: untilRefused in 3 launches (DemoTV/1.0); never in 2 launches (DemoTV/2.0)",
                "temporaryAccess: none in 3 launches (DemoTV/1.0); TempPass in 2 launches (DemoTV/2.0)",
            ])
    }

    @Test func `the settings that are compared are all there are, with the values in force`() {
        // Values that a header leaves out; those of the standard policy it writes.
        var old = Script.settings
        old.activationURL = nil
        (old.policy.userAgentGrace, old.policy.showsCodeWithUserAgent) = (.seconds(0), true)
        (old.policy.recognizesEndOfLife, old.policy.statusWithoutExpiry) = (false, .always)
        let names = Mirror(reflecting: old).children.compactMap(\.label).filter { $0 != "policy" }
        let policies = Mirror(reflecting: old.policy).children.compactMap(\.label).map { "policy.\($0)" }
        for settings in [old, Script.settings] {
            let paths = settings.leaves.map(\.path)
            #expect(Set(paths) == Set(names + policies))
            #expect(paths.count == Set(paths).count)
        }
        let texts = Dictionary(uniqueKeysWithValues: old.leaves.map { ($0.path, ComparedHeaders.value($0)) })
        #expect(texts["policy.userAgentGrace"] == "0.0 s")
        #expect(texts["policy.showsCodeWithUserAgent"] == "yes")
        #expect(texts["policy.recognizesEndOfLife"] == "no")
        #expect(texts["policy.statusWithoutExpiry"] == "always")
        #expect(texts["policy.sessionLifetime"] == "30 min")
        #expect(texts["activationURL"] == "none")
    }
}

@Suite struct TriageContextTests {
    private let folder = TemporaryFolder()
    private let resource = SecretRef(.resource, 1)

    private func denied(_ code: String) -> FlowEvent.Origin {
        let error = AdobeError(action: .none, status: 403, code: ErrorCode(code), trace: nil)
        return HandMade.reply(1, .decisions([AdobeDecision(resource: resource, verdict: .deny(error), source: .mvpd)]))
    }

    private func denial(_ wish: Int64, _ code: String) -> Effect {
        .answer(WishID(wish), .denied(resource: resource, error: AdobeError(action: .none, status: 403, code: ErrorCode(code), trace: nil)))
    }

    private func asks(_ mvpd: String) -> Effect {
        HandMade.call(1, .authorize(Flows.mvpd(mvpd), resource: resource, status: nil, identity: nil))
    }

    private func profile(_ mvpd: String) -> Profile { Profile(mvpd: Flows.mvpd(mvpd), type: .regular, notAfter: Script.instant(90_000)) }

    @Test func `a denial after a change of provider reports the change and who can undo it`() throws {
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState(profile: profile("Dish")))), "V2-A-02", "deciding")
        made.add(5, .app(.foregrounded), "V2-P-07", "deciding", [.keep(.profile(profile("Cox")))])
        made.add(10, .user(.play(WishID(1), resource: resource, under: .signedIn)), "V2-D-10", "deciding", [asks("Cox")])
        made.add(11, denied("authorization_denied_by_mvpd"), "V2-D-13", "deciding", [denial(1, "authorization_denied_by_mvpd")])
        let output = flat(Run([try folder.write(LogBytes.of(made.records), "log.jsonl")]).output)
        #expect(output.contains("Up to event 2 the viewer was signed in with Dish, from then on with Cox (regular)."))
        #expect(output.contains("The viewer's provider had changed from Dish to Cox at event 2. evidence"))
        #expect(output.contains("owner the viewer"))
    }

    @Test func `a log that ends within a line or as a screen appears is an end in the foreground`() throws {
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "basicAuthFallback")
        made.add(
            1, .user(.signIn(WishID(1))), "V2-F-01", "basicAuthFallback",
            [.present(PresentationID(1), .providerConfirmation(Flows.mvpd("Dish")))])
        let whole = LogBytes.of(made.records, header: HandMade.header)
        let shown = flat(Run([try folder.write(whole, "shown.jsonl")]).output)
        #expect(
            shown.contains(
                "The log ends 0.0 s after the flow asked the app to show: provider confirmation. The app crashed or was killed: after shutDown()"
            )
        )
        let torn = flat(Run([try folder.write(Array(whole.dropLast(40)), "torn.jsonl")]).output)
        #expect(torn.contains("The app ended while it wrote line 3: probably it crashed or was killed. Line 3 says: {"))
        #expect(torn.contains("owner the app"))
    }

    @Test func `a launch soon after one that ended in the foreground follows a crash, unless it was shut down`() throws {
        func launch(_ name: String, _ start: Double, endsWell: Bool, isShutDown: Bool = false) throws {
            var made = HandMade()
            made.add(start, .app(.launched(PersistedState())), "V2-A-02", "registered")
            if endsWell { made.add(start + 1, .app(.backgrounded), "FM-11", "registered") }
            if isShutDown { made.add(start + 2, .app(.shutDown), "FM-30", "registered") }
            _ = try folder.write(LogBytes.of(made.records, header: HandMade.header), "flow-4711-\(name).jsonl")
        }
        try launch("0000", -90, endsWell: false, isShutDown: true)
        try launch("0001", 0, endsWell: false)
        try launch("0002", 90, endsWell: true)
        try launch("0003", 180, endsWell: true)
        let output = flat(Run([folder.path]).output)
        #expect(output.contains("The launch of 2026-01-01 00:00:00Z ended without going to the background, 90.0 s before this one"))
        #expect(output.components(separatedBy: "The previous launch ended in the foreground").count == 2, "only one of them did")
        #expect(output.contains("The app crashed or was killed: after shutDown() the log's last event would be \"shut down\"."))
    }

    @Test func `a log of a library without that event does not tell a crash from a shutdown`() throws {
        for (name, start) in [("0001", 0.0), ("0002", 90.0)] {
            var made = HandMade()
            made.add(start, .app(.launched(PersistedState())), "V2-A-02", "registered")
            let lines = FormatSamples.lines(LogBytes.of(made.records, header: HandMade.header))
            let revision = "\"modelRevision\":\(LogHeader.modelRevision)"
            let old = FormatSamples.sealed(FormatSamples.replaced(lines, 0, revision, #""modelRevision":3"#))
            _ = try folder.write(Array(old.joined()), "flow-4711-\(name).jsonl")
        }
        #expect(flat(Run([folder.path]).output).contains("The app crashed, was killed, or called shutDown(): a log of this version"))
    }

    @Test func `a request that a shutdown ended names the shutdown`() throws {
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "basicAuthFallback")
        made.add(1, .user(.signIn(WishID(1))), "V2-F-01", "basicAuthFallback")
        made.add(5, .app(.shutDown), "FM-30", "basicAuthFallback", [.answer(WishID(1), .dropped)])
        let output = flat(Run([try folder.write(LogBytes.of(made.records, header: HandMade.header), "log.jsonl")]).output)
        #expect(output.contains("The app called shutDown() 4.0 s later, before there was an answer."))
        #expect(!output.contains("crashed"))
    }

    @Test func `a sign-out blocked only on its own path reports what was tried and answered`() throws {
        var made = HandMade()
        made.add(
            0, .app(.launched(PersistedState(owedLogouts: [.mvpd(Flows.mvpd("Dish"))]))), "V2-A-02", "loggedOut",
            [HandMade.call(1, .logout(Flows.mvpd("Dish"))), HandMade.call(2, .configuration)])
        made.add(0.2, HandMade.reply(1, .failed(.status(http: 403))), "V2-E-11", "loggedOut")
        made.add(0.4, HandMade.reply(2, .configuration(Flows.configuration)), "V2-C-02", "registered")
        let output = flat(Run([try folder.write(LogBytes.of(made.records), "log.jsonl")]).output)
        #expect(output.contains("Tried in this launch: 403, not an answer from Adobe, although Adobe answered 1 other call."))
        #expect(output.contains("Another server answers in place of Adobe: look for a captive portal, a proxy or a filter in the network."))
    }

    @Test func `common properties of affected launches, the unaffected ones and the start are reported`() throws {
        for index in 0..<40 {
            var made = HandMade()
            let start = Double(index) * 3600
            made.add(start, .app(.launched(PersistedState())), "V2-A-02", "deciding")
            made.add(start + 1, .user(.play(WishID(1), resource: resource, under: .signedIn)), "V2-D-10", "deciding", [asks("Dish")])
            let isHit = index >= 20 && index.isMultiple(of: 2)
            if isHit {
                made.add(
                    start + 2, denied("authorization_denied_by_mvpd"), "V2-D-13", "deciding", [denial(1, "authorization_denied_by_mvpd")])
            }
            var settings = Script.settings
            settings.platform = index.isMultiple(of: 2) ? .tvOS : .iPadOS
            let header = LogHeader(app: "DemoTV/1.0", support: "viewer-\(index)", settings: settings)
            _ = try folder.write(LogBytes.of(made.records, header: header), "viewer-\(index).jsonl")
        }
        let output = flat(Run([folder.path]).output)
        #expect(
            output.contains(
                "denied: authorization_denied_by_mvpd: 10 of 40 launches: 10 of 10 with platform tvOS from 2026-01-01 20:00:00Z on, 0 of 10 before, 0 of 20 without."
            ))
    }

    @Test func `denials in bursts are reported with their times`() throws {
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "deciding")
        var wish: Int64 = 0
        for burst in 0..<2 {
            for round in 0..<3 {
                wish += 1
                let start = Double(burst) * 86_400 + Double(round) * 600
                made.add(start + 1, .user(.play(WishID(wish), resource: resource, under: .signedIn)), "V2-D-10", "deciding", [asks("Dish")])
                made.add(start + 2, denied("x"), "V2-D-13", "deciding", [denial(wish, "x")])
            }
        }
        let output = flat(Run([try folder.write(LogBytes.of(made.records), "log.jsonl")]).output)
        #expect(output.contains("in 2 bursts: 2026-01-01 00:00Z to 00:20Z (3), 2026-01-02 00:00Z to 00:20Z (3)."))
    }
}
