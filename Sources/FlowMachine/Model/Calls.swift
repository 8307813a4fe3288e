/// Everything that is out and awaits a reply; the only part that sees Adobe's raw replies. A state asks, and later gets
/// exactly one outcome: repetition, refresh of the token, holds and time-outs stay in here.
struct Calls: Hashable, Sendable, LogValue {
    var numbers = Numbers()
    var client: SecretRef?
    var token: AccessToken?
    /// Runs until the token should be replaced.
    var refreshTimer: TimerID?
    /// Nothing is sent before this instant (V2-X-10).
    var hold: Hold?
    /// Looks for requests that have had their time.
    var timeoutTimer: TimerID?
    /// What was asked and is not yet answered, oldest first; at most 32.
    var pending: [PendingCall] = []
    /// Timers that the state armed; those it no longer names are disarmed.
    var stateTimers: [TimerID] = []
    /// When the allowance will be whole again: in the past while it is (V2-X-18).
    var allowance = Instant(milliseconds: 0)
    /// Failures of the way to Adobe in a row (V2-X-13).
    var failures: Int64 = 0
    /// How far the server's clock is ahead of ours.
    var clockOffset = Interval(milliseconds: 0)
    /// Whether credentials were replaced in this launch already (once, without a user's retry).
    var hasReregistered = false

    struct Hold: Hashable, Sendable, LogValue {
        let until: Instant
        let timer: TimerID

        static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
            try archive.object { archive throws(CodingFailure) in
                Hold(until: try archive.field("until", old?.until), timer: try archive.field("timer", old?.timer))
            }
        }
    }

    static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            var calls = Calls()
            calls.numbers = try archive.field("numbers", old?.numbers)
            calls.client = try archive.optional("client", old?.client)
            calls.token = try archive.optional("token", old?.token)
            calls.refreshTimer = try archive.optional("refreshTimer", old?.refreshTimer)
            calls.hold = try archive.optional("hold", old?.hold)
            calls.timeoutTimer = try archive.optional("timeoutTimer", old?.timeoutTimer)
            calls.pending = try archive.field("asked", old?.pending)
            calls.stateTimers = try archive.field("stateTimers", old?.stateTimers)
            calls.allowance = try archive.field("allowance", old?.allowance)
            calls.failures = try archive.field("failures", old?.failures)
            calls.clockOffset = try archive.field("clockOffset", old?.clockOffset)
            calls.hasReregistered = try archive.field("hasReregistered", old?.hasReregistered)
            return calls
        }
    }
}

/// One thing asked: sent, or waiting to be sent.
struct PendingCall: Hashable, Sendable, LogValue {
    /// The name under which a state awaits the outcome; also the number of its first sending.
    let ask: RequestID
    var question: Question
    /// Whether it was never sent: its first sending bears its own number.
    var isUnsent = true
    /// Sendings that count, so far.
    var attempt: Int64 = 0
    /// Whether it was sent again after a 401 (once).
    var replayed = false
    /// Whether it is not sent again, whatever comes of it: the viewer has signed out since.
    var isLast = false
    /// The token it was last sent with.
    var sentWith: SecretRef?
    /// Whether the platform account may have changed since it was sent, so that its answer counts no more (G-18).
    var isOutdated = false
    /// What a preauthorization still has to ask, and what it knows already.
    var batch: Batch?
    var stage: Stage

    enum Question: Hashable, Sendable, LogValue {
        case adobe(Endpoint)
        /// A look whether the viewer has signed in: sent once, never queued; the state re-arms.
        case poll(Endpoint)
        case partner(PartnerRequest)

        enum Tag: String, Word {
            case adobe, poll, partner
        }

        var tag: Tag {
            switch self {
            case .adobe: .adobe
            case .poll: .poll
            case .partner: .partner
            }
        }

        static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
            try archive.object { archive throws(CodingFailure) in
                switch try archive.kind(old?.tag) {
                case .adobe:
                    var endpoint: Endpoint?
                    if case .adobe(let value) = old { endpoint = value }
                    return .adobe(try archive.field("endpoint", endpoint))
                case .poll:
                    var endpoint: Endpoint?
                    if case .poll(let value) = old { endpoint = value }
                    return .poll(try archive.field("endpoint", endpoint))
                case .partner:
                    var partner: PartnerRequest?
                    if case .partner(let value) = old { partner = value }
                    return .partner(try archive.field("partner", partner))
                }
            }
        }
    }

    enum Stage: Hashable, Sendable, LogValue {
        /// Waits for a token, or for the hold to end.
        case queued
        /// Waits before another attempt.
        case backingOff(TimerID)
        /// Cannot be sent any more, since its partner status ended meanwhile; fails with this timer.
        case failing(TimerID)
        /// Sent under this number; Adobe's answer is due by then, the person's never.
        case sent(RequestID, due: Instant?)

        enum Tag: String, Word {
            case queued, backingOff, failing, sent
        }

        var tag: Tag {
            switch self {
            case .queued: .queued
            case .backingOff: .backingOff
            case .failing: .failing
            case .sent: .sent
            }
        }

        static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
            try archive.object { archive throws(CodingFailure) in
                switch try archive.kind(old?.tag) {
                case .queued: return .queued
                case .backingOff:
                    var timer: TimerID?
                    if case .backingOff(let value) = old { timer = value }
                    return .backingOff(try archive.field("timer", timer))
                case .failing:
                    var timer: TimerID?
                    if case .failing(let value) = old { timer = value }
                    return .failing(try archive.field("timer", timer))
                case .sent:
                    var parts: (RequestID, Instant?)?
                    if case .sent(let request, let due) = old { parts = (request, due) }
                    return .sent(try archive.field("request", parts?.0), due: try archive.optional("due", parts?.1))
                }
            }
        }
    }

    static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            PendingCall(
                ask: try archive.field("ask", old?.ask), question: try archive.field("question", old?.question),
                isUnsent: try archive.field("isUnsent", old?.isUnsent), attempt: try archive.field("attempt", old?.attempt),
                replayed: try archive.field("replayed", old?.replayed), isLast: try archive.field("isLast", old?.isLast),
                sentWith: try archive.optional("sentWith", old?.sentWith), isOutdated: try archive.field("isOutdated", old?.isOutdated),
                batch: try archive.optional("batch", old?.batch), stage: try archive.field("stage", old?.stage))
        }
    }
}
