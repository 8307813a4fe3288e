import FlowMachine

/// One thing that differs, in words.
package struct DifferenceEntry: Equatable, Sendable {
    /// The name of the part, with its place: `effects[2].at`.
    let what: String
    let left: String
    let right: String
    var part = Part.field

    /// The parts that are shown without their names.
    package enum Part: Sendable { case rule, state, effect, field }
}

/// How two decisions about one event differ.
struct DecisionEntries {
    /// The first differences, with both values.
    private(set) var list: [DifferenceEntry] = []
    /// How many differences are not in the list.
    private(set) var leftOut = 0
    /// What differs, without numbers and values: the same for every event of one kind of difference. The first of them.
    private(set) var kinds: [String] = []

    /// The most differences of one event that are listed. Only a record that was made to differ has more.
    private static let most = 100

    init(recorded: Record, thisBuild: Record, _ words: Words) {
        let time = recorded.event.time
        compare("rule", recorded.rule, thisBuild.rule, .rule)
        let states = ("\(recorded.state).\(recorded.step)", "\(thisBuild.state).\(thisBuild.step)")
        if compare("state", states.0, states.1, .state) { kinds.append("state \(states.0) -> \(states.1)") }
        let sorts = (recorded.effects.map(\.sort), thisBuild.effects.map(\.sort))
        let pairs = EffectPairs(sorts.0, sorts.1)
        for pair in pairs.pairs {
            let left = pair.left.map { recorded.effects[$0] }
            let right = pair.right.map { thisBuild.effects[$0] }
            if left == right { continue }
            if list.count >= DecisionEntries.most || kinds.count >= DecisionEntries.most {
                leftOut += 1
                continue
            }
            let place = "effects[\(pair.left ?? pair.right ?? 0)]"
            let isWorded = compare(
                place, left.map { words.effect($0, at: time) } ?? "nothing", right.map { words.effect($0, at: time) } ?? "nothing", .effect)
            note(left, right, at: place, isWorded: isWorded)
        }
        if pairs.isReordered {
            list.append(
                DifferenceEntry(what: "order of effects", left: DecisionEntries.listed(sorts.0), right: DecisionEntries.listed(sorts.1)))
            kinds.append("order of effects")
        }
        if kinds.isEmpty, recorded.rule != thisBuild.rule { kinds.append("only the rule") }
        if kinds.isEmpty {
            kinds.append("only the digest: the decision is the same, but the model is not")
            compare("digest", DecisionEntries.hex(recorded.digest), DecisionEntries.hex(thisBuild.digest))
        }
    }

    private static func listed(_ sorts: [String]) -> String {
        sorts.prefix(most).joined(separator: ", ") + (sorts.count > most ? ", and \(sorts.count - most) more" : "")
    }

    @discardableResult
    private mutating func compare(_ what: String, _ left: String, _ right: String, _ part: DifferenceEntry.Part = .field) -> Bool {
        if left == right { return false }
        list.append(DifferenceEntry(what: what, left: left, right: right, part: part))
        return true
    }

    /// Takes note of what differs between an effect and its counterpart; by its fields where the words are the same.
    private mutating func note(_ left: Effect?, _ right: Effect?, at place: String, isWorded: Bool) {
        guard let left, let right, left.sort == right.sort else {
            if let left { kinds.append("effect \"\(left.sort)\" only recorded") }
            if let right { kinds.append("effect \"\(right.sort)\" only in this build") }
            return
        }
        let leaves = (Tree(left).leaves, Tree(right).leaves)
        let values = (Dictionary(leaves.0, uniquingKeysWith: { one, _ in one }), Dictionary(leaves.1, uniquingKeysWith: { one, _ in one }))
        var fields: [String] = []
        for path in leaves.0.map(\.path) + leaves.1.map(\.path).filter({ values.0[$0] == nil }) where values.0[path] != values.1[path] {
            if !isWorded {
                list.append(
                    DifferenceEntry(
                        what: "\(place).\(path)", left: values.0[path] ?? "nothing", right: values.1[path] ?? "nothing"))
            }
            let field = DecisionEntries.withoutPlaces(path)
            if !fields.contains(field) { fields.append(field) }
        }
        kinds.append("effect \"\(left.sort)\": \(fields.joined(separator: ", "))")
    }

    private static func hex(_ digest: UInt64) -> String {
        let digits = String(digest, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// `providers[3].mvpd` as `providers[].mvpd`.
    private static func withoutPlaces(_ path: String) -> String {
        var text = ""
        for character in path where !(text.hasSuffix("[") && character.isNumber) { text.append(character) }
        return text
    }
}
