import FlowMachine
import FlowSimulation

/// The expansion of one state: all possible moves, each checked, and the states to which the moves lead. An expansion needs no knowledge of other
/// states, so all cores can compute expansions at the same time.
struct Expansion: Sendable {
    /// One move that is possible in the state, and the state to which it leads.
    struct Edge: Sendable {
        let kind: Move.Kind
        let label: EdgeLabel
        let digest: CanonicalDigest
        /// The index in `targets` of the state to which the edge leads; `nil` if that state was seen before or is the target of an earlier
        /// edge.
        let target: Int32?
    }

    /// A violation: the name of a broken invariant, and the move that breaks it.
    struct Violation: Sendable {
        let broken: String
        let move: Move
    }

    private(set) var edges: [Edge] = []
    private(set) var targets: [OpenWorld] = []
    /// The number of moves that were tried, including stale moves.
    private(set) var tried = 0
    private(set) var violation: Violation?

    /// Expands `world`, up to the first violation.
    /// - Parameters:
    ///   - world: the state.
    ///   - isFirst: whether `world` is the state before the launch.
    ///   - explorer: the explorer, with the alphabet.
    ///   - seen: the states that are already known.
    ///   - worker: the engine and the buffers of the current core.
    init(_ world: ExploredWorld, isFirst: Bool, _ explorer: Explorer, seen: DigestTable, _ worker: inout Worker) {
        let settings = explorer.alphabet.settings
        let references = ReferenceJudge(holding: world.shared.references)
        let wishes = world.wishes
        let moves = world.moves(explorer.alphabet, &worker.replies)
        edges.reserveCapacity(moves.count)
        var after = world
        for move in moves {
            let event = after.tryOut(move, &worker.engine, settings)
            tried += 1
            let digest = after.digest(&worker.canonicalizer, &worker.engine)
            if let broken = violated(after, event, &worker, references, explorer) {
                violation = Violation(broken: broken, move: move)
                return
            }
            var target: Int32?
            if !seen.contains(digest), worker.found.insert(digest).inserted {
                target = Int32(targets.count)
                var kept = after
                kept.keep(worker.engine.shareModel(references: worker.canonicalizer.references))
                targets.append(OpenWorld(consume kept))
            }
            let label = EdgeLabel(move, wishes, worker.engine.lastEffects())
            edges.append(Edge(kind: move.kind, label: label, digest: digest, target: target))
            after.goBack(to: world)
        }
        // Before the launch, there are no stale events.
        if !isFirst { tryStale(world, explorer, &worker) }
    }

    /// Returns the name of an invariant or condition that the event broke; `nil` if it broke none.
    private func violated(
        _ after: borrowing ExploredWorld, _ event: FlowEvent, _ worker: inout Worker, _ before: ReferenceJudge, _ explorer: Explorer
    ) -> String? {
        if let invariant = after.broken.first { return invariant.rawValue }
        if worker.engine.loses(before, event, after: worker.canonicalizer.references) { return Invariant.noReferenceIsLost.rawValue }
        if let forbidden = explorer.forbidden, let name = forbidden(event, worker.engine.model, worker.engine.effects) { return name }
        return !after.isMoving && after.awaits(in: worker.engine.model.state) ? "waitsForNothing" : nil
    }

    /// Checks that stale, duplicate and misplaced events change nothing. The only permitted effect of such an event is to forget the references that
    /// the event contains.
    ///
    /// The events are applied one after the other, and the model is compared once, after the last event. If the model differs, the events are
    /// applied again, each alone, to find the event that changed the model.
    private mutating func tryStale(_ world: ExploredWorld, _ explorer: Explorer, _ worker: inout Worker) {
        if worker.stale.time != world.now { worker.stale = (world.now, world.staleMoves(explorer.alphabet)) }
        worker.engine.begin(at: world.shared)
        for move in worker.stale.moves {
            worker.engine.apply(FlowEvent(time: world.now, origin: move.origin))
            tried += 1
            if worker.engine.onlyForgets() { continue }
            violation = Violation(broken: "staleEventActs", move: move)
            return
        }
        if worker.engine.isAt(world.shared) { return }
        for move in worker.stale.moves {
            worker.engine.begin(at: world.shared)
            worker.engine.apply(FlowEvent(time: world.now, origin: move.origin))
            if worker.engine.isAt(world.shared) { continue }
            violation = Violation(broken: "staleEventActs", move: move)
            return
        }
    }
}

/// The engine and the buffers with which one core expands states.
struct Worker: Sendable {
    var engine: FlowEngine
    var canonicalizer: Canonicalizer
    var replies = RecentReplies()
    /// The stale moves of worlds at this time. They are kept, because other worlds at the same time have the same stale moves.
    var stale: (time: Instant?, moves: [Move]) = (nil, [])
    /// The digests of the new states that this worker has found in its current share, so that each state is kept once.
    var found: Set<CanonicalDigest> = []
}

/// A world that is not expanded yet. The type is a class, so that a core can pass a world on without copying it.
final class OpenWorld: Sendable {
    let world: ExploredWorld
    let traits: StateGraph.Traits

    init(_ world: consuming ExploredWorld) {
        traits = world.traits
        self.world = consume world
    }
}

extension ExploredWorld {
    fileprivate var traits: StateGraph.Traits {
        var traits: StateGraph.Traits = []
        if let access = model.state.access, !access.isTemporary { traits.insert(.isSignedIn) }
        if shown != nil { traits.insert(.showsSomething) }
        if awaits(in: model.state) { traits.insert(.isAwaited) }
        if !out.isEmpty { traits.insert(.hasSomethingOut) }
        if out.contains(where: { $0.isChoice }) { traits.insert(.asksInFramework) }
        return traits
    }
}
