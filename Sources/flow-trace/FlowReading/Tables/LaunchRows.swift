import FlowMachine

/// Turns the segments of launches into rows of tables, one segment after the other.
package struct LaunchRows {
    private let tables: [FleetTable]
    private let sampling: LogSampling
    fileprivate var launch: Launch?

    /// One launch, with the segments that have been read so far.
    fileprivate struct Launch {
        let fold: LaunchFold
        let header: LogHeader
        let snapshot: Snapshot?
        var counts = LaunchCounts()
        var segments: Int64 = 1
        var state = LogState.verified
        /// Whether events of the launch are missing.
        var isIncomplete: Bool
        var firstTime: Instant?
        var lastNumber: Int64?
        /// The records, which only verdicts need. `events` contains the rows of the table of events.
        var records: [LogRecord] = []
        var events: [TableRow] = []
    }

    /// Creates the rows of these tables.
    ///
    /// - Parameters:
    ///   - tables: The tables to write.
    ///   - oneIn: The app's sampling rate n: of n launches without a fault, the app uploads one log. With 1, it uploads every log; with 0, none.
    package init(_ tables: [FleetTable], oneIn: Int64) {
        self.tables = tables
        sampling = LogSampling(oneIn: oneIn)
    }

    /// Reads the next segment. Reading continues after damaged lines.
    ///
    /// - Returns: The rows of the previous launch, if the segment begins another launch.
    /// - Throws: `LogFailure` if the beginning of the segment cannot be read. The current launch is then marked as damaged.
    package mutating func add(_ bytes: [UInt8]) throws(LogFailure) -> [TableRow] {
        let segment: ReadSegment
        do throws(LogFailure) { segment = try ReadSegment(bytes) } catch {
            noteUnreadable()
            throw error
        }
        var ended: [TableRow] = []
        if let snapshot = segment.snapshot, let launch, launch.fold.isContinued(by: segment.header, snapshot) {
            launch.fold.beginSegment(snapshot)
            self.launch?.segments += 1
        } else {
            ended = end()
            launch = Launch(
                fold: LaunchFold(segment.header, segment.snapshot), header: segment.header, snapshot: segment.snapshot,
                isIncomplete: segment.snapshot.map { $0.number > 0 } ?? false)
        }
        launch?.note(segment, keepsRecords: tables.contains(.verdicts), writesEvents: tables.contains(.events))
        return ended
    }

    /// Marks the current launch as damaged, because a segment of it cannot be read.
    package mutating func noteUnreadable() { launch?.note(.damaged) }

    /// Ends the current launch and returns its rows.
    package mutating func end() -> [TableRow] {
        guard let ended = launch else { return [] }
        launch = nil
        return ended.rows(tables, sampling)
    }
}

/// One file of a log: its records, including those after damaged lines, and whether this build decides them as recorded.
private struct ReadSegment {
    let header: LogHeader
    let snapshot: Snapshot?
    private(set) var records: [LogRecord] = []
    private(set) var failures: [LogFailure] = []
    private(set) var state = LogState.verified

    init(_ bytes: [UInt8]) throws(LogFailure) {
        if var replay = try? Replay(bytes) {
            do throws(ReplayFailure) {
                while let record = try replay.next() { records.append(record) }
                (header, snapshot) = (replay.header, replay.snapshot)
                if replay.skipsDigests { state = .otherRevision }
                return
            } catch {
                if case .divergence = error { state = .differs }
            }
        } else {
            state = .otherRevision
        }
        let content = try LogContent(bytes, pastDamage: true)
        (header, snapshot, records) = (content.header, content.snapshot, content.records)
        failures = content.damages.map { $0.lines.failure }
    }
}

extension LaunchRows.Launch {
    fileprivate mutating func note(_ found: LogState) {
        func rank(_ state: LogState) -> Int {
            switch state {
            case .verified: 0
            case .incomplete: 1
            case .otherRevision: 2
            case .differs: 3
            case .torn: 4
            case .damaged: 5
            case .unreadable, .crashed, .timedOut: 6
            }
        }
        if rank(found) > rank(state) { state = found }
    }

    fileprivate mutating func note(_ segment: ReadSegment, keepsRecords: Bool, writesEvents: Bool) {
        note(segment.state)
        for failure in segment.failures {
            fold.noteDamage(failure)
            note(failure.reason == .torn ? .torn : .damaged)
        }
        for record in segment.records {
            if let lastNumber, record.number != lastNumber + 1 { isIncomplete = true }
            lastNumber = record.number
            firstTime = firstTime ?? record.event.time
            let context = fold.note(record)
            counts.note(record, context)
            if writesEvents { events.append(LaunchRows.row(key, record, context)) }
        }
        if isIncomplete { note(.incomplete) }
        if keepsRecords { records += segment.records }
    }

    /// The key of the launch in all tables: a hash of the launch's header and first time (FNV-1a, 128 bits). The hash does not prevent forgery.
    fileprivate var key: String {
        let prime: (high: UInt64, low: UInt64) = (0x100_0000, 0x13B)
        var (high, low): (UInt64, UInt64) = (0x6C62_272E_07BB_0142, 0x62B8_2175_6295_C58D)
        func add(_ text: String) {
            // The hash includes an end byte for each text, so that the same characters, split differently, have a different hash.
            for byte in Array(text.utf8) + [0xFF] {
                low ^= UInt64(byte)
                let product = low.multipliedFullWidth(by: prime.low)
                high = product.high &+ high &* prime.low &+ low &* prime.high
                low = product.low
            }
        }
        add(header.settings.serviceProvider)
        add(header.app)
        add(header.support)
        add(firstTime.map { "\($0.milliseconds)" } ?? "")
        return hex64(high) + hex64(low)
    }

    private func hex64(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    fileprivate func rows(_ tables: [FleetTable], _ sampling: LogSampling) -> [TableRow] {
        let key = key
        let summary = fold.summary
        let requests = fold.judge.requests
        let upload = sampling.upload(summary, isRequested: true)
        var rows: [TableRow] = []
        if tables.contains(.launches) { rows.append(LaunchRows.row(key, self, summary, requests, upload)) }
        if tables.contains(.requests) {
            rows += requests.map { LaunchRows.row(key, $0, provider: summary.provider, counts) }
        }
        rows += events
        if tables.contains(.verdicts) { rows.append(LaunchRows.row(key, verdict(requests), header, upload)) }
        return rows
    }

    private func verdict(_ requests: [JudgedRequest]) -> LaunchVerdict {
        switch state {
        case .verified: return LaunchVerdict(.same)
        case .damaged: return LaunchVerdict(.damaged)
        case .incomplete where lastNumber != nil && snapshot == nil: return LaunchVerdict(.incomplete)
        case .incomplete, .differs, .otherRevision, .torn:
            if isIncomplete, snapshot == nil { return LaunchVerdict(.incomplete) }
            return LaunchVerdict(LogContent(header, snapshot, records), requests)
        case .unreadable: return LaunchVerdict(.unreadable)
        case .crashed: return LaunchVerdict(.crashed)
        case .timedOut: return LaunchVerdict(.timedOut)
        }
    }
}

// MARK: The rows

extension LaunchRows {
    private static func text(_ text: String?) -> Tree { text.map { .text($0) } ?? .null }
    private static func number(_ number: Int64?) -> Tree { number.map { .number($0) } ?? .null }
    private static func texts(_ texts: [String]) -> Tree { .list(texts.map { .text($0) }) }

    private static func row(
        _ key: String, _ launch: Launch, _ summary: LaunchSummary, _ requests: [JudgedRequest], _ upload: LogUpload?
    ) -> TableRow {
        let header = launch.header
        let counts = launch.counts
        let slash = header.app.utf8.firstIndex(of: 0x2F)
        let failed = requests.first { !$0.outcome.isFulfilled && $0.cause.map { !$0.isOrdinary } ?? false }
        var causes: [String] = []
        for cause in summary.causes where !causes.contains(cause.id.rawValue) { causes.append(cause.id.rawValue) }
        let unfulfilled = summary.requests.reduce(0) { $0 + ($1.outcome.isFulfilled ? 0 : $1.count) }
        let isEmpty = launch.firstTime == nil
        return TableRow(
            .launches,
            [
                .text(key), .text(header.support), text(header.previousSupport), text(header.installation),
                .text(slash.map { String(header.app[..<$0]) } ?? header.app),
                slash.map { .text(String(header.app[header.app.utf8.index(after: $0)...])) } ?? .null,
                .text(header.library), .number(header.modelRevision), text(header.system), .text(header.settings.platform.rawValue),
                .text(header.settings.api.rawValue), .text(header.settings.serviceProvider), texts(changedPolicies(header.settings)),
                isEmpty ? .null : .instant(summary.start), isEmpty ? .null : .number(summary.length), number(summary.clockAhead),
                .number(launch.segments), .number(summary.events), .text(launch.state.rawValue), text(summary.provider),
                .text(counts.way.rawValue), number(summary.signIns.first { $0.took != nil }?.took), .number(Int64(requests.count)),
                .number(unfulfilled), .truth(summary.isUnfulfilled), text(failed?.cause?.id.rawValue), text(failed?.cause?.owner.rawValue),
                text(failed?.code), texts(causes), texts(counts.traces), .text(summary.ending.rawValue), .number(summary.calls),
                .number(summary.failedCalls), .number(counts.polls), .number(counts.throttled), .number(counts.retries),
                .number(counts.waited(.viewer)), .number(counts.waited(.adobe)), .number(counts.waited(.partner)),
                .number(counts.waited(.network)), number(counts.lifetime(.profile, .signIn)), number(counts.lifetime(.token)),
                number(counts.lifetime(.code)), texts(counts.rules.ordered()), text(upload?.reason.rawValue), number(upload?.weight),
                number(header.utcOffsetMinutes), .text(header.settings.host),
                (launch.fold.judge.profile ?? launch.fold.judge.vault.found?.profile).map { .instant($0.notAfter) } ?? .null,
            ])
    }

    private static func row(_ key: String, _ request: JudgedRequest, provider: String?, _ counts: LaunchCounts) -> TableRow {
        TableRow(
            .requests,
            [
                .text(key), .number(request.wish.number), .text(request.asked.kind.rawValue), number(request.event),
                .instant(request.time), number(request.answerTime.map { $0.milliseconds - request.time.milliseconds }),
                .text(request.outcome.rawValue), .truth(request.outcome.isFulfilled),
                .truth(!request.outcome.isFulfilled && request.cause?.isOrdinary ?? false), text(request.reason),
                text(request.cause?.id.rawValue), text(request.cause?.owner.rawValue), text(request.code), text(provider),
                .text(counts.way.rawValue), text(counts.sources[request.wish]?.rawValue),
            ])
    }

    fileprivate static func row(_ key: String, _ record: LogRecord, _ context: LaunchJudge.Context) -> TableRow {
        TableRow(
            .events,
            [
                .text(key), .number(record.number), number(record.by), .instant(record.event.time),
                .text(EventKind(record.event, asked: context.question).words), .text(record.rule), .text(record.state),
                .text(record.step), .number(Int64(record.effects.count)),
            ])
    }

    private static func row(_ key: String, _ verdict: LaunchVerdict, _ header: LogHeader, _ upload: LogUpload?) -> TableRow {
        TableRow(
            .verdicts,
            [
                .text(key), .text(header.support), text(header.installation), .text(verdict.result.rawValue), number(verdict.firstEvent),
                text(verdict.rules.recorded),
                text(verdict.rules.build), number(verdict.request?.wish.number), text(verdict.request?.asked.kind.rawValue),
                text(verdict.request?.outcome.rawValue), text(verdict.answer?.outcome.rawValue),
                text(verdict.request?.cause?.id.rawValue), text(verdict.answer?.cause?.id.rawValue), .truth(verdict.isSimulated),
                .text(header.library), .text(LogHeader.library), .number(header.modelRevision), text(upload?.reason.rawValue),
                number(upload?.weight),
            ])
    }

    /// Returns the policies whose value is not the default, such as `attempts=1`.
    private static func changedPolicies(_ settings: FlowSettings) -> [String] {
        if settings.policy == Policy() { return [] }
        var usual = settings
        usual.policy = Policy()
        let known = usual.leaves
        return settings.leaves.compactMap { leaf in
            guard leaf.path.utf8.starts(with: "policy.".utf8) else { return nil }
            let isUsual = known.contains { $0.path == leaf.path && $0.value == leaf.value }
            return isUsual ? nil : "\(String(leaf.path.dropFirst("policy.".count)))=\(leaf.text)"
        }
    }
}
