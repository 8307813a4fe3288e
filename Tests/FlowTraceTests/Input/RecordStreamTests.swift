import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

/// A log that is read in pieces gives the same result as a whole log.
@Suite struct RecordStreamTests {
    private let folder = TemporaryFolder()

    /// A flow with a log of several 1 MB pieces: a viewer who changes channels constantly.
    private static let flow: Script = {
        var flow = Flows.partner()
        for round in 0..<1900 {
            let time = 100 + 2 * Double(round)
            flow.user(time, .play(WishID(Int64(round + 3)), resource: SecretRef(.resource, 1), under: .signedIn))
            let media = MediaToken(ref: SecretRef(.media, Int64(round + 2)), notAfter: Script.instant(time + 600))
            flow.reply(
                time + 1, .decisions([AdobeDecision(resource: SecretRef(.resource, 1), verdict: .permit(media: media), source: .mvpd)]))
        }
        return flow
    }()
    private static let long = flow.bytes
    private static let piece = 1 << 20

    /// The results of a stream.
    private struct Read {
        var records: [LogRecord] = []
        var damages: [DamagedLines] = []
        var failure: LogFailure?
    }

    private func read(_ bytes: [UInt8], pastDamage: Bool) throws -> Read {
        var stream = try RecordStream(try folder.write(bytes, "long.jsonl"), pastDamage: pastDamage)
        var read = Read()
        while let element = try stream.next() {
            switch element {
            case .record(let record): read.records.append(record)
            case .damage(let lines):
                read.damages.append(lines)
                // One bit was flipped: more failures than this mean an endless loop.
                try #require(read.damages.count < 10)
            }
        }
        read.failure = stream.failure
        return read
    }

    private func expectSame(_ bytes: [UInt8], _ what: String) throws {
        for pastDamage in [false, true] {
            let whole = try LogContent(bytes, pastDamage: pastDamage)
            let pieces = try read(bytes, pastDamage: pastDamage)
            #expect(pieces.records.count == whole.records.count, "\(what)")
            #expect(pieces.records == whole.records, "\(what)")
            #expect(pieces.failure == whole.failure, "\(what)")
            #expect(pieces.damages.first?.failure == whole.failure, "\(what)")
            #expect(pieces.damages.count <= 1 || pastDamage, "\(what)")
        }
    }

    @Test func `a log of several pieces is read completely`() throws {
        try #require(RecordStreamTests.long.count > 2 * RecordStreamTests.piece + 1000)
        try expectSame(RecordStreamTests.long, "all")
        #expect(try read(RecordStreamTests.long, pastDamage: true).damages.isEmpty)
    }

    @Test(arguments: [10_000, piece - 1, piece, piece + 1, 2 * piece + 5])
    func `damage in any piece is located, and the lines after it are read`(place: Int) throws {
        var bytes = RecordStreamTests.long
        try #require(bytes.count > place)
        bytes[place] ^= 1
        try expectSame(bytes, "bit at \(place)")
        let damage = try #require(try read(bytes, pastDamage: true).damages.first)
        let line = bytes[..<place].count { $0 == 0x0A } + 1
        #expect(damage.lines.contains(line), "line \(line), not \(damage.text)")
        // A flipped line end joins two lines.
        #expect(damage.lines.count <= 2)
    }

    @Test(arguments: [piece - 1, piece, piece + 1, 2 * piece])
    func `a log cut near the end of a piece is read as far as possible`(size: Int) throws {
        try expectSame(Array(RecordStreamTests.long.prefix(size)), "\(size) bytes")
    }

    @Test func `lines that end with a piece are read like any other`() throws {
        let bytes = RecordStreamTests.long
        for edge in [RecordStreamTests.piece, 2 * RecordStreamTests.piece] {
            let end = try #require(bytes.prefix(edge).lastIndex(of: 0x0A))
            try expectSame(Array(bytes[...end]), "the last line ends before \(edge)")
            try expectSame(Array(bytes[..<end]), "the last line lacks its end before \(edge)")
        }
    }

    @Test func `a log is decided in pieces as it is as a whole`() throws {
        var differs = RecordStreamTests.flow.records
        let late = differs.count - 10
        differs[late] = differs[late].changed(rule: "V2-B-99")
        for bytes in [RecordStreamTests.long, LogBytes.of(differs)] {
            let path = try folder.write(bytes, "long.jsonl")
            #expect(String(describing: try StreamedReplay.result(path)) == String(describing: StreamedReplay.result(bytes)))
        }
    }
}

/// A file in pieces of whole lines.
@Suite struct LogPiecesTests {
    private let folder = TemporaryFolder()
    private static let piece = 1 << 20

    /// Text of this many bytes in lines of this length.
    private func text(_ size: Int, line: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for (number, start) in stride(from: 0, to: size, by: line).enumerated() {
            bytes += [UInt8](repeating: UInt8(0x61 + number % 26), count: min(line - 1, size - start))
            if bytes.count < size { bytes.append(0x0A) }
        }
        return bytes
    }

    private func pieces(_ bytes: [UInt8]) throws -> [[UInt8]] {
        let pieces = try LogPieces(try folder.write(bytes, "any.jsonl"))
        var all: [[UInt8]] = []
        while let piece = try pieces.next() { all.append(piece) }
        return all
    }

    @Test(arguments: [0, 1, 2, 99, piece - 1, piece, piece + 1, 2 * piece, 2 * piece + 99])
    func `the pieces together equal the file, and every piece but the last ends with a line`(size: Int) throws {
        // Lines that end with a piece, lines that do not, and a line that is longer than a piece.
        for line in [64, 1000, LogPiecesTests.piece + 4096] {
            let bytes = text(size, line: line)
            let pieces = try pieces(bytes)
            // Appending copies whole pieces; `joined()` would visit every byte, which takes seconds without optimization.
            #expect(pieces.reduce(into: []) { $0 += $1 } == bytes, "lines of \(line)")
            #expect(pieces.dropLast().allSatisfy { $0.last == 0x0A }, "lines of \(line)")
            #expect(pieces.allSatisfy { !$0.isEmpty && $0.count <= LogPiecesTests.piece + line }, "lines of \(line)")
        }
    }

    @Test func `the rest is everything that was not read yet`() throws {
        let bytes = text(3 * LogPiecesTests.piece, line: 1000)
        let pieces = try LogPieces(try folder.write(bytes, "any.jsonl"))
        let first = try #require(try pieces.next())
        #expect(first + (try pieces.rest()) == bytes)
        #expect(try pieces.rest().isEmpty)
        #expect(try pieces.next() == nil)
    }

    @Test func `a file that cannot be opened and a folder are reported by name`() {
        #expect(throws: UnreadableFile(name: "/nowhere/a.jsonl", reason: "cannot be read: No such file or directory: check the path")) {
            try LogPieces("/nowhere/a.jsonl")
        }
        #expect(throws: UnreadableFile(name: folder.path, reason: "cannot be read: Is a directory")) {
            try LogPieces(folder.path).next()
        }
    }
}
