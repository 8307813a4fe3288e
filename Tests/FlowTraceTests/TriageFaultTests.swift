import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowReading

/// Faults with several signs: the signs that belong together, the changes that do no harm, and the patterns in the background.
@Suite("Triage: one fault with several signs") struct TriageFaultTests {
    private static let day = 86_400.0
    private static let hour = 3600.0

    private static func launched(at start: Double, kept provider: String = "Dish") -> HandMade {
        var kept = PersistedState()
        kept.profile = Profile(mvpd: Flows.mvpd(provider), type: .regular, notAfter: Script.instant(9e8))
        return HandMade.launched(at: start, keeping: kept)
    }

    /// A play that is asked for 10 s after the launch. `lost`: the call after which nothing comes back.
    private static func played(
        at start: Double, _ answer: WishAnswer, lost: Bool = false, seconds: Double = 1, provider: String = "Dish"
    ) -> HandMade {
        var made = launched(at: start, kept: provider)
        let call = HandMade.call(2, .authorize(Flows.mvpd(provider), resource: HandMade.resource, status: nil, identity: nil))
        made.add(start + 10, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding", [call])
        let result: Reply.Result = lost ? .failed(.transport(.connection)) : .decisions([])
        made.add(start + 10 + seconds, HandMade.reply(2, result), lost ? "V2-X-01" : "V2-D-13", "deciding", [.answer(WishID(1), answer)])
        return made
    }

    private static func refused(_ code: String) -> WishAnswer {
        .refused(Refusal(reason: .service, error: AdobeError(action: .none, status: 403, code: ErrorCode(code))))
    }

    // MARK: Calls without an answer

    @Test func `calls without an answer in one region for some days are one fault of the network, with its end`() throws {
        let reports = (0..<240).map { number -> LaunchReport in
            let (isMountain, isDown) = (number % 4 == 0, (80..<140).contains(number))
            let fails = isMountain && isDown
            // Some requests fail, others are only late.
            let made = Self.played(
                at: Double(number) * 2 * Self.hour, fails && number % 8 == 0 ? HandMade.unreachable : HandMade.permitted, lost: fails,
                seconds: fails && number % 12 == 0 ? 30 : 1)
            return HandMade.report(
                made, device: number, app: number > 100 ? "DemoTV/2" : "DemoTV/1", zone: isMountain ? -7 : -5)
        }
        let patterns = Triage(reports).patterns
        let found = try #require(patterns.first)
        #expect(patterns.count { $0.id == .correlatedObservation } == 1, "a slow answer is a part of it: \(patterns.map { $0.text })")
        #expect(
            found.text.hasPrefix(
                "Calls to Adobe have no answer (no connection, or no answer in time): 15 of 15 with time zone UTC-07:00 between 2026-01-07 16:00:00Z and 2026-01-12 08:00:00Z, 0 of 45 at other times, 0 of 180 without."
            ), "\(found.text)")
        #expect(found.text.contains("It also shows as: refused: unreachable (8 launches)"), "\(found.text)")
        let unfinished = try #require(Triage(reports.prefix(140)).patterns.first)
        #expect(unfinished.text.contains(" with time zone UTC-07:00 from 2026-01-07 16:00:00Z on, "), "\(unfinished.text)")
        #expect(found.owner == .network && found.advice.hasPrefix("Ask the network operator"))
    }

    @Test func `calls without an answer on one device of a household are a matter of the network at home`() throws {
        let reports = (0..<4).flatMap { device in
            (0..<20).map { launch in
                HandMade.report(
                    Self.played(
                        at: Double(launch) * Self.day + Double(device) * Self.hour, HandMade.permitted, lost: device == 1 && launch >= 8),
                    device: device, launch: launch)
            }
        }
        let found = try #require(Triage(reports).patterns.first { $0.id == .correlatedObservation })
        #expect(found.whose == LaunchCensus.ownerOfHome && found.advice == LaunchCensus.looksAtDevice, "\(found.text)")
    }

    // MARK: Hours of the day

    @Test func `a provider that answers slowly in the evenings is named with its hours and its other errors`() throws {
        let reports = (0..<400).map { number -> LaunchReport in
            let (isCox, hour) = (number % 2 == 0, [1, 2, 3, 4, 9, 13, 18, 22][number / 2 % 8])
            let isSlow = isCox && hour <= 4 && number >= 160
            let start = Double(number / 16) * Self.day + Double(hour) * Self.hour + Double(number) * 7
            let answer = isSlow && number % 11 == 0 ? Self.refused("maximum_execution_time_exceeded") : HandMade.permitted
            return HandMade.report(
                Self.played(at: start, answer, seconds: isSlow ? 12 : 1, provider: isCox ? "Cox" : "Dish"), device: number,
                app: number % 3 == 0 ? "DemoTV/2" : "DemoTV/1")
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(!Triage(reports).patterns.contains { $0.id == .correlatedObservation }, "slow answers are the same fault")
        #expect(Triage(reports).patterns.count { $0.cause?.id == .slow } == 1, "the hours leave out one in ten: \(Triage(reports).summary)")
        #expect(found.text.contains(" each day from 2026-01-11 "), "\(found.text)")
        #expect(found.text.contains("provider Cox between 01:"), "\(found.text)")
        #expect(found.text.contains("refused: service (maximum_execution_time_exceeded)"), "\(Triage(reports).summary)")
        #expect(found.owner == .provider)
        #expect(found.advice == "Ask the provider Cox, with the times of some of these launches.")
        #expect(found.text.contains("because it comes with provider Cox."), "\(found.text)")
    }

    // MARK: The page for codes

    @Test func `codes that nobody completes on one page since a time are the app's, not the viewers'`() throws {
        let reports = (0..<160).map { number -> LaunchReport in
            let isNew = number % 2 == 0
            let start = Double(number) * Self.hour
            var made = HandMade.launched(at: start)
            if isNew, number >= 60 {
                let code = SecretRef(.code, 1)
                made.add(
                    start + 1, .user(.signIn(WishID(1))), "V2-F-06", "basicAuthFallback",
                    [.present(PresentationID(1), .code(code, notAfter: Script.instant(start + 1800)))])
                made.add(start + 1801, .timer(TimerID(1)), "V2-F-15", "basicAuthFallback", [.present(PresentationID(2), .codeExpired)])
                made.add(
                    start + 1860, .user(.chose(PresentationID(2), .cancel)), "V2-F-20", "deciding",
                    [.answer(WishID(1), .refused(Refusal(reason: .canceled)))])
            } else {
                made.signIn(.code, at: start + 1)
            }
            return HandMade.report(made, device: number, app: number % 3 == 0 ? "DemoTV/2" : "DemoTV/1") {
                $0.activationURL = isNew ? "https://demo.example/tv" : "https://demo.example/activate"
            }
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(
            found.text.contains("with activationURL https://demo.example/tv (otherwise https://demo.example/activate) from "),
            "\(found.text)")
        #expect(found.text.contains("Owner: probably the app, not the viewer, because it comes with activationURL"), "\(found.text)")
        #expect(found.owner == .app)
        #expect(
            found.advice
                == "Open https://demo.example/tv, enter a code there as a viewer would, and ask those who run the page what changed at this time."
        )
    }

    // MARK: What no viewer can do

    @Test func `a version that cancels on its return to the foreground explains what viewers seem to do`() throws {
        func reports(_ delay: Double) -> [LaunchReport] {
            (0..<120).map { number in
                let (isNew, leaves, start) = (number % 2 == 0, number % 3 != 0, Double(number) * Self.hour)
                var made = HandMade.launched(at: start)
                made.add(
                    start + 1, .user(.signIn(WishID(1))), "V2-F-06", "basicAuthFallback",
                    [.present(PresentationID(1), .userAgent(link: SecretRef(.code, 1)))])
                if leaves {
                    made.add(start + 20, .app(.backgrounded), "FM-11", "basicAuthFallback")
                    made.add(start + 40, .app(.foregrounded), "FM-12", "basicAuthFallback")
                }
                if leaves, isNew {
                    made.add(
                        start + 40 + delay + (delay < 1 ? 0 : Double(number % 7)), .user(.cancel(WishID(1))), "V2-F-20", "deciding",
                        [.answer(WishID(1), .refused(Refusal(reason: .canceled)))])
                } else {
                    let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(9e8))
                    made.add(
                        start + 60, HandMade.reply(1, .profiles([profile])), "V2-F-13", "deciding",
                        [.keep(.profile(profile)), .answer(WishID(1), .signedIn(.profile(profile)))])
                }
                return HandMade.report(made, device: number, app: isNew ? "DemoTV/2" : "DemoTV/1") {
                    // What else the version changed is not the first suspect.
                    if isNew { $0.policy.userAgentGrace = .seconds(20) }
                }
            }
        }
        let found = try #require(Triage(reports(0.3)).patterns.first)
        #expect(
            found.text.hasPrefix(
                "The app cancels within 0.5 s of its return to the foreground, before a viewer can act: 40 of 60 with app DemoTV/2, which are those with policy.userAgentGrace 20.0 s"
            ), "\(found.text)")
        #expect(found.text.contains("It also shows as: canceled by the viewer at the provider's page (40 launches)."), "\(found.text)")
        #expect(found.owner == .app && found.advice.hasPrefix("Find out what the app does on its return"))
        let slow = try #require(Triage(reports(2)).patterns.first)
        #expect(slow.id == .correlatedCause, "a viewer can cancel after 2 s: \(slow.text)")
        #expect(!Triage(reports(2)).patterns.contains { $0.text.contains("return to the foreground") })
        #expect(slow.advice.contains("look for what else DemoTV/2 changed: the logs cannot tell the two apart."), "\(slow.advice)")
    }

    @Test func `plays of one provider that a preview had denied are its own contradiction, since when`() throws {
        let resource = HandMade.resource
        let reports = (0..<160).map { number -> LaunchReport in
            let (isCox, start) = (number % 2 == 0, Double(number) * Self.hour)
            var made = Self.launched(at: start, kept: isCox ? "Cox" : "Dish")
            let isStrict = isCox && number >= 80 && number % 4 == 0
            let verdict: AdobeDecision.Verdict =
                isStrict
                ? .deny(AdobeError(action: .none, status: 403, code: ErrorCode("authorization_denied_by_mvpd"))) : .permit(media: nil)
            made.add(start + 1, .user(.preview(WishID(1), resources: [resource])), "V2-D-01", "deciding")
            made.add(
                start + 2, HandMade.reply(3, .decisions([])), "V2-D-05", "deciding",
                [.answer(WishID(1), .previewed([AdobeDecision(resource: resource, verdict: verdict, source: .mvpd)]))])
            made.add(start + 10, .user(.play(WishID(2), resource: resource, under: .signedIn)), "V2-D-10", "deciding")
            made.add(start + 11, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(2), HandMade.permitted)])
            return HandMade.report(made, device: number)
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(
            found.text.hasPrefix("A play is permitted although a preview in the same launch denied the resource: 20 of 40 with"),
            "\(found.text)")
        #expect(found.text.contains("provider Cox from 2026-01-04 08:00:00Z on, 0 of 40 before, 0 of 80 without."), "\(found.text)")
        #expect(found.owner == .provider)
    }

    @Test func `a channel that one provider drops in some regions is found by provider, region and time together`() throws {
        let reports = (0..<320).map { number -> LaunchReport in
            let (zone, provider) = (-4 - Int64(number % 4), ["Dish", "Cox"][number / 4 % 2])
            let isDropped = provider == "Dish" && (zone == -5 || zone == -6) && number >= 160
            let isDenied = isDropped ? number % 16 < 11 : number % 11 == 0
            return HandMade.report(
                Self.played(at: Double(number) * Self.hour, isDenied ? HandMade.denied() : HandMade.permitted, provider: provider),
                device: number, app: number >= 150 && zone < -4 ? "DemoTV/2" : "DemoTV/1", zone: zone)
        }
        let found = try #require(Triage(reports).patterns.first { $0.correlation != nil })
        let names = Set(found.correlation?.properties.map { $0.name } ?? [])
        #expect(names == ["provider", "time zone", "time"] || names == ["kept provider", "time zone", "time"], "\(found.text)")
        #expect(found.text.contains("time zone UTC-06:00 to UTC-05:00 from 2026-01-07 "), "\(found.text)")
        #expect(found.owner == .provider)
    }

    @Test func `a network that asks for a sign-in first is the network's, not Adobe's`() throws {
        #expect(FailureKind.status(http: 511).isInBetween && !FailureKind.status(http: 503).isInBetween)
        var made = Self.launched(at: 0)
        let call = HandMade.call(2, .authorize(Flows.mvpd("Dish"), resource: HandMade.resource, status: nil, identity: nil))
        made.add(10, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding", [call])
        made.add(
            11, HandMade.reply(2, .failed(.status(http: 511))), "V2-X-01", "deciding",
            [.answer(WishID(1), .refused(Refusal(reason: .unreachable, status: 511)))])
        let cause = try #require(made.report().requests.first?.cause)
        #expect(cause.owner == .network && cause.text.contains("511, not an answer from Adobe"), "\(cause.text)")
        #expect(cause.advice.contains("captive portal"), "\(cause.advice)")
    }

    // MARK: Households

    @Test func `another account on one device of a household is the viewer's, and the device is named`() throws {
        /// Three devices in one folder. The system of the first `updated` devices changes shortly before the account on the first one does.
        func reports(updated: Int) -> [LaunchReport] {
            (0..<120).map { number -> LaunchReport in
                let (device, start) = (number % 3, Double(number) * 7 * Self.hour)
                let isOther = device == 0 && number >= 60 && number % 2 == 0
                var made = Self.launched(at: start)
                if isOther {
                    let profile = Profile(mvpd: Flows.mvpd("Verizon"), type: .appleSSO, notAfter: Script.instant(9e8))
                    made.add(start + 5, HandMade.reply(1, .profiles([profile])), "V2-B-12", "deciding", [.keep(.profile(profile))])
                }
                made.add(start + 10, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
                made.add(start + 11, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), HandMade.permitted)])
                return made.report(
                    "flow-\(device)-\(number).jsonl",
                    header: LogHeader(
                        app: "DemoTV/1", system: device < updated && number >= 50 ? "tvOS 26.4" : "tvOS 26.3", support: "\(number)",
                        previousSupport: number < 3 ? nil : "\(number - 3)", installation: "\(device)", settings: Script.settings))
            }
        }
        #expect(Triage(reports(updated: 1)).patterns.first { $0.cause?.id == .providerChanged }?.owner == .viewer)
        let found = try #require(Triage(reports(updated: 2)).patterns.first { $0.cause?.id == .providerChanged })
        #expect(found.text.contains(" with device flow-0-0 (tvOS) from 2026-01-18 12:00:00Z on"), "\(found.text)")
        #expect(found.owner == .viewer && !found.text.contains("Apple"), "\(found.text)")
    }

    // MARK: The background

    @Test func `what nothing explains follows what a version explains, unless most launches have it`() throws {
        func reports(_ share: Int) -> [LaunchReport] {
            (0..<120).map { number in
                let isNew = number % 2 == 0
                let answer = isNew ? HandMade.unreachable : number % 20 < share ? HandMade.denied() : HandMade.permitted
                return HandMade.report(
                    Self.played(at: Double(number) * Self.hour, answer, lost: isNew), device: number, app: isNew ? "DemoTV/2" : "DemoTV/1")
            }
        }
        let triage = Triage(reports(8))
        let background = triage.patterns.filter { $0.isBackground }
        #expect(triage.patterns.first?.isBackground == false && background.map { $0.cause?.id } == [.denied], "\(triage.summary)")
        let lines = triage.lines(Look(utc: true), of: 120)
        let title = try #require(lines.firstIndex(of: TriageSummary.backgroundTitle))
        #expect(lines[(title + 1)...].first { $0.contains("denied: ") } != nil)
        #expect(!lines[..<title].contains { $0.contains("denied: ") })
        // A cause of most launches is no background, although no version explains it.
        let most = Triage((0..<40).map { HandMade.report(Self.played(at: Double($0), HandMade.denied()), device: $0) })
        #expect(most.patterns.allSatisfy { !$0.isBackground }, "\(most.summary)")
        // Few launches have no background.
        #expect(Triage(reports(8).prefix(19)).patterns.allSatisfy { !$0.isBackground || $0.isUsual })
    }
}
