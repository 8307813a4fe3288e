// The one exit of a reduction: what the new state does not wait for is given up here, so that no state has to clean up
// after itself, and none can forget to.

extension Run {
    mutating func giveUpWhatIsNotAwaited(from old: FlowState, to new: FlowState) {
        calls.drop(keeping: new.asks, &turn)
        for index in calls.stateTimers.indices.reversed() where !new.names(calls.stateTimers[index]) {
            let timer = calls.stateTimers.remove(at: index)
            if !isFired(timer) { turn.emit(.disarm(timer)) }
        }
        if known.presented != nil, !new.presents { takeDown() }
        if old.keptCode != nil, new.keptCode == nil { turn.emit(.forget(.fact(.code))) }
    }

    private func isFired(_ timer: TimerID) -> Bool { turn.fired == timer }

    /// Forgets the references that came in or were held and are now neither held nor handed out.
    mutating func forget(_ before: References, unlessIn after: FlowModel) {
        if before.list.isEmpty { return }
        let held = References.of(after).list
        for reference in before.list where !held.contains(reference) && !isHandedOut(reference) {
            turn.emit(.forget(.secret(reference)))
        }
    }

    private func isHandedOut(_ reference: SecretRef) -> Bool {
        for effect in turn.effects {
            switch effect {
            case .answer(_, let answer):
                if References.of(answer).list.contains(reference) { return true }
            case .present(_, .problem(let problem)):
                if problem.error?.text == reference { return true }
            case .call, .partner, .cancel, .present, .arm, .disarm, .keep, .forget: continue
            }
        }
        return false
    }
}

extension FlowState {
    /// The code that is kept over launches, while it is.
    var keptCode: SecretRef? {
        if case .basicAuthFallback(let state) = self { state.keptCode } else { nil }
    }
}

/// The references in a value, each once. Resources are left out: the app names them for a whole launch.
struct References: Archive {
    private(set) var list: [SecretRef] = []

    static func of<T: Recorded>(_ value: T) -> References {
        var references = References()
        references.add(value)
        return references
    }

    static func of(_ model: FlowModel, _ event: FlowEvent) -> References {
        var references = of(model)
        references.add(event)
        return references
    }

    private mutating func add<T: Recorded>(_ value: T) {
        // Collecting cannot fail: it only reads.
        _ = try? T.pass(value, through: &self)
    }

    mutating func integer(_ old: Int64?) -> Int64 { old ?? 0 }
    mutating func instant(_ old: Int64?) -> Int64 { old ?? 0 }
    mutating func identifier(_ old: Int64?) -> Int64 { old ?? 0 }
    mutating func boolean(_ old: Bool?) -> Bool { old ?? false }
    mutating func text(_ old: String?) -> String { old ?? "" }
    mutating func hex64(_ old: UInt64?) -> UInt64 { old ?? 0 }

    mutating func reference(_ old: SecretRef?) -> SecretRef {
        let value = old ?? SecretRef(.resource, 0)
        if value.kind != .resource, !list.contains(value) { list.append(value) }
        return value
    }

    mutating func object<T>(_ body: (inout Self) throws(CodingFailure) -> T) throws(CodingFailure) -> T { try body(&self) }

    mutating func field<T: Recorded>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T {
        try T.pass(old, through: &self)
    }

    mutating func optional<T: Recorded>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T? {
        guard let old else { return nil }
        return try T.pass(old, through: &self)
    }

    mutating func whole<T: Recorded>(_ name: StaticString, _ old: T?) throws(CodingFailure) -> T {
        guard let old else { throw CodingFailure(.missing(""), column: 0) }
        return old
    }

    mutating func list<T: Recorded>(_ old: [T]?) throws(CodingFailure) -> [T] {
        let values = old ?? []
        for value in values { _ = try T.pass(value, through: &self) }
        return values
    }

    mutating func kind<W: Word>(_ old: W?) throws(CodingFailure) -> W { try word(old) }

    mutating func word<W: Word>(_ old: W?) throws(CodingFailure) -> W {
        guard let old else { throw CodingFailure(.unknown(""), column: 0) }
        return old
    }
}
