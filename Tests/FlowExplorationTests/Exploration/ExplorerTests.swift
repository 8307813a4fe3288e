import FlowMachine
import Testing

@testable import FlowExploration
@testable import FlowSimulation

@Suite struct ExplorerTests {
    /// A change of these numbers is a change of what can happen: look whether it is the one that was meant.
    @Test func `every sequence of the pinned alphabet is tried, and breaks nothing`() {
        let found = Explorer(.pinned).run()
        #expect(found.violation.map { "\($0.broken)\n" + String(decoding: $0.log, as: UTF8.self) } == nil)
        #expect(found.isComplete)
        #expect([found.states, found.edges, found.depth, found.longestWait] == [16_183, 157_344, 31, 18])
    }

    @Test func `what is forbidden is found by the shortest way, as a log`() throws {
        var explorer = Explorer(.pinned)
        explorer.forbidden = { _, _, effects in
            effects.contains { if case .answer(_, .permitted) = $0 { true } else { false } } ? "permits" : nil
        }
        let found = explorer.run()
        let violation = try #require(found.violation)
        #expect(violation.broken == "permits")
        // Launch, client, token, status, profiles, play, permit.
        #expect(violation.events.count == 7)
        var replay = try Replay(violation.log)
        var last: Record?
        while let record = try replay.next() { last = record }
        #expect(last?.state == "deciding")
        #expect(last?.number == 7)
    }

    @Test func `an exploration that is cut says so`() {
        var explorer = Explorer(.pinned)
        explorer.deepest = 4
        let shallow = explorer.run()
        #expect(!shallow.isComplete)
        #expect(shallow.depth == 4)
        explorer.deepest = nil
        explorer.mostStates = 50
        #expect(!explorer.run().isComplete)
    }

    @Test func `every alphabet begins, and its first steps break nothing`() {
        for alphabet in Alphabet.all {
            var explorer = Explorer(alphabet)
            explorer.deepest = 5
            #expect(explorer.run().violation?.broken == nil, "\(alphabet.name)")
        }
        #expect(Set(Alphabet.all.map(\.name)).count == Alphabet.all.count)
    }
}
