/// Signed in, or let in without: decisions can be asked. Phase D.
public struct Deciding: Hashable, Sendable, Recorded {
    /// What decisions are made under.
    var access: Access
    /// Decisions under way; at most 16.
    var pending: [PendingDecision] = []
    /// Ends the access.
    var expiryTimer: TimerID?
    /// Whether Adobe has not confirmed the access since the launch, for want of a connection.
    var isUnconfirmed = false

    /// What the state waits for, by its most telling decision.
    var step: Step {
        guard let first = pending.first else { return .ready }
        return first.step
    }

    enum Step: String, Word {
        /// For the app.
        case ready
        /// For the partner status (V2-D-02).
        case partnerStatus
        /// For an authorization (V2-D-10).
        case authorizing
        /// For a preauthorization (V2-D-06).
        case preauthorizing
        /// For the viewer's metadata.
        case metadata
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            Deciding(
                access: try archive.field("access", old?.access),
                pending: try archive.field("pending", old?.pending),
                expiryTimer: try archive.optional("expiryTimer", old?.expiryTimer),
                isUnconfirmed: try archive.field("isUnconfirmed", old?.isUnconfirmed))
        }
    }
}

/// A decision under way, for one wish.
struct PendingDecision: Hashable, Sendable, Recorded {
    let wish: WishID
    let step: Deciding.Step
    let ask: RequestID
    /// Whether Adobe refused a partner status for it already (V2-D-05; once).
    var refusedStatus = false

    static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            PendingDecision(
                wish: try archive.field("wish", old?.wish),
                step: try archive.field("step", old?.step),
                ask: try archive.field("ask", old?.ask),
                refusedStatus: try archive.field("refusedStatus", old?.refusedStatus))
        }
    }
}
