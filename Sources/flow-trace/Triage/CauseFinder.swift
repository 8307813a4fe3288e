import FlowMachine

/// Finds why something was not fulfilled, from the events between the request and its end. What it says was observed; what it infers begins with
/// *probably*.
struct CauseFinder {
    private let records: [Record]
    private let words: Words
    private var outstanding = Outstanding()
    /// What each event so far answers.
    private var questions: [Question?] = []
    /// A sign-in with another provider that the viewer began and did not finish.
    private var unfinishedChange: TriagedRequest?

    init(_ records: [Record], _ header: LogHeader) {
        self.records = records
        words = Words(header)
    }

    /// Takes note of the next event.
    mutating func note(_ index: Int) {
        questions.append(outstanding.question(records[index].event))
        outstanding.note(records[index])
    }

    /// Takes note of how a request ended.
    mutating func noteEnded(_ asked: UserEvent, _ request: TriagedRequest) {
        if case .otherProvider = asked { unfinishedChange = request.outcome.isFulfilled ? nil : request }
    }

    /// Why an answer did not fulfill what was asked for at event `from` and answered at event `to`, both by their place in the log; `nil` if it
    /// fulfilled it.
    func cause(_ answer: Answer, from: Int, to: Int) -> TriageCause? {
        switch answer {
        case .signedOut(owed: true): notTold(from: from, to: to)
        case .permitted, .previewed, .signedIn, .signedOut, .userMetadata: slow(from: from, to: to)
        case .dropped:
            TriageCause(
                kind: "given up by the app", text: "The app gave it up after \(length(from, to)).", owner: .app,
                advice: "Find out in the app why its task was canceled.",
                quotes: [], events: [records[to].number])
        case .denied(_, let error): denied(error, from: from, to: to)
        case .refused(let refusal): refused(refusal, from: from, to: to)
        }
    }

    /// Why what was asked for at event `from` has no answer at the end of the log.
    func unanswered(from: Int, _ last: Record) -> TriageCause {
        let polls = Polls(records, questions, from: from, to: records.count - 1)
        let kind = "no answer before the log ends"
        let wait = "The log ends \(length(from, records.count - 1)) later, in \(last.state).\(last.step), without an answer."
        if let trouble = polls.trouble {
            return TriageCause(
                kind: polls.kind, text: "\(wait) \(trouble)", owner: polls.owner, advice: polls.advice,
                quotes: quotes(from, records.count - 1),
                events: polls.events)
        }
        if let shown = outstanding.shown {
            let what = words.presentation(shown.presentation, at: shown.since).main
            return TriageCause(
                kind: "\(kind), with a screen before the viewer",
                text: "\(wait) Since \(TimeWords.utc(shown.since)) the viewer was shown: \(what).", owner: .viewer,
                advice: "Ask the viewer what they saw and did.", quotes: [], events: [last.number])
        }
        return TriageCause(
            kind: kind, text: "\(wait) Probably the app was closed, or the log was exported before the end.", owner: .app,
            advice: "Look for a later log of this device.", quotes: [], events: [last.number])
    }

    /// The sign-out that Adobe could not be told of.
    private func notTold(from: Int, to: Int) -> TriageCause {
        let failed = failures(from, to)
        return TriageCause(
            kind: "the sign-out did not reach Adobe",
            text: "The sign-out did not reach Adobe: \(failed.text). Until Adobe is told, nobody can sign in or play.", owner: failed.owner,
            advice: "Nothing: the flow tells Adobe at the next launch, sign-in or playback.", quotes: quotes(from, to),
            events: failed.events)
    }

    /// What made something that was fulfilled take long.
    private func slow(from: Int, to: Int) -> TriageCause? {
        let polls = Polls(records, questions, from: from, to: to)
        guard let trouble = polls.trouble else { return nil }
        return TriageCause(
            kind: polls.kind, text: "It took \(length(from, to)). \(trouble)", owner: polls.owner, advice: polls.advice,
            quotes: quotes(from, to),
            events: polls.events)
    }

    // MARK: Denied

    private func denied(_ error: AdobeError, from: Int, to: Int) -> TriageCause {
        let code = error.code?.text ?? "status \(error.status)"
        let provider = decidingProvider(to).map { " \($0)" } ?? ""
        var text: String
        let owner: TriageCause.Owner
        let advice: String
        switch error.code?.text {
        case let code? where code.contains("degradation"):
            (text, owner) = ("Adobe denied it by a degradation rule (\(code)).", .adobe)
            advice = "Ask the person who set the rule in Adobe's dashboard."
        case let code? where code.contains("parental"):
            (text, owner) = ("The account's parental controls denied it (\(code)).", .viewer)
            advice = "The viewer can change the parental controls at the provider\(provider)."
        case let code? where code.hasSuffix("by_mvpd"):
            (text, owner) = ("The provider\(provider) denied it (\(code)).", .provider)
            advice = "The viewer asks the provider\(provider) whether the channel is in their package."
        case _:
            (text, owner) = ("Adobe denied it (\(code)).", .adobe)
            advice = "Look the code up in Specs/rules/ERR-errors.md, or ask Adobe's support."
        }
        if let change = unfinishedChange, let event = change.event {
            text +=
                " The viewer began to sign in with another provider at event \(event) and did not finish, so\(provider.isEmpty ? " the old provider" : provider) was asked."
        }
        return TriageCause(
            kind: "denied: \(code)", text: text, owner: owner, advice: advice, quotes: quotes(from, to), events: [records[to].number])
    }

    /// The MVPD that the decision at event `index` was asked of.
    private func decidingProvider(_ index: Int) -> String? {
        if case .call(let call)? = questions[index] { return call.endpoint.parameters.mvpd?.text }
        return nil
    }

    // MARK: Refused

    private func refused(_ refusal: Refusal, from: Int, to: Int) -> TriageCause {
        let record = records[to]
        let polls = Polls(records, questions, from: from, to: to)
        let code = refusal.error?.code.map { " (\($0.text))" } ?? refusal.status.map { " (HTTP \($0))" } ?? ""
        func cause(_ text: String, _ owner: TriageCause.Owner, _ advice: String, _ events: [Int64] = []) -> TriageCause {
            let quotes = quotes(from, to)
            // Polls that failed explain more than what the viewer or the flow did in the end.
            if let trouble = polls.trouble {
                return TriageCause(
                    kind: polls.kind, text: "\(text) \(trouble)", owner: polls.owner, advice: polls.advice, quotes: quotes,
                    events: events + polls.events + [record.number])
            }
            return TriageCause(
                kind: "refused: \(refusal.reason.rawValue)\(code)", text: text, owner: owner, advice: advice, quotes: quotes,
                events: events + [record.number])
        }
        switch refusal.reason {
        case .cancelled:
            let failed = failures(from, to)
            guard isAfterProblem(to), !failed.text.isEmpty else {
                return cause("The viewer canceled: \(deed(to)).", .viewer, "Nothing is wrong, unless the viewer did not mean to.")
            }
            return cause("A problem was shown to the viewer, who canceled: \(failed.text).", failed.owner, failed.advice, failed.events)
        case .notSignedIn: return cause("Nobody was signed in, and this request asks nobody.", .app, "Ask for a sign-in first.")
        case .signedOut: return cause("The viewer signed out meanwhile.", .viewer, "Nothing is wrong.")
        case .tooManyWishes: return cause("16 requests were open already.", .app, "Find out why the app asks so often.")
        case .temporaryAccess:
            return cause("Temporary access is used up or not set up\(code).", .adobe, "Check the temporary provider in Adobe's dashboard.")
        case .noDecision:
            return cause("Adobe answered without a decision.", .adobe, "Quote what stands below to Adobe's support.")
        case .authentication:
            return cause(
                "The viewer is signed in, and the sign-in cannot be used for this\(code).", .adobe,
                "Quote what stands below to Adobe's support.")
        case .registration:
            return cause("Adobe refused the app's registration\(code).", .app, "Check the software statement.")
        case .unreachable:
            let failed = failures(from, to)
            return cause("Adobe could not be reached: \(failed.text).", failed.owner, failed.advice, failed.events)
        case .service:
            let failed = failures(from, to)
            return cause(
                "Adobe's service failed\(code)\(failed.text.isEmpty ? "" : ": " + failed.text).", .adobe,
                "Quote what stands below to Adobe's support.", failed.events)
        }
    }

    /// What was shown before the event at `index`.
    private func shown(before index: Int) -> Presentation? {
        var shown = Outstanding()
        for record in records[..<index] { shown.note(record) }
        return shown.shown?.presentation
    }

    private func isAfterProblem(_ index: Int) -> Bool { if case .problem? = shown(before: index) { true } else { false } }

    /// What the viewer did last up to the event at `index`, and on which screen.
    private func deed(_ index: Int) -> String {
        for place in records[...index].indices.reversed() {
            guard case .user(let user) = records[place].event.origin else { continue }
            let screen =
                shown(before: place).map { " at the screen \"\(words.presentation($0, at: records[place].event.time).main)\"" } ?? ""
            return "\(words.user(user).main)\(screen), event \(records[place].number)"
        }
        // The partner framework's own screens are no events of the app's.
        return "\(words.sentence(records[index].event, asked: questions[index])), event \(records[index].number)"
    }

    /// Calls without a usable answer.
    private struct Failures {
        var text = ""
        var owner = TriageCause.Owner.adobe
        var advice: String { owner == .network ? "Check the device's connection." : "Quote what stands below to Adobe's support." }
        var events: [Int64] = []
    }

    /// The calls without a usable answer between two events, counted by what came instead.
    private func failures(_ from: Int, _ to: Int) -> Failures {
        var failures = Failures()
        var counts: [(name: String, count: Int)] = []
        var lost = 0
        func add(_ name: String, _ index: Int) {
            failures.events.append(records[index].number)
            if let place = counts.firstIndex(where: { $0.name == name }) { counts[place].count += 1 } else { counts.append((name, 1)) }
        }
        for index in from...to {
            switch records[index].event.origin {
            case .reply(_, let reply):
                guard case .failed(let failure) = reply.result else { continue }
                if case .transport = failure { lost += 1 }
                add(Label.sentence(words.failure(failure).main), index)
            case .timer:
                guard case .timer(.timeout)? = questions[index] else { continue }
                lost += 1
                add("no answer in time", index)
            case .user, .app: continue
            }
        }
        failures.text = counts.map { $0.count == 1 ? $0.name : "\($0.name), \($0.count) times" }.joined(separator: "; ")
        failures.owner = lost * 2 > failures.events.count ? .network : .adobe
        failures.events = Array(failures.events.suffix(8))
        return failures
    }

    // MARK: What to quote

    /// Adobe's ids between two events: trace ids of errors, and the request ids of answers that failed.
    private func quotes(_ from: Int, _ to: Int) -> [String] {
        var quotes: [String] = []
        for index in from...to {
            if let trace = records[index].trace { quotes.append("Adobe's trace id \(trace)") }
            guard case .reply(_, let reply) = records[index].event.origin, case .failed = reply.result, let id = reply.trace?.request else {
                continue
            }
            quotes.append("Adobe-Request-Id \(id.text)")
        }
        return Array(quotes.suffix(3))
    }

    private func length(_ from: Int, _ to: Int) -> String {
        TimeWords.length(records[to].event.time.milliseconds - records[from].event.time.milliseconds)
    }
}

/// The polls for a sign-in elsewhere between two events, by what was answered.
struct Polls {
    private(set) var count = 0
    private(set) var throttled = 0
    private(set) var failed = 0
    private(set) var lost = 0
    /// The first and the last poll.
    private(set) var events: [Int64] = []

    init(_ records: [Record], _ questions: [Question?], from: Int, to: Int) {
        for index in from...max(from, to) where questions.indices.contains(index) {
            guard questions[index]?.isPoll == true, case .reply(_, let reply) = records[index].event.origin else { continue }
            count += 1
            events = [events.first ?? records[index].number, records[index].number]
            guard case .failed(let failure) = reply.result else { continue }
            switch failure {
            case .throttled: throttled += 1
            case .transport: lost += 1
            case .status, .refused, .unauthorized, .registrationRefused: failed += 1
            }
        }
    }

    /// What was wrong with the polls, if at least half of them failed.
    var trouble: String? {
        let bad = throttled + failed + lost
        guard count > 1, bad * 2 >= count else { return nil }
        var parts: [String] = []
        if throttled > 0 { parts.append("\(throttled) answered 429 (throttled)") }
        if failed > 0 { parts.append("\(failed) answered with an error") }
        if lost > 0 { parts.append("\(lost) without an answer") }
        return "Of \(count) polls for the sign-in, \(parts.joined(separator: ", "))."
    }

    var kind: String { "polls for a sign-in failed" }

    /// Whose business that is.
    var owner: TriageCause.Owner { lost > throttled + failed ? .network : .adobe }

    var advice: String {
        switch owner {
        case .network: "Check the device's connection."
        case _ where throttled > failed: "Ask Adobe's support why this address is throttled."
        case _: "Quote what stands below to Adobe's support."
        }
    }
}
