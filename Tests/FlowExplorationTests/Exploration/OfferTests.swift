import FlowMachine
import Testing

@testable import FlowExploration
@testable import FlowSimulation

/// Invariant 17 of the design, on graphs made by hand: no offer leads back into itself.
@Suite struct OfferTests {
    private typealias Edge = (target: Int, kind: Move.Kind, label: EdgeLabel)

    private static let play = Offers(.wish(.play))

    /// Somebody asks to play.
    private static func asks(_ target: Int) -> Edge { (target, .viewer, EdgeLabel(taken: play)) }

    private static func answers(_ question: UInt8, _ answer: UInt8, _ target: Int, _ offered: Offers? = nil) -> Edge {
        (target, .answer, EdgeLabel(question: question, answer: answer, ended: offered == nil ? [] : play, offered: offered ?? []))
    }

    /// In state 0 somebody may ask to play; the others wait for an answer, unless they have other traits.
    private static func graph(_ edges: [[Edge]], _ traits: [Int: StateGraph.Traits] = [:]) -> StateGraph {
        var graph = StateGraph()
        for (state, list) in edges.enumerated() {
            graph.addState(parent: max(state - 1, 0), move: 0, traits[state] ?? (state == 0 ? [] : [.isAwaited, .hasSomethingOut]))
            for edge in list { graph.addEdge(from: state, to: edge.target, edge.kind, edge.label) }
            graph.endState()
        }
        return graph
    }

    /// The defect that this is for: with a status that says no expiry, a playback was refused with `retry` for ever.
    @Test func `a refusal whose retry is refused the same way, by the same answers, is found`() {
        let graph = Self.graph([[Self.asks(1)], [Self.answers(1, 0, 2)], [Self.answers(1, 0, 0, Self.play)]])
        let found = graph.firstWayBack()
        #expect(found?.made == OfferMade(state: 0, offer: .wish(.play)))
        #expect(found?.circle.map(\.target) == [1, 2, 0])
    }

    @Test func `one that needs another answer to the same question is none`() {
        let graph = Self.graph([[Self.asks(1)], [Self.answers(1, 0, 2)], [Self.answers(1, 1, 0, Self.play)]])
        #expect(graph.firstWayBack() == nil)
    }

    @Test func `one that needs a fault is none`() {
        var refused = Self.answers(1, 0, 0, Self.play)
        refused.kind = .fault
        #expect(Self.graph([[Self.asks(1)], [refused]]).firstWayBack() == nil)
    }

    @Test(arguments: [StateGraph.Traits.showsSomething, .asksInFramework])
    func `one on whose way the person is asked is none`(asks: StateGraph.Traits) {
        let edges = [[Self.asks(1)], [Self.answers(1, 0, 2)], [Self.answers(2, 0, 0, Self.play)]]
        #expect(Self.graph(edges, [2: [.isAwaited, .hasSomethingOut, asks]]).firstWayBack() == nil)
    }

    @Test func `one that is granted, denied or refused without retry is none`() {
        #expect(Self.graph([[Self.asks(1)], [Self.answers(1, 0, 0, [])]]).firstWayBack() == nil)
    }

    @Test func `a refusal at once, which changes nothing, is found`() {
        let refused: Edge = (0, .viewer, EdgeLabel(taken: Self.play, ended: Self.play, offered: Self.play))
        #expect(Self.graph([[refused]]).firstWayBack()?.circle.map(\.target) == [0])
    }

    @Test func `a circle through two refusals is found`() {
        let graph = Self.graph(
            [[Self.asks(1)], [Self.answers(1, 0, 2, Self.play)], [Self.asks(3)], [Self.answers(1, 0, 0, Self.play)]], [2: []])
        #expect(Set(graph.firstWayBack()?.circle.map(\.target) ?? []) == [0, 1, 2, 3])
    }

    @Test func `a problem whose retry leads to the same problem is found`() {
        let retries: Edge = (1, .viewer, EdgeLabel(taken: Offers(.retry)))
        let shown: Edge = (0, .answer, EdgeLabel(question: 1, offered: Offers(.retry)))
        #expect(Self.graph([[retries], [shown]], [0: [.isAwaited, .showsSomething]]).firstWayBack()?.made.offer == .retry)
    }

    @Test func `previews, too, are tried to the end`() {
        var alphabet = Alphabet.pinned
        alphabet.wishes = [.preview]
        let found = Explorer(alphabet).run()
        #expect(found.violation.map { "\($0.violation)\n" + String(decoding: $0.log, as: UTF8.self) } == nil)
        #expect(found.isComplete)
    }
}

extension WayBack: Equatable {
    public static func == (one: WayBack, other: WayBack) -> Bool { one.made == other.made }
}
