import FlowMachine

/// The effects of two decisions, each beside its counterpart: the first that is left of the same sort.
struct EffectPairs {
    /// Two places; one is `nil` where the other side has nothing of that sort.
    struct Pair: Equatable {
        let left: Int?
        let right: Int?
    }

    let pairs: [Pair]
    /// Whether the counterparts stand in another order.
    let isReordered: Bool

    /// Pairs effects by their sorts.
    init<Sort: Hashable>(_ left: [Sort], _ right: [Sort]) {
        var places: [Sort: [Int]] = [:]
        for (place, sort) in right.enumerated().reversed() { places[sort, default: []].append(place) }
        var pairs: [Pair] = []
        var isReordered = false
        var latest = -1
        var taken: Set<Int> = []
        for (place, sort) in left.enumerated() {
            let counterpart = places[sort]?.popLast()
            pairs.append(Pair(left: place, right: counterpart))
            guard let counterpart else { continue }
            taken.insert(counterpart)
            isReordered = isReordered || counterpart < latest
            latest = max(latest, counterpart)
        }
        for place in right.indices where !taken.contains(place) {
            // Where both sides have something of their own at one place, the one stands instead of the other.
            // The pairs of the left side come first, in its order.
            if place < left.count, pairs[place].right == nil {
                pairs[place] = Pair(left: place, right: place)
            } else {
                pairs.append(Pair(left: nil, right: place))
            }
        }
        self.pairs = pairs
        self.isReordered = isReordered
    }
}

extension Effect {
    /// What it does, without numbers and values: `call authorize`, `arm poll`.
    var sort: String {
        switch self {
        case .call(_, let call): "call " + call.endpoint.sort
        case .partner(_, let request): "ask Apple's framework: \(request.kind.rawValue)"
        case .cancel: "cancel a request"
        case .present(_, let presentation): "present " + presentation.sort
        case .answer(_, let answer): "answer " + TriagedRequest.Outcome(answer).rawValue
        case .arm(_, let purpose, _): "arm \(purpose.rawValue)"
        case .disarm: "disarm a timer"
        case .keep(let fact): "keep \(fact.kind.rawValue)"
        case .forget(.secret(let ref)): "forget a secret (\(ref.kind.rawValue))"
        case .forget(.fact(let kind)): "forget \(kind.rawValue)"
        }
    }

    /// Whether it gives out a number that later events may quote.
    var issues: Issued? {
        switch self {
        case .call(let id, _), .partner(let id, _): .request(id.number)
        case .arm(let id, _, _): .timer(id.number)
        case .present(_, .nothing): nil
        case .present(let id, _): .presentation(id.number)
        case .cancel, .answer, .disarm, .keep, .forget: nil
        }
    }
}

extension Endpoint {
    /// The endpoint's name, whichever API it belongs to.
    var sort: String { if case .restV1(let endpoint) = self { "V1 " + endpoint.kind.rawValue } else { kind.rawValue } }
}

extension Presentation {
    /// What is shown, without numbers and values.
    var sort: String {
        switch self {
        case .nothing: "nothing"
        case .providerPicker: "provider picker"
        case .providerConfirmation: "provider confirmation"
        case .profilePicker: "profile picker"
        case .userAgent: "user agent"
        case .code: "code"
        case .codeExpired: "expired code"
        case .signOutUserAgent, .legacySignOut: "sign-out page"
        case .signOutInSettings: "sign out in Settings"
        case .problem(let problem): "problem \(problem.reason.rawValue)"
        }
    }
}

/// A number that an effect gives out.
enum Issued: Hashable {
    case request(Int64)
    case timer(Int64)
    case presentation(Int64)
}
