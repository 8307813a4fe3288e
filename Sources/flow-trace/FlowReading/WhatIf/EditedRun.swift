import FlowMachine

/// A recorded course of events that edits have changed, decided again by this build.
///
/// The viewer and the app act at the recorded times. If the flow sends a recorded request again, the recorded answer arrives after the recorded
/// delay. A timer fires when it is due. An answer that the recording does not contain is simulated, and marked as simulated.
package struct EditedRun {
    /// The origin of an event of the edited run.
    package enum Source: Equatable, Sendable {
        /// The event is in the recording, with this number.
        case recorded(Int64)
        /// An edit inserted or replaced the event.
        case edited
        /// The event is simulated, because the recording does not contain this answer or this timer.
        case simulated
    }

    /// One event of the edited run.
    package struct Step: Sendable {
        package let record: LogRecord
        package let source: Source
        /// The event's line in the log of the run, with its newline.
        package let line: [UInt8]
    }

    /// A request that the recording does not answer.
    package struct Unanswered {
        package let question: Question
        /// The records of the recording.
        package let records: [LogRecord]
        package let settings: FlowSettings
        package let now: Instant
        /// The model of the flow that waits for the answer.
        package let model: FlowModel
        /// The number for secrets in the answer. No log contains a secret with this number.
        package let number: Int64
    }

    /// Returns an answer to a request that the recording does not answer; `nil` if none arrives.
    package typealias Simulation = (Unanswered) -> Reply?

    package private(set) var steps: [Step] = []
    /// The numbers of the recorded events that do not happen, because an edit removed them or the event that caused them.
    package private(set) var left: [Int64] = []
    /// The header, and the snapshot if the log begins in the middle of a launch.
    package let opening: [UInt8]
    /// Whether the run was ended because it became too long.
    package private(set) var isBounded = false

    /// The numbers of the events that sent an unanswered poll. The recording does not show what Adobe would have answered.
    package private(set) var untold: [Int64] = []
    /// The numbers of the events that sent a request for whose answer the run waits longer than the recorded flow did. Before an answer arrived, a
    /// time limit ended the recorded wait, so the recording does not show the answer.
    package private(set) var waitsLonger: [Int64] = []
    /// The number of the recorded event with the sign-in that a simulated poll reports; `nil` if no simulated poll reports a sign-in.
    package private(set) var signedInAt: Int64?

    /// The numbers of the recorded events that an edit replaced by another event.
    private(set) var changed: Set<Int64> = []

    private var course: RecordedCourse
    private lazy var polls = RecordedPolls(course.records)
    /// The polls and other requests whose answers the recording does not show.
    private var untoldRequests: Set<Issued> = []
    /// For each kind of request, the recorded delay of an answer that came too late for a time limit of the run. A simulated answer to a request of
    /// the same kind takes as long.
    private var cutOff: [RecordedCourse.Kind: Int64] = [:]
    private var recorder: FlowRecorder
    private let settings: FlowSettings
    private let simulation: Simulation
    private var unmatched: [RecordedCourse.Kind: [Int]] = [:]
    /// The events that happen independently of the flow's decisions, in order.
    private var independent: ArraySlice<Item> = []
    /// The scheduled answers to outstanding requests, and the scheduled timers.
    private var pending: [Item] = []
    /// The outstanding requests and timers and the shown screen of the run.
    private var live: Set<Issued> = []
    private var screen: Issued?
    private var wishes: Set<WishID> = []
    private var newNumbers: [Int: Int64] = [:]
    /// Maps the numbers of the recording's requests, timers and screens to the numbers of this run.
    private var numbers: [Issued: Issued] = [:]
    private var changes: [Int: FlowEvent.Origin] = [:]
    private var delays: [Int: Int64] = [:]
    private var clock: Int64 = 0
    private var hasDiverged = false
    private var simulated: Int64 = 0

    /// The delay of a simulated answer, in milliseconds, unless a time limit cut off a recorded answer to the same question.
    private static let latency: Int64 = 200
    /// The time that the run may continue after the end of the recording, in milliseconds. `mostSimulated` limits the number of simulated answers.
    private static let longest: Int64 = 3_600_000
    private static let mostSimulated: Int64 = 500
    /// Secrets in simulated answers have numbers above this number. No log contains such high numbers.
    private static let firstSecret: Int64 = 900_000

    /// A scheduled event.
    private struct Item {
        /// The time of the event, in milliseconds since the first recorded event.
        var at: Int64
        /// The order among events at the same time: the index in the recording; for other events, a number above all indices.
        let order: Int
        let index: Int?
        let origin: FlowEvent.Origin
        let by: Int64?
        let source: Source
        /// The request or timer that the event answers. The event happens only while this request or timer is outstanding; `nil` if it always
        /// happens.
        let requires: Issued?
        /// The question to which a simulated answer belongs; `nil` for all other events.
        var question: Question?
        /// Whether the event happens only if the run differs from the recording.
        var isAfterEnd = false
        /// Whether the item is not an event, but marks the time at which the recorded flow timed out. If the run still waits for an answer at this
        /// time, the recording does not show the answer.
        var isUntold = false
    }

    /// Runs the flow with edits.
    ///
    /// - Parameters:
    ///   - content: The recording.
    ///   - edits: The changes, in order.
    ///   - derivation: The text in the header of the run's log that says how the log was made.
    ///   - simulation: Returns the answers that the recording does not contain.
    /// - Returns: `nil` if this build cannot continue from the recording's snapshot.
    package init?(
        _ content: LogContent, _ edits: [LogEdit], derivation: String = "edited", simulation: @escaping Simulation = { $0.likelyReply }
    ) {
        if let snapshot = content.snapshot, snapshot.model == nil { return nil }
        var settings = content.header.settings
        course = RecordedCourse(content.records)
        self.simulation = simulation
        var (dropped, skipped): (Set<Int>, Set<Int>) = ([], [])
        var added: [(origin: FlowEvent.Origin, index: Int, by: Int64)] = []
        for edit in edits {
            let index = edit.event.flatMap(course.index) ?? -1
            switch edit {
            case .without where index >= 0: dropped.insert(index)
            case .skip where index >= 0:
                dropped.insert(index)
                skipped.insert(index)
            case .move(_, let by) where index >= 0: delays[index, default: 0] += by
            case .change(_, let origin) where index >= 0: changes[index] = origin
            case .insert(let origin, _, let by) where index >= 0: added.append((origin, index, by))
            case .settings(let other): settings = other
            case .rightClock: clock = -(DeviceClock.ahead(in: content.records) ?? 0)
            case .without, .skip, .move, .change, .insert: break
            }
        }
        self.settings = settings
        var header = content.header.asWrittenNow(with: settings)
        if !edits.isEmpty { header.derivation = derivation }
        recorder = FlowRecorder(header: header, model: content.snapshot?.model ?? FlowModel(), after: content.snapshot?.number ?? 0)
        opening = if let snapshot = content.snapshot { recorder.beginSegment(snapshot.reason) } else { recorder.headerLine }
        for wish in content.snapshot?.model?.context.wishes ?? [] { wishes.insert(wish.id) }
        for index in dropped { course.lose(index) }
        for (index, issue) in course.issues.enumerated().reversed() where !course.isSkipped(issue, skipped) {
            unmatched[issue.kind, default: []].append(index)
        }
        hasDiverged = edits.contains { if case .skip = $0 { false } else { true } }
        run(dropped, added)
        var delivered: Set<Int64> = []
        for step in steps { if case .recorded(let number) = step.source { delivered.insert(number) } }
        changed = Set(changes.keys.map { content.records[$0].number })
        left = content.records.map { $0.number }.filter { !delivered.contains($0) && !changed.contains($0) }
    }

    /// The log of the edited run.
    package var bytes: [UInt8] { opening + steps.flatMap { $0.line } }
    /// The records of the edited run.
    package var records: [LogRecord] { steps.map { $0.record } }

    // MARK: Running

    private mutating func run(_ dropped: Set<Int>, _ added: [(origin: FlowEvent.Origin, index: Int, by: Int64)]) {
        var items = added.map { one in
            Item(
                at: course.axis[one.index] + one.by, order: one.index, index: nil, origin: one.origin, by: nil, source: .edited,
                requires: nil)
        }
        for (index, record) in course.records.enumerated() where course.answered[index] == nil && !dropped.contains(index) {
            if let cause = record.by.flatMap(course.index), dropped.contains(cause) { continue }
            items.append(
                Item(
                    at: course.axis[index] + (delays[index] ?? 0), order: index, index: index,
                    origin: changes[index] ?? record.event.origin,
                    by: nil, source: changes[index] == nil ? .recorded(record.number) : .edited, requires: nil))
        }
        // At equal times, an inserted event follows the recorded events.
        independent = items.ordered { ($0.at, $0.order, $0.index == nil ? 1 : 0) < ($1.at, $1.order, $1.index == nil ? 1 : 0) }[...]
        let end = course.axis.last ?? 0
        while var item = next() {
            // After the end of the recording, simulated events happen only if the run differs from the recording and a request still waits for them.
            if item.source == .simulated, item.isAfterEnd || item.at > end, !hasDiverged || wishes.isEmpty { continue }
            // While a request has no known answer, timers are not simulated: the length of the wait would be arbitrary.
            if item.source == .simulated, item.question == nil, !item.isUntold, !untoldRequests.isDisjoint(with: live) { continue }
            if item.at > end + EditedRun.longest || simulated >= EditedRun.mostSimulated {
                isBounded = true
                return
            }
            if let requires = item.requires, !live.contains(requires) { continue }
            if let event = event(&item) { deliver(event, item) }
        }
    }

    /// Removes and returns the next event; `nil` at the end.
    private mutating func next() -> Item? {
        let place = pending.indices.min { (pending[$0].at, pending[$0].order) < (pending[$1].at, pending[$1].order) }
        guard let place else { return independent.popFirst() }
        if let first = independent.first, (first.at, first.order) < (pending[place].at, pending[place].order) {
            return independent.popFirst()
        }
        return pending.remove(at: place)
    }

    /// Returns the event of an item, with the numbers of this run; `nil` if there is no answer.
    private mutating func event(_ item: inout Item) -> FlowEvent? {
        let time = time(of: item)
        if item.isUntold, let request = item.requires {
            untoldRequests.insert(request)
            if let by = item.by { waitsLonger.append(by) }
            return nil
        }
        if let question = item.question {
            simulated += 1
            let unanswered = Unanswered(
                question: question, records: course.records, settings: settings, now: time, model: recorder.model,
                number: EditedRun.firstSecret + simulated)
            guard let quoted = item.requires, let usual = simulation(unanswered) else { return nil }
            guard let reply = reply(usual, to: question, item) else { return nil }
            return FlowEvent(time: time, origin: .reply(RequestID(quoted.number), reply))
        }
        let event = FlowEvent(time: time, origin: item.origin)
        guard item.by == nil, let quoted = event.quoted, let number = numbers[quoted]?.number else { return event }
        return event.quoting(number)
    }

    /// Returns the answer to a question. A poll gets the answer that the recording implies; `nil` if the recording implies none.
    private mutating func reply(_ usual: Reply, to question: Question, _ item: Item) -> Reply? {
        guard case .call(let call) = question, question.isPoll, let quoted = item.requires else { return usual }
        switch polls.answer(to: call) {
        case .found(let result):
            signedInAt = polls.later?.event
            return Reply(result)
        case .untold:
            untoldRequests.insert(quoted)
            if let by = item.by { untold.append(by) }
            return nil
        }
    }

    private func time(of item: Item) -> Instant {
        let records = course.records
        let index = item.index.flatMap { course.axis[$0] == item.at ? $0 : nil } ?? course.lastIndex(at: item.at)
        guard records.indices.contains(index) else { return Instant(milliseconds: item.at) }
        return Instant(milliseconds: records[index].event.time.milliseconds + item.at - course.axis[index] + clock)
    }

    private mutating func deliver(_ event: FlowEvent, _ item: Item) {
        // If the recording names no cause for the event, the run names no cause either.
        let by = item.index.map { course.records[$0].by == nil } ?? false ? nil : item.by ?? item.index.flatMap { causeNumber(of: $0) }
        let decided = recorder.record(event, by: by)
        let record = LogRecord(
            number: decided.number, by: decided.by, event: decided.event, rule: decided.rule.id, state: decided.state.name,
            step: decided.state.step, effects: decided.effects, digest: recorder.model.digest)
        if let index = item.index {
            newNumbers[index] = record.number
            if !hasDiverged, steps.count != index || record.effects != course.records[index].effects { hasDiverged = true }
        } else {
            hasDiverged = true
        }
        if let quoted = event.quoted { if case .presentation = quoted {} else { live.remove(quoted) } }
        if case .user(let user) = event.origin, let wish = user.wish, user.opens { wishes.insert(wish) }
        steps.append(Step(record: record, source: item.source, line: decided.line))
        for effect in decided.effects { note(effect, record, item.at) }
    }

    /// Returns the number in this run of the event that caused a recorded event.
    private func causeNumber(of index: Int) -> Int64? { course.records[index].by.flatMap(course.index).flatMap { newNumbers[$0] } }

    // MARK: What a decision issues

    private mutating func note(_ effect: Effect, _ record: LogRecord, _ now: Int64) {
        switch effect {
        case .cancel(let id):
            live.remove(.request(id.number))
            if case .timer = record.event.origin { noteCutOff(.request(id.number)) }
        case .disarm(let id): live.remove(.timer(id.number))
        case .present:
            if let screen { live.remove(screen) }
            screen = nil
        case .answer(let wish, _): wishes.remove(wish)
        case .call, .partner, .arm, .keep, .forget: break
        }
        guard let issued = effect.issues, let kind = RecordedCourse.Kind(effect, at: record.event.time) else { return }
        live.insert(issued)
        if case .present = effect { screen = issued }
        if let place = unmatched[kind]?.popLast() {
            schedule(effect, issued, record, now, course.issues[place])
        } else {
            simulate(effect, issued, record, now, notBefore: nil)
        }
    }

    /// Schedules the recorded answers to a request or timer, with the recorded delays.
    private mutating func schedule(_ effect: Effect, _ issued: Issued, _ record: LogRecord, _ now: Int64, _ issue: RecordedCourse.Issue) {
        numbers[issue.issued] = issued
        for (position, index) in issue.answers.enumerated() {
            let recorded = course.records[index]
            let origin = answer(index, to: issued)
            // An answer that arrived after its request had been canceled also arrives in the run.
            let wasOpen = position == 0 && issue.closed.map { $0 > index } ?? true
            pending.append(
                Item(
                    at: now + max(0, course.axis[index] - course.axis[issue.index] + (delays[index] ?? 0)), order: index, index: index,
                    origin: origin,
                    by: record.number, source: changes[index] == nil ? .recorded(recorded.number) : .edited,
                    requires: wasOpen ? issued : nil))
        }
        let end = issue.closed.map { course.axis[$0] } ?? course.axis.last ?? 0
        let after = now + end - course.axis[issue.index] + 1
        if issue.answers.isEmpty, issue.isTimedOut {
            pending.append(
                Item(
                    at: after, order: course.records.count + steps.count, index: nil, origin: record.event.origin, by: record.number,
                    source: .simulated, requires: issued, question: nil, isUntold: true))
        }
        if !issue.answers.isEmpty || issue.isLost { return }
        simulate(effect, issued, record, now, notBefore: after, isAfterEnd: issue.closed == nil)
    }

    /// Notes the recorded delay of the answer to a request that a time limit of this run has ended.
    private mutating func noteCutOff(_ request: Issued) {
        let answer = pending.first { $0.requires == request && $0.index != nil }
        guard let index = answer?.index, let delay = course.delay(ofAnswer: index) else { return }
        cutOff[delay.kind] = max(cutOff[delay.kind] ?? 0, delay.milliseconds + (delays[index] ?? 0))
    }

    /// Returns the recorded or changed answer at `index`, with the number that this run issued.
    private func answer(_ index: Int, to issued: Issued) -> FlowEvent.Origin {
        var event = course.records[index].event
        if let changed = changes[index] {
            event = FlowEvent(time: event.time, origin: changed)
            // An event of another kind, such as a choice instead of a reply, does not answer this request, so its number stays.
            guard event.quoted?.isAlike(issued) ?? false else { return changed }
        }
        return event.quoting(issued.number).origin
    }

    /// Schedules an answer or a timer that the recording does not contain.
    private mutating func simulate(
        _ effect: Effect, _ issued: Issued, _ record: LogRecord, _ now: Int64, notBefore: Int64?, isAfterEnd: Bool = false
    ) {
        let delay = RecordedCourse.Kind(effect, at: record.event.time).flatMap { cutOff[$0] }
        var at = now + (delay ?? EditedRun.latency)
        var origin = record.event.origin
        var question: Question?
        switch effect {
        case .call(_, let call): question = .call(call)
        case .partner(_, let request): question = .partner(request)
        case .arm(let id, _, let due):
            at = now + max(0, due.milliseconds - record.event.time.milliseconds)
            origin = .timer(id)
        case .present, .cancel, .disarm, .answer, .keep, .forget: return
        }
        pending.append(
            Item(
                at: max(at, notBefore ?? now), order: course.records.count + steps.count, index: nil, origin: origin, by: record.number,
                source: .simulated, requires: issued, question: question, isAfterEnd: isAfterEnd))
    }
}
