import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

/// What triage finds where no request failed, or where the answers of one launch do not say who made the mistake.
@Suite("Triage: repeated plays, floods of previews and damage") struct TriageFloodTests {
    private let folder = TemporaryFolder()
    private static let dish = Flows.mvpd("Dish")
    private static let resource = SecretRef(.resource, 1)

    private static func authorize(_ resource: SecretRef = resource) -> Endpoint {
        .authorize(dish, resource: resource, status: nil, identity: nil)
    }

    private static func permit(_ wish: WishID, _ resource: SecretRef) -> Effect {
        .answer(
            wish,
            .permitted(resource: resource, media: MediaToken(ref: SecretRef(.media, 1), notAfter: Script.instant(90_000)), source: .mvpd))
    }

    // MARK: Permitted again and again

    /// Plays of these resources, each permitted after 0.4 s, with this pause in seconds between a permit and the next play.
    private static func plays(_ resources: [Int64], pause: Double = 30, denied: Set<Int64> = []) -> [TriageCause] {
        var made = HandMade.launched()
        var time = 1.0
        for (index, number) in resources.enumerated() {
            let (wish, resource) = (WishID(Int64(index + 1)), SecretRef(.resource, number))
            made.add(
                time, .user(.play(wish, resource: resource, under: .signedIn)), "V2-D-10", "deciding",
                [HandMade.call(Int64(index), authorize(resource))])
            let error = AdobeError(action: .none, status: 403, code: ErrorCode("authorization_denied_by_mvpd"))
            let answer =
                denied.contains(number) ? Effect.answer(wish, .denied(resource: resource, error: error)) : permit(wish, resource)
            made.add(time + 0.4, HandMade.reply(Int64(index), .decisions([])), "V2-D-11", "deciding", [answer])
            time += 0.4 + pause
        }
        return made.report().findings
    }

    @Test func `a resource that is permitted four times, each soon after the one before, is reported`() throws {
        let found = Self.plays([1, 1, 1, 1, 1, 1])
        let finding = try #require(found.first)
        #expect(found.count == 1)
        #expect(finding.id == .permittedAgain)
        #expect(finding.owner == .app)
        #expect(
            finding.text.hasPrefix(
                "resource#1 was permitted 6 times within 2 min 32 s, each time at a new request: what failed is probably after the permit: the stream, "
            ))
        #expect(finding.evidence.map(\.event) == [2, 12])
        #expect(Self.plays([1, 1, 1, 1], pause: 60).first?.id == .permittedAgain, "a minute is soon")
        #expect(Self.plays([1, 1, 2, 1, 1], pause: 20).first?.id == .permittedAgain, "the viewer tried another channel")
        #expect(Self.plays([1, 1, 2, 1, 1, 2, 1, 1], pause: 20, denied: [2]).first?.text.contains("permitted 6 times") == true)
    }

    @Test func `three plays, plays minutes apart, and other resources are no failure after the permit`() {
        #expect(Self.plays([1, 1, 1]).isEmpty)
        #expect(Self.plays([1, 1, 1, 1, 1], pause: 61).isEmpty)
        #expect(Self.plays([1, 2, 3, 4, 5, 6]).isEmpty)
        #expect(Self.plays([1, 2, 1, 2, 1, 2, 1, 2], pause: 20).isEmpty, "a viewer who switches between two channels")
        #expect(Self.plays([1, 1, 1, 1], denied: [1]).allSatisfy { $0.id != .permittedAgain }, "denied")
    }

    @Test func `plays that wait for their answers at the same time are one play`() {
        var made = HandMade.launched()
        for wish in 1...5 {
            made.add(1, .user(.play(WishID(Int64(wish)), resource: Self.resource, under: .signedIn)), "V2-D-10", "deciding")
        }
        for wish in 1...5 {
            made.add(2, HandMade.reply(1, .decisions([])), "V2-D-11", "deciding", [Self.permit(WishID(Int64(wish)), Self.resource)])
        }
        #expect(made.report().findings.isEmpty)
    }

    @Test func `the summary counts the launches in which the same resource was permitted again and again`() throws {
        func report(_ number: Int) -> LaunchReport {
            var made = HandMade.launched()
            for play in 0..<(number < 3 ? 4 : 1) {
                let (wish, time) = (WishID(Int64(play + 1)), Double(play) * 20 + 1)
                made.add(time, .user(.play(wish, resource: Self.resource, under: .signedIn)), "V2-D-10", "deciding")
                made.add(time + 1, HandMade.reply(1, .decisions([])), "V2-D-11", "deciding", [Self.permit(wish, Self.resource)])
            }
            return made.report("\(number).jsonl", header: LogHeader(app: "A/1", support: "\(number)", settings: Script.settings))
        }
        let sentence = try #require(Triage((0..<10).map(report)).summary.first)
        #expect(sentence.hasPrefix("the same resource was permitted again and again: 3 of 10 launches. Owner: the app."))
    }

    // MARK: Floods of previews

    /// Previews of 20 resources, answered after a second each, with as many calls; a play in their midst fails, and one long afterwards.
    private static func previews(
        _ count: Int, every pause: Double = 2, calls: Int = 1, failure: CallFailure = .throttled, laterAfter: Double = 3600
    ) -> LaunchReport {
        var made = HandMade.launched()
        var time = 1.0
        let resources = (1...20).map { SecretRef(.resource, $0) }
        func play(_ wish: Int64) {
            made.add(
                time, .user(.play(WishID(wish), resource: resource, under: .signedIn)), "V2-D-10", "deciding",
                [HandMade.call(900, authorize())])
            made.add(
                time + 0.1, HandMade.reply(900, .failed(failure)), "V2-D-13", "deciding",
                [.answer(WishID(wish), .refused(Refusal(reason: .service)))])
        }
        for index in 0..<count {
            let wish = WishID(Int64(index + 1))
            let endpoint = Endpoint.preauthorize(dish, resources: resources, status: nil)
            made.add(
                time, .user(.preview(wish, resources: resources)), "V2-D-06", "deciding",
                (0..<calls).map { HandMade.call(Int64(index * calls + $0), endpoint) })
            made.add(
                time + 1, HandMade.reply(Int64(index * calls), .decisions([])), "V2-D-08", "deciding", [.answer(wish, .previewed([]))])
            time += pause
            if index == count / 2 { play(901) }
        }
        time += laterAfter
        play(902)
        return made.report()
    }

    private static func owners(_ report: LaunchReport) -> [FlowCause.Owner?] {
        report.requests.filter { $0.outcome == .refused }.map(\.cause?.owner)
    }

    @Test func `ten previews within a minute are a flood, and what Adobe refuses meanwhile is the app's`() throws {
        let report = Self.previews(12, calls: 3)
        let flood = try #require(report.findings.first)
        #expect(flood.id == .previewFlood)
        #expect(flood.owner == .app)
        #expect(
            flood.text == "The app requested 12 previews with 240 resources within 22 s, which took 36 calls; a play waits behind them.")
        #expect(flood.evidence.map(\.event) == [2, 26])
        #expect(Self.owners(report) == [.app, .adobe], "the second play is an hour later")
        let refused = try #require(report.requests.first { $0.outcome == .refused }?.cause)
        #expect(refused.text.hasSuffix("while the app requested 12 previews with 240 resources within 22 s: its own requests caused it."))
        #expect(refused.advice == FindingWords.previewLess)
        #expect(Self.owners(Self.previews(12, failure: .status(http: 500))) == [.adobe, .adobe], "no 429")
    }

    @Test func `previews that take sixty calls within a minute are a flood, however few they are`() throws {
        #expect(Self.previews(3, calls: 20).findings.first?.text.contains("3 previews with 60 resources") == true)
        #expect(Self.previews(1, calls: 60).findings.first?.text.hasPrefix("The app requested one preview with 20 resources,") == true)
        #expect(Self.previews(3, calls: 19).findings.isEmpty)
        #expect(Self.previews(3, every: 50, calls: 20).findings.isEmpty, "within two minutes")
    }

    @Test func `a few previews, or many over minutes, are no flood, and a 429 is Adobe's`() {
        for report in [Self.previews(9), Self.previews(30, every: 7)] {
            #expect(report.findings.isEmpty)
            #expect(Self.owners(report) == [.adobe, .adobe])
        }
    }

    @Test func `a preview whose answer is missing does not make the flood endless`() throws {
        var made = HandMade.launched()
        for wish in 1...12 {
            made.add(Double(wish), .user(.preview(WishID(Int64(wish)), resources: [Self.resource])), "V2-D-06", "deciding")
        }
        made.add(5000, .user(.preview(WishID(99), resources: [Self.resource])), "V2-D-06", "deciding")
        #expect(made.report().findings.first?.text.contains("12 previews with 12 resources within 11 s") == true)
    }

    @Test func `the summary names the owner of most requests with a cause`() throws {
        func report(_ name: String, _ previews: Int) -> LaunchReport {
            var report = Self.previews(previews)
            report.requests = Array(report.requests.filter { $0.outcome == .refused }.prefix(1))
            return report
        }
        let reports = [report("a", 9), report("b", 12), report("c", 13)]
        let sentence = try #require(Triage(reports).summary.first { $0.hasPrefix("refused: service") })
        #expect(sentence.contains("3 of 3 launches. Owner: the app."))
        #expect(sentence.hasSuffix("its own requests caused it."))
    }

    // MARK: Damage

    /// The log of a play that is answered, with the line of this event damaged.
    private func damaged(_ event: Int?, shows: Bool = false) throws -> String {
        var made = HandMade.launched()
        made.add(
            1, .user(.play(WishID(1), resource: Self.resource, under: .signedIn)), "V2-D-10", "deciding",
            shows ? [.present(PresentationID(1), .providerPicker(configuration: SecretRef(.configuration, 1)))] : [])
        made.add(2, HandMade.reply(1, .decisions([])), "V2-D-11", "deciding", event == 3 ? [Self.permit(WishID(1), Self.resource)] : [])
        made.add(40, .app(.foregrounded), "V2-P-07", "deciding")
        made.add(50, .user(.play(WishID(2), resource: Self.resource, under: .signedIn)), "V2-D-10", "deciding")
        made.add(51, HandMade.reply(2, .decisions([])), "V2-D-11", "deciding", [Self.permit(WishID(2), Self.resource)])
        var lines = LogBytes.of(made.records).split(separator: 0x0A).map(Array.init)
        if let event { lines[event][lines[event].count - 30] ^= 1 }
        return try folder.write(lines.flatMap { $0 + [0x0A] }, "log.jsonl")
    }

    @Test func `an answer may be in damaged lines after the request, and the hint reads past them`() throws {
        let path = try damaged(3)
        let told = flat(Run([path]).output)
        #expect(
            told.contains(
                "The log has no answer, but line 4, after the request, cannot be trusted: the answer may be in the damaged lines. evidence")
        )
        #expect(told.contains("owner the device"))
        #expect(!told.contains("crashed"))
        #expect(told.contains("flow-trace explain --at 2 --past-damage "))
        #expect(Run(["explain", "--at", "5", "--past-damage", path]).output.contains("Event 5"))
        for options in [[], ["--past-damage"]] {
            let explained = flat(Run(["explain"] + options + [path]).output)
            #expect(explained.contains("never answered. The log has no answer, but line 4, after the request, cannot be trusted"))
            #expect(!explained.contains("crashed"))
        }
    }

    @Test func `damage before the request, and a whole log, leave the end of the app as the cause`() throws {
        for event in [1, nil] {
            let told = flat(Run([try damaged(event)]).output)
            #expect(told.contains("The app crashed or was killed, or the log was exported before."))
            #expect(!told.contains("may be in the damaged lines"))
            #expect(told.contains("--past-damage") == (event != nil))
        }
    }

    @Test func `a screen that was shown before the damage is named`() throws {
        let told = flat(Run([try damaged(4, shows: true)]).output)
        #expect(told.contains("the answer may be in the damaged lines. Before them, the viewer saw: provider picker."))
    }

    @Test func `polls after the damage show that the request was still open`() throws {
        func cause(polls: Int) throws -> TriageCause? {
            var made = HandMade.launched()
            let code = SecretRef(.code, 1)
            made.add(
                1, .user(.signIn(WishID(1))), "V2-F-01", "basicAuthFallback",
                [
                    .present(PresentationID(1), .code(code, notAfter: Script.instant(1800))), HandMade.call(1, .profileForCode(code)),
                ])
            for poll in 1...polls {
                made.add(
                    Double(poll) * 5, HandMade.reply(Int64(poll), .profiles([])), "V2-F-14", "basicAuthFallback",
                    [HandMade.call(Int64(poll + 1), .profileForCode(code))])
            }
            var lines = LogBytes.of(made.records).split(separator: 0x0A).map(Array.init)
            lines[3][lines[3].count - 30] ^= 1
            return try LaunchReport(lines.flatMap { $0 + [0x0A] }, file: "log.jsonl").requests.first?.cause
        }
        #expect(try cause(polls: 1)?.id == .answerMayBeDamaged)
        #expect(try cause(polls: 3)?.id == .unansweredAtScreen)
    }

    @Test func `the hint about a log with an incomplete last line needs no option`() throws {
        let whole = try damaged(nil)
        let bytes = LogBytes.of(HandMade.story, header: HandMade.header)
        let told = Run([try folder.write(Array(bytes.dropLast(10)), "torn.jsonl")]).output
        #expect(told.contains("flow-trace explain --at ") && !told.contains("--past-damage"))
        #expect(!Run([whole]).output.contains("--past-damage"))
    }

    // MARK: Owners of one cause

    /// Launches of one device; the first changes the provider, and in each the new one denies a play.
    private static func denials(after days: [Double], provider: String = "Cox") -> [TriageCause?] {
        func profile(_ mvpd: String) -> Profile { Profile(mvpd: Flows.mvpd(mvpd), type: .regular, notAfter: Script.instant(9_000_000)) }
        let reports = ([0] + days).enumerated().map { index, day -> LaunchReport in
            let start = day * 86_400
            var made = HandMade()
            made.add(start, .app(.launched(PersistedState(profile: profile(index == 0 ? "Dish" : provider)))), "V2-A-02", "deciding")
            if index == 0 { made.add(start + 5, .app(.foregrounded), "V2-P-07", "deciding", [.keep(.profile(profile("Cox")))]) }
            let decides = Endpoint.authorize(Flows.mvpd(index == 0 ? "Cox" : provider), resource: resource, status: nil, identity: nil)
            made.add(
                start + 10, .user(.play(WishID(1), resource: resource, under: .signedIn)), "V2-D-10", "deciding",
                [HandMade.call(1, decides)])
            let error = AdobeError(action: .none, status: 403, code: ErrorCode("authorization_denied_by_mvpd"))
            made.add(
                start + 11, HandMade.reply(1, .decisions([])), "V2-D-13", "deciding",
                [.answer(WishID(1), .denied(resource: resource, error: error))])
            let header = LogHeader(
                app: "A/1", support: "S\(index)", previousSupport: index == 0 ? nil : "S\(index - 1)", settings: Script.settings)
            return made.report("flow-S\(index)-000\(index + 1).jsonl", header: header)
        }
        return Triage(reports).launches.map(\.report.requests.first?.cause)
    }

    @Test func `a denial after a change of provider in an earlier launch has the same owner, and names it`() throws {
        let causes = Self.denials(after: [1, 20])
        #expect(causes.map(\.?.owner) == [.viewer, .viewer, .viewer])
        #expect(causes.map(\.?.id) == Array(repeating: .deniedAfterChangeOfProvider, count: 3))
        #expect(causes[0]?.text.hasSuffix("from Dish to Cox at event 2.") == true)
        #expect(causes[2]?.text.hasSuffix("from Dish to Cox at event 2 of the launch of 2026-01-01 00:00:00Z.") == true)
        #expect(Self.denials(after: [40]).last??.owner == .provider, "long ago")
        #expect(Self.denials(after: [1], provider: "Spectrum").last??.owner == .provider, "another provider decided")
    }
}
