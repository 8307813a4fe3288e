import FlowSimulation
import FlowTestSupport
import Testing

@_spi(Testing) @testable import FlowMachine

/// Segments that start with a snapshot, and their readable rest after bytes are lost or changed.
@Suite struct SnapshotTests {
    static let settings: [FlowSettings] = [.box, .phone, .bare]

    private func records(_ bytes: [UInt8]) throws -> (records: [LogRecord], model: FlowModel) {
        var replay = try Replay(bytes)
        var records: [LogRecord] = []
        while let record = try replay.next() { records.append(record) }
        return (records, replay.model)
    }

    /// A session in segments of `count` events each.
    private func segments(seed: UInt64, _ counts: [Int], _ reason: Snapshot.Reason = .rotation) -> [[UInt8]] {
        let session = RandomSession(seed: seed, settings: Self.settings[Int(seed) % 3], count: counts.reduce(0, +))
        var recorder = FlowRecorder(header: session.header)
        var events = session.events[...]
        return counts.enumerated().map { index, count in
            var segment = index == 0 ? recorder.headerLine : recorder.beginSegment(reason)
            for event in events.prefix(count) { segment += recorder.record(event).line }
            events = events.dropFirst(count)
            return segment
        }
    }

    @Test(arguments: 0..<6) func `replay from a snapshot after any event equals replay from the start`(seed: Int) throws {
        let length = 40
        let whole = try records(segments(seed: UInt64(seed), [length])[0])
        for position in 0...length {
            let parts = segments(seed: UInt64(seed), [position, length - position])
            let reader = try LogReader(parts[1])
            let snapshot = try #require(reader.snapshot)
            let before = try records(parts[0])
            let after = try records(parts[1])
            let isSame =
                snapshot.number == Int64(position) && snapshot.model == before.model && before.records + after.records == whole.records
                && after.model == whole.model
            #expect(isSame, "seed \(seed), after event \(position)")
            var replay = try Replay(parts[0])
            while try replay.next() != nil {}
            #expect(snapshot.follows == replay.checksum)
        }
    }

    @Test func `a snapshot records why it was written and encodes again to the same bytes`() throws {
        let reasons: [Snapshot.Reason] = [
            .rotation, .gap(from: 3, .folder), .gap(from: 1, .alreadyOpen), .gap(from: 2, .writing), .gap(from: 4, .syncing),
        ]
        for reason in reasons {
            let bytes = segments(seed: 5, [4, 3], reason)[1]
            var reader = try LogReader(bytes)
            let snapshot = try #require(reader.snapshot)
            #expect(snapshot.reason == reason)
            var writer = LogWriter(header: reader.header)
            var written = writer.headerLine + writer.line(snapshot)
            while let record = try reader.next() { written += writer.line(record) }
            #expect(written == bytes)
        }
    }

    @Test func `a snapshot with a wrong model and a snapshot in the middle of a segment are refused`() throws {
        let bytes = segments(seed: 5, [20, 3])[1]
        let reader = try LogReader(bytes)
        let snapshot = try #require(reader.snapshot)
        let digest = "\"digest\":\"\(hex64(snapshot.digest))\",\"model\""
        let text = String(decoding: bytes, as: UTF8.self).replacing(digest, with: "\"digest\":\"0000000000000000\",\"model\"")
        var lines = text.split(separator: "\n").map { Array($0.utf8).dropLast(LineWriter.sealLength) }
        let failure = #expect(throws: LogFailure.self) { try Replay(sealed(lines)) }
        #expect(failure?.reason == .snapshot(recorded: 0, computed: snapshot.digest))
        #expect(failure?.line == 2)
        lines.append(lines[1])
        lines.remove(at: 1)
        #expect(throws: (any Error).self) { try records(sealed(lines)) }
    }

    @Test func `a snapshot of another model revision is read without its model and is not replayed`() throws {
        let bytes = segments(seed: 5, [20, 3])[1]
        let revision = "\"modelRevision\":\(LogHeader.modelRevision)"
        let text = String(decoding: bytes, as: UTF8.self).replacing(revision, with: "\"modelRevision\":77")
            .replacing("\"model\":{\"state\":", with: "\"model\":{\"condition\":")
        let foreign = sealed(text.split(separator: "\n").map { Array($0.utf8).dropLast(LineWriter.sealLength) })
        var reader = try LogReader(foreign)
        #expect(reader.snapshot?.number == 20)
        #expect(reader.snapshot?.model == nil)
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(count == 3)
        let failure = #expect(throws: LogFailure.self) { try Replay(foreign) }
        #expect(failure?.reason == .foreignModel(77))
    }

    private func sealed(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
        var checksum: UInt32 = 0
        return lines.flatMap { line in
            let content = Array(line)
            checksum = Checksum.extend(checksum, content, 0..<content.count)
            return content + Array(",\"crc\":\"\(hex32(checksum))\"}\n".utf8)
        }
    }

    @Test func `the whole part of a segment cut after any byte replays to the recorded state`() throws {
        for bytes in segments(seed: 4, [4, 4]) {
            let whole = try records(bytes).records
            let first = try LogReader(bytes).snapshot.map { _ in 2 } ?? 1
            for cut in 0..<bytes.count {
                let part = Array(bytes[..<cut])
                let survey = LogSurvey(part)
                let lines = part.filter { $0 == 0x0A }.count
                guard survey.wholeLines == lines, survey.wholeBytes == (part.lastIndex(of: 0x0A) ?? -1) + 1,
                    survey.damages.map(\.isTail) == (survey.wholeBytes == cut ? [] : [true])
                else {
                    Issue.record("cut after \(cut): \(survey)")
                    return
                }
                guard lines >= first else { continue }
                let left = try records(Array(part[..<survey.wholeBytes]))
                guard left.records == Array(whole.prefix(lines - first)), left.records.last.map({ $0.digest == left.model.digest }) ?? true
                else {
                    Issue.record("cut after \(cut): \(left.records.count) records")
                    return
                }
            }
        }
    }

    @Test func `with any byte changed, its line is reported and all other lines are read unchanged`() throws {
        for bytes in segments(seed: 4, [4, 4]) {
            let whole = try records(bytes).records
            let count = bytes.filter { $0 == 0x0A }.count
            var line = 1
            for index in bytes.indices {
                var changed = bytes
                changed[index] ^= 1 << UInt8(index % 8)
                let survey = LogSurvey(changed)
                let lost = Set(survey.damages.flatMap { Array($0.lines) })
                let isNamed = survey.damages.first?.lines.lowerBound == line && lost.count <= 2 && survey.wholeLines >= count - 2
                // A segment without its beginning cannot be opened.
                let left = readable(changed) ?? whole
                guard isNamed, left.allSatisfy({ whole.contains($0) }), left.count >= whole.count - 2 else {
                    Issue.record("byte \(index) in line \(line): \(survey), \(left.count) of \(whole.count) records")
                    return
                }
                if bytes[index] == 0x0A { line += 1 }
            }
        }
    }

    /// Every readable record, before and after damage; `nil` if the beginning is damaged.
    private func readable(_ bytes: [UInt8]) -> [LogRecord]? {
        guard var reader = try? LogReader(bytes) else { return nil }
        var records: [LogRecord] = []
        while true {
            do throws(LogFailure) {
                guard let record = try reader.next() else { return records }
                records.append(record)
            } catch {
                if !reader.resumeAfterDamage() { return records }
            }
        }
    }
}
