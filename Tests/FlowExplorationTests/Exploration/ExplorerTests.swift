import FlowMachine
import Testing

@testable import FlowExploration
@testable import FlowSimulation

@Suite struct ExplorerTests {
    /// A change of these numbers is a change of behavior: check that it was intended. `flow-trace check` explores the alphabet to its end.
    @Test func `every sequence of up to 14 events of the pinned alphabet is tried and breaks no invariant`() {
        var explorer = Explorer(.pinned)
        explorer.maximumDepth = 14
        let found = explorer.run()
        #expect(found.violation.map { "\($0.violation)\n" + String(decoding: $0.log, as: UTF8.self) } == nil)
        #expect([found.states, found.edges, found.depth] == [9_168, 65_341, 14])
    }

    /// They would depend on it if one world were merged with others that lead elsewhere: the first one would decide the result.
    @Test func `the result does not depend on the order in which moves are tried`() {
        for (alphabet, depth) in Self.slices {
            let found = ([0, 1, 2] as [UInt64]).map { order in
                var shuffled = alphabet
                shuffled.order = order
                var explorer = Explorer(shuffled)
                explorer.maximumDepth = depth
                let found = explorer.run()
                return [found.states, found.edges, found.depth]
            }
            #expect(Set(found).count == 1, "\(alphabet.name): \(found)")
        }
    }

    @Test func `worlds that are merged into one state lead to the same states`() {
        for (alphabet, depth) in Self.slices {
            let merged = MergedWorlds(alphabet, depth: depth)
            #expect(merged.differing == [])
            #expect(merged.compared > 250, "\(merged.compared)")
        }
    }

    /// Deep enough for everything that expires beyond the horizon to have expired, and for the app to have been away.
    private static let slices = [(Alphabet.pinned, 10), (Alphabet.times, 7), (Alphabet.clocks, 6)]

    @Test func `a violation is found by the shortest path and written as a log`() throws {
        var explorer = Explorer(.pinned)
        explorer.forbidden = { _, _, effects in
            effects.contains { if case .answer(_, .permitted) = $0 { true } else { false } } ? "permits" : nil
        }
        let found = explorer.run()
        let violation = try #require(found.violation)
        #expect(violation.violation == "permits")
        // Launch, client, token, status, profiles, play, permit.
        #expect(violation.events.count == 7)
        var replay = try Replay(violation.log)
        var last: LogRecord?
        while let record = try replay.next() { last = record }
        #expect(last?.state == "deciding")
        #expect(last?.number == 7)
    }

    @Test func `an exploration that is cut short says so`() {
        var explorer = Explorer(.pinned)
        explorer.maximumDepth = 4
        let shallow = explorer.run()
        #expect(!shallow.isComplete)
        #expect(shallow.depth == 4)
        explorer.maximumDepth = nil
        explorer.maximumStates = 50
        #expect(!explorer.run().isComplete)
    }

    @Test func `every alphabet has a start, and its first steps break no invariant`() {
        for alphabet in Alphabet.all {
            var explorer = Explorer(alphabet)
            explorer.maximumDepth = 5
            #expect(explorer.run().violation?.violation == nil, "\(alphabet.name)")
        }
        #expect(Set(Alphabet.all.map(\.name)).count == Alphabet.all.count)
    }
}

/// An exploration that keeps, for each state, one world and its successors, and compares every other world that it merges into
/// the same state.
private struct MergedWorlds {
    private(set) var compared = 0
    /// The paths to the worlds that lead elsewhere.
    private(set) var differing: [String] = []

    init(_ alphabet: Alphabet, depth deepest: Int) {
        var engine = FlowEngine(FlowReducer(settings: alphabet.settings))
        var canonicalizer = alphabet.canonicalizer
        func followers(of world: ExploredWorld) -> [(event: FlowEvent, world: ExploredWorld, state: CanonicalDigest)] {
            world.moves(alphabet).map { move in
                var after = world
                let event = after.take(move, &engine, alphabet.settings)
                return (event, after, after.digest(&canonicalizer))
            }
        }
        let root = ExploredWorld(alphabet)
        var states: Set<CanonicalDigest> = [root.digest(&canonicalizer)]
        var leads: [CanonicalDigest: Set<CanonicalDigest>] = [:]
        var worlds = [root]
        for depth in 1...deepest {
            var next: [ExploredWorld] = []
            for world in worlds {
                for (event, after, state) in followers(of: world) {
                    let isNew = states.insert(state).inserted
                    if isNew { next.append(after) }
                    if depth == deepest { continue }
                    let targets = Set(followers(of: after).map(\.state))
                    if isNew {
                        leads[state] = targets
                    } else if let known = leads[state] {
                        compared += 1
                        if known != targets { differing.append("\(event.origin) at depth \(depth)") }
                    }
                }
            }
            worlds = next
        }
    }
}
