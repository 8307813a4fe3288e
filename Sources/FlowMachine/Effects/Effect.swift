/// An instruction of the machine. An interpreter executes it; if the effect is a request, the interpreter reports its result once, with the
/// request's id.
public enum Effect: Hashable, Sendable, LogObject {
    /// Send this call to Adobe.
    case call(RequestID, Call)
    /// Ask the partner framework.
    case partner(RequestID, PartnerRequest)
    /// Cancel this request, because its result is no longer needed. An interpreter may skip this effect: a reply that still arrives is
    /// ignored.
    case cancel(RequestID)
    /// Show this presentation to the viewer, in place of the current one.
    indirect case present(PresentationID, Presentation)
    /// Answer a wish. Each wish is answered exactly once.
    indirect case answer(WishID, WishAnswer)
    /// Send the timer's event at this instant, or at once if the instant is past.
    case arm(TimerID, TimerPurpose, at: Instant)
    /// Do not send the timer's event.
    case disarm(TimerID)
    /// Keep this value in the vault, across launches.
    indirect case keep(PersistedValue)
    /// Forget this value, which is in the vault.
    case forget(ForgetTarget)

    enum Kind: String, Word {
        static let table = WordTable<Self>()
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

    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .call(let request, let call): sink.fields(Kind.call, "request", request, "call", call)
        case .partner(let request, let partner): sink.fields(Kind.partner, "request", request, "partner", partner)
        case .cancel(let request): sink.fields(Kind.cancel, "request", request)
        case .present(let presentation, let what): sink.fields(Kind.present, "presentation", presentation, "what", what)
        case .answer(let wish, let answer): sink.fields(Kind.answer, "wish", wish, "answer", answer)
        case .arm(let timer, let purpose, let at): sink.fields(Kind.arm, "timer", timer, "purpose", purpose, "at", at)
        case .disarm(let timer): sink.fields(Kind.disarm, "timer", timer)
        case .keep(let fact): sink.fields(Kind.keep, "fact", fact)
        case .forget(let what): sink.fields(Kind.forget, "what", what)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Kind.self) {
        case .call: return .call(try source.field("request"), try source.field("call"))
        case .partner: return .partner(try source.field("request"), try source.field("partner"))
        case .cancel: return .cancel(try source.field("request"))
        case .present: return .present(try source.field("presentation"), try source.field("what"))
        case .answer: return .answer(try source.field("wish"), try source.field("answer"))
        case .arm: return .arm(try source.field("timer"), try source.field("purpose"), at: try source.field("at"))
        case .disarm: return .disarm(try source.field("timer"))
        case .keep: return .keep(try source.field("fact"))
        case .forget: return .forget(try source.field("what"))
        }
    }
}

/// The purpose of a timer. It also determines whether the timer is armed again after a restart: see `followsKeptDeadline`.
@nonexhaustive
public enum TimerPurpose: String, Word {
    package static let table = WordTable<Self>()
    /// The access token expires soon.
    case tokenRefresh
    /// A request times out.
    case timeout
    /// A failed call is due to be sent again.
    case retry
    /// The hold after a 429 ends.
    case hold
    /// The next poll is due.
    case poll
    /// The instant at which the code expires.
    case codeExpiry
    /// The instant at which the profile expires.
    case profileExpiry

    /// Whether the timer's deadline follows from the expiry of a value that the vault keeps, so that it is the same after a restart. The
    /// other timers belong to requests and waits of one launch.
    package var followsKeptDeadline: Bool {
        switch self {
        case .tokenRefresh, .codeExpiry, .profileExpiry: true
        case .timeout, .retry, .hold, .poll: false
        }
    }
}
