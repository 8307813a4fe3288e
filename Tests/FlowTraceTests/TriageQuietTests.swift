import FlowMachine
import Testing

@testable import FlowReading

/// What changed around launches in which nothing fails, and what a household shows.
@Suite("Triage: changes around quiet launches") struct TriageQuietTests {
    private static let day = 86_400.0
    private static func played(at start: Double, _ answer: WishAnswer, for seconds: Double = 10) -> HandMade {
        var made = HandMade.launched(at: start)
        made.add(start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
        made.add(start + 2, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(WishID(1), answer)])
        made.add(start + seconds, .app(.backgrounded), "FM-02", "deciding")
        return made
    }

    private static func report(
        _ made: HandMade, _ file: String, support: String, device: String, after: String? = nil, app: String = "DemoTV/1",
        offset: Int64? = nil, _ change: (inout FlowSettings) -> Void = { _ in }
    ) -> LaunchReport {
        var settings = Script.settings
        change(&settings)
        return made.report(
            file,
            header: LogHeader(
                app: app, support: support, previousSupport: after, installation: device, utcOffsetMinutes: offset, settings: settings))
    }

    @Test func `a quiet folder names the end of daylight saving time`() {
        var reports: [LaunchReport] = []
        for device in 0..<12 {
            for launch in 0..<2 {
                let start: Double = Double(device) * 600 + Double(launch) * 9 * Self.day
                let answer = device == 0 && launch == 0 ? HandMade.denied() : HandMade.permitted
                reports.append(
                    Self.report(
                        Self.played(at: start, answer), "\(device)/log-\(launch).jsonl", support: "\(device)-\(launch)",
                        device: "\(device)",
                        after: launch == 0 ? nil : "\(device)-0", offset: launch == 0 ? -240 : -300))
            }
        }
        let first = Triage(reports).summary.first ?? ""
        #expect(first.contains("The clocks of 12 devices were set back by an hour around 2026-01-10 (daylight saving time)"), "\(first)")
        // One traveler is no change of the clocks.
        let one = reports.prefix(2) + reports.filter { $0.header.utcOffsetMinutes == -240 }
        #expect(!(Triage(Array(one)).summary.first ?? "").contains("hour"))
    }

    /// Launches with two versions, of which the second is used since the middle.
    private static func versions(_ isDenied: (Int) -> Bool) -> String {
        let reports = (0..<120).map { number in
            Self.report(
                Self.played(at: Double(number) * 3600, isDenied(number) ? HandMade.denied() : HandMade.permitted), "\(number)/log.jsonl",
                support: "\(number)", device: "\(number)", app: number >= 60 && number % 2 == 0 ? "DemoTV/2" : "DemoTV/1")
        }
        return Triage(reports).summary.first ?? ""
    }

    @Test func `a quiet folder says that plays fail as often with the new version as before`() {
        let first = Self.versions { $0 % 10 == 3 || $0 % 20 == 0 }
        #expect(first.contains("none of these is suspect. Owner: nobody."), "\(first)")
        #expect(
            first.contains(
                "Plays are denied or refused as often with DemoTV/2 as with DemoTV/1: 3 of 30 and 15 of 90; 9 of 60 since its first launch (2026-01-03), 9 of 60 before."
            ), "\(first)")
    }

    @Test func `a quiet folder says that plays fail less often with the new version, and are more`() {
        let reports = (0..<240).map { number in
            // A play every second hour, and since the second version four an hour.
            let start = number < 60 ? Double(number) * 7200 : 60 * 7200 + Double(number - 60) * 900
            let isDenied = number < 60 ? number % 4 == 0 : number % 8 == 0
            return Self.report(
                Self.played(at: start, isDenied ? HandMade.denied() : HandMade.permitted), "\(number)/log.jsonl", support: "\(number)",
                device: "\(number)", app: number < 60 ? "DemoTV/1" : "DemoTV/2")
        }
        let first = Triage(reports).summary.first ?? ""
        #expect(
            first.contains(
                "Owner: nobody. Plays are denied or refused less often with DemoTV/2 than with DemoTV/1: 22 of 180 and 15 of 60. The logs contain more plays: 96 a day since then, 12 before. So more are denied or refused, too: 12 a day, 3 before."
            ), "\(first)")
    }

    @Test func `the page and the objects of JSON have the sentence about a quiet folder`() throws {
        func triage(_ isDenied: (Int) -> Bool) -> Triage {
            Triage(
                (0..<80).map { number in
                    Self.report(
                        Self.played(at: Double(number) * 3600, isDenied(number) ? HandMade.denied() : HandMade.permitted),
                        "\(number)/log.jsonl",
                        support: "\(number)", device: "\(number)", app: number % 2 == 0 ? "DemoTV/2" : "DemoTV/1")
                })
        }
        let quiet = triage { $0 % 7 == 0 }
        let sentence = try #require(quiet.summary.first)
        #expect(sentence.hasPrefix("No failure comes with a version"))
        let (begin, end) = try #require(
            quiet.html.firstRange(of: "<div class=\"conclusion\">").flatMap { begin in
                quiet.html[begin.upperBound...].firstRange(of: "</div>").map { (begin, $0) }
            })
        let paragraphs = quiet.html[begin.upperBound..<end.lowerBound].split(separator: "\n").map { $0.dropFirst(3).dropLast(4) }
        #expect(paragraphs.joined(separator: " ") == sentence)
        #expect(quiet.html.contains("<ol class=\"patterns usual\">"))
        #expect(quiet.objects.last?.json.contains("\"conclusion\":\"No failure comes with a version") == true)
        #expect(quiet.patterns.first?.advice == "Tell the viewer to ask the provider whether the channel is in their package.")
        let loud = triage { $0 % 2 == 0 }
        #expect(!loud.html.contains("class=\"conclusion\"") && loud.html.contains("<ol class=\"patterns\">"))
        #expect(loud.objects.last?.json.contains("\"conclusion\":null") == true)
    }

    @Test func `a quiet folder does not say so if plays fail more often, though not beyond chance`() {
        let first = Self.versions { $0 % 12 == 3 || $0 >= 60 && $0 % 6 == 0 }
        #expect(first.contains("none of these is suspect.") && !first.contains("as often") && !first.contains("nobody"), "\(first)")
    }

    @Test func `a setting with an effect that nothing fails for is named in a quiet folder, and at its change`() {
        let reports = (0..<24).map { number -> LaunchReport in
            let (start, isNew) = (Double(number) * 600, number % 2 == 0)
            let made = Self.played(at: start, number == 1 ? HandMade.denied() : HandMade.permitted)
            return Self.report(
                made, "\(number)/log.jsonl", support: "\(number)", device: "\(number)", app: isNew ? "DemoTV/2" : "DemoTV/1"
            ) { $0.policy.signsOutInUserAgent = !isNew }
        }
        let first = Triage(reports).summary.first ?? ""
        #expect(
            first.contains(
                "policy.signsOutInUserAgent: no in 12 launches (DemoTV/2); yes in 12 launches (DemoTV/1). A sign-out does not open the provider's page"
            ), "\(first)")
    }

    @Test func `a play that is denied only while two other devices play is a limit of the provider`() throws {
        let reports = Fleet.showing(.concurrentPlays)
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.id == .concurrentPlays && found.owner == .viewer)
        #expect(
            found.text.hasPrefix(
                "Plays are denied while at least two other devices play: 8 of 8 then, 0 of 40 otherwise, on 1 of the 3 devices. So the provider probably lets 2 devices of an account play at the same time."
            ), "\(found.text)")
        // With a few devices more, these are several households, whose devices say nothing of each other.
        let strangers = (90..<97).map { number in
            Self.report(
                Self.played(at: Double(number) * Self.day, HandMade.permitted), "\(number)/log.jsonl", support: "\(number)",
                device: "\(number)", after: nil)
        }
        #expect(!Triage(reports + strangers).patterns.contains { $0.id == .concurrentPlays })
        // A viewer who tries again and again while another device plays is one denied launch.
        let other = HandMade.report(Self.played(at: 0, HandMade.permitted, for: 3600), device: 0)
        var impatient = HandMade()
        impatient.add(60, .app(.launched(PersistedState())), "FM-01", "checking")
        for number in 1...12 {
            let (wish, time) = (WishID(Int64(number)), Double(60 + number * 10))
            impatient.add(time, .user(.play(wish, resource: HandMade.resource, under: .signedIn)), "V2-D-10", "deciding")
            impatient.add(time + 1, .timer(TimerID(1)), "V2-D-13", "deciding", [.answer(wish, HandMade.denied())])
        }
        let evenings = (1..<40).flatMap { evening in
            (0..<2).map {
                HandMade.report(Self.played(at: Double(evening * 2 + $0) * Self.day, HandMade.permitted), device: $0, launch: evening)
            }
        }
        let once = Triage([other, HandMade.report(impatient, device: 1)] + evenings)
        #expect(!once.patterns.contains { $0.id == .concurrentPlays }, "\(once.summary)")
    }

    @Test func `a site with a folder of its own is named`() throws {
        let reports = (0..<40).map { number -> LaunchReport in
            let isAlder = number % 4 == 0
            let made = Self.played(at: Double(number) * 600, isAlder ? HandMade.unreachable : HandMade.permitted)
            let site = isAlder ? "alder" : "birch"
            return Self.report(made, "hotel/\(site)/room-\(number)/log.jsonl", support: "\(number)", device: "\(number)")
        }
        let found = try #require(Triage(reports).patterns.first)
        #expect(found.text.contains("10 of 10 with folder alder, 0 of 30 without."), "\(found.text)")
    }

    @Test func `temporary access that is granted for a shorter time is found, and a rest of it is not`() throws {
        func granted(_ number: Int, for seconds: Double, after: String? = nil) -> LaunchReport {
            let start = Double(number) * Self.day
            var made = HandMade.launched(at: start)
            made.add(
                start + 1, .user(.play(WishID(1), resource: HandMade.resource, under: .temporary(identity: nil))), "V2-T-01", "deciding",
                [HandMade.call(1, .authorize(Flows.mvpd("TempPass"), resource: HandMade.resource, status: nil, identity: nil))])
            let media = MediaToken(ref: SecretRef(.media, 1), notAfter: Script.instant(start + 400))
            let decision = AdobeDecision(
                resource: HandMade.resource, verdict: .permit(media: media), source: .temppass,
                notAfter: Script.instant(start + 2 + seconds))
            made.add(
                start + 2, .reply(RequestID(1), Reply(.decisions([decision]), serverTime: Script.instant(start + 2))), "V2-D-11",
                "deciding",
                [.answer(WishID(1), .permitted(resource: HandMade.resource, media: media, source: .temppass))])
            return Self.report(made, "\(number)/log.jsonl", support: "\(number)", device: "\(number)", after: after)
        }
        let found = try #require(Triage((0..<16).map { granted($0, for: $0 < 8 ? Self.day : 1800) }).patterns.first)
        #expect(found.id == .lifetimeChanged && found.owner == .adobe)
        #expect(found.text.contains("Grants of temporary access were valid for 24 h until"), "\(found.text)")
        #expect(found.text.contains("and for 30 min since"), "\(found.text)")
        let later = Triage((0..<16).map { granted($0, for: $0 < 8 ? Self.day : 1800, after: "earlier") })
        #expect(later.patterns.allSatisfy { $0.id != .lifetimeChanged })
    }
}
