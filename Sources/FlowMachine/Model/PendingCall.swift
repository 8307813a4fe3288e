/// One request of a state, which has been sent or waits to be sent.
package struct PendingCall: Hashable, Sendable {
    /// The id under which a state waits for the outcome. The request id of the first sending has the same number.
    package let id: CallID
    package internal(set) var question: Question
    /// Whether the call was never sent.
    package internal(set) var isUnsent = true
    /// The number of attempts to send the current request, not counting a repetition after a 401.
    package internal(set) var attempt: Int64 = 0
    /// Whether the call was sent again after a 401. This repetition happens at most once.
    package internal(set) var replayed = false
    /// Whether the call was sent again because a secret in it was missing. This repetition happens at most once.
    package internal(set) var isRestored = false
    /// Whether the call must not be sent again, whatever its result. The viewer has signed out since, or a secret in the call is lost.
    package internal(set) var isLast = false
    /// The token in the last sending of the request; `nil` if the request was sent without a token or not at all.
    package internal(set) var sentWith: SecretRef?
    /// Whether the platform account may have changed since the question was sent. The answer is then dropped, and the question is asked
    /// again (V2-X-16, G-18).
    package internal(set) var isOutdated = false
    /// The parts of a preauthorization that remain to be requested, and its decisions so far; `nil` if the call was not divided.
    package internal(set) var batch: Batch?
    /// The expiry of the code that a poll asks about; `nil` for other calls. The poll is not sent after this expiry (V2-F-15).
    package internal(set) var codeEnd: CodeEnd?
    package internal(set) var stage = Stage.queued

    package enum Question: Hashable, Sendable {
        case adobe(Endpoint)
        /// Asks whether the viewer has signed in. A failed poll is not retried, because the state sends the next poll.
        case poll(Endpoint)
        case partner(PartnerRequest)

        enum Tag: String, Word {
            case adobe, poll, partner

            static let table = WordTable<Self>()
        }

        var tag: Tag {
            switch self {
            case .adobe: .adobe
            case .poll: .poll
            case .partner: .partner
            }
        }
    }

    package enum Stage: Hashable, Sendable {
        /// The call waits for a token, or for the end of the hold (a pause in which nothing is sent).
        case queued
        /// The call waits before another attempt.
        case backingOff(TimerID)
        /// The call can no longer be sent, because its partner status or its code has expired. It fails when the timer fires.
        case failing(TimerID)
        /// The call failed in a way that suggests that the legacy API has been shut down. It waits until the flow has found out (V1-50).
        indirect case doubted(CallFailure)
        /// The call was sent under the request id. `due` is the time limit of the answer; `nil` if the viewer answers, who has unlimited
        /// time.
        case sent(RequestID, due: Instant?)

        package enum Tag: String, Word {
            case queued, backingOff, failing, doubted, sent

            package static let table = WordTable<Self>()
        }

        package var tag: Tag {
            switch self {
            case .queued: .queued
            case .backingOff: .backingOff
            case .failing: .failing
            case .doubted: .doubted
            case .sent: .sent
            }
        }
    }
}

// MARK: Log

extension PendingCall: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("ask", id)
        sink.field("question", question)
        sink.field("isUnsent", isUnsent)
        sink.field("attempt", attempt)
        sink.field("replayed", replayed)
        sink.field("isRestored", isRestored ? true : nil)
        sink.field("isLast", isLast)
        sink.field("sentWith", sentWith)
        sink.field("isOutdated", isOutdated)
        sink.field("batch", batch)
        sink.field("codeEnd", codeEnd)
        sink.field("stage", stage)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        PendingCall(
            id: try source.field("ask"), question: try source.field("question"),
            isUnsent: try source.field("isUnsent"), attempt: try source.field("attempt"),
            replayed: try source.field("replayed"), isRestored: try source.field("isRestored") ?? false,
            isLast: try source.field("isLast"), sentWith: try source.field("sentWith"), isOutdated: try source.field("isOutdated"),
            batch: try source.field("batch"), codeEnd: try source.field("codeEnd"), stage: try source.field("stage"))
    }
}

extension PendingCall.Question: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .adobe(let endpoint): sink.fields(Tag.adobe, "endpoint", endpoint)
        case .poll(let endpoint): sink.fields(Tag.poll, "endpoint", endpoint)
        case .partner(let partner): sink.fields(Tag.partner, "partner", partner)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Tag.self) {
        case .adobe: return .adobe(try source.field("endpoint"))
        case .poll: return .poll(try source.field("endpoint"))
        case .partner: return .partner(try source.field("partner"))
        }
    }
}

extension PendingCall.Stage: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        switch self {
        case .queued: sink.fields(Tag.queued)
        case .backingOff(let timer): sink.fields(Tag.backingOff, "timer", timer)
        case .failing(let timer): sink.fields(Tag.failing, "timer", timer)
        case .doubted(let failure): sink.fields(Tag.doubted, "failure", failure)
        case .sent(let request, let due): sink.fields(Tag.sent, "request", request, "due", due)
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Tag.self) {
        case .queued: return .queued
        case .backingOff: return .backingOff(try source.field("timer"))
        case .failing: return .failing(try source.field("timer"))
        case .doubted: return .doubted(try source.field("failure"))
        case .sent: return .sent(try source.field("request"), due: try source.field("due"))
        }
    }
}
