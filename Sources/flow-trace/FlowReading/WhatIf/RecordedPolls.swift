import FlowMachine

/// The answers that a recording implies for polls that it does not contain.
///
/// A poll asks whether the viewer has signed in meanwhile, so an earlier answer "nothing yet" does not imply the answer to a later poll.
struct RecordedPolls {
    /// The answer to a later poll.
    enum Answer {
        /// The viewer had signed in. The value is the reply that reports the sign-in.
        case found(Reply.Result)
        /// The recording does not imply an answer.
        case untold
    }

    /// The last reply to a poll that reported a sign-in; `nil` if there is none.
    private var found: Reply.Result?
    /// Whether the last poll reported a sign-in.
    private var isSignedIn = false
    /// The event after the last poll at which Adobe reported a sign-in, and the reply; `nil` if there is none, or if another sign-in began in
    /// between.
    private(set) var later: (event: Int64, result: Reply.Result)?

    init(_ records: [LogRecord]) {
        var history = QuestionHistory()
        // True before the first poll of a sign-in and after a poll that reported success: a profile may then come from another sign-in.
        var isOver = true
        for record in records {
            if case .reply(_, let reply) = record.event.origin, case .call(let asked)? = history.question(record.event) {
                let isPoll = asked.endpoint.descriptor.role == .poll
                if isPoll { note(reply.result, &isOver) } else if !isOver { noteLater(reply.result, asked, record.number) }
            }
            history.note(record)
            if record.effects.contains(where: { $0.beginsSignIn }) { isOver = true }
        }
    }

    private mutating func note(_ result: Reply.Result, _ isOver: inout Bool) {
        if case .failed = result { return }
        later = nil
        isSignedIn = result.findsViewer
        if isSignedIn { found = result }
        isOver = isSignedIn
    }

    private mutating func noteLater(_ result: Reply.Result, _ asked: Call, _ event: Int64) {
        guard later == nil, result.findsViewer else { return }
        switch asked.endpoint.kind {
        case .profiles, .profile, .restV1: later = (event, result)
        case _: break
        }
    }

    /// Returns the answer to a poll that the recording does not contain.
    func answer(to call: Call) -> Answer {
        guard let result = isSignedIn ? found : later?.result, result.kind == call.endpoint.descriptor.reply else { return .untold }
        return .found(result)
    }
}

extension Reply.Result {
    /// Whether the reply says that a viewer has signed in.
    fileprivate var findsViewer: Bool {
        switch self {
        case .profiles(let profiles): profiles.contains { $0.type != .temporary }
        case .authentication(let word): word != nil
        case _: false
        }
    }
}

extension Effect {
    /// Whether the effect begins a sign-in.
    fileprivate var beginsSignIn: Bool {
        switch self {
        case .present(_, .code), .present(_, .userAgent), .partner(_, .authentication): true
        case _: false
        }
    }
}
