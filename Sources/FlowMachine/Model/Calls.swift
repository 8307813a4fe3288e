/// Everything that is out and awaits a reply; the only part that sees Adobe's raw replies. A state asks, and later gets
/// exactly one outcome: repetition, refresh of the token, holds and time-outs stay in here.
struct Calls: Hashable, Sendable, LogObject {
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

    struct Hold: Hashable, Sendable, LogObject {
        let until: Instant
        let timer: TimerID

        func describeFields<S: LogSink>(to sink: inout S) {
            sink.field("until", until)
            sink.field("timer", timer)
        }

        static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            Hold(until: try source.field("until"), timer: try source.field("timer"))
        }
    }

    func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("numbers", numbers)
        sink.field("client", client)
        sink.field("token", token)
        sink.field("refreshTimer", refreshTimer)
        sink.field("hold", hold)
        sink.field("timeoutTimer", timeoutTimer)
        sink.field("asked", pending)
        sink.field("stateTimers", stateTimers)
        sink.field("allowance", allowance)
        sink.field("failures", failures)
        sink.field("clockOffset", clockOffset)
        sink.field("hasReregistered", hasReregistered)
    }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        var calls = Calls()
        calls.numbers = try source.field("numbers")
        calls.client = try source.field("client")
        calls.token = try source.field("token")
        calls.refreshTimer = try source.field("refreshTimer")
        calls.hold = try source.field("hold")
        calls.timeoutTimer = try source.field("timeoutTimer")
        calls.pending = try source.field("asked")
        calls.stateTimers = try source.field("stateTimers")
        calls.allowance = try source.field("allowance")
        calls.failures = try source.field("failures")
        calls.clockOffset = try source.field("clockOffset")
        calls.hasReregistered = try source.field("hasReregistered")
        return calls
    }
}

/// One thing asked: sent, or waiting to be sent.
struct PendingCall: Hashable, Sendable, LogObject {
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

    enum Question: Hashable, Sendable, LogObject {
        case adobe(Endpoint)
        /// A look whether the viewer has signed in: sent once, never queued; the state re-arms.
        case poll(Endpoint)
        case partner(PartnerRequest)

        enum Tag: String, Word {
            static let table = WordTable<Self>()
            case adobe, poll, partner
        }

        var tag: Tag {
            switch self {
            case .adobe: .adobe
            case .poll: .poll
            case .partner: .partner
            }
        }

        func describeFields<S: LogSink>(to sink: inout S) {
            switch self {
            case .adobe(let endpoint): sink.fields(Tag.adobe, "endpoint", endpoint)
            case .poll(let endpoint): sink.fields(Tag.poll, "endpoint", endpoint)
            case .partner(let partner): sink.fields(Tag.partner, "partner", partner)
            }
        }

        static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            switch try source.kind(Tag.self) {
            case .adobe: return .adobe(try source.field("endpoint"))
            case .poll: return .poll(try source.field("endpoint"))
            case .partner: return .partner(try source.field("partner"))
            }
        }
    }

    enum Stage: Hashable, Sendable, LogObject {
        /// Waits for a token, or for the hold to end.
        case queued
        /// Waits before another attempt.
        case backingOff(TimerID)
        /// Cannot be sent any more, since its partner status ended meanwhile; fails with this timer.
        case failing(TimerID)
        /// Sent under this number; Adobe's answer is due by then, the person's never.
        case sent(RequestID, due: Instant?)

        enum Tag: String, Word {
            static let table = WordTable<Self>()
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

        func describeFields<S: LogSink>(to sink: inout S) {
            switch self {
            case .queued: sink.fields(Tag.queued)
            case .backingOff(let timer): sink.fields(Tag.backingOff, "timer", timer)
            case .failing(let timer): sink.fields(Tag.failing, "timer", timer)
            case .sent(let request, let due): sink.fields(Tag.sent, "request", request, "due", due)
            }
        }

        static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            switch try source.kind(Tag.self) {
            case .queued: return .queued
            case .backingOff: return .backingOff(try source.field("timer"))
            case .failing: return .failing(try source.field("timer"))
            case .sent: return .sent(try source.field("request"), due: try source.field("due"))
            }
        }
    }

    func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("ask", ask)
        sink.field("question", question)
        sink.field("isUnsent", isUnsent)
        sink.field("attempt", attempt)
        sink.field("replayed", replayed)
        sink.field("isLast", isLast)
        sink.field("sentWith", sentWith)
        sink.field("isOutdated", isOutdated)
        sink.field("batch", batch)
        sink.field("stage", stage)
    }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        PendingCall(
            ask: try source.field("ask"), question: try source.field("question"),
            isUnsent: try source.field("isUnsent"), attempt: try source.field("attempt"),
            replayed: try source.field("replayed"), isLast: try source.field("isLast"),
            sentWith: try source.field("sentWith"), isOutdated: try source.field("isOutdated"),
            batch: try source.field("batch"), stage: try source.field("stage"))
    }
}
