/// What the machine wants done. Interpreters do it; each reports about a request once, with its id.
public enum Effect: Hashable, Sendable, LogValue {
    /// Call Adobe.
    case call(RequestID, Call)
    /// Ask the partner framework.
    case partner(RequestID, PartnerRequest)
    /// This request's answer no longer matters. A courtesy: a reply may still come and is then ignored.
    case cancel(RequestID)
    /// Put this before the person, in place of whatever is shown.
    case present(PresentationID, Presentation)
    /// The answer to a wish, exactly once for each.
    case answer(WishID, Answer)
    /// Send the timer's event at this instant, or at once if it is past.
    case arm(TimerID, TimerPurpose, at: Instant)
    /// Send it no more.
    case disarm(TimerID)
    /// Remember this over launches.
    case keep(PersistedValue)
    /// Remember this no more.
    case forget(ForgetTarget)

    enum Kind: String, Word {
        case call, partner, cancel, present, answer, arm, disarm, keep, forget
    }

    var kind: Kind {
        switch self {
        case .call: .call
        case .partner: .partner
        case .cancel: .cancel
        case .present: .present
        case .answer: .answer
        case .arm: .arm
        case .disarm: .disarm
        case .keep: .keep
        case .forget: .forget
        }
    }

    private var request: RequestID? {
        switch self {
        case .call(let id, _), .partner(let id, _), .cancel(let id): id
        case .present, .answer, .arm, .disarm, .keep, .forget: nil
        }
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            switch try archive.kind(old?.kind) {
            case .call:
                var call: Call?
                if case .call(_, let value) = old { call = value }
                return .call(try archive.field("request", old?.request), try archive.field("call", call))
            case .partner:
                var question: PartnerRequest?
                if case .partner(_, let value) = old { question = value }
                return .partner(try archive.field("request", old?.request), try archive.field("partner", question))
            case .cancel: return .cancel(try archive.field("request", old?.request))
            case .present:
                var parts: (PresentationID, Presentation)?
                if case .present(let id, let value) = old { parts = (id, value) }
                return .present(try archive.field("presentation", parts?.0), try archive.field("what", parts?.1))
            case .answer:
                var parts: (WishID, Answer)?
                if case .answer(let id, let value) = old { parts = (id, value) }
                return .answer(try archive.field("wish", parts?.0), try archive.field("answer", parts?.1))
            case .arm:
                var parts: (TimerID, TimerPurpose, Instant)?
                if case .arm(let id, let purpose, let at) = old { parts = (id, purpose, at) }
                return .arm(
                    try archive.field("timer", parts?.0), try archive.field("purpose", parts?.1), at: try archive.field("at", parts?.2))
            case .disarm:
                var timer: TimerID?
                if case .disarm(let value) = old { timer = value }
                return .disarm(try archive.field("timer", timer))
            case .keep:
                var fact: PersistedValue?
                if case .keep(let value) = old { fact = value }
                return .keep(try archive.field("fact", fact))
            case .forget:
                var forgotten: ForgetTarget?
                if case .forget(let value) = old { forgotten = value }
                return .forget(try archive.field("what", forgotten))
            }
        }
    }
}

/// Why a timer runs, which also says what a restart means for it.
public enum TimerPurpose: String, Word {
    /// The access token ends soon.
    case tokenRefresh
    /// A request has had its time.
    case timeout
    /// A call is tried again.
    case retry
    /// The hold after a 429 ends.
    case hold
    /// The next look whether the viewer has signed in.
    case poll
    /// The code ends.
    case codeExpiry
    /// The profile ends.
    case profileExpiry

    /// Whether, after a restart, it follows a deadline that was kept; the others start anew.
    public var followsKeptDeadline: Bool {
        switch self {
        case .tokenRefresh, .codeExpiry, .profileExpiry: true
        case .timeout, .retry, .hold, .poll: false
        }
    }
}
