import FlowMachine

/// A log to step through: its events, and the model and the open requests before each event, as this build computes them.
struct SteppedLog {
    /// The situation before an event: the model, and the open requests, timers and screens.
    struct Point {
        /// The index of the event.
        private(set) var index = 0
        private(set) var history = QuestionHistory()
        private(set) var outstanding: Outstanding
        /// The reason why the model is not known, as the end of a sentence; `nil` if the model is known.
        private(set) var unknown: String?
        private var engine: FlowEngine?
        private var last: Int64?

        fileprivate init(_ content: LogContent) {
            if let snapshot = content.snapshot, snapshot.model == nil {
                outstanding = Outstanding()
                unknown = "this build cannot continue from the log's snapshot"
                return
            }
            let model = content.snapshot?.model ?? FlowModel()
            outstanding = Outstanding(at: model)
            engine = FlowEngine(FlowReducer(settings: content.header.settings), model)
        }

        /// The model before the event; `nil` if this build cannot compute it.
        var model: FlowModel? { engine?.model }

        fileprivate mutating func advance(_ record: LogRecord, _ settings: FlowSettings) {
            history.note(record)
            _ = outstanding.step(record.event, record.effects, settings)
            index += 1
            defer { last = record.number }
            if let last, record.number != last + 1 { unknown = unknown ?? "events are missing before event \(record.number)" }
            if unknown == nil, let rule = engine?.apply(record.event).rule, let engine {
                let state = engine.model.state
                if rule.id != record.rule || state.name != record.state || state.step != record.step || engine.effects != record.effects {
                    unknown = "this build decides event \(record.number) differently"
                }
            }
            if unknown != nil { engine = nil }
        }
    }

    let content: LogContent
    let bytes: [UInt8]
    let words: Wording
    let scale: TimeScale
    /// The origins of the log's events.
    let origins: Origins
    /// The what-if that produced this log from the previous log, in words, and the report that compares the outcomes; `nil` for the recording.
    let edit: (text: String, report: WhatIfReport)?
    /// Whether the flow uses a partner framework.
    let hasPartner: Bool
    /// The situations before some of the events, at regular distances and in order, so that stepping back is fast.
    private var points: [Point]

    private static let spacing = 128

    init(
        _ content: LogContent, _ bytes: [UInt8], _ look: Look, origins: Origins? = nil, edit: (text: String, report: WhatIfReport)? = nil
    ) {
        self.content = content
        self.bytes = bytes
        self.origins = origins ?? Origins(content)
        self.edit = edit
        words = Wording(content.header, look.clock)
        scale = TimeScale(content.records, utc: look.utc, look.clock.of(content.header))
        points = [Point(content)]
        hasPartner =
            content.header.settings.partner == .apple
            || content.records.contains { $0.effects.contains { if case .partner = $0 { true } else { false } } }
    }

    var records: [LogRecord] { content.records }

    /// The origins of the events of a log that any number of what-ifs have changed.
    struct Origins {
        /// The number of the recorded event for each event of this log that comes from the recording. The keys are event numbers in this log.
        private(set) var recorded: [Int64: Int64] = [:]
        /// The numbers of simulated events, which the recording does not contain.
        private(set) var simulated: Set<Int64> = []
        /// The numbers of recorded events that a what-if replaced by other events.
        private(set) var changed: Set<Int64> = []
        /// The number of the recorded event with the sign-in that a simulated poll reports; `nil` if no simulated poll reports a sign-in.
        private(set) var signedInAt: Int64?

        /// Creates the origins of a recording.
        init(_ content: LogContent) {
            for record in content.records { recorded[record.number] = record.number }
        }

        /// Creates the origins after one more what-if. `before` contains the origins before this what-if.
        init(_ run: EditedRun, after before: Origins) {
            changed = before.changed.union(run.changed.compactMap { before.recorded[$0] })
            signedInAt = run.signedInAt.flatMap { before.recorded[$0] }
            for step in run.steps {
                switch step.source {
                case .recorded(let number):
                    if before.simulated.contains(number) { simulated.insert(step.record.number) }
                    recorded[step.record.number] = before.recorded[number]
                case .edited: break
                case .simulated: simulated.insert(step.record.number)
                }
            }
        }
    }

    /// Returns the situation before the event at `index`; at the end of the log, the situation after the last event.
    mutating func point(before index: Int) -> Point {
        var place = min(index / SteppedLog.spacing, points.count - 1)
        var point = points[place]
        while point.index < index, point.index < records.count {
            point.advance(records[point.index], content.header.settings)
            if point.index == (place + 1) * SteppedLog.spacing {
                place += 1
                if place == points.count { points.append(point) }
            }
        }
        return point
    }

    /// Returns the index of the nearest event that fits, or `nil` if none does.
    ///
    /// - Parameters:
    ///   - start: The search begins at this index if it goes forward, and just before this index if it goes back.
    ///   - isForward: Whether the search goes forward.
    ///   - fits: Receives a record, the previous record, and the situation before the record. Returns whether the record fits.
    mutating func place(from start: Int, isForward: Bool, where fits: (LogRecord, LogRecord?, Point) -> Bool) -> Int? {
        func previous(_ index: Int) -> LogRecord? { index > 0 ? records[index - 1] : nil }
        if isForward {
            guard start < records.count else { return nil }
            var point = point(before: start)
            for index in start..<records.count {
                if fits(records[index], previous(index), point) { return index }
                point.advance(records[index], content.header.settings)
            }
            return nil
        }
        var end = min(start, records.count)
        while end > 0 {
            let begin = (end - 1) / SteppedLog.spacing * SteppedLog.spacing
            var point = point(before: begin)
            var found: Int?
            for index in begin..<end {
                if fits(records[index], previous(index), point) { found = index }
                point.advance(records[index], content.header.settings)
            }
            if let found { return found }
            end = begin
        }
        return nil
    }
}
