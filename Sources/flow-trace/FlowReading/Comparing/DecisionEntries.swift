import FlowMachine

/// A difference between two decisions, without numbers and values.
///
/// Events with the same difference have equal values of this type, so that a report can count them.
enum DecisionDifference: Hashable, Sendable {
    case state(recorded: String, thisBuild: String)
    case effectOnlyRecorded(EffectKind)
    case effectOnlyInThisBuild(EffectKind)
    case effect(EffectKind, fields: [String])
    case orderOfEffects
    case onlyRule
    case onlyDigest

    /// Returns the difference in words. `arrow` separates the recorded state from this build's state.
    func words(_ arrow: String) -> String {
        switch self {
        case .state(let recorded, let thisBuild): "state \(recorded) \(arrow) \(thisBuild)"
        case .effectOnlyRecorded(let kind): "effect \"\(kind.words)\" only recorded"
        case .effectOnlyInThisBuild(let kind): "effect \"\(kind.words)\" only in this build"
        case .effect(let kind, let fields): "effect \"\(kind.words)\": \(fields.joined(separator: ", "))"
        case .orderOfEffects: "order of effects"
        case .onlyRule: "only the rule"
        case .onlyDigest: "only the digest: the decision is the same, but the model is not"
        }
    }
}

/// The differences between two decisions about one event.
struct DecisionEntries {
    /// The first differences, each with the recorded value and this build's value.
    private(set) var list: [DifferenceEntry] = []
    /// The number of differences that are not in `list`.
    private(set) var leftOut = 0
    /// The differences without numbers and values. Differences that are not in `list` are omitted.
    private(set) var kinds: [DecisionDifference] = []

    /// The highest number of differences that are listed per event. Only a manipulated record has more.
    private static let most = 100

    private let clock: DisplayedClock

    init(recorded: LogRecord, thisBuild: LogRecord, _ words: Wording) {
        clock = words.clock
        let time = recorded.event.time
        compare("rule", recorded.rule, thisBuild.rule, .rule)
        let states = ("\(recorded.state).\(recorded.step)", "\(thisBuild.state).\(thisBuild.step)")
        if compare("state", states.0, states.1, .state) { kinds.append(.state(recorded: states.0, thisBuild: states.1)) }
        let effects = (recorded.effects.map(EffectKind.init), thisBuild.effects.map(EffectKind.init))
        let pairs = EffectPairs(effects.0, effects.1)
        for pair in pairs.pairs {
            let left = pair.left.map { recorded.effects[$0] }
            let right = pair.right.map { thisBuild.effects[$0] }
            if left == right { continue }
            if list.count >= DecisionEntries.most || kinds.count >= DecisionEntries.most {
                leftOut += 1
                continue
            }
            let place = "effects[\(pair.left ?? pair.right ?? 0)]"
            let isWorded = compare(place, left.map { words.effect($0, at: time) }, right.map { words.effect($0, at: time) }, .effect)
            note(left, right, at: place, isWorded: isWorded)
        }
        if pairs.isReordered {
            list.append(
                DifferenceEntry(what: "order of effects", left: DecisionEntries.listed(effects.0), right: DecisionEntries.listed(effects.1))
            )
            kinds.append(.orderOfEffects)
        }
        if kinds.isEmpty, recorded.rule != thisBuild.rule { kinds.append(.onlyRule) }
        if kinds.isEmpty {
            kinds.append(.onlyDigest)
            compare("digest", DecisionEntries.hex(recorded.digest), DecisionEntries.hex(thisBuild.digest))
        }
    }

    private static func listed(_ effects: [EffectKind]) -> String {
        let more = effects.count > most ? ", and \(effects.count - most) more" : ""
        return effects.prefix(most).map { $0.words }.joined(separator: ", ") + more
    }

    @discardableResult
    private mutating func compare(_ what: String, _ left: String?, _ right: String?, _ part: DifferenceEntry.Part = .field) -> Bool {
        if left == right { return false }
        list.append(DifferenceEntry(what: what, left: left, right: right, part: part))
        return true
    }

    /// Adds the difference between an effect and its counterpart.
    ///
    /// If `isWorded` is false, both effects are the same in words. The list then also receives each field that differs.
    private mutating func note(_ left: Effect?, _ right: Effect?, at place: String, isWorded: Bool) {
        guard let left, let right, EffectKind(left) == EffectKind(right) else {
            if let left { kinds.append(.effectOnlyRecorded(EffectKind(left))) }
            if let right { kinds.append(.effectOnlyInThisBuild(EffectKind(right))) }
            return
        }
        let leaves = (Tree(left).leaves, Tree(right).leaves)
        func byPath(_ leaves: [Tree.Leaf]) -> [String: Tree.Leaf] {
            Dictionary(first: leaves.map { ($0.path, $0) })
        }
        let values = (byPath(leaves.0), byPath(leaves.1))
        var fields: [String] = []
        for path in leaves.0.map({ $0.path }) + leaves.1.map({ $0.path }).filter({ values.0[$0] == nil })
        where values.0[path]?.value != values.1[path]?.value {
            if !isWorded {
                list.append(
                    DifferenceEntry(what: "\(place).\(path)", left: values.0[path]?.text(clock), right: values.1[path]?.text(clock)))
            }
            let field = DecisionEntries.withoutPlaces(path)
            if !fields.contains(field) { fields.append(field) }
        }
        kinds.append(.effect(EffectKind(left), fields: fields))
    }

    private static func hex(_ digest: UInt64) -> String {
        let digits = String(digest, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Returns the path without the positions in lists: `providers[].mvpd` for `providers[3].mvpd`.
    private static func withoutPlaces(_ path: String) -> String {
        var text = ""
        for character in path where !(text.hasSuffix("[") && character.isNumber) { text.append(character) }
        return text
    }
}
