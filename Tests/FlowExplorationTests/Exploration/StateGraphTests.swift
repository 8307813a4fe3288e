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

    @Test func `a state from which no viewer can sign in is reported`() {
        let traits: [StateGraph.Traits] = [[], .isSignedIn, []]
        let stranded = graph(traits, [[(1, .viewer), (2, .answer)], [], [(2, .timer)]])
        #expect(stranded.firstStrandedState() == 2)
        let fine = graph(traits, [[(1, .viewer), (2, .answer)], [], [(0, .timer)]])
        #expect(fine.firstStrandedState() == nil)
        // A fault is not a path to a sign-in.
        let faulty = graph(traits, [[(1, .viewer), (2, .answer)], [], [(0, .fault)]])
        #expect(faulty.firstStrandedState() == 2)
    }

    @Test func `a cycle of waiting states is reported, but only if a wish waits`() {
        let waiting: StateGraph.Traits = [.isAwaited, .hasSomethingOut]
        let edges: [[(Int, Move.Kind)]] = [[(1, .answer)], [(2, .answer)], [(1, .answer)]]
        #expect(graph([waiting, waiting, waiting], edges).firstCircle().state == 1)
        #expect(graph([waiting, waiting, []], edges).firstCircle().state == nil)
        #expect(graph([waiting, waiting, [waiting, .showsSomething]], edges).firstCircle().state == nil)
        // An open answer arrives before any timer; without one, the timer fires.
        let timers: [[(Int, Move.Kind)]] = [[(1, .answer)], [(2, .timer)], [(1, .timer)]]
        #expect(graph([waiting, waiting, waiting], timers).firstCircle().state == nil)
        #expect(graph([waiting, .isAwaited, .isAwaited], timers).firstCircle().state == 1)
        // A choice of the viewer breaks a cycle.
        let person: [[(Int, Move.Kind)]] = [[(1, .answer)], [(2, .answer)], [(1, .viewer)]]
        #expect(graph([waiting, waiting, waiting], person).firstCircle().state == nil)
    }

    @Test func `the longest wait is the longest path to a state without waiting wishes`() {
        let waiting: StateGraph.Traits = [.isAwaited, .hasSomethingOut]
        let found = graph(
            [waiting, waiting, waiting, []], [[(1, .answer), (3, .answer)], [(2, .answer)], [(3, .answer)], [(0, .viewer)]]
        ).firstCircle()
        #expect(found.state == nil)
        #expect(found.longestWait == 3)
    }

    @Test func `the path to a state is the one on which it was first reached`() {
        let found = graph([[], [], []], [[(1, .viewer)], [(2, .viewer)], []])
        #expect(found.path(to: 2) == [1, 2])
        #expect(found.path(to: 0) == [])
    }

    @Test func `the table finds each digest under its number`() {
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
