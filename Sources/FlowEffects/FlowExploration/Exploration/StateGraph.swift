import FlowMachine
import FlowSimulation

/// The graph of an exploration. It contains for each state the move by which it was first reached, its traits, and its edges without
/// faults.
struct StateGraph {
    /// The traits of a state that the graph needs.
    struct Traits: OptionSet {
        let rawValue: UInt8
        /// A viewer is signed in, so decisions can be requested.
        static let isSignedIn = Traits(rawValue: 1)
        /// The app shows a presentation to the viewer.
        static let showsSomething = Traits(rawValue: 2)
        /// The app or the flow waits for a result.
        static let isAwaited = Traits(rawValue: 4)
        /// A request is outstanding.
        static let hasSomethingOut = Traits(rawValue: 8)
        /// The partner framework asks the viewer to choose or to sign in.
        static let asksInFramework = Traits(rawValue: 16)
    }

    private(set) var parents: [UInt32] = []
    private(set) var moves: [UInt16] = []
    private(set) var traits: [Traits] = []
    private var firstEdges: [Int] = [0]
    private(set) var targets: [UInt32] = []
    private(set) var kinds: [Move.Kind] = []
    private(set) var labels: [EdgeLabel] = []
    /// The options that were offered, with their states, each once, in the order in which they were found.
    private(set) var offersMade: [OfferMade] = []
    private var knownOffers: Set<OfferMade> = []

    var stateCount: Int { parents.count }

    mutating func addState(parent: Int, move: Int, _ traits: Traits) {
        parents.append(UInt32(truncatingIfNeeded: parent))
        moves.append(UInt16(truncatingIfNeeded: move))
        self.traits.append(traits)
    }

    /// Adds an edge of the current state. The states must be processed in the order of their numbers.
    mutating func addEdge(from state: Int, to target: Int, _ kind: Move.Kind, _ label: EdgeLabel) {
        for offer in label.offered.isEmpty ? [] : label.offered.list {
            let made = OfferMade(state: target, offer: offer)
            if knownOffers.insert(made).inserted { offersMade.append(made) }
        }
        // An edge from a state to itself matters only if an option is offered on it.
        if kind == .fault || (target == state && label.offered.isEmpty) { return }
        labels.append(label)
        targets.append(UInt32(truncatingIfNeeded: target))
        kinds.append(kind)
    }

    func edges(of state: Int) -> Range<Int> { firstEdges[state]..<firstEdges[state + 1] }

    /// Returns whether the viewer is asked a question in `state`, by a presentation or by the partner framework.
    func asksViewer(_ state: Int) -> Bool { !traits[state].isDisjoint(with: [.showsSomething, .asksInFramework]) }

    mutating func endState() { firstEdges.append(targets.count) }

    /// Returns the numbers of the moves on the path by which a state was first reached.
    func path(to state: Int) -> [Int] {
        var path: [Int] = []
        var state = state
        while state != 0 {
            path.append(Int(moves[state]))
            state = Int(parents[state])
        }
        return path.reversed()
    }

    // MARK: Checks of the whole graph

    /// Returns the first state from which no sequence of actions and answers leads to a signed-in viewer; `nil` if there is none.
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

    /// Returns the edges of `state` if a result is awaited and the app shows no presentation; otherwise no edges. Of these edges, `isFollowed`
    /// selects those that happen while the viewer does nothing.
    func followers(of state: Int) -> Range<Int> {
        let traits = traits[state]
        if traits.contains(.showsSomething) || !traits.contains(.isAwaited) { return 0..<0 }
        return firstEdges[state]..<firstEdges[state + 1]
    }

    func isFollowed(_ edge: Int, from state: Int) -> Bool {
        kinds[edge] == (traits[state].contains(.hasSomethingOut) ? .answer : .timer)
    }

    /// Searches for a cycle in which something is awaited and the viewer does nothing, so that the wait never ends.
    /// - Returns: a state of the cycle; if there is none, the maximum number of events until a wait ends.
    func firstCircle() -> (state: Int?, longestWait: Int) {
        // Searches depth first and computes the depth below each state. Reaching a state that is still open closes a cycle.
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
