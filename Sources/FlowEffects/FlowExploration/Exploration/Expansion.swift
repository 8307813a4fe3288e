import FlowMachine
import FlowSimulation

/// Everything that can follow one state, each edge checked: the part of the exploration that needs no knowledge of other states.
struct Expansion: Sendable {
    /// One event that can happen next, and the state it leads to.
    struct Edge: Sendable {
        let kind: Move.Kind
        let label: EdgeLabel
        let digest: CanonicalDigest
        /// The state that it leads to, unless that was seen before.
        let target: ExploredWorld?
    }

    /// A violation: an event that must not happen.
    struct Violation: Sendable {
        let broken: String
        let move: Move
    }

    private(set) var edges: [Edge] = []
    /// The number of moves that were tried, including stale ones.
    private(set) var tried = 0
    private(set) var violation: Violation?

    /// Everything that can follow `world`, up to the first violation.
    init(
        _ world: ExploredWorld, isFirst: Bool, _ explorer: Explorer, seen: DigestTable, _ canonicalizer: inout Canonicalizer,
        _ engine: inout FlowEngine
    ) {
        let checkerHere = InvariantChecker(settings: explorer.alphabet.settings, at: world.model, nil)
        for move in world.moves(explorer.alphabet) {
            var after = world
            let event = after.take(move, &engine)
            tried += 1
            let (digest, references) = after.digest(&canonicalizer)
            var checker = checkerHere
            let broken =
                after.broken.first?.rawValue
                ?? checker.check(event, after.model, engine.effects, references: references).first?.rawValue
                ?? explorer.forbidden?(event, after.model, engine.effects)
                ?? (after.awaits && !after.isMoving ? "waitsForNothing" : nil)
            if let broken {
                violation = Violation(broken: broken, move: move)
                return
            }
            let label = EdgeLabel(move, from: world, engine.effects)
            edges.append(Edge(kind: move.kind, label: label, digest: digest, target: seen.contains(digest) ? nil : after))
        }
        // No stale event can reach the state before the launch.
        if !isFirst { tryStale(world, explorer, &engine) }
    }

    /// Checks that stale, duplicated and misplaced events change nothing; their only effect is to forget the references that they carry.
    private mutating func tryStale(_ world: ExploredWorld, _ explorer: Explorer, _ engine: inout FlowEngine) {
        for move in world.staleMoves(explorer.alphabet) {
            var after = world
            _ = after.take(move, &engine)
            tried += 1
            let forgetsOnly = engine.effects.allSatisfy { if case .forget(.secret) = $0 { true } else { false } }
            if forgetsOnly && after.model == world.model { continue }
            violation = Violation(broken: "staleEventActs", move: move)
            return
        }
    }
}
