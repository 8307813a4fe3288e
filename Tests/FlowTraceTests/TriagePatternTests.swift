import FlowMachine
import Testing

@testable import FlowReading

/// What triage finds that no single failed request shows.
@Suite("Triage: patterns") struct TriagePatternTests {
    private static let dish = Flows.mvpd("Dish")
    private static let resource = SecretRef(.resource, 1)
    private static let decides = Endpoint.authorize(dish, resource: resource, status: nil, identity: nil)

    private static func header(
        _ app: String = "DemoTV/1.0", support: String = "4711", installation: String? = nil, previous: String? = nil
    ) -> LogHeader {
        LogHeader(app: app, support: support, previousSupport: previous, installation: installation, settings: Script.settings)
    }

    private static func denial(_ code: String = "authorization_denied_by_mvpd") -> AdobeError {
        AdobeError(action: .none, status: 403, code: ErrorCode(code))
    }

    // MARK: Loops

    /// Playbacks that are denied after 0.2 s, each this long after the denial before.
    private static func playbacks(_ pauses: [Double], chooses: Bool = false) -> LaunchReport {
        var made = HandMade.launched()
        var time = 1.0
        for (index, pause) in pauses.enumerated() {
            let wish = WishID(Int64(index + 1))
            time += pause
            if chooses { made.add(time, .user(.chose(PresentationID(1), .cancel)), "V2-X-01", "deciding") }
            made.add(
                time, .user(.play(wish, resource: resource, under: .signedIn)), "V2-D-01", "deciding",
                [HandMade.call(Int64(index), decides)])
            time += 0.2
            made.add(
                time, HandMade.reply(Int64(index), .decisions([])), "V2-D-13", "deciding",
                [.answer(wish, .denied(resource: resource, error: denial()))])
        }
        return made.report(header: header())
    }

    @Test func `five requests, each within a second of the failure before, are a loop of the app's`() throws {
        let loop = try #require(Self.playbacks([0, 0.3, 0.3, 0.3, 0.3]).findings.first)
        #expect(loop.id == .requestLoop)
        #expect(loop.owner == .app)
        #expect(loop.text.hasPrefix("The app made this request 5 times, 2.5 per second, each within a second"))
        #expect(loop.evidence.map(\.event) == [2, 10])
    }

    @Test func `a viewer's requests are no loop`() {
        #expect(Self.playbacks([0, 0.3, 0.3, 0.3]).findings.isEmpty, "four")
        #expect(Self.playbacks([0, 1.2, 1.2, 1.2, 1.2, 1.2]).findings.isEmpty, "a second apart")
        #expect(Self.playbacks([0, 0.3, 0.3, 0.3, 0.3, 0.3], chooses: true).findings.isEmpty, "the viewer chose something before each")
        #expect(Self.playbacks([0, 0.3, 0.3, 1.2, 0.3, 0.3]).findings.isEmpty, "two runs of three")
    }

    @Test func `previews of one row after the other are no loop, and previews of one row are`() {
        func previews(_ resources: (Int64) -> [SecretRef]) -> LaunchReport {
            var made = HandMade.launched()
            for row in Int64(1)...7 {
                made.add(
                    2 + Double(row) * 0.3, .user(.preview(WishID(row), resources: resources(row))), "FM-17", "registered",
                    [.answer(WishID(row), .refused(Refusal(reason: .notSignedIn)))])
            }
            return made.report(header: Self.header())
        }
        #expect(previews { [SecretRef(.resource, $0), SecretRef(.resource, 9)] }.loop == nil)
        #expect(previews { _ in [SecretRef(.resource, 1), SecretRef(.resource, 9)] }.loop?.count == 7)
    }

    @Test func `a loop is reported with the other launches that failed in the same minutes`() throws {
        var storms = Storms()
        storms.add(Self.playbacks([0, 0.3, 0.3, 0.3, 0.3]))
        #expect(storms.pattern?.text.contains("In the same minutes") == false)
        var victim = HandMade.launched()
        victim.add(
            2, .user(.play(WishID(1), resource: Self.resource, under: .signedIn)), "V2-D-01", "deciding", [HandMade.call(1, Self.decides)])
        victim.add(
            3, HandMade.reply(1, .failed(.throttled)), "V2-D-13", "deciding", [.answer(WishID(1), .refused(Refusal(reason: .service)))])
        storms.add(victim.report(header: Self.header(support: "victim")))
        let sentence = try #require(storms.pattern?.text)
        #expect(sentence.contains("In the same minutes 1 request in 1 other launch failed."))
        #expect(sentence.hasSuffix("Owner: the app."))
    }

    // MARK: Retries

    @Test func `a fault that a retry hides is reported, and an access token that had ended is none`() {
        func cause(_ failure: CallFailure) -> TriageCause? {
            var made = HandMade.launched()
            made.add(
                1, .user(.play(WishID(1), resource: Self.resource, under: .signedIn)), "V2-D-01", "deciding",
                [HandMade.call(1, Self.decides)])
            made.add(2, HandMade.reply(1, .failed(failure)), "V2-D-10", "deciding", [HandMade.call(2, Self.decides)])
            let media = MediaToken(ref: SecretRef(.media, 1), notAfter: Script.instant(400))
            made.add(
                3, HandMade.reply(2, .decisions([])), "V2-D-11", "deciding",
                [.answer(WishID(1), .permitted(resource: Self.resource, media: media, source: .mvpd))])
            return made.report(header: Self.header()).requests.first?.cause
        }
        #expect(cause(.transport(.timedOut))?.id == .fulfilledAfterFailures)
        #expect(cause(.transport(.timedOut))?.owner == .network)
        #expect(cause(.unauthorized(nil)) == nil)
    }

    @Test func `calls are counted by endpoint and provider, and a failure's share is printed`() {
        var counts = CallCounts()
        var made = HandMade.launched()
        made.add(1, HandMade.reply(1, .decisions([])), "V2-D-11", "deciding")
        made.add(2, HandMade.reply(2, .failed(.throttled)), "V2-D-11", "deciding")
        let call = Question.call(Call(token: nil, endpoint: Self.decides))
        counts.note(made.records[1], call, timedOut: nil)
        #expect(counts.lines.isEmpty)
        counts.note(made.records[2], call, timedOut: nil)
        counts.note(made.records[0], nil, timedOut: call)
        #expect(counts.lines == ["authorize, Dish: 2 of 3 calls (66.7 %): 429, throttled; no answer in time"])
        counts.add(counts)
        #expect(counts.lines == ["authorize, Dish: 4 of 6 calls (66.7 %): 429, throttled, 2 times; no answer in time, 2 times"])
    }

    // MARK: Hosts

    @Test func `connections that all fail at once are the device's, and a host that fails alone is Adobe's`() {
        func failed(_ took: [Int64?], answers: AdobeHost? = nil) -> FailedCalls {
            var failed = FailedCalls()
            for took in took {
                failed.note(.transport(.connection), Witness(HandMade.story[0], nil), host: .restV1, took: took)
            }
            if let answers { failed.noteAnswer(answers) }
            return failed
        }
        #expect(
            failed([3, 5]).text
                == "no connection, 2 times, each within 20 ms: no server answers so fast. The device is offline, or a filter, a VPN or a name server on the home network refuses the connection"
        )
        #expect(failed([3, 5]).advice.hasPrefix("Find out what blocks the app"))
        for other in [failed([3]), failed([3, 400]), failed([nil, nil])] { #expect(other.advice == "Check the device's connection.") }
        let alone = failed([400, 500], answers: .shared)
        #expect(alone.text.hasSuffix(", while Adobe's other host answered"))
        #expect(alone.owner == .adobe)
        #expect(failed([400, 500], answers: .restV1).owner == .network)
    }

    // MARK: Single sign-on

    @Test func `a sign-in that Apple's framework could not bring is reported`() {
        func finding(_ asked: Effect, _ result: Reply.Result) -> TriageCause? {
            var made = HandMade.launched()
            made.add(1, .user(.signIn(WishID(1))), "FM-10", "partnerAuth", [asked])
            made.add(2, HandMade.reply(1, result), "V2-C-26", "basicAuthFallback")
            return made.report(header: Self.header()).findings.first
        }
        let request = PartnerRequest.authentication(request: SecretRef(.request, 1), interruption: true)
        func answer(_ error: PartnerError?, _ permission: Permission = .granted) -> Reply.Result {
            .partner(PartnerAnswer(status: PartnerStatus(permission: permission), error: error))
        }
        let exchange = Effect.partner(RequestID(1), request)
        #expect(finding(exchange, answer(.rejected))?.kind == .singleSignOnRejected(.byProvider(.rejected)))
        #expect(finding(exchange, answer(.canceled)) == nil, "the viewer closed the framework's screen")
        #expect(finding(exchange, answer(nil, .denied))?.id == .accessDenied)
        let status = PartnerStatus(permission: .granted)
        let creates = HandMade.call(1, .createPartnerProfile(saml: SecretRef(.saml, 1), status: status))
        #expect(finding(creates, .failed(.throttled))?.kind == .singleSignOnRejected(.byAdobe(.throttled)))
        #expect(finding(creates, .profiles([]))?.kind == .singleSignOnRejected(.byAdobe(nil)))
        #expect(finding(creates, .profiles([Profile(mvpd: Self.dish, type: .appleSSO, notAfter: Script.instant(99))])) == nil)
    }

    // MARK: Requests that wait

    @Test func `a request behind a problem on the screen is reported with the problem's failures`() {
        var made = HandMade.launched()
        made.add(1, HandMade.reply(1, .failed(.transport(.connection))), "FM-14", "checking")
        made.add(
            2, .app(.foregrounded), "FM-14", "checking",
            [.present(PresentationID(1), .problem(Problem(reason: .unreachable, options: [.retry])))])
        made.add(3, .user(.play(WishID(1), resource: Self.resource, under: .signedIn)), "FM-16", "checking")
        made.add(9, .app(.backgrounded), "FM-10", "checking")
        let cause = made.report(header: Self.header()).requests.first?.cause
        #expect(cause?.id == .problemUnanswered)
        #expect(cause?.owner == .network)
        #expect(cause?.text.contains("Before that: no connection.") == true)
    }

    @Test func `a profile under REST API V1 is no late sign-in, because its vault keeps none`() {
        func isLate(_ api: FlowSettings.API) -> Bool {
            var settings = Script.settings
            settings.api = api
            func report(_ support: String, _ previous: String?, _ profiles: [Profile]) -> LaunchReport {
                var made = HandMade.launched()
                made.add(1, .user(.signIn(WishID(1))), "FM-10", "checking", [HandMade.call(1, .profiles(status: nil))])
                made.add(2, HandMade.reply(1, .profiles(profiles)), "V2-B-10", "checking")
                return made.report(header: LogHeader(app: "DemoTV/1", support: support, previousSupport: previous, settings: settings))
            }
            let profile = Profile(mvpd: Self.dish, type: .regular, notAfter: Script.instant(9999))
            let triage = Triage([report("a", nil, []), report("b", "a", [profile])])
            return triage.launches.flatMap(\.changes).contains { $0.id == .signedInAfterAll }
        }
        #expect(isLate(.restV2))
        #expect(!isLate(.restV1))
    }

    // MARK: Vaults

    @Test func `two apps with one installation, or of which one continues the other, have one vault`() {
        func report(_ app: String, _ support: String, _ installation: String? = nil, _ previous: String? = nil) -> LaunchReport {
            HandMade.launched().report(header: Self.header(app, support: support, installation: installation, previous: previous))
        }
        func shared(_ reports: [LaunchReport]) -> [FlowCause.ID?] {
            Triage.compared(reports).map { $0.report.findings.first { $0.id == .vaultShared }?.id }
        }
        #expect(shared([report("News/1", "a", "i"), report("Sports/1", "b", "i")]) == [.vaultShared, .vaultShared])
        #expect(shared([report("News/1", "a", "i"), report("News/2", "b", "i")]) == [nil, nil], "two versions of one app")
        #expect(shared([report("News/1", "a", "i"), report("Sports/1", "b", "j")]) == [nil, nil])
        #expect(shared([report("News/1", "a"), report("Sports/1", "b", nil, "a")]) == [nil, .vaultShared])
    }

    // MARK: Previews

    @Test func `denials in previews are counted by code, and by their place in the preview`() {
        let resources = (1...4).map { SecretRef(.resource, $0) }
        let asked = UserEvent.preview(WishID(1), resources: resources)
        func denials(_ denied: [Int: String], times: Int) -> PreviewDenials {
            var denials = PreviewDenials()
            for _ in 0..<times {
                let decisions = resources.enumerated().map { index, resource in
                    let verdict = denied[index].map { AdobeDecision.Verdict.deny(Self.denial($0)) } ?? .permit(media: nil)
                    return AdobeDecision(resource: resource, verdict: verdict, source: .mvpd)
                }
                denials.note(decisions, asked: asked)
            }
            return denials
        }
        var all = denials([1: "x"], times: 5)
        #expect(all.lines == ["x: 5 of 20 resources; 5 of 5 at place 2 of the preview"])
        all.add(denials([1: "x", 0: "y", 3: "y"], times: 1))
        #expect(all.lines == ["x: 6 of 24 resources; 6 of 6 at place 2 of the preview", "y: 2 of 24 resources"])
        #expect(denials([1: "x"], times: 4).lines == ["x: 4 of 16 resources"], "too few")
        #expect(denials([:], times: 9).lines == [])
    }

    // MARK: Lifetimes

    @Test func `what Adobe grants is counted by its length, and the rare ones name a file`() {
        var count = LifetimeCount()
        count.add(Array(repeating: 2_592_000_000, count: 19), "a.jsonl")
        count.add([21_600_000], "b.jsonl")
        #expect(count.words == "19 of 20 for 30 d, 1 of 20 for 6 h (b.jsonl)")
    }

    // MARK: Owners

    @Test func `a version that every provider denies is the app's, whatever the error says`() {
        func correlation(_ names: [String]) -> Correlation {
            Correlation(
                properties: names.map { Correlation.Property(name: $0, value: "x") }, inseparable: [],
                with: Correlation.Count(affected: 9, all: 9), others: Correlation.Count(affected: 0, all: 9), probability: 0.001)
        }
        #expect(correlation(["app"]).owner == .app)
        #expect(correlation(["policy.pollInterval"]).owner == .app)
        #expect(correlation(["provider", "app"]).owner == .app)
        #expect(correlation(["provider"]).owner == .provider)
        #expect(correlation(["provider", "system"]).owner == .provider)
        #expect(correlation(["system"]).owner == .device)
        for name in ["time zone", "time", "vault"] { #expect(correlation([name]).owner == nil) }
    }

    @Test func `the summary names the app if its version has the denials, and the provider if not`() throws {
        func denied(_ number: Int, _ app: String) -> LaunchReport {
            var made = HandMade.launched()
            made.add(
                1, .user(.play(WishID(1), resource: Self.resource, under: .signedIn)), "V2-D-01", "deciding",
                [HandMade.call(1, Self.decides)])
            let isDenied = app == "DemoTV/2" || number == 0
            made.add(
                2, HandMade.reply(1, .decisions([])), "V2-D-13", "deciding",
                isDenied ? [.answer(WishID(1), .denied(resource: Self.resource, error: Self.denial()))] : [])
            return made.report(header: Self.header(app, support: "\(app) \(number)"))
        }
        let triage = Triage((0..<12).flatMap { number in ["DemoTV/1", "DemoTV/2"].map { denied(number, $0) } })
        let sentence = try #require(triage.summary.first { $0.hasPrefix("denied") })
        #expect(sentence.contains("12 of 12 with app DemoTV/2, 1 of 12 without"))
        #expect(sentence.contains("Owner: probably the app, not the TV provider, because it comes with app DemoTV/2."))
    }
}
