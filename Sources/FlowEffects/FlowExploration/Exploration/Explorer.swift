import FlowEffects
import FlowMachine
import FlowSimulation

/// Tries every sequence of events that an alphabet allows, breadth first, and checks every invariant after every event.
///
/// Worlds that differ only in the numbers of their requests, timers and secrets and in the age of past events are one state
/// (`Canonicalizer`), so the number of states is finite. When all states are known, their graph is checked: from every state a viewer can
/// still sign in, no request waits forever in a cycle, and no option of a refusal or a problem leads back to itself.
///
/// ```swift
/// var alphabet = Alphabet.pinned
/// alphabet.settings.policy.pollInterval = .seconds(10)
/// let exploration = Explorer(alphabet).run()
/// ```
public struct Explorer: Sendable {
    /// The events that are tried.
    public let alphabet: Alphabet
    /// The maximum number of events on a path; `nil` for no bound.
    public var maximumDepth: Int?
    /// An additional condition that must not occur. The closure returns the condition's name if an event fulfills the condition. Use it to find the
    /// shortest path to a condition.
    public var forbidden: (@Sendable (FlowEvent, FlowModel, [Effect]) -> String?)?
    /// The maximum number of states that are kept.
    public var maximumStates = 50_000_000
    let machine: FlowReducer

    /// Creates an explorer that tries the events of `alphabet`.
    public init(_ alphabet: Alphabet) {
        self.alphabet = alphabet
        machine = FlowReducer(settings: alphabet.settings)
    }

    /// Runs the exploration.
    /// - Parameter progress: called from time to time with the progress.
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
    /// The maximum number of events on the shortest path to a state.
    public let depth: Int
    /// Whether all states were expanded. False if a bound or a violation ended the exploration early.
    public let isComplete: Bool
    /// The longest wait of the app or the flow, in events, if the server always answers. A question to the viewer also ends a wait. `nil` if the
    /// longest wait was not determined.
    public let longestWait: Int?
    /// A shortest sequence of events that breaks an invariant; `nil` if no invariant is broken.
    public let violation: Counterexample?
}

/// The worlds that are not expanded yet, in the order in which they were found. A batch is freed as soon as it is taken.
private struct Frontier {
    private var batches: [[OpenWorld]] = []
    private var taken = 0
    private(set) var count = 0

    /// The number of states that are expanded at once.
    private static let batch = 1024

    var isEmpty: Bool { count == 0 }

    mutating func append(_ world: OpenWorld) {
        if batches.last.map({ $0.count == Frontier.batch }) ?? true { batches.append([]) }
        batches[batches.count - 1].append(world)
        count += 1
    }

    mutating func takeBatch() -> [OpenWorld]? {
        guard taken < batches.count else { return nil }
        var batch: [OpenWorld] = []
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
    /// The workers that have no states to expand at the moment.
    private let idle = Lock<[Worker]>([])

    /// The number of states of a batch that one core expands in a row.
    private static let share = 128

    init(_ explorer: Explorer) { self.explorer = explorer }

    mutating func run(_ progress: (Explorer.Progress) -> Void) -> Exploration {
        let root = ExploredWorld(explorer.alphabet)
        var canonicalizer = explorer.canonicalizer
        _ = table.insert(root.digest(&canonicalizer))
        graph.addState(parent: 0, move: 0, [])
        var frontier = Frontier()
        frontier.append(OpenWorld(root))
        var first = 0
        while !frontier.isEmpty {
            if let deepest = explorer.maximumDepth, depth >= deepest { return exploration(isComplete: false) }
            var next = Frontier()
            while let worlds = frontier.takeBatch() {
                let count = worlds.count
                if let violation = expand(worlds, first, &next) { return exploration(isComplete: false, violation: violation) }
                first += count
                progress(.init(depth: depth, states: table.count, open: frontier.count + next.count, edges: edges))
                if table.count >= explorer.maximumStates { return exploration(isComplete: false) }
            }
            frontier = next
            if !frontier.isEmpty { depth += 1 }
        }
        return checkWhole()
    }

    /// Expands `worlds` on all cores and adds the results in order, so that every run gives the states the same numbers.
    /// - Returns: the counterexample if there is a violation; otherwise `nil`.
    private mutating func expand(_ worlds: consuming [OpenWorld], _ first: Int, _ next: inout Frontier) -> Counterexample? {
        var state = first
        for expansion in expansions(of: worlds, isFirst: first == 0).joined() {
            take(expansion, of: state, &next)
            if let violation = expansion.violation { return counterexample(violation.broken, state, [violation.move]) }
            state += 1
        }
        return nil
    }

    /// Returns the expansions of `worlds`, in shares. All cores read the table, which does not change meanwhile.
    private func expansions(of worlds: consuming [OpenWorld], isFirst: Bool) -> [[Expansion]] {
        // Each worker empties its share, which frees the worlds early.
        let shares = stride(from: 0, to: worlds.count, by: Search.share).map { start in
            Lock(Array(worlds[start..<min(start + Search.share, worlds.count)]))
        }
        worlds = []
        return inParallel(shares) { [explorer, table, idle] share in
            let worlds = share.withLock { worlds in
                var taken: [OpenWorld] = []
                swap(&taken, &worlds)
                return taken
            }
            var worker =
                idle.withLock { $0.popLast() }
                ?? Worker(engine: FlowEngine(explorer.machine), canonicalizer: explorer.canonicalizer)
            worker.found.removeAll(keepingCapacity: true)
            let expansions = worlds.map { Expansion($0.world, isFirst: isFirst, explorer, seen: table, &worker) }
            idle.withLock { [worker] in $0.append(worker) }
            return expansions
        }
    }

    private mutating func take(_ expansion: Expansion, of state: Int, _ next: inout Frontier) {
        edges += expansion.tried
        for (index, edge) in expansion.edges.enumerated() {
            let (target, isNew) = table.insert(edge.digest)
            if isNew {
                if let target = edge.target.map({ expansion.targets[Int($0)] }) {
                    graph.addState(parent: state, move: index, target.traits)
                    next.append(target)
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

    /// Returns the path to the state in which an option was first offered, followed by one pass through the cycle that leads back to that offer.
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
