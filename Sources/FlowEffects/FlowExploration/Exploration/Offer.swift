import FlowMachine

/// An option that a refusal or a problem offers the viewer: a wish of the app's, or an option of the problem that is shown.
///
/// The graph of an exploration checks that no offer leads back to itself (invariant 17 of the design).
struct Offer: Hashable {
    /// The offer's number; less than 16.
    let number: Int

    static func wish(_ kind: Alphabet.WishKind) -> Offer { Offer(number: Alphabet.WishKind.allCases.firstIndex(of: kind) ?? 0) }
    /// The option to retry the attempt that a problem stopped.
    static let retry = Offer(number: 14)
    /// To continue from a problem with another provider.
    static let otherProvider = Offer(number: 15)
}

/// Several offers.
struct Offers: OptionSet, Hashable {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ offer: Offer) { self.init(rawValue: 1 << UInt16(truncatingIfNeeded: offer.number)) }

    var list: [Offer] { (0..<16).filter { rawValue & (1 << UInt16($0)) != 0 }.map { Offer(number: $0) } }
}

/// The properties of an edge that the check of offers needs.
struct EdgeLabel: Hashable {
    /// The question that this edge answers, if it is an answer: the same question to the same service has the same number.
    var question: UInt8 = 0
    /// The number of the answer among the possible ones.
    var answer: UInt8 = 0
    /// The offers that the viewer takes.
    var taken: Offers = []
    /// The wishes that are answered here, with any answer.
    var ended: Offers = []
    /// The options that the viewer has from here on, by a refusal or by a problem.
    var offered: Offers = []
}

// MARK: The label of an edge

extension Move {
    /// The offer that the viewer takes with this move.
    fileprivate var offer: Offer? {
        guard case .user(let event) = origin else { return nil }
        switch event {
        case .chose(_, .retry): return .retry
        case .chose(_, .otherProvider): return .otherProvider
        case .chose, .cancel, .signIn, .otherProvider, .play, .preview, .userMetadata, .signOut:
            return event.wishKind.map { .wish($0.asked) }
        }
    }
}

extension Wish.Kind {
    /// The same request, in the alphabet's words.
    fileprivate var asked: Alphabet.WishKind {
        switch self {
        case .signIn: .start
        case .otherProvider: .otherProvider
        case .play(_, .signedIn): .play
        case .play(_, .ifSignedIn): .playIfSignedIn
        case .play(_, .temporary): .playTemporary
        case .preview: .preview
        case .userMetadata: .userMetadata
        case .signOut: .signOut
        }
    }
}

extension EdgeLabel {
    /// Creates the label of the edge that `move` makes while these wishes are open, with the machine's effects.
    init(_ move: Move, _ wishes: [Outstanding.Open], _ effects: [Effect]) {
        if let answered = move.answered { (question, answer) = (answered.question, answered.answer) }
        if let offer = move.offer { taken = Offers(offer) }
        for effect in effects {
            switch effect {
            case .answer(let id, let answer):
                var kind = wishes.first { $0.id == id }?.kind.asked
                if kind == nil, case .user(let event) = move.origin, event.wish == id { kind = event.wishKind?.asked }
                guard let kind else { continue }
                ended.formUnion(Offers(.wish(kind)))
                guard case .refused(let refusal) = answer else { continue }
                if refusal.options.contains(.retry) { offered.formUnion(Offers(.wish(kind))) }
                if refusal.options.contains(.otherProvider) { offered.formUnion(Offers(.wish(.otherProvider))) }
            case .present(_, .problem(let problem)):
                if problem.options.contains(.retry) { offered.formUnion(Offers(.retry)) }
                if problem.options.contains(.otherProvider) { offered.formUnion(Offers(.otherProvider)) }
            case .call, .partner, .cancel, .present, .arm, .disarm, .keep, .forget: continue
            }
        }
    }
}

extension Outstanding.Question {
    /// The question's number, which ignores what differs between one time and the next: a service that answers consistently gives the same
    /// answer again.
    ///
    /// A status question to the partner framework, with or without a prompt, and a choice have the same number: as long as nobody acts, the
    /// framework has only one answer to them.
    var number: UInt8 {
        switch self {
        case .adobe(let endpoint):
            let hasStatus = endpoint.status != nil
            if case .restV1(let legacy) = endpoint {
                return UInt8(truncatingIfNeeded: 64 + (RESTV1Endpoint.Kind.allCases.firstIndex(of: legacy.kind) ?? 0))
            }
            return UInt8(truncatingIfNeeded: 2 + 2 * (Endpoint.Kind.allCases.firstIndex(of: endpoint.kind) ?? 0) + (hasStatus ? 1 : 0))
        case .partner(.status), .partner(.choice): return 1
        case .partner(.authentication): return 127
        }
    }
}

// MARK: The check

/// An offer that was made in a state of the graph.
struct OfferMade: Hashable {
    let state: Int
    let offer: Offer
}

/// An offer that leads back to itself, and the states through which it does.
struct WayBack {
    let made: OfferMade
    /// The edges of the cycle, by target and label.
    let circle: [(target: Int, label: EdgeLabel)]
}

extension StateGraph {
    /// The first offer that leads back to itself: the viewer takes it; Adobe and the partner framework answer, each question with the same
    /// answer every time; there is no fault, and the viewer is asked nothing; and in the end the same is offered in the same state.
    ///
    /// Earlier faults are ignored. A viewer who retries after a fault does so in a world without it.
    func firstWayBack() -> WayBack? {
        for made in offersMade {
            var search = WayBackSearch(self, made)
            if let circle = search.run() { return WayBack(made: made, circle: circle) }
        }
        return nil
    }
}

/// Searches for a cycle from one offer back to it.
private struct WayBackSearch {
    private let graph: StateGraph
    private let made: OfferMade
    private var seen: Set<Place> = []
    private var circle: [(target: Int, label: EdgeLabel)] = []

    /// A state, and how the questions were answered on the path to it.
    private struct Place: Hashable {
        let state: Int
        let isOffered: Bool
        let answers: [UInt16]
    }

    init(_ graph: StateGraph, _ made: OfferMade) {
        self.graph = graph
        self.made = made
    }

    mutating func run() -> [(target: Int, label: EdgeLabel)]? {
        take(from: made.state, []) ? circle.reversed() : nil
    }

    /// Follows the viewer's choice of the offer in `state`. Returns whether it leads back.
    private mutating func take(from state: Int, _ answers: [UInt16]) -> Bool {
        guard seen.insert(Place(state: state, isOffered: true, answers: answers)).inserted else { return false }
        for edge in graph.edges(of: state) where graph.kinds[edge] == .viewer && graph.labels[edge].taken == Offers(made.offer) {
            if follow(edge, answers) { return true }
        }
        return false
    }

    private mutating func follow(_ edge: Int, _ answers: [UInt16]) -> Bool {
        let label = graph.labels[edge]
        let target = Int(graph.targets[edge])
        let leadsBack: Bool
        if label.offered.isSuperset(of: Offers(made.offer)) {
            leadsBack = target == made.state || take(from: target, answers)
        } else if label.ended.isSuperset(of: Offers(made.offer)) || graph.asksViewer(target) {
            leadsBack = false
        } else {
            leadsBack = wait(in: target, answers)
        }
        if leadsBack { circle.append((target, label)) }
        return leadsBack
    }

    /// Follows what happens in `state` while nobody acts. Returns whether it leads back.
    private mutating func wait(in state: Int, _ answers: [UInt16]) -> Bool {
        guard seen.insert(Place(state: state, isOffered: false, answers: answers)).inserted else { return false }
        for edge in graph.followers(of: state) where graph.isFollowed(edge, from: state) {
            if graph.kinds[edge] == .timer {
                if follow(edge, answers) { return true }
                continue
            }
            let label = graph.labels[edge]
            let known = answers.first { UInt8($0 >> 8) == label.question }
            let answer = UInt16(label.question) << 8 | UInt16(label.answer)
            if let known, known != answer { continue }
            // Sorted, so that the same questions asked in another order lead to the same place.
            if follow(edge, known == nil ? (answers + [answer]).sorted() : answers) { return true }
        }
        return false
    }
}
