import FlowTestSupport
import Testing

@testable import FlowMachine

@Suite struct PieceTests {
    private let session = RandomSession(seed: 5, settings: .appleTV, count: 60)

    /// The log in pieces of this many lines.
    private func pieces(_ log: [UInt8], of count: Int) -> [[UInt8]] {
        let lines = log.split(separator: 0x0A, omittingEmptySubsequences: true).map { $0 + [0x0A] }
        return stride(from: 0, to: lines.count, by: count).map { Array(lines[$0..<min($0 + count, lines.count)].joined()) }
    }

    @Test(arguments: [2, 3, 17]) func `reading a log in pieces gives the same records`(count: Int) throws {
        var whole = try LogReader(session.log)
        var expected: [LogRecord] = []
        while let record = try whole.next() { expected.append(record) }
        let pieces = pieces(session.log, of: count)
        var reader = try LogReader(pieces[0])
        var records: [LogRecord] = []
        for piece in pieces.dropFirst() + [[]] {
            while let record = try reader.next() { records.append(record) }
            reader.append(piece)
        }
        #expect(records == expected)
        #expect(records.count == 60)
    }

    @Test(arguments: [2, 3, 17]) func `replaying a log in pieces gives the same model and checksum`(count: Int) throws {
        var whole = try Replay(session.log)
        while try whole.next() != nil { continue }
        let pieces = pieces(session.log, of: count)
        var replay = try Replay(pieces[0])
        var replayed = 0
        for piece in pieces.dropFirst() + [[]] {
            while try replay.advance() != nil { replayed += 1 }
            replay.append(piece)
        }
        #expect(replayed == 60)
        #expect(replay.model == whole.model)
        #expect(replay.checksum == whole.checksum)
        #expect(replay.line == whole.line)
    }

    @Test(arguments: [2, 3, 17]) func `the first difference in a later piece is reported with the model before it`(count: Int) throws {
        let text = String(decoding: session.log, as: UTF8.self).split(separator: "\n").map(String.init)
        let line = try #require(text.indices.last { text[$0].contains("\"purpose\":\"timeout\"") })
        var changed = LogText(text)
        changed.replace(line: line, "\"purpose\":\"timeout\"", "\"purpose\":\"hold\"")
        let pieces = pieces(changed.bytes, of: count)
        var replay = try Replay(pieces[0])
        var found: ReplayFailure?
        for piece in pieces.dropFirst() + [[]] where found == nil {
            do throws(ReplayFailure) { while try replay.next() != nil { continue } } catch { found = error }
            replay.append(piece)
        }
        guard case .divergence(let divergence) = found else {
            Issue.record("no difference")
            return
        }
        #expect(divergence.line == line + 1)
        #expect(divergence.differences.map(\.field).allSatisfy { $0.hasPrefix("effects") })
    }
}

/// A log as lines of text that can be changed and sealed again.
private struct LogText {
    private var lines: [String]

    init(_ lines: [String]) { self.lines = lines }

    mutating func replace(line: Int, _ old: String, _ new: String) { lines[line] = lines[line].replacing(old, with: new) }

    var bytes: [UInt8] {
        var checksum: UInt32 = 0
        var bytes: [UInt8] = []
        for line in lines {
            let content = Array(line.utf8.dropLast(LineWriter.sealLength))
            checksum = Checksum.extend(checksum, content, 0..<content.count)
            bytes += content + Array(",\"crc\":\"\(hex32(checksum))\"}\n".utf8)
        }
        return bytes
    }
}
