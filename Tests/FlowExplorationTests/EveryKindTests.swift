import FlowTestSupport
import Foundation
import Testing

@_spi(Testing) @testable import FlowExploration
@testable import FlowMachine
@testable import FlowSimulation

/// What no random run, no alphabet and no scenario tries is proved by nothing: a new event, choice, endpoint or result is missing here until
/// they try it.
@Suite struct EveryKindTests {
    /// The kinds that were tried, by their names in the log.
    private struct Kinds {
        private(set) var events: Set<String> = []
        private(set) var choices: Set<String> = []
        private(set) var results: Set<String> = []
        private(set) var endpoints: Set<String> = []

        mutating func note(_ origin: FlowEvent.Origin) {
            switch origin {
            case .app(let app): events.insert(app.kind.rawValue)
            case .user(let user):
                events.insert(user.kind.rawValue)
                if case .chose(_, let choice) = user { choices.insert(choice.kind.rawValue) }
            case .reply(_, let reply): results.insert(reply.result.kind.rawValue)
            case .timer: break
            }
        }

        mutating func note(_ effects: [Effect]) {
            for case .call(_, let call) in effects { note(call.endpoint) }
        }

        mutating func note(_ endpoint: Endpoint) {
            if case .restV1(let legacy) = endpoint {
                endpoints.insert("legacy " + legacy.kind.rawValue)
            } else {
                endpoints.insert(endpoint.kind.rawValue)
            }
        }

        /// Those of the machine that are missing here.
        var missing: [String] {
            let all = words(AppEvent.Kind.self) + words(UserEvent.Kind.self)
            let called = words(Endpoint.Kind.self).filter { $0 != Endpoint.Kind.restV1.rawValue }
            let legacy = words(RESTV1Endpoint.Kind.self).map { "legacy " + $0 }
            return all.filter { !events.contains($0) } + words(Choice.Kind.self).filter { !choices.contains($0) }
                + words(Reply.Result.Kind.self).filter { !results.contains($0) } + (called + legacy).filter { !endpoints.contains($0) }
        }

        private func words<W: Word>(_ type: W.Type) -> [String] { W.allCases.map(\.rawValue) }
    }

    @Test func `random events contain every kind of event, choice, endpoint and result`() {
        var kinds = Kinds()
        let ours = [FlowSettings.box, .phone, .bare]
        let legacy = ours.map { settings in
            var settings = settings
            settings.api = .restV1
            return settings
        }
        for (index, settings) in (ours + legacy).enumerated() {
            for seed in 1...40 as ClosedRange<UInt64> where !kinds.missing.isEmpty {
                var engine = FlowEngine(FlowReducer(settings: settings))
                var generator = EventGenerator(seed: seed * 8 + UInt64(index))
                for number in 0..<400 {
                    let event = number == 0 ? generator.launch() : generator.next()
                    kinds.note(event.origin)
                    engine.apply(event)
                    kinds.note(engine.effects)
                    generator.note(engine.effects)
                }
            }
        }
        #expect(kinds.missing == [])
    }

    @Test func `the alphabets contain every kind of event, choice, endpoint and result`() {
        // A vault that fails changes nothing, and nothing follows the end of a launch.
        let left = ["vaultFailed", "shutDown"]
        var kinds = Kinds()
        for (index, alphabet) in Alphabet.all.enumerated() {
            var random = RandomSource(seed: UInt64(index))
            var engine = FlowEngine(FlowReducer(settings: alphabet.settings))
            for _ in 0..<60 where kinds.missing != left {
                var world = ExploredWorld(alphabet)
                for _ in 0..<60 {
                    let moves = world.moves(alphabet)
                    for move in moves { kinds.note(move.origin) }
                    if moves.isEmpty { break }
                    _ = world.take(random.pick(moves), &engine, alphabet.settings)
                    kinds.note(engine.effects)
                }
            }
        }
        #expect(kinds.missing == left)
    }

    @Test func `the scenarios in Specs contain every kind of event, choice, endpoint and result`() throws {
        var kinds = Kinds()
        for path in Repository.files(under: "Specs/scenarios") where path.hasSuffix(".jsonl") {
            var reader = try LogReader(Array(try Data(contentsOf: URL(fileURLWithPath: "\(Repository.path)/\(path)"))))
            while let record = try reader.next() {
                kinds.note(record.event.origin)
                kinds.note(record.effects)
            }
        }
        // The disk of a scenario never fails; the simulated sessions have disks that do.
        #expect(kinds.missing == ["vaultFailed"])
    }
}
