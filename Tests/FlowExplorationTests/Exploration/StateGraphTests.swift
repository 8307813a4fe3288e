import FlowMachine
import Testing

@testable import FlowExploration
@testable import FlowSimulation

@Suite struct StateGraphTests {
    /// A graph of states with these traits and edges, each state first reached from the one before.
    private func graph(_ traits: [StateGraph.Traits], _ edges: [[(Int, Move.Kind)]]) -> StateGraph {
        var graph = StateGraph()
        for (index, traits) in traits.enumerated() { graph.addState(parent: max(index - 1, 0), move: index, traits) }
        for (state, list) in edges.enumerated() {
            for (target, kind) in list { graph.addEdge(from: state, to: target, kind, EdgeLabel()) }
            graph.endState()
        }
        return graph
    }

    @Test func `a state from which nobody can be signed in is found`() {
        let traits: [StateGraph.Traits] = [[], .isSignedIn, []]
        let stranded = graph(traits, [[(1, .viewer), (2, .answer)], [], [(2, .timer)]])
        #expect(stranded.firstStrandedState() == 2)
        let fine = graph(traits, [[(1, .viewer), (2, .answer)], [], [(0, .timer)]])
        #expect(fine.firstStrandedState() == nil)
        // A fault is no way to a sign-in.
        let faulty = graph(traits, [[(1, .viewer), (2, .answer)], [], [(0, .fault)]])
        #expect(faulty.firstStrandedState() == 2)
    }

    @Test func `waiting on a circle is found, and only where somebody waits`() {
        let waiting: StateGraph.Traits = [.isAwaited, .hasSomethingOut]
        let edges: [[(Int, Move.Kind)]] = [[(1, .answer)], [(2, .answer)], [(1, .answer)]]
        #expect(graph([waiting, waiting, waiting], edges).firstCircle().state == 1)
        #expect(graph([waiting, waiting, []], edges).firstCircle().state == nil)
        #expect(graph([waiting, waiting, [waiting, .showsSomething]], edges).firstCircle().state == nil)
        // While an answer is out, it comes before any timer; without one, the timer is what comes.
        let timers: [[(Int, Move.Kind)]] = [[(1, .answer)], [(2, .timer)], [(1, .timer)]]
        #expect(graph([waiting, waiting, waiting], timers).firstCircle().state == nil)
        #expect(graph([waiting, .isAwaited, .isAwaited], timers).firstCircle().state == 1)
        // What the person does breaks a circle.
        let person: [[(Int, Move.Kind)]] = [[(1, .answer)], [(2, .answer)], [(1, .viewer)]]
        #expect(graph([waiting, waiting, waiting], person).firstCircle().state == nil)
    }

    @Test func `the longest wait is the longest way to where nobody waits`() {
        let waiting: StateGraph.Traits = [.isAwaited, .hasSomethingOut]
        let found = graph(
            [waiting, waiting, waiting, []], [[(1, .answer), (3, .answer)], [(2, .answer)], [(3, .answer)], [(0, .viewer)]]
        ).firstCircle()
        #expect(found.state == nil)
        #expect(found.longestWait == 3)
    }

    @Test func `the way to a state is the way on which it was found`() {
        let found = graph([[], [], []], [[(1, .viewer)], [(2, .viewer)], []])
        #expect(found.path(to: 2) == [1, 2])
        #expect(found.path(to: 0) == [])
    }

    @Test func `the table knows each digest by the number it got`() {
        var table = DigestTable()
        var random = RandomSource(seed: 1)
        let digests = (0..<60_000).map { _ in CanonicalDigest(high: random.next(), low: random.next() & 0xFF_FFFF) }
        let areNew = digests.allSatisfy { table.insert($0).isNew }
        #expect(areNew)
        let numbers = digests.indices.allSatisfy { table.insert(digests[$0]) == ($0, false) }
        #expect(numbers)
        #expect(table.count == digests.count)
    }
}
