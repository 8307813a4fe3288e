@_spi(Testing) import FlowExploration
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowMachine

/// Rewrites an event with another number for every name and at a later time, and moves past instants.
private struct Renaming: LogSink {
    let now: Int64
    private var writer = JSONWriter()
    static let shift: Int64 = 1000
    static let later: Int64 = 86_400_000
    /// Adobe's clock may be this far behind the device's, so an instant that is past by one may be ahead by the other.
    static let behind = Interval(milliseconds: 8_035_200_000)

    init(now: Int64) { self.now = now }

    mutating func event(_ event: FlowEvent) throws -> FlowEvent {
        writer.begin()
        event.describe(to: &self)
        writer.finish()
        var reader = Reader(writer.bytes)
        let renamed = try FlowEvent.read(from: &reader)
        guard case .app(.launched(var kept)) = renamed.origin else {
            return FlowEvent(time: Instant(milliseconds: now + Self.later), origin: renamed.origin)
        }
        kept.first = NextNumbers(request: 1 + Self.shift, timer: 1 + Self.shift, presentation: 1 + Self.shift)
        return FlowEvent(time: Instant(milliseconds: now + Self.later), origin: .app(.launched(kept)))
    }

    mutating func instant(_ value: Int64) {
        let past = now - Self.behind.milliseconds
        writer.instant(value <= past ? past + Self.later - 7 : value + Self.later)
    }
    mutating func identifier(_ value: Int64, _ family: NumberedFamily) { writer.identifier(value + Self.shift, family) }
    mutating func reference(_ value: SecretRef) { writer.reference(SecretRef(value.kind, value.number + Self.shift)) }

    mutating func integer(_ value: Int64) { writer.integer(value) }
    mutating func counter(_ value: Int64) { writer.counter(value) }
    mutating func boolean(_ value: Bool) { writer.boolean(value) }
    mutating func text(_ value: String) { writer.text(value) }
    mutating func hex64(_ value: UInt64) { writer.hex64(value) }
    mutating func word<W: Word>(_ value: W) { writer.word(value) }
    mutating func open() { writer.open() }
    mutating func close() { writer.close() }
    mutating func key(_ name: StaticString) { writer.key(name) }
    mutating func absent() {}
    mutating func present() {}
    mutating func openList(_ count: Int) { writer.openList(count) }
    mutating func closeList() { writer.closeList() }
}

@Suite struct CanonicalTests {
    private static func digest(_ transition: FlowTransition, at time: Instant) -> CanonicalDigest {
        var canonicaliser = Canonicalizer(behind: Renaming.behind)
        canonicaliser.begin(transition.model, at: time)
        transition.effects.describe(to: &canonicaliser)
        return canonicaliser.digest
    }

    @Test(arguments: 0..<20) func `renaming ids and references changes no decision`(block: Int) throws {
        let settings = DeterminismTests.settings[block % 3]
        let machine = FlowReducer(settings: settings)
        for seed in block * 3..<block * 3 + 3 {
            var generator = EventGenerator(seed: UInt64(seed))
            var (model, twin) = (FlowModel(), FlowModel())
            for index in 0..<200 {
                let event = index == 0 ? generator.launch() : generator.next()
                var renaming = Renaming(now: event.time.milliseconds)
                let renamed = try renaming.event(event)
                let transition = machine.reduce(model, event)
                let other = machine.reduce(twin, renamed)
                (model, twin) = (transition.model, other.model)
                generator.note(transition.effects)
                let areEqual = Self.digest(transition, at: event.time) == Self.digest(other, at: renamed.time)
                if !areEqual { Issue.record("seed \(seed), event \(index): \(event.origin)\n\(model)\n\(twin)") }
                if !areEqual { return }
            }
        }
    }

    @Test func `models that behave differently have different digests`() {
        let machine = FlowReducer(settings: .box)
        var seen: [CanonicalDigest: (UInt64, FlowStateName, String)] = [:]
        for seed in 0..<10 as Range<UInt64> {
            var generator = EventGenerator(seed: seed)
            var model = FlowModel()
            for index in 0..<200 {
                let event = index == 0 ? generator.launch() : generator.next()
                let transition = machine.reduce(model, event)
                model = transition.model
                generator.note(transition.effects)
                var canonicaliser = Canonicalizer()
                canonicaliser.begin(model, at: event.time)
                let isSame = seen[canonicaliser.digest].map { $0.1 == model.state.kind && $0.2 == model.state.step } ?? true
                #expect(isSame)
                seen[canonicaliser.digest] = (model.digest, model.state.kind, model.state.step)
            }
        }
        #expect(seen.count > 300)
    }

    @Test func `the digest treats all past instants as equal and distinguishes future ones`() {
        var model = FlowModel()
        model.calls.token = AccessToken(ref: SecretRef(.token, 1), notAfter: Instant(milliseconds: 5000))
        func digest(_ now: Int64, horizon: Interval? = nil) -> CanonicalDigest {
            var canonicaliser = Canonicalizer(horizon: horizon)
            canonicaliser.begin(model, at: Instant(milliseconds: now))
            return canonicaliser.digest
        }
        #expect(digest(5000) == digest(9000))
        #expect(digest(4999) != digest(5000))
        #expect(digest(1000) != digest(2000))
        #expect(digest(1000, horizon: .seconds(2)) == digest(2000, horizon: .seconds(2)))
    }
}
