import FlowMachine
import FlowSimulation

/// Everything that can follow one state, each edge checked: the part of the exploration that needs no knowledge of other states.
struct Expansion: Sendable {
    /// One event that can happen next, and the state it leads to.
    struct Edge: Sendable {
        let kind: Move.Kind
        let label: EdgeLabel
        let digest: CanonicalDigest
        /// The index in `targets` of the state that it leads to, unless that was seen before.
        let target: Int32?
    }

    /// A violation: an event that must not happen.
    struct Violation: Sendable {
        let broken: String
        let move: Move
    }

    private(set) var edges: [Edge] = []
    private(set) var targets: [ExploredWorld] = []
    /// The number of moves that were tried, including stale ones.
    private(set) var tried = 0
    private(set) var violation: Violation?

    /// Everything that can follow `world`, up to the first violation.
    init(
        _ world: ExploredWorld, isFirst: Bool, _ explorer: Explorer, seen: DigestTable, _ canonicalizer: inout Canonicalizer,
        _ engine: inout FlowEngine
    ) {
        let settings = explorer.alphabet.settings
        let references = ReferenceJudge(at: world.model)
        let wishes = world.wishes
        for move in world.moves(explorer.alphabet) {
            var after = world
            let event = after.tryOut(move, &engine, settings)
            tried += 1
            let digest = after.digest(&canonicalizer, engine)
            if let broken = violated(after, event, engine, references, canonicalizer.references, explorer) {
                violation = Violation(broken: broken, move: move)
                return
            }
            var target: Int32?
            if !seen.contains(digest) {
                target = Int32(targets.count)
                after.keepModel(of: engine)
                targets.append(consume after)
            }
            edges.append(Edge(kind: move.kind, label: EdgeLabel(move, wishes, engine.effects), digest: digest, target: target))
        }
        // No stale event can reach the state before the launch.
        if !isFirst { tryStale(world, explorer, &engine) }
    }

    /// What the event broke; `nil` if nothing.
    private func violated(
        _ after: borrowing ExploredWorld, _ event: FlowEvent, _ engine: borrowing FlowEngine, _ before: ReferenceJudge,
        _ references: [SecretRef], _ explorer: Explorer
    ) -> String? {
        if let invariant = after.broken.first { return invariant.rawValue }
        if engine.loses(before, event, after: references) { return Invariant.noReferenceIsLost.rawValue }
        if let forbidden = explorer.forbidden?(event, engine.model, engine.effects) { return forbidden }
        return !after.isMoving && after.awaits(in: engine.model.state) ? "waitsForNothing" : nil
    }

    /// Checks that stale, duplicated and misplaced events change nothing; their only effect is to forget the references that they carry.
    ///
    /// They are applied one after the other, and the model is compared once, after the last one.
    private mutating func tryStale(_ world: ExploredWorld, _ explorer: Explorer, _ engine: inout FlowEngine) {
        let moves = world.staleMoves(explorer.alphabet)
        engine.begin(at: world.shared)
        for move in moves {
            engine.apply(FlowEvent(time: world.now, origin: move.origin))
            tried += 1
            if engine.onlyForgets { continue }
            violation = Violation(broken: "staleEventActs", move: move)
            return
        }
        if engine.isAt(world.shared) { return }
        for move in moves {
            engine.begin(at: world.shared)
            engine.apply(FlowEvent(time: world.now, origin: move.origin))
            if engine.isAt(world.shared) { continue }
            violation = Violation(broken: "staleEventActs", move: move)
            return
        }
    }
}
