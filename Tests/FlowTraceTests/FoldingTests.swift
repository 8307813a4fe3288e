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
        func sums(_ outcome: Reply.Result) -> [Timeline.Party: Int64] {
            let timeline = Timeline(FoldingTests.polls(.init(repeating: outcome, count: 310)))
            return Dictionary(uniqueKeysWithValues: timeline.sums.map { ($0.party, $0.milliseconds) })
        }
        #expect(sums(.failed(.throttled)) == [.viewer: 1000, .adobe: 309_500])
        #expect(sums(.failed(.transport(.connection))) == [.viewer: 1000, .network: 309_500])
        #expect(sums(.profiles([])) == [.viewer: 310_500])
    }

    @Test func `failing polls of the legacy API are no more the viewer's time than those of V2`() {
        func sums(_ outcome: Reply.Result) -> [Timeline.Party: Int64] {
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
