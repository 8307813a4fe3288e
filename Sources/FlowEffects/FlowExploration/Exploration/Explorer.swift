import FlowMachine
import FlowSimulation

/// Tries every sequence of events that an alphabet allows, breadth first, and checks every invariant after every event.
///
/// Two worlds that differ only in names and in how long ago something happened are one state (`Canonicalizer`), so there are finitely many.
/// When all are known, their graph is checked: from every state a viewer can still sign in, no request waits forever in a cycle, and no
/// option that a refusal or a problem offers leads back to itself.
public struct Explorer: Sendable {
    /// What can happen.
    public let alphabet: Alphabet
    /// The maximum number of events on a path; `nil` for no bound.
    public var maximumDepth: Int?
    /// Names an additional condition that must not occur, besides a broken invariant. Use it to find the shortest path to any condition.
    public var forbidden: (@Sendable (FlowEvent, FlowModel, [Effect]) -> String?)?
    /// The maximum number of states that are kept.
    public var maximumStates = 50_000_000
    let machine: FlowReducer

    /// Creates an explorer of what `alphabet` allows.
    public init(_ alphabet: Alphabet) {
        self.alphabet = alphabet
        machine = FlowReducer(settings: alphabet.settings)
    }

    /// Runs the exploration.
    /// - Parameter progress: called from time to time.
    public func run(progress: (Progress) -> Void = { _ in }) -> Exploration {
        var search = Search(self)
        return search.run(progress)
    }

    /// The progress of an exploration.
    public struct Progress: Sendable {
        /// The current length of the paths.
        public let depth: Int
        /// The number of states found.
        public let states: Int
        /// The number of states whose moves have not been tried yet.
        public let open: Int
        /// The number of moves tried.
        public let edges: Int
    }

    fileprivate var canonicalizer: Canonicalizer { alphabet.canonicalizer }

    fileprivate func world(after path: [Int]) -> (ExploredWorld, [FlowEvent]) {
        var world = ExploredWorld(alphabet)
        var engine = FlowEngine(machine)
        var events: [FlowEvent] = []
        for index in path {
            let moves = world.moves(alphabet)
            guard moves.indices.contains(index) else { break }
            events.append(world.take(moves[index], &engine, alphabet.settings))
        }
        return (world, events)
    }
}

/// The result of an exploration.
public struct Exploration: Sendable {
    /// The number of states.
    public let states: Int
    /// The number of moves that were tried.
    public let edges: Int
    /// The length of the longest shortest path.
    public let depth: Int
    /// Whether every state was reached, without a bound on depth or number.
    public let isComplete: Bool
    /// The maximum number of events from a wish, or anything else that is awaited, until it ends or the viewer is asked a question, if the
    /// server always answers; `nil` if that was not determined.
    public let longestWait: Int?
    /// The shortest events that break an invariant; `nil` if none is broken.
    public let violation: Counterexample?
}

/// Worlds that are still to be expanded, in the order in which they were found. A batch is freed as soon as it is taken.
private struct Frontier {
    private var batches: [[ExploredWorld]] = []
    private var taken = 0
    private(set) var count = 0

    /// The number of states that are expanded at once.
    private static let batch = 1024

    var isEmpty: Bool { count == 0 }

    mutating func append(_ world: ExploredWorld) {
        if batches.last.map({ $0.count == Frontier.batch }) ?? true { batches.append([]) }
        batches[batches.count - 1].append(world)
        count += 1
    }

    mutating func takeBatch() -> [ExploredWorld]? {
        guard taken < batches.count else { return nil }
        var batch: [ExploredWorld] = []
        swap(&batch, &batches[taken])
        taken += 1
        count -= batch.count
        return batch
    }
}

/// An exploration in progress.
private struct Search {
    private let explorer: Explorer
    private var table = DigestTable()
    private var graph = StateGraph()
    private var edges = 0
    private var depth = 0

    /// How many states of a batch one core expands in a row.
    private static let share = 64

    init(_ explorer: Explorer) { self.explorer = explorer }

    mutating func run(_ progress: (Explorer.Progress) -> Void) -> Exploration {
        let root = ExploredWorld(explorer.alphabet)
        var canonicalizer = explorer.canonicalizer
        _ = table.insert(root.digest(&canonicalizer))
        graph.addState(parent: 0, move: 0, [])
        var frontier = Frontier()
        frontier.append(root)
        var first = 0
        while !frontier.isEmpty {
            if let deepest = explorer.maximumDepth, depth >= deepest { return exploration(isComplete: false) }
            var next = Frontier()
            while let worlds = frontier.takeBatch() {
                if let violation = expand(worlds[...], first, &next) { return exploration(isComplete: false, violation: violation) }
                first += worlds.count
                progress(.init(depth: depth, states: table.count, open: frontier.count + next.count, edges: edges))
                if table.count >= explorer.maximumStates { return exploration(isComplete: false) }
            }
            frontier = next
            if !frontier.isEmpty { depth += 1 }
        }
        return checkWhole()
    }

    /// Expands `worlds` on all cores, and adds the results in order, so that every run assigns the same numbers.
    private mutating func expand(_ worlds: ArraySlice<ExploredWorld>, _ first: Int, _ next: inout Frontier) -> Counterexample? {
        var state = first
        for expansion in expansions(of: worlds, isFirst: first == 0).joined() {
            take(expansion, of: state, &next)
            if let violation = expansion.violation { return counterexample(violation.broken, state, [violation.move]) }
            state += 1
        }
        return nil
    }

    /// The expansion of each of `worlds`. All cores read the table, which does not change meanwhile.
    private func expansions(of worlds: ArraySlice<ExploredWorld>, isFirst: Bool) -> [[Expansion]] {
        let shares = stride(from: worlds.startIndex, to: worlds.endIndex, by: Search.share).map { start in
            worlds[start..<min(start + Search.share, worlds.endIndex)]
        }
        return inParallel(shares) { [explorer, table] share in
            var canonicalizer = explorer.canonicalizer
            var engine = FlowEngine(explorer.machine)
            return share.map { Expansion($0, isFirst: isFirst, explorer, seen: table, &canonicalizer, &engine) }
        }
    }

    private mutating func take(_ expansion: Expansion, of state: Int, _ next: inout Frontier) {
        edges += expansion.tried
        for (index, edge) in expansion.edges.enumerated() {
            let (target, isNew) = table.insert(edge.digest)
            if isNew {
                if let target = edge.target.map({ Int($0) }) {
                    graph.addState(parent: state, move: index, expansion.targets[target].traits)
                    next.append(expansion.targets[target])
                } else {
                    graph.addState(parent: state, move: index, [])
                }
            }
            graph.addEdge(from: state, to: target, edge.kind, edge.label)
        }
        graph.endState()
    }

    private func checkWhole() -> Exploration {
        if let state = graph.firstStrandedState() {
            return exploration(isComplete: true, violation: counterexample("signInIsOutOfReach", state, []))
        }
        let (circle, longest) = graph.firstCircle()
        if let circle { return exploration(isComplete: true, violation: counterexample("waitsOnACircle", circle, [])) }
        if let wayBack = graph.firstWayBack() { return exploration(isComplete: true, violation: counterexample(wayBack)) }
        return exploration(isComplete: true, longestWait: longest)
    }

    /// The path to where the offer was first made, and then once around the cycle back to it.
    private func counterexample(_ wayBack: WayBack) -> Counterexample {
        var (world, events) = explorer.world(after: graph.path(to: wayBack.made.state))
        var canonicalizer = explorer.canonicalizer
        var engine = FlowEngine(explorer.machine)
        var table = table
        for (target, label) in wayBack.circle {
            for move in world.moves(explorer.alphabet) where move.kind != .fault {
                var after = world
                let event = after.take(move, &engine, explorer.alphabet.settings)
                guard EdgeLabel(move, world.wishes, engine.effects) == label,
                    table.insert(after.digest(&canonicalizer)) == (target, false)
                else { continue }
                world = after
                events.append(event)
                break
            }
        }
        return Counterexample(violation: "optionLeadsBackToItself", events: events, settings: explorer.alphabet.settings)
    }

    private func counterexample(_ broken: String, _ state: Int, _ moves: [Move]) -> Counterexample {
        var (world, events) = explorer.world(after: graph.path(to: state))
        var engine = FlowEngine(explorer.machine)
        for move in moves { events.append(world.take(move, &engine, explorer.alphabet.settings)) }
        return Counterexample(violation: broken, events: events, settings: explorer.alphabet.settings)
    }

    private func exploration(isComplete: Bool, longestWait: Int? = nil, violation: Counterexample? = nil) -> Exploration {
        Exploration(
            states: table.count, edges: edges, depth: depth, isComplete: isComplete, longestWait: longestWait, violation: violation)
    }
}

extension ExploredWorld {
    fileprivate var traits: StateGraph.Traits {
        var traits: StateGraph.Traits = []
        if let access = model.state.access {
            if !access.isTemporary { traits.insert(.isSignedIn) }
        }
        if shown != nil { traits.insert(.showsSomething) }
        if awaits(in: model.state) { traits.insert(.isAwaited) }
        if !out.isEmpty { traits.insert(.hasSomethingOut) }
        if out.contains(where: { $0.isChoice }) { traits.insert(.asksInFramework) }
        return traits
    }
}
