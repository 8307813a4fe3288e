import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import FlowSummary
@testable import flow_trace

/// Failed calls that the app's own time limit or the device's clock explains, judged by one launch.
@Suite struct TriageConditionTests {
    private let folder = TemporaryFolder()

    /// Lets all attempts of the open call fail from `start` on, in seconds. Each attempt takes `took` seconds.
    private func fail(_ flow: inout Script, from start: Double, took: Double) {
        var time = start
        for _ in 0..<3 {
            flow.reply(time + took, .failed(.transport(.connection)))
            time += 12
            flow.timer(time, .retry)
            flow.timer(time, .hold)
        }
    }

    private func report(_ flow: Script) -> LaunchReport {
        let reader = LaunchReader(flow.header, nil)
        for record in flow.records { reader.note(record) }
        return reader.report
    }

    /// A launch in which a playback gets no answer, three times.
    private func silent(timeout: Int64, answersProfile: Bool = true) -> LaunchReport {
        var settings = Script.settings
        settings.policy.requestTimeout = .seconds(timeout)
        var flow = Script(settings)
        let token = AccessToken(ref: SecretRef(.token, 1), notAfter: Script.instant(21_600))
        let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(2_592_000))
        flow.app(0, .launched(PersistedState(client: SecretRef(.client, 1), token: token, profile: profile)))
        flow.reply(0.2, .partner(PartnerAnswer(status: PartnerStatus(permission: .denied))))
        if answersProfile { flow.reply(0.4, .profiles([profile])) } else { fail(&flow, from: 0.4, took: 0.1) }
        flow.user(100, .play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn))
        var time = 100.0
        while flow.records.last?.answers != true, time < 400 {
            time += Double(timeout)
            flow.timer(time, .timeout)
            time += 12
            flow.timer(time, .retry)
            flow.timer(time, .hold)
        }
        return report(flow)
    }

    @Test func `time-outs are the app's if its limit is short and Adobe answers other calls`() throws {
        let short = try #require(silent(timeout: 5).requests.last?.cause)
        #expect(short.id == .refusedUnreachable && short.owner == .app)
        #expect(short.text.contains("the app stops waiting after 5 s (policy requestTimeout; the usual limit: 30 s)"))
        #expect(short.advice.hasPrefix("Set the policy requestTimeout to 30 s, its default."))
        let usual = try #require(silent(timeout: 30).requests.last?.cause)
        #expect(usual.owner == .network && !usual.text.contains("requestTimeout"))
        let long = try #require(silent(timeout: 20).requests.last?.cause)
        #expect(long.owner == .network && long.text.contains("the app stops waiting after 20 s"))
    }

    @Test func `time-outs with a short limit stay the network's if Adobe answers nothing`() throws {
        let cause = try #require(silent(timeout: 5, answersProfile: false).requests.last?.cause)
        #expect(cause.owner == .network)
        #expect(cause.text.contains("the app stops waiting after 5 s"))
        #expect(cause.advice == "Check the device's connection, and set the policy requestTimeout to 30 s, its default.")
    }

    /// A launch at `start`, in seconds, with a token that is valid until `tokenEnd`. No connection succeeds, and each attempt takes `took` seconds.
    private func unconnected(tokenEnd: Double, at start: Double = 0, took: Double = 0.08) throws -> TriageCause {
        var flow = Script(.box)
        let token = AccessToken(ref: SecretRef(.token, 1), notAfter: Script.instant(tokenEnd))
        let profile = Profile(mvpd: Flows.mvpd("Dish"), type: .regular, notAfter: Script.instant(tokenEnd + 2_592_000))
        flow.app(start, .launched(PersistedState(client: SecretRef(.client, 1), token: token, profile: profile)))
        flow.reply(start + 0.2, .partner(PartnerAnswer(status: PartnerStatus(permission: .denied))))
        fail(&flow, from: start + 0.2, took: took)
        flow.user(start + 100, .play(WishID(1), resource: SecretRef(.resource, 1), under: .signedIn))
        fail(&flow, from: start + 100, took: took)
        return try #require(report(flow).requests.last?.cause)
    }

    @Test func `without connections, a token that is valid for months shows that the device's clock is wrong`() throws {
        let wrong = try unconnected(tokenEnd: 36_000_000)
        #expect(wrong.id == .refusedUnreachable && wrong.owner == .device)
        #expect(wrong.text.hasPrefix("The device's clock is wrong: at the launch, the kept access token was valid for another 416 d 16 h"))
        #expect(wrong.advice.hasPrefix("Set the device's clock"))
        let right = try unconnected(tokenEnd: 21_600)
        #expect(right.owner == .network && right.advice == "Check the device's connection.")
        let early = try unconnected(tokenEnd: -49_000_000, at: -50_000_000)
        #expect(early.owner == .device && early.text.contains("this library did not exist at 2024-"))
    }

    @Test func `connections that fail at once are refused at home, even if the clock is wrong`() throws {
        let cause = try unconnected(tokenEnd: 36_000_000, took: 0.01)
        #expect(cause.owner == .network)
        #expect(cause.text.contains("a filter, a VPN or a name server on the home network refuses the connection"))
    }

    @Test func `an answer of Adobe's shows that the clock prevents no connection`() {
        var conditions = CallConditions()
        var flow = Script(.box)
        let token = AccessToken(ref: SecretRef(.token, 1), notAfter: Script.instant(36_000_000))
        flow.app(0, .launched(PersistedState(client: SecretRef(.client, 1), token: token)))
        for record in flow.records { conditions.note(record) }
        #expect(conditions.wrongClock != nil)
        flow.reply(0.2, .partner(PartnerAnswer(status: PartnerStatus(permission: .denied))))
        flow.reply(0.4, .profiles([]))
        for record in flow.records { conditions.note(record) }
        #expect(conditions.wrongClock == nil && conditions.wasAnswered)
    }

    @Test func `an explanation says that a lifetime is longer than any by a wrong clock`() throws {
        var flow = Script(.box)
        let token = AccessToken(ref: SecretRef(.token, 1), notAfter: Script.instant(36_000_000))
        flow.app(0, .launched(PersistedState(client: SecretRef(.client, 1), token: token)))
        flow.user(1, .signIn(WishID(1)))
        let path = try folder.write(flow.bytes, "behind.jsonl")
        let text = Run(["explain", "--at", "2", "--width", "200", path]).output
        #expect(text.contains("another 416 d 16 h by the device's clock, which is wrong"))
    }

    @Test func `the list of codes names the party of a denial that a finding names`() {
        for row in ErrorWords.all where row.status == "403" && row.action == "none" {
            let denier = FlowCause.Denier(ErrorCode(row.code))
            let denied = FlowCause.Denied(
                error: .status(403), denier: denier, subject: FlowCause.Subject(mvpd: nil, resource: nil), circumstance: .none)
            #expect(row.owner.hasPrefix(denied.owner.words), "\(row.code): \(row.owner)")
        }
        for row in ErrorWords.all where row.status == "400" && row.action == "none" {
            let refused = FlowCause.Refused(
                reason: .service, error: ErrorCode(row.code).map { .code($0) }, failed: FailedCalls(), temporary: [])
            #expect(row.owner.hasPrefix(refused.owner.words), "\(row.code): \(row.owner)")
        }
        let rule = ErrorWords.of("authorization_denied_by_degradation_rule")
        #expect(rule.first?.owner.hasPrefix("Adobe, or the administrator who set the degradation rule") == true)
        #expect(ErrorWords.of("authorization_denied_by_hba_policies").first?.owner.hasPrefix("the TV provider") == true)
    }
}

extension LogRecord {
    fileprivate var answers: Bool { effects.contains { if case .answer = $0 { true } else { false } } }
}
