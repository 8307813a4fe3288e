import FlowMachine
import Testing

@testable import FlowExploration
@testable import FlowSimulation

/// Invariant 17 of the design, on graphs made by hand: no offered option leads back to itself.
@Suite struct OfferTests {
    private typealias Edge = (target: Int, kind: Move.Kind, label: EdgeLabel)

    private static let play = Offers(.wish(.play))

    /// A viewer requests a playback.
    private static func asks(_ target: Int) -> Edge { (target, .viewer, EdgeLabel(taken: play)) }

    private static func answers(_ question: UInt8, _ answer: UInt8, _ target: Int, _ offered: Offers? = nil) -> Edge {
        (target, .answer, EdgeLabel(question: question, answer: answer, ended: offered == nil ? [] : play, offered: offered ?? []))
    }

    /// In state 0 a viewer may request a playback; the other states wait for an answer, unless they have other traits.
    private static func graph(_ edges: [[Edge]], _ traits: [Int: StateGraph.Traits] = [:]) -> StateGraph {
        var graph = StateGraph()
        for (state, list) in edges.enumerated() {
            graph.addState(parent: max(state - 1, 0), move: 0, traits[state] ?? (state == 0 ? [] : [.isAwaited, .hasSomethingOut]))
            for edge in list { graph.addEdge(from: state, to: edge.target, edge.kind, edge.label) }
            graph.endState()
        }
        return graph
    }

    /// The defect behind this test: with a status without an expiry, a playback was refused with `retry` forever.
    @Test func `a refusal whose retry is refused in the same way by the same answers is reported`() {
        let graph = Self.graph([[Self.asks(1)], [Self.answers(1, 0, 2)], [Self.answers(1, 0, 0, Self.play)]])
        let found = graph.firstWayBack()
        #expect(found?.made == OfferMade(state: 0, offer: .wish(.play)))
        #expect(found?.circle.map(\.target) == [1, 2, 0])
    }

    @Test func `a retry that needs another answer to the same question is accepted`() {
        let graph = Self.graph([[Self.asks(1)], [Self.answers(1, 0, 2)], [Self.answers(1, 1, 0, Self.play)]])
        #expect(graph.firstWayBack() == nil)
    }

    @Test func `a retry that needs a fault is accepted`() {
        var refused = Self.answers(1, 0, 0, Self.play)
        refused.kind = .fault
        #expect(Self.graph([[Self.asks(1)], [refused]]).firstWayBack() == nil)
    }

    @Test(arguments: [StateGraph.Traits.showsSomething, .asksInFramework])
    func `a retry on whose path the viewer is asked is accepted`(asks: StateGraph.Traits) {
        let edges = [[Self.asks(1)], [Self.answers(1, 0, 2)], [Self.answers(2, 0, 0, Self.play)]]
        #expect(Self.graph(edges, [2: [.isAwaited, .hasSomethingOut, asks]]).firstWayBack() == nil)
    }

    @Test func `a wish that is granted, denied or refused without a retry is accepted`() {
        #expect(Self.graph([[Self.asks(1)], [Self.answers(1, 0, 0, [])]]).firstWayBack() == nil)
    }

    @Test func `an immediate refusal that changes nothing is reported`() {
        let refused: Edge = (0, .viewer, EdgeLabel(taken: Self.play, ended: Self.play, offered: Self.play))
        #expect(Self.graph([[refused]]).firstWayBack()?.circle.map(\.target) == [0])
    }

    @Test func `a cycle through two refusals is reported`() {
        let graph = Self.graph(
            [[Self.asks(1)], [Self.answers(1, 0, 2, Self.play)], [Self.asks(3)], [Self.answers(1, 0, 0, Self.play)]], [2: []])
        #expect(Set(graph.firstWayBack()?.circle.map(\.target) ?? []) == [0, 1, 2, 3])
    }

    @Test func `a problem whose retry leads to the same problem is found`() {
        let retries: Edge = (1, .viewer, EdgeLabel(taken: Offers(.retry)))
        let shown: Edge = (0, .answer, EdgeLabel(question: 1, offered: Offers(.retry)))
        #expect(Self.graph([[retries], [shown]], [0: [.isAwaited, .showsSomething]]).firstWayBack()?.made.offer == .retry)
    }

    @Test func `previews are also retried to the end`() {
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
