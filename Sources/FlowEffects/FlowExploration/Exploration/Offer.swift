import FlowMachine

/// An option that a refusal or a problem offers to the viewer: a request of the app (a wish), or an option on the screen of the problem.
///
/// The graph of an exploration checks that no offer leads back to itself (invariant 17 of the design).
struct Offer: Hashable {
    /// The number of the offer, from 0 to 15.
    let number: Int

    static func wish(_ kind: Alphabet.WishKind) -> Offer { Offer(number: Alphabet.WishKind.allCases.firstIndex(of: kind) ?? 0) }
    /// The option to retry the attempt that a problem stopped.
    static let retry = Offer(number: 14)
    /// The option to continue from a problem with another provider.
    static let otherProvider = Offer(number: 15)
}

/// A set of offers.
struct Offers: OptionSet, Hashable {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ offer: Offer) { self.init(rawValue: 1 << UInt16(truncatingIfNeeded: offer.number)) }

    var list: [Offer] { (0..<16).filter { rawValue & (1 << UInt16($0)) != 0 }.map { Offer(number: $0) } }
}

/// The properties of a graph edge that are needed to check whether an accepted offer can lead back to the same offer.
struct EdgeLabel: Hashable {
    /// The number of the question that the edge answers; 0 if the edge is not an answer. The same question to the same service has the same number.
    var question: UInt8 = 0
    /// The number of the answer among the possible answers to the question.
    var answer: UInt8 = 0
    /// The offered options that the viewer accepts with this event.
    var taken: Offers = []
    /// The app's requests (wishes) that this event answers, with any answer.
    var ended: Offers = []
    /// The options that a refusal or a problem offers after this event.
    var offered: Offers = []
}

// MARK: The label of an edge

extension Move {
    /// The offered option that the viewer accepts with this move; `nil` if the move accepts no offer.
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
    /// The alphabet's case for this kind of request.
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
    /// Creates the label of the edge for a move.
    /// - Parameters:
    ///   - move: the move.
    ///   - wishes: the app's requests that are open before the move.
    ///   - effects: the effects of the move's event.
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
    /// The number of the question. Questions that differ only in details such as secrets have the same number, because a service that answers
    /// consistently gives the same answer to all of them.
    ///
    /// All questions for the status and for a choice at the partner framework have the same number: while the viewer does nothing, the
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

/// An option that was offered in a state of the graph.
struct OfferMade: Hashable {
    let state: Int
    let offer: Offer
}

/// An offered option that can lead back to the same offer, and the cycle of edges on which it does so.
struct WayBack {
    let made: OfferMade
    /// The edges of the cycle in order, each with its target and label.
    let circle: [(target: Int, label: EdgeLabel)]
}

extension StateGraph {
    /// Returns the first offer that can lead back to itself; `nil` if there is none.
    ///
    /// An offer leads back to itself if the following is possible:
    /// - The viewer accepts the offer.
    /// - There is no fault, Adobe and the partner framework always give the same answer to the same question, and the viewer is not asked anything.
    /// - Then the same offer is made in the same state.
    ///
    /// Faults before the offer are ignored, because a viewer who retries after a fault does so when the fault is over.
    func firstWayBack() -> WayBack? {
        for made in offersMade {
            var search = WayBackSearch(self, made)
            if let circle = search.run() { return WayBack(made: made, circle: circle) }
        }
        return nil
    }
}

/// Searches for a cycle from an offered option back to the same offer.
private struct WayBackSearch {
    private let graph: StateGraph
    private let made: OfferMade
    private var seen: Set<Place> = []
    private var circle: [(target: Int, label: EdgeLabel)] = []

    /// A state of the search: a state of the graph, and the answers that were given on the path to it.
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

    /// Follows the edges in `state` by which the viewer accepts the offer. Returns whether one of these edges leads back to the offer.
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

    /// Follows the answers and timers in `state`, without any action of the viewer. Returns whether one of these edges leads back to the offer.
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
            // Sorted, so that the same answers in a different order give the same state of the search.
            if follow(edge, known == nil ? (answers + [answer]).sorted() : answers) { return true }
        }
        return false
    }
}
