import FlowMachine

/// What a recording tells about polls that it does not have. A poll asks whether the viewer has signed in meanwhile, so that an earlier
/// "nothing yet" tells nothing about a later poll.
struct RecordedPolls {
    /// What a later poll would have found.
    enum Answer {
        /// Somebody had signed in.
        case found(Reply.Result)
        /// The recording does not tell.
        case untold
    }

    /// The last answer to a poll that found somebody.
    private var found: Reply.Result?
    /// Whether the last poll found somebody.
    private var isSignedIn = false
    /// The event, after the last poll, at which Adobe told that somebody had signed in, without another sign-in between.
    private(set) var later: (event: Int64, result: Reply.Result)?

    init(_ records: [LogRecord]) {
        var history = QuestionHistory()
        // Another sign-in may be the reason why Adobe has a profile.
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

    /// What a poll finds that the recording does not have.
    func answer(to call: Call) -> Answer {
        guard let result = isSignedIn ? found : later?.result, result.kind == call.endpoint.descriptor.reply else { return .untold }
        return .found(result)
    }
}

extension Reply.Result {
    /// Whether the answer says that a viewer has signed in.
    fileprivate var findsViewer: Bool {
        switch self {
        case .profiles(let profiles): profiles.contains { $0.type != .temporary }
        case .authentication(let word): word != nil
        case _: false
        }
    }
}

extension Effect {
    /// Whether the viewer is led to a sign-in.
    fileprivate var beginsSignIn: Bool {
        switch self {
        case .present(_, .code), .present(_, .userAgent), .partner(_, .authentication): true
        case _: false
        }
    }
}
