import FlowMachine

/// One log as its complaint reads: who wrote it, when, and what became of each thing that was asked for.
struct LaunchReport: Sendable {
    let file: String
    let header: LogHeader
    let start: Instant
    let end: Instant
    let events: Int
    /// How far the device's clock was ahead of Adobe's at the first answer that tells it, in milliseconds; less than 0: behind.
    let clockAhead: Int64?
    /// The MVPD that the viewer was signed in with last.
    let provider: String?
    let requests: [TriagedRequest]
    /// What is wrong with the log itself.
    let damage: String?

    /// Requests that were not fulfilled.
    var unfulfilled: [TriagedRequest] { requests.filter { !$0.outcome.isFulfilled } }
    /// Requests that were fulfilled, and had trouble on the way.
    var troubled: [TriagedRequest] { requests.filter { $0.outcome.isFulfilled && $0.cause != nil } }

    /// `nil` if not even the header can be read.
    init?(_ file: String, _ verification: Verification) {
        guard let header = verification.header else { return nil }
        let records = verification.decided
        self.file = file
        self.header = header
        start = records.first?.event.time ?? Instant(milliseconds: 0)
        end = records.reduce(start) { max($0, $1.event.time) }
        events = records.count
        clockAhead = LaunchReport.clockAhead(records)
        provider = LaunchReport.provider(records)
        requests = LaunchReport.requests(records, verification.snapshot, header)
        damage =
            switch verification.outcome {
            case .verified: nil
            case .damaged(let failure): "damaged at line \(failure.line); what follows is not judged here"
            case .differs(let divergence): "decided differently by this build from event \(divergence.thisBuild.number) on"
            }
    }

    private static func clockAhead(_ records: [Record]) -> Int64? {
        for record in records {
            if case .reply(_, let reply) = record.event.origin, let adobe = reply.adobesTime {
                return record.event.time.milliseconds - adobe.milliseconds
            }
        }
        return nil
    }

    private static func provider(_ records: [Record]) -> String? {
        for record in records.reversed() {
            for case .keep(.profile(let profile)) in record.effects { return profile.mvpd.text }
            for case .keep(.provider(let provider)) in record.effects { return provider.mvpd.text }
            if case .app(.launched(let kept)) = record.event.origin { return kept.profile?.mvpd.text ?? kept.provider?.mvpd.text }
        }
        return nil
    }

    private static func requests(_ records: [Record], _ snapshot: Snapshot?, _ header: LogHeader) -> [TriagedRequest] {
        let words = Words(header)
        var open: [(wish: WishID, event: UserEvent, index: Int?)] = []
        for wish in snapshot?.model?.context.wishes ?? [] { open.append((wish.id, wish.opening, nil)) }
        var finder = CauseFinder(records, header)
        var found: [TriagedRequest] = []
        for index in records.indices {
            let record = records[index]
            finder.note(index)
            if case .user(let user) = record.event.origin, let wish = user.wish, user.opens, !open.contains(where: { $0.wish == wish }) {
                open.append((wish, user, index))
            }
            for case .answer(let wish, let answer) in record.effects {
                guard let place = open.firstIndex(where: { $0.wish == wish }) else { continue }
                let asked = open.remove(at: place)
                let request = request(
                    words.user(asked.event).sentence, asked.index.map { records[$0] }, record, answer,
                    finder.cause(answer, from: asked.index ?? 0, to: index))
                finder.noteEnded(asked.event, request)
                found.append(request)
            }
        }
        guard let last = records.last else { return found }
        for asked in open {
            let opening = asked.index.map { records[$0] }
            found.append(
                TriagedRequest(
                    name: words.user(asked.event).sentence, event: opening?.number, time: opening?.event.time ?? records[0].event.time,
                    outcome: .unanswered,
                    answerEvent: nil, answerTime: nil, reason: nil, code: nil,
                    cause: finder.unanswered(from: asked.index ?? 0, last)))
        }
        return found
    }

    private static func request(_ name: String, _ opening: Record?, _ record: Record, _ answer: Answer, _ cause: TriageCause?)
        -> TriagedRequest
    {
        var reason: String?
        var error: AdobeError?
        switch answer {
        case .denied(_, let denial): error = denial
        case .refused(let refusal): (reason, error) = (refusal.reason.rawValue, refusal.error)
        case .permitted, .previewed, .signedIn, .signedOut, .userMetadata, .dropped: break
        }
        return TriagedRequest(
            name: name, event: opening?.number, time: opening?.event.time ?? record.event.time, outcome: TriagedRequest.Outcome(answer),
            answerEvent: record.number, answerTime: record.event.time, reason: reason, code: error?.code?.text, cause: cause)
    }
}

extension UserEvent {
    /// Whether it asks for something.
    fileprivate var opens: Bool {
        switch self {
        case .signIn, .otherProvider, .play, .preview, .userMetadata, .signOut: true
        case .cancel, .chose: false
        }
    }
}

extension Wish {
    /// The event that opened it.
    fileprivate var opening: UserEvent {
        switch kind {
        case .signIn: .signIn(id)
        case .otherProvider: .otherProvider(id)
        case .play(let resource, let access): .play(id, resource: resource, under: access)
        case .preview(let resources): .preview(id, resources: resources)
        case .userMetadata: .userMetadata(id)
        case .signOut: .signOut(id)
        }
    }
}
