import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowMachine

/// Gives every name another number and moves the time; the past it moves elsewhere.
private struct Renaming: Archive {
    let now: Int64
    static let shift: Int64 = 1000
    static let later: Int64 = 86_400_000

    func event(_ event: FlowEvent) throws -> FlowEvent {
        var archive = self
        let renamed = try FlowEvent.pass(event, through: &archive)
        guard case .app(.launched(var kept)) = renamed.origin else {
            return FlowEvent(time: Instant(milliseconds: now + Self.later), origin: renamed.origin)
        }
        kept.first = Numbers(request: 1 + Self.shift, timer: 1 + Self.shift, presentation: 1 + Self.shift)
        return FlowEvent(time: Instant(milliseconds: now + Self.later), origin: .app(.launched(kept)))
    }

    func integer(_ old: Int64?) -> Int64 { old ?? 0 }
    func instant(_ old: Int64?) -> Int64 {
        let value = old ?? 0
        return value <= now ? now + Self.later - 7 : value + Self.later
    }
    func identifier(_ old: Int64?) -> Int64 { (old ?? 0) + Self.shift }
    func boolean(_ old: Bool?) -> Bool { old ?? false }
    func text(_ old: String?) -> String { old ?? "" }
    func hex64(_ old: UInt64?) -> UInt64 { old ?? 0 }
    func reference(_ old: SecretRef?) -> SecretRef {
        SecretRef(old?.kind ?? .client, (old?.number ?? 0) + Self.shift)
    }
    mutating func object<T>(_ body: (inout Self) throws(CodingFailure) -> T) throws(CodingFailure) -> T { try body(&self) }
    mutating func field<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T { try T.pass(old, through: &self) }
    mutating func optional<T: LogValue>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T? {
        guard let old else { return nil }
        return try T.pass(old, through: &self)
    }
    mutating func list<T: LogValue>(_ old: [T]?) throws(CodingFailure) -> [T] {
        var values: [T] = []
        for value in old ?? [] { values.append(try T.pass(value, through: &self)) }
        return values
    }
    mutating func kind<W: Word>(_ old: W?) throws(CodingFailure) -> W { try word(old) }
    mutating func word<W: Word>(_ old: W?) throws(CodingFailure) -> W {
        guard let old else { throw CodingFailure(.unknown(""), column: 0) }
        return old
    }
}

@Suite struct CanonicalTests {
    private static func digest(_ transition: Transition, at time: Instant) -> CanonicalDigest {
        var canonicaliser = Canonicalizer()
        canonicaliser.begin(transition.model, at: time)
        canonicaliser.add(transition.effects)
        return canonicaliser.digest
    }

    @Test(arguments: 0..<20) func `under other names, everything goes the same way`(block: Int) throws {
        let settings = DeterminismTests.settings[block % 3]
        let machine = FlowReducer(settings: settings)
        for seed in block * 3..<block * 3 + 3 {
            var generator = EventGenerator(seed: UInt64(seed))
            var (model, twin) = (FlowModel(), FlowModel())
            for index in 0..<200 {
                let event = index == 0 ? generator.launch() : generator.next()
                let renamed = try Renaming(now: event.time.milliseconds).event(event)
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
        var seen: [CanonicalDigest: (UInt64, FlowState.Name, String)] = [:]
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

    @Test func `the past is one moment, the future is not`() {
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
