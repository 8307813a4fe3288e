@_spi(Testing) import FlowExploration
import FlowSimulation
import Testing

@testable import FlowMachine

/// What keeps the model, its digest and its snapshots consistent.
@Suite struct ModelRevisionTests {
    /// The digests of fifty models with random values.
    private func digests() throws -> UInt64 {
        var digester = Digester()
        for seed in 0..<50 as Range<UInt64> {
            var source = RandomValueSource(seed: seed, hasOddTexts: false)
            digester.hex64(try FlowModel.read(from: &source).digest)
        }
        return digester.digest
    }

    @Test func `a change of the model's fields or of its digest requires a new model revision`() throws {
        let pinned: [Int64: UInt64] = [4: 11_133_196_809_996_280_180]
        let found = try digests()
        #expect(
            found == pinned[LogHeader.modelRevision],
            "snapshots and digests of this build differ from those of its revision: raise LogHeader.modelRevision and pin its digest here")
    }

    /// Counts the fields of one object.
    private struct FieldCounter: LogSink {
        private(set) var count = 0
        private var depth = 0

        mutating func key(_ name: StaticString) { if depth == 1 { count += 1 } }
        mutating func absent() { if depth == 1 { count += 1 } }
        mutating func open() { depth += 1 }
        mutating func close() { depth -= 1 }
        mutating func present() {}
        mutating func integer(_ value: Int64) {}
        mutating func instant(_ value: Int64) {}
        mutating func identifier(_ value: Int64, _ family: NumberedFamily) {}
        mutating func counter(_ value: Int64) {}
        mutating func boolean(_ value: Bool) {}
        mutating func text(_ value: String) {}
        mutating func hex64(_ value: UInt64) {}
        mutating func reference(_ value: SecretRef) {}
        mutating func word<W: Word>(_ value: W) {}
        mutating func openList(_ count: Int) { depth += 1 }
        mutating func closeList() { depth -= 1 }
    }

    private func fields(_ value: some LogValue) -> Int {
        var counter = FieldCounter()
        value.describe(to: &counter)
        return counter.count
    }

    @Test func `every stored property of the model is a field of its log`() throws {
        let model = FlowModel()
        #expect(fields(model) == Mirror(reflecting: model).children.count)
        #expect(fields(model.calls) == Mirror(reflecting: model.calls).children.count)
        #expect(fields(model.context) == Mirror(reflecting: model.context).children.count)
        let call = PendingCall(id: CallID(1), question: .adobe(.register))
        #expect(fields(call) == Mirror(reflecting: call).children.count)
        let wish = Wish(id: WishID(1), kind: .signIn)
        #expect(fields(wish) == Mirror(reflecting: wish).children.count)
        let batch = Batch(size: 1)
        #expect(fields(batch) == Mirror(reflecting: batch).children.count)
    }

    @Test func `every setting and every policy is a field of the log's header`() {
        var settings = FlowSettings.box
        #expect(fields(settings) == Mirror(reflecting: settings).children.count)
        // One policy has two fields: `acceptsStatusWithoutExpiry` is the one that older logs have.
        #expect(fields(settings.policy) == Mirror(reflecting: settings.policy).children.count + 1)
        settings.policy = Policy()
        #expect(fields(settings.policy) == Mirror(reflecting: settings.policy).children.count + 1)
    }

    @Test func `a batch read from a log asks for at least one resource at a time`() throws {
        let line = Array(#"{"decided":[],"remaining":[],"size":-1}"#.utf8)
        var reader = Reader(line, 0..<line.count)
        #expect(try Batch.read(from: &reader).size == 1)
    }

    @Test func `an event is ignored or stale exactly when its rule says so`() {
        for (seed, settings) in DeterminismTests.settings.enumerated() {
            var engine = FlowEngine(FlowReducer(settings: settings))
            var generator = EventGenerator(seed: UInt64(seed))
            for index in 0..<600 {
                let before = engine.model.state
                let decision = engine.apply(index == 0 ? generator.launch() : generator.next())
                generator.note(engine.effects)
                let isIgnored = decision.outcome == .ignored || decision.outcome == .stale
                #expect(isIgnored == decision.rule.ignoresEvent, "event \(index) of seed \(seed): \(decision)")
                let after = engine.model.state
                if decision.outcome != .moved { #expect(before.kind == after.kind, "event \(index) of seed \(seed): \(decision)") }
                if isIgnored { #expect(before.step == after.step, "event \(index) of seed \(seed): \(decision)") }
            }
        }
    }
}
