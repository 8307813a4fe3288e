import FlowMachine

/// One event of a log with all that decided about it: the model before it, what was asked and shown, and who it answers.
struct Scene {
    let header: LogHeader
    /// The events before it.
    let earlier: ArraySlice<Record>
    /// The event, as this build decides it.
    let record: Record
    /// The model before it.
    let before: FlowModel
    /// What was asked and shown before it.
    let outstanding: Outstanding
    /// Every event of the log that this build decides as recorded, and the first that it does not.
    let all: [Record]

    /// The scene of event `number` in the log of `bytes`; `nil` if it is not there, or lies behind damage or a difference.
    init?(_ number: Int64, _ verification: Verification, _ bytes: [UInt8]) {
        guard let header = verification.header else { return nil }
        let records = verification.decided
        guard let index = records.firstIndex(where: { $0.number == number }), var replay = try? Replay(bytes) else { return nil }
        for _ in 0..<index { _ = try? replay.next() }
        var outstanding = Outstanding()
        for record in records[..<index] { outstanding.note(record) }
        self.header = header
        earlier = records[..<index]
        record = records[index]
        before = replay.model
        self.outstanding = outstanding
        all = records
    }

    /// What the event answers.
    var question: Question? { outstanding.question(record.event) }

    /// What is in play.
    var surroundings: Surroundings {
        // What could come instead has ends by Adobe's clock.
        var clock = before.calls.adobeClock
        if case .reply(_, let reply) = record.event.origin, let time = reply.adobesTime { _ = clock.note(time, at: record.event.time) }
        return Surroundings(earlier + [record], settings: header.settings, now: clock.best(record.event.time))
    }

    /// The events that led to this one, each the cause of the next, this one left out.
    var causes: [Record] {
        var causes: [Record] = []
        var next = record.by
        while let number = next, let cause = earlier.last(where: { $0.number == number }), number < causes.last?.number ?? Int64.max {
            causes.append(cause)
            next = cause.by
        }
        return causes.reversed()
    }

    /// The event in which a wish was opened.
    func opening(of wish: WishID) -> Record? {
        (earlier + [record]).first { record in
            guard case .user(let user) = record.event.origin, user.wish == wish else { return false }
            if case .cancel = user { return false }
            return true
        }
    }
}

extension Verification {
    /// The events that this build decides as recorded, and the first that it does not, as this build decides it.
    var decided: [Record] {
        if case .differs(let divergence) = outcome { return records + [divergence.thisBuild] }
        return records
    }
}
