import FlowMachine
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// Requests that are sent repeatedly.
@Suite struct FoldingTests {
    private static let code = SecretRef(.code, 1)

    /// Polls of a code, each with its outcome, this many seconds apart; a hold follows each throttled poll and ends.
    private static func polls(_ outcomes: [Reply.Result], apart: Double = 1, of endpoint: Endpoint = .profileForCode(code)) -> [LogRecord] {
        var made = HandMade()
        made.add(
            0, .app(.launched(PersistedState())), "V2-F-06", "basicAuthFallback",
            [.present(PresentationID(1), .code(code, notAfter: Script.instant(1800))), HandMade.call(1, endpoint)])
        for (index, outcome) in outcomes.enumerated() {
            let id = Int64(index + 1)
            let time = Double(id) * apart
            var effects: [Effect] = [.arm(TimerID(2 * id + 1), .poll, at: Script.instant(time + 0.5))]
            if outcome == .failed(.throttled) { effects.append(.arm(TimerID(2 * id), .hold, at: Script.instant(time + 0.2))) }
            made.add(time, HandMade.reply(id, outcome), "V2-F-14", "basicAuthFallback", effects)
            if outcome == .failed(.throttled) { made.add(time + 0.2, .timer(TimerID(2 * id)), "V2-X-10", "basicAuthFallback") }
            made.add(
                time + 0.5, .timer(TimerID(2 * id + 1)), "V2-F-12", "basicAuthFallback", [HandMade.call(id + 1, endpoint)])
        }
        return made.records
    }

    private func drawn(_ records: [LogRecord], isUnfolded: Bool = false, gaps: [LogGap] = []) -> [String] {
        let sequence = SequenceDiagram(records, header: HandMade.header, part: Part(isUnfolded: isUnfolded), gaps: gaps)
        return SequenceText.lines(sequence, scale: TimeScale(records, utc: false), Look())
    }

    @Test func `309 throttled polls are drawn in a few lines with their number, pace and cause`() throws {
        let records = FoldingTests.polls(.init(repeating: .failed(.throttled), count: 310))
        let lines = drawn(records)
        #expect(lines.count < 15)
        let row = try #require(lines.first { $0.contains("×") })
        #expect(row.contains("┊ × 309, 1.0 s apart, all answered 429 throttled; events 3 to 929"))
        #expect(row.hasPrefix("929  "))
        #expect(row.contains(" ! "))
        #expect(drawn(records, isUnfolded: true).count > 900)
    }

    @Test func `alternating outcomes share one count, and missing answers are listed separately`() throws {
        let outcomes: [Reply.Result] = (0..<41).map { $0 % 4 == 3 ? .failed(.transport(.connection)) : .profiles([]) }
        let lines = drawn(FoldingTests.polls(outcomes, apart: 5))
        let row = try #require(lines.first { $0.contains("×") })
        #expect(row.contains("× 40, 5.0 s apart: 30 nothing yet, 10 without an answer (no connection)"))
        #expect(lines.count { $0.contains("×") } == 1)
    }

    @Test func `an outcome that occurs once among others is drawn`() throws {
        let outcomes: [Reply.Result] = (0..<21).map { $0 == 10 ? .failed(.throttled) : .profiles([]) }
        let lines = drawn(FoldingTests.polls(outcomes))
        #expect(lines.count { $0.contains("429  throttled") } == 1)
        #expect(lines.filter { $0.contains("×") }.map { $0.contains("× 9, 1.0 s apart, all answered nothing yet") } == [true, true])
    }

    @Test func `polls that all lacked an answer are marked as such`() {
        let lines = drawn(FoldingTests.polls(.init(repeating: .failed(.transport(.connection)), count: 5)))
        #expect(lines.contains { $0.contains("× 4, 1.0 s apart, none answered: no connection") })
    }

    @Test func `folded and unfolded drawings contain the same events`() {
        for records in [FoldingTests.polls(.init(repeating: .profiles([]), count: 9)), HandMade.story, Flows.secondScreen().records] {
            let folded = SequenceDiagram(records, header: HandMade.header).blocks
            let unfolded = SequenceDiagram(records, header: HandMade.header, part: Part(isUnfolded: true)).blocks
            var counted = Set(folded.map(\.number))
            for block in folded where block.event?.kind == .again {
                let words = (block.event?.label.detail ?? "").split(separator: " ")
                if let to = words.last.flatMap({ Int64($0) }), let from = words.dropLast(2).last.flatMap({ Int64($0) }) {
                    counted.formUnion(from...to)
                }
            }
            let missing = Set(unfolded.map(\.number)).subtracting(counted)
            // Timers that fired without an overdue request.
            #expect(missing.allSatisfy { number in records.first { $0.number == number }?.onlyArmsTimers == true })
        }
    }

    @Test func `throttled polls are Adobe's time, and polls without an answer are the network's`() {
        func sums(_ outcome: Reply.Result) -> [AwaitedParty: Int64] {
            let timeline = Timeline(FoldingTests.polls(.init(repeating: outcome, count: 310)))
            return Dictionary(uniqueKeysWithValues: timeline.sums.map { ($0.party, $0.milliseconds) })
        }
        #expect(sums(.failed(.throttled)) == [.viewer: 1000, .adobe: 309_500])
        #expect(sums(.failed(.transport(.connection))) == [.viewer: 1000, .network: 309_500])
        #expect(sums(.profiles([])) == [.viewer: 310_500])
    }

    @Test func `failing polls of the legacy API are no more the viewer's time than those of V2`() {
        func sums(_ outcome: Reply.Result) -> [AwaitedParty: Int64] {
            let timeline = Timeline(FoldingTests.polls(.init(repeating: outcome, count: 10), of: .restV1(.authenticationToken)))
            return Dictionary(uniqueKeysWithValues: timeline.sums.map { ($0.party, $0.milliseconds) })
        }
        #expect(sums(.failed(.transport(.connection))) == [.viewer: 1000, .network: 9500])
        #expect(sums(.failed(.status(http: 500))) == [.viewer: 1000, .adobe: 9500])
        #expect(sums(.authentication(nil)) == [.viewer: 10_500])
    }

    /// What the rows that count repetitions say, without the events.
    private func counts(_ outcomes: [Reply.Result]) -> [String] {
        SequenceDiagram(FoldingTests.polls(outcomes), header: HandMade.header).blocks.compactMap { block in
            guard let row = block.event, row.kind == .again else { return nil }
            return "\(row.label.main), \(row.label.detail.components(separatedBy: "; events").first ?? "")"
        }
    }

    @Test func `answers that read alike but differ are counted apart, and ids of Adobe make no difference`() {
        func refused(_ code: String?, trace: String? = nil) -> Reply.Result {
            let error = AdobeError(
                action: .none, status: 403, code: code.flatMap { ErrorCode($0) }, trace: trace.flatMap { TraceID($0) })
            return .failed(.refused(http: 403, error))
        }
        let alike = Array(repeating: refused(nil), count: 4) + Array(repeating: refused("refused"), count: 4)
        #expect(counts(alike) == Array(repeating: "3, 1.0 s apart, all answered 403 refused", count: 2))
        #expect(counts((0..<5).map { refused("a", trace: "t\($0)") }) == ["4, 1.0 s apart, all answered 403 a"])
    }

    @Test func `denials are counted by their codes, which the count names`() {
        func denied(_ code: String, _ trace: Int) -> Reply.Result {
            let error = AdobeError(action: .retry, status: 403, code: ErrorCode(code), trace: TraceID("t\(trace)"))
            return .decisions([AdobeDecision(resource: SecretRef(.resource, 1), verdict: .deny(error), source: .mvpd)])
        }
        let outcomes = (0..<4).map { denied("a", $0) } + (4..<8).map { denied("b", $0) }
        #expect(
            counts(outcomes) == [
                "3, 1.0 s apart, all answered deny resource#1, a, remedy retry",
                "3, 1.0 s apart, all answered deny resource#1, b, remedy retry",
            ])
    }

    /// A call that fails, then a timer for the next one, for as long as there are gaps; each gap is the pause before the next answer.
    private func retries(_ gaps: [Double], rule: (Int) -> String = { _ in "V2-X-13" }, endpoint: (Int) -> Endpoint = { _ in .register })
        -> [Block]
    {
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "unregistered", [HandMade.call(1, endpoint(0))])
        var time = 0.0
        for (index, gap) in gaps.enumerated() {
            let id = Int64(index + 1)
            time += gap
            made.add(
                time, HandMade.reply(id, .failed(.transport(.connection))), rule(index), "unregistered",
                [.arm(TimerID(id), .retry, at: Script.instant(time))])
            made.add(time, .timer(TimerID(id)), "V2-X-11", "unregistered", [HandMade.call(id + 1, endpoint(index + 1))])
        }
        return SequenceDiagram(made.records, header: HandMade.header).blocks
    }

    @Test func `the pace is the shortest and the longest time between two answers, and never negative`() {
        func pace(_ gaps: [Double]) -> [String] {
            retries(gaps).compactMap { $0.event?.kind == .again ? $0.event?.label.detail.components(separatedBy: ",").first : nil }
        }
        #expect(pace([1, 2, 1, 5, 3]) == ["1.0 to 5.0 s apart"])
        #expect(pace([1, 2, 2, 2]) == ["2.0 s apart"])
        #expect(pace([1, 5, 2, -3, 2]) == ["0.0 to 5.0 s apart"])
    }

    @Test func `a series ends at another endpoint, and one whose outcomes change four times is one count`() {
        #expect(retries([1, 1, 1, 1, 1, 1], endpoint: { $0 < 3 ? .register : .configuration }).count { $0.event?.kind == .again } == 2)
        let four = retries(Array(repeating: 1, count: 12)) { "V2-X-\(10 + $0 / 3)" }
        #expect(four.count { $0.event?.kind == .again } == 4)
        #expect(four.filter { $0.event?.kind == .again }.map(\.rule) == ["X-10", "X-11", "X-12", "X-13"])
        let five = retries(Array(repeating: 1, count: 15)) { "V2-X-\(10 + $0 / 3)" }
        #expect(five.filter { $0.event?.kind == .again }.map(\.rule) == [""], "more than one rule decided")
    }

    @Test func `a gap in the log ends a series`() {
        let records = FoldingTests.polls(.init(repeating: .profiles([]), count: 12))
        let gap = LogGap(at: 13, lines: 14...15)
        for (gaps, count) in [([], 1), ([gap], 2)] {
            let blocks = SequenceDiagram(records, header: HandMade.header, gaps: gaps).blocks
            #expect(blocks.count { $0.event?.kind == .again } == count)
        }
    }

    @Test func `of more than sixteen outcomes the others are counted together`() {
        let outcomes = (0..<20).map { Reply.Result.failed(.status(http: 520 + $0)) } + [.failed(.status(http: 520))]
        let count = counts(outcomes).first ?? ""
        #expect(count.hasSuffix(", 4 otherwise"), "\(count)")
        #expect(count.components(separatedBy: "server error").count == 17, "\(count)")
    }

    // MARK: Who is waited for

    /// Who is waited for after each event, for ten seconds each.
    private func waits(_ steps: [(origin: FlowEvent.Origin, effects: [Effect])]) -> [String] {
        var made = HandMade()
        for (index, step) in steps.enumerated() { made.add(Double(index) * 10, step.origin, "FM-01", "checking", step.effects) }
        made.add(Double(steps.count) * 10, .app(.foregrounded), "FM-01", "checking")
        return Timeline(made.records).stretches.map { stretch in
            "\(Int(stretch.milliseconds / 10_000))× \(stretch.party.name)\(stretch.what.isEmpty ? "" : ": \(stretch.what)")"
        }
    }

    private let retry = Effect.arm(TimerID(1), .retry, at: Script.instant(0))
    private let hold = Effect.arm(TimerID(2), .hold, at: Script.instant(0))
    private let shown = Effect.present(PresentationID(1), .code(code, notAfter: nil))
    private let lost = Reply.Result.failed(.transport(.connection))
    private let asks = Effect.partner(RequestID(9), .status(prompt: false))
    private let answered = HandMade.reply(9, .partner(PartnerAnswer(status: PartnerStatus(permission: .granted))))

    @Test func `while a code is shown, only failing polls and holds take the time from the viewer`() {
        let calls = [shown, HandMade.call(1, .configuration), HandMade.call(2, .profileForCode(FoldingTests.code))]
        #expect(
            waits([(.app(.foregrounded), calls), (HandMade.reply(1, lost), []), (HandMade.reply(2, lost), [])])
                == ["2× Viewer: on the second screen", "1× Network: polls: no connection"])
        #expect(waits([(.app(.foregrounded), [shown, hold])]) == ["1× Held: the app's own call limit is reached"])
        #expect(
            waits([(.app(.foregrounded), [shown, hold]), (.app(.foregrounded), [.disarm(TimerID(2))])])
                == ["1× Held: the app's own call limit is reached", "1× Viewer: on the second screen"])
    }

    @Test func `a retry waits for what failed last, until a call succeeds; the partner framework changes nothing`() {
        let first = (FlowEvent.Origin.app(.foregrounded), [HandMade.call(1, .configuration), HandMade.call(2, .configuration), asks])
        let failed = [first, (HandMade.reply(1, lost), [retry, .cancel(RequestID(2))])]
        #expect(waits(failed + [(answered, [])]).last == "1× Network: retry after no connection")
        #expect(
            waits([first, (HandMade.reply(1, lost), [retry]), (HandMade.reply(2, .configuration(Flows.configuration)), []), (answered, [])])
                .last
                == "1× Held: before another attempt")
        #expect(
            waits([(.app(.foregrounded), [asks]), (HandMade.reply(9, lost), [retry])])
                == ["1× Apple: partner status", "1× Held: before another attempt"])
    }

    @Test func `a call that timed out is a failure, and what follows waits for the network`() {
        let cancels = (FlowEvent.Origin.timer(TimerID(7)), [Effect.cancel(RequestID(1)), hold])
        #expect(
            waits([(.app(.foregrounded), [HandMade.call(1, .configuration)]), cancels])
                == ["1× Adobe Pass: configuration", "1× Network: pause after no answer in time"])
        #expect(
            waits([(.app(.foregrounded), [shown, HandMade.call(1, .profileForCode(FoldingTests.code))]), cancels]).last
                == "1× Network: polls: no answer in time")
        let viewer = (FlowEvent.Origin.user(.cancel(WishID(1))), [Effect.cancel(RequestID(1)), hold])
        #expect(
            waits([(.app(.foregrounded), [HandMade.call(1, .configuration)]), viewer]).last
                == "1× Held: the app's own call limit is reached",
            "only a timer gives a call up because of its time")
    }

    @Test func `a hold after failures names the failure, and one that another flow caused names that flow`() {
        let failed = (HandMade.reply(1, .failed(.status(http: 500))), [hold])
        #expect(
            waits([(.app(.foregrounded), [HandMade.call(1, .configuration)]), failed]).last
                == "1× Adobe Pass: pause after 500 server error")
        #expect(waits([(.app(.held(until: Script.instant(9))), [hold])]) == ["1× Held: another flow in the same app was throttled"])
    }

    @Test func `a hold and a retry are the time of the party that caused them`() {
        var made = HandMade()
        made.add(0, .app(.launched(PersistedState())), "V2-A-02", "unregistered", [HandMade.call(1, .register)])
        made.add(1, HandMade.reply(1, .failed(.throttled)), "V2-X-10", "unregistered", [.arm(TimerID(1), .hold, at: Script.instant(11))])
        made.add(11, .timer(TimerID(1)), "V2-X-10", "unregistered", [HandMade.call(2, .register)])
        made.add(
            12, HandMade.reply(2, .failed(.transport(.connection))), "V2-X-13", "unregistered",
            [.arm(TimerID(2), .retry, at: Script.instant(14))])
        made.add(14, .timer(TimerID(2)), "V2-X-13", "unregistered")
        let timeline = Timeline(made.records)
        #expect(
            timeline.stretches.map { "\($0.party.name): \($0.what)" } == [
                "Adobe Pass: registration", "Adobe Pass: throttled", "Adobe Pass: registration", "Network: retry after no connection",
            ])
    }
}
