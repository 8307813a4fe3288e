/// An instruction of the flow, which an interpreter executes. If the effect is a request, the interpreter reports the result of the request
/// once, under the request's id.
public enum Effect: Hashable, Sendable, LogObject {
    /// Send the call to Adobe.
    case call(RequestID, Call)
    /// Ask the partner framework the question.
    case partner(RequestID, PartnerRequest)
    /// Cancel the request, because its result is no longer needed. An interpreter may skip this effect, because the flow ignores a reply
    /// that still arrives.
    case cancel(RequestID)
    /// Show the presentation to the viewer, in place of the current presentation.
    indirect case present(PresentationID, Presentation)
    /// Answer a wish. Each wish is answered exactly once.
    indirect case answer(WishID, WishAnswer)
    /// Send the timer's event at the given instant, or at once if this instant is past.
    case arm(TimerID, TimerPurpose, at: Instant)
    /// Do not send the timer's event.
    case disarm(TimerID)
    /// Keep the value in the vault, across launches.
    indirect case keep(PersistedValue)
    /// Forget the value or secret in the vault.
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

/// The purpose of a timer. It also determines whether a timer has the same deadline after a restart: see `followsKeptDeadline`.
@nonexhaustive
public enum TimerPurpose: String, Word {
    package static let table = WordTable<Self>()
    /// The access token expires soon, so the flow replaces it.
    case tokenRefresh
    /// A request without an answer times out.
    case timeout
    /// A failed call is due to be sent again.
    case retry
    /// The hold ends: a pause in which the flow sends nothing, for example after a 429.
    case hold
    /// The next poll is due.
    case poll
    /// The code expires.
    case codeExpiry
    /// The profile expires.
    case profileExpiry

    /// Whether the timer's deadline follows from the expiry of a value in the vault, so that the deadline is the same after a restart. All
    /// other timers belong to requests and waits of one launch.
    package var followsKeptDeadline: Bool {
        switch self {
        case .tokenRefresh, .codeExpiry, .profileExpiry: true
        case .timeout, .retry, .hold, .poll: false
        }
    }
}
