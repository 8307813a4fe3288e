import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading

/// The event after which a request could no longer be fulfilled.
@Suite struct PointOfNoReturnTests {
    private func content(_ path: String) throws -> LogContent {
        try LogContent([UInt8](try Data(contentsOf: URL(filePath: "\(Repository.path)/Specs/scenarios/\(path)/log.jsonl"))))
    }

    @Test func `a denial is the point of no return of a playback, with and without a new sign-in`() throws {
        let content = try content("denied-second-screen")
        let last = try #require(content.records.last)
        let point = try #require(PointOfNoReturn(WishID(3), in: content))
        #expect(point.fulfillment == .after(last.number))
        #expect(point.withoutSignIn == .after(last.number), "the viewer is signed in")
        #expect(PointOfNoReturn(WishID(99), in: content) == nil)
    }

    @Test func `a viewer who is asked to sign in could still be signed in, but not without it`() throws {
        let content = try content("denied-second-screen")
        let asked = try #require(
            content.records.first { record in
                record.effects.contains { if case .present(_, .providerPicker) = $0 { true } else { false } }
            })
        let opening = content.records.compactMap { record -> WishID? in
            if case .user(let user) = record.event.origin, user.opens { user.wish } else { nil }
        }
        let cut = try LogContent(LogBytes.of(content.records.filter { $0.number <= asked.number }, header: content.header))
        let wish = try #require(opening.first)
        let point = try #require(PointOfNoReturn(wish, in: cut))
        #expect(point.fulfillment == .possible)
        #expect(point.withoutSignIn != .possible)
    }

    /// Every failed request of the short recorded logs, compared with a search that tries everything that can happen, failures too.
    @Test func `the exploration agrees with brute force on short logs`() throws {
        var compared = 0
        for path in Repository.files(under: "Specs/scenarios").filter({ $0.hasSuffix("log.jsonl") }) {
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(Repository.path)/\(path)")))
            guard let content = try? LogContent(bytes), content.failure == nil, content.records.count <= 24, compared < 4 else { continue }
            let report = try LaunchReport(bytes, file: path)
            for request in report.unfulfilled {
                guard let point = PointOfNoReturn(request.wish, in: content), case .after(let number) = point.fulfillment else { continue }
                let brute = BruteForce(request.wish, content)
                #expect(brute.canFulfill(before: number), "\(path) wish \(request.wish.number): before event \(number)")
                #expect(!brute.canFulfill(before: number + 1), "\(path) wish \(request.wish.number): after event \(number)")
                compared += 1
            }
        }
        #expect(compared == 4)
    }
}

/// Breadth first, with every possible reply and failure, by depth.
private struct BruteForce {
    private let wish: WishID
    private let content: LogContent

    init(_ wish: WishID, _ content: LogContent) { (self.wish, self.content) = (wish, content) }

    /// Whether some course fulfills the request from the model before the event with this number.
    func canFulfill(before number: Int64) -> Bool {
        let settings = content.header.settings
        var engine = FlowEngine(FlowReducer(settings: settings))
        var outstanding = Outstanding()
        var now = Instant(milliseconds: 0)
        for record in content.records where record.number < number {
            engine.apply(record.event)
            _ = outstanding.step(record.event, record.effects, settings)
            now = record.event.time
        }
        var level = [(engine.model, outstanding, now)]
        var seen: Set<UInt64> = []
        for _ in 0..<14 where !level.isEmpty {
            var next: [(FlowModel, Outstanding, Instant)] = []
            for (model, outstanding, now) in level where outstanding.wishes.contains(where: { $0.id == wish }) {
                for event in events(outstanding, now) {
                    var engine = FlowEngine(FlowReducer(settings: settings), model)
                    engine.apply(event)
                    for case .answer(wish, let answer) in engine.effects where RequestOutcome(answer).isFulfilled { return true }
                    var after = outstanding
                    _ = after.step(event, engine.effects, settings)
                    if seen.insert(engine.model.digest).inserted { next.append((engine.model, after, event.time)) }
                }
            }
            level = Array(next.prefix(1500))
        }
        return false
    }

    private func events(_ outstanding: Outstanding, _ now: Instant) -> [FlowEvent] {
        let replies = Surroundings(content.records[...], settings: content.header.settings, now: now).replies
        let later = now.advanced(by: Interval(milliseconds: 200))
        var events: [FlowEvent] = []
        for request in outstanding.requests {
            let results =
                switch request.question {
                case .adobe(let endpoint): (replies.answers(to: endpoint) + replies.failures(of: endpoint)).map(\.result)
                case .partner(let question): replies.answers(to: question).map(\.result)
                }
            events += results.map { FlowEvent(time: later, origin: .reply(request.id, Reply($0))) }
        }
        if let shown = outstanding.shown, let what = shown.what {
            let choices = what.choices(among: replies.values.mvpds, mostProfiles: 2)
            events += choices.map { FlowEvent(time: later, origin: .user(.chose(shown.id, $0))) }
        }
        if let timer = outstanding.timers.min(by: { $0.due < $1.due }) {
            events.append(FlowEvent(time: max(timer.due, now), origin: .timer(timer.id)))
        }
        return events
    }
}
