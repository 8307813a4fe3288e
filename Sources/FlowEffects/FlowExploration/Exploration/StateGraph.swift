import FlowMachine
import FlowSimulation

/// The graph of an exploration: for each state how it was first reached, what it is, and where it leads without a fault.
struct StateGraph {
    /// What a state is, as far as the graph needs it.
    struct Traits: OptionSet {
        let rawValue: UInt8
        /// Decisions can be asked under a provider that somebody signed in with.
        static let isSignedIn = Traits(rawValue: 1)
        /// Something is before the person.
        static let showsSomething = Traits(rawValue: 2)
        /// Somebody waits for what comes.
        static let isAwaited = Traits(rawValue: 4)
        /// An answer is to come.
        static let hasSomethingOut = Traits(rawValue: 8)
        /// The partner framework asks the person something.
        static let asksInFramework = Traits(rawValue: 16)
    }

    private(set) var parents: [UInt32] = []
    private(set) var moves: [UInt16] = []
    private(set) var traits: [Traits] = []
    private var firstEdges: [Int] = [0]
    private(set) var targets: [UInt32] = []
    private(set) var kinds: [Move.Kind] = []
    private(set) var labels: [EdgeLabel] = []
    /// What was offered where, each once, in the order in which it was found.
    private(set) var offersMade: [OfferMade] = []
    private var knownOffers: Set<OfferMade> = []

    var stateCount: Int { parents.count }

    mutating func addState(parent: Int, move: Int, _ traits: Traits) {
        parents.append(UInt32(truncatingIfNeeded: parent))
        moves.append(UInt16(truncatingIfNeeded: move))
        self.traits.append(traits)
    }

    /// Adds an edge of the state in hand; states are taken in the order of their numbers.
    mutating func addEdge(from state: Int, to target: Int, _ kind: Move.Kind, _ label: EdgeLabel) {
        for offer in label.offered.list {
            let made = OfferMade(state: target, offer: offer)
            if knownOffers.insert(made).inserted { offersMade.append(made) }
        }
        // Where nothing changes, only what is offered again matters.
        if kind == .fault || (target == state && label.offered.isEmpty) { return }
        labels.append(label)
        targets.append(UInt32(truncatingIfNeeded: target))
        kinds.append(kind)
    }

    func edges(of state: Int) -> Range<Int> { firstEdges[state]..<firstEdges[state + 1] }

    /// Whether the person is asked something in `state`, by what is shown or in the partner framework.
    func asksPerson(_ state: Int) -> Bool { !traits[state].isDisjoint(with: [.showsSomething, .asksInFramework]) }

    mutating func endState() { firstEdges.append(targets.count) }

    /// The moves that first led to a state, from the first state on.
    func path(to state: Int) -> [Int] {
        var path: [Int] = []
        var state = state
        while state != 0 {
            path.append(Int(moves[state]))
            state = Int(parents[state])
        }
        return path.reversed()
    }

    // MARK: What holds of the whole

    /// The first state from which, by whatever the person does and favourable answers, nobody can ever be signed in.
    func firstStrandedState() -> Int? {
        var (starts, sources) = reversed()
        var reaches = traits.map { $0.contains(.isSignedIn) }
        var open = reaches.indices.filter { reaches[$0] }
        while let state = open.popLast() {
            for index in starts[state]..<starts[state + 1] {
                let source = Int(sources[index])
                if reaches[source] { continue }
                reaches[source] = true
                open.append(source)
            }
        }
        starts.removeAll()
        sources.removeAll()
        return reaches.firstIndex(of: false)
    }

    private func reversed() -> (starts: [Int], sources: [UInt32]) {
        var starts = [Int](repeating: 0, count: stateCount + 1)
        for target in targets { starts[Int(target) + 1] += 1 }
        for state in 0..<stateCount { starts[state + 1] += starts[state] }
        var next = starts
        var sources = [UInt32](repeating: 0, count: targets.count)
        for state in 0..<stateCount {
            for edge in firstEdges[state]..<firstEdges[state + 1] {
                let target = Int(targets[edge])
                sources[next[target]] = UInt32(state)
                next[target] += 1
            }
        }
        return (starts, sources)
    }

    /// Where a state leads while nobody does anything and the server answers at once: to its answers; when nothing is
    /// out, to its timers. Nowhere when the person is asked or nobody waits.
    func followers(of state: Int) -> Range<Int> {
        let traits = traits[state]
        if traits.contains(.showsSomething) || !traits.contains(.isAwaited) { return 0..<0 }
        return firstEdges[state]..<firstEdges[state + 1]
    }

    func isFollowed(_ edge: Int, from state: Int) -> Bool {
        kinds[edge] == (traits[state].contains(.hasSomethingOut) ? .answer : .timer)
    }

    /// A state on a circle in which somebody waits and nobody does anything, or how many events at most pass until
    /// the wait is over.
    func firstCircle() -> (state: Int?, longestWait: Int) {
        // Depth first, with the depth below each state; a state met again while it is open closes a circle.
        var depths = [Int32](repeating: -1, count: stateCount)
        let isOpen: Int32 = -2
        var longest: Int32 = 0
        var stack: [(state: Int, edge: Int)] = []
        for root in 0..<stateCount where depths[root] == -1 {
            stack.append((root, followers(of: root).lowerBound))
            depths[root] = isOpen
            while let (state, edge) = stack.last {
                if edge >= followers(of: state).upperBound {
                    var depth: Int32 = 0
                    for edge in followers(of: state) where isFollowed(edge, from: state) {
                        depth = max(depth, depths[Int(targets[edge])] + 1)
                    }
                    depths[state] = depth
                    longest = max(longest, depth)
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].edge += 1
                guard isFollowed(edge, from: state) else { continue }
                let target = Int(targets[edge])
                if depths[target] == isOpen { return (target, Int(longest)) }
                if depths[target] == -1 {
                    depths[target] = isOpen
                    stack.append((target, followers(of: target).lowerBound))
                }
            }
        }
        return (nil, Int(longest))
    }
}
