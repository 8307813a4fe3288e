@_spi(Testing) @testable import FlowMachine

/// Every reader of a segment, on arbitrary bytes. No reader may trap, and their results must agree.
struct LogTrial {
    let bytes: [UInt8]

    func run() {
        let survey = surveyed()
        replayed()
        guard var reader = try? LogReader(bytes) else { return }
        var records: [LogRecord] = []
        let isWhole: Bool
        do {
            while let record = try reader.next() { records.append(record) }
            isWhole = true
        } catch {
            isWhole = false
            pickedUp(&reader)
        }
        if isWhole && !survey.damages.isEmpty { found("a segment that reads to its end is said to be damaged") }
        rewritten(reader, records)
        decidedAgain(reader, records)
    }

    /// A part that a survey calls whole must be whole.
    private func surveyed() -> LogSurvey {
        let survey = LogSurvey(bytes)
        if survey.wholeBytes > bytes.count { found("more bytes are whole than there are") }
        var line = 0
        for damage in survey.damages {
            if damage.lines.lowerBound <= line { found("damages overlap") }
            line = damage.lines.upperBound
        }
        if survey.damages.last?.isTail != true {
            if survey.wholeBytes != bytes.count { found("bytes are neither whole nor damaged") }
            return survey
        }
        let cut = LogSurvey(Array(bytes[..<survey.wholeBytes]))
        if cut.wholeLines != survey.wholeLines || cut.damages != survey.damages.dropLast() { found("cutting the torn end damages more") }
        return survey
    }

    /// Reading after damage terminates.
    private func pickedUp(_ reader: inout LogReader) {
        var line = reader.line
        while reader.resumeAfterDamage() {
            do {
                while try reader.next() != nil {}
                return
            } catch {
                if reader.line <= line { found("picking up goes back") }
                line = reader.line
            }
        }
    }

    /// A record that was read is written so that it reads the same.
    private func rewritten(_ reader: LogReader, _ records: [LogRecord]) {
        if let snapshot = reader.snapshot, snapshot.model == nil { return }
        var writer = LogWriter(header: reader.header)
        var written = writer.headerLine
        if let snapshot = reader.snapshot { written += writer.line(snapshot) }
        for record in records { written += writer.line(record) }
        do {
            var again = try LogReader(written)
            if again.header != reader.header || again.snapshot != reader.snapshot { found("the beginning reads back as another") }
            for record in records {
                if try again.next() != record { found("record \(record.number) reads back as another") }
            }
            if try again.next() != nil { found("a record came from nowhere") }
        } catch {
            found("what was written cannot be read: \(error.text)")
        }
    }

    private func replayed() {
        guard var replay = try? Replay(bytes) else { return }
        while (try? replay.next()) != nil {}
    }

    /// For any events, the machine makes a decision, and a replay makes the same.
    private func decidedAgain(_ reader: LogReader, _ records: [LogRecord]) {
        if let snapshot = reader.snapshot, snapshot.model == nil { return }
        let header = LogHeader(app: "Fuzz/1", support: "F", settings: reader.header.settings)
        var recorder = FlowRecorder(header: header, model: reader.snapshot?.model ?? FlowModel(), after: reader.snapshot?.number ?? 0)
        var log = reader.snapshot == nil ? recorder.headerLine : recorder.beginSegment(.rotation)
        for record in records { log += recorder.record(record.event, by: record.by).line }
        do {
            var replay = try Replay(log)
            for record in records {
                if try replay.next()?.event != record.event { found("event \(record.number) is another in the replay") }
            }
            if replay.model != recorder.model { found("the replay ends with another model") }
        } catch let failure as ReplayFailure {
            if case .log(let failure) = failure { unreadable(failure) } else { found("a replay decides differently: \(failure)") }
        } catch let failure as LogFailure {
            unreadable(failure)
        } catch {
            found("\(error)")
        }
    }

    /// Numbers end at 2^53, and a log may start there; a flow that counts from 1 never gets near.
    private func unreadable(_ failure: LogFailure) {
        if case .content(let content) = failure.reason, content.reason == .outOfRange { return }
        found("what was recorded cannot be read: \(failure.text)")
    }
}

/// Ends the process, so that libFuzzer keeps the input.
func found(_ what: String) -> Never { fatalError(what) }
