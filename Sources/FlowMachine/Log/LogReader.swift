/// Reads a segment line by line, strictly: the first damage stops it, and all before is good.
public struct LogReader {
    private var cursor: LineCursor
    private var expectedNumber: Int64?
    /// What wrote the segment, and under which settings.
    public let header: LogHeader
    /// Where it goes on from, if it does not begin with a launch.
    public let snapshot: Snapshot?

    /// The line that was read last, from 1.
    public var line: Int { cursor.line }

    /// Opens a segment and reads its header, and its snapshot if it has one.
    /// - Throws: `LogFailure` about one of these lines.
    public init(_ bytes: [UInt8]) throws(LogFailure) {
        cursor = LineCursor(bytes)
        (header, snapshot) = try cursor.beginning()
        expectedNumber = snapshot.map { $0.number + 1 }
    }

    /// The next record; `nil` at the end.
    /// - Throws: `LogFailure` at the first line that cannot be trusted or read.
    public mutating func next() throws(LogFailure) -> Record? {
        guard let range = try cursor.next() else { return nil }
        let record = try cursor.decode(Record.self, range)
        try cursor.check(record.number, after: &expectedNumber)
        return record
    }

    /// After a failure: goes on behind the lines that cannot be trusted.
    /// - Returns: whether there is a line that can be.
    public mutating func pickUp() -> Bool {
        expectedNumber = nil
        return cursor.pickUp()
    }
}

/// Goes from line to line and checks that each continues the one before.
struct LineCursor {
    var bytes: [UInt8]
    private(set) var line = 0
    private(set) var checksum: UInt32 = 0
    /// The end of the last line that was good.
    private(set) var position = 0
    /// Whether the line at `position` failed.
    private var isStuck = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next line without its newline; `nil` at the end.
    mutating func next() throws(LogFailure) -> Range<Int>? {
        guard position < bytes.count else { return nil }
        line += 1
        isStuck = true
        let start = position
        guard let newline = endOfLine(from: start) else { throw LogFailure(.torn, line: line, column: bytes.count - start + 1) }
        let sealStart = newline - LineWriter.sealLength
        guard let recorded = recordedChecksum(start..<newline) else {
            throw LogFailure(.noChecksum, line: line, column: max(1, sealStart - start + 1))
        }
        let computed = Checksum.extend(checksum, bytes, start..<sealStart)
        guard computed == recorded else {
            throw LogFailure(.checksum(recorded: recorded, computed: computed), line: line, column: sealStart - start + 9)
        }
        checksum = computed
        position = newline + 1
        isStuck = false
        return start..<newline
    }

    /// After a failure: goes to the next line whose checksum goes on from that of the line before, whatever that holds.
    /// False if there is none; then only the count of lines has gone on.
    mutating func pickUp() -> Bool {
        guard isStuck else { return position < bytes.count }
        var start = position
        var before: UInt32?
        while let newline = endOfLine(from: start) {
            let recorded = recordedChecksum(start..<newline)
            if start > position, let before, let recorded,
                Checksum.extend(before, bytes, start..<newline - LineWriter.sealLength) == recorded
            {
                (position, checksum, isStuck) = (start, before, false)
                line -= 1
                return true
            }
            before = recorded
            start = newline + 1
            if start < bytes.count { line += 1 }
        }
        return false
    }

    /// The header, and the snapshot if the segment has one.
    mutating func beginning() throws(LogFailure) -> (LogHeader, Snapshot?) {
        guard let range = try next() else { throw LogFailure(.empty, line: 1, column: 1) }
        let header = try decode(LogHeader.self, range)
        if header.format > LogHeader.format { throw LogFailure(.format(header.format), line: 1, column: 1) }
        guard isAtSnapshot, let range = try next() else { return (header, nil) }
        if header.modelRevision != LogHeader.modelRevision { return (header, try decode(Snapshot.Foreign.self, range).of) }
        let snapshot = try decode(Snapshot.self, range)
        if let computed = snapshot.model?.digest, computed != snapshot.digest {
            throw LogFailure(.snapshot(recorded: snapshot.digest, computed: computed), line: line, column: 1)
        }
        return (header, snapshot)
    }

    private var isAtSnapshot: Bool {
        Snapshot.opening.withUTF8Buffer { opening in
            guard bytes.count - position >= opening.count else { return false }
            for index in 0..<opening.count where bytes[position + index] != opening[index] { return false }
            return true
        }
    }

    /// The value that the line `range` holds.
    func decode<T: LogValue>(_ type: T.Type, _ range: Range<Int>) throws(LogFailure) -> T {
        var reader = Reader(bytes, range, isSealed: true)
        do throws(CodingFailure) {
            let value = try T.pass(nil, through: &reader)
            try reader.finish()
            return value
        } catch {
            throw LogFailure(.content(error), line: line, column: error.column + 1)
        }
    }

    /// The event that the line `range` holds, without reading what was decided about it.
    func given(_ range: Range<Int>) throws(LogFailure) -> Given {
        var reader = Reader(bytes, range, isSealed: true)
        do throws(CodingFailure) {
            return try reader.beginning { reader throws(CodingFailure) in try Given.passFields(nil, through: &reader) }
        } catch {
            throw LogFailure(.content(error), line: line, column: error.column + 1)
        }
    }

    /// Records follow each other without a gap.
    func check(_ number: Int64, after expected: inout Int64?) throws(LogFailure) {
        if let expected, number != expected { throw LogFailure(.number(expected: expected, found: number), line: line, column: 1) }
        expected = number + 1
    }

    private func endOfLine(from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var index = start
            while index < bytes.count {
                if bytes[index] == 0x0A { return index }
                index += 1
            }
            return nil
        }
    }

    private func recordedChecksum(_ line: Range<Int>) -> UInt32? {
        let sealStart = line.upperBound - LineWriter.sealLength
        return sealStart > line.lowerBound && hasSeal(at: sealStart) ? recordedChecksum(at: sealStart + 8) : nil
    }

    private func hasSeal(at start: Int) -> Bool {
        guard bytes[start + LineWriter.sealLength - 2] == 0x22, bytes[start + LineWriter.sealLength - 1] == 0x7D else { return false }
        return LineWriter.seal.withUTF8Buffer { seal in
            for index in 0..<seal.count where bytes[start + index] != seal[index] { return false }
            return true
        }
    }

    private func recordedChecksum(at start: Int) -> UInt32? {
        var value: UInt32 = 0
        for index in start..<start + 8 {
            switch bytes[index] {
            case 0x30...0x39: value = value << 4 | UInt32(bytes[index] - 0x30)
            case 0x61...0x66: value = value << 4 | UInt32(bytes[index] - 0x57)
            case _: return nil
            }
        }
        return value
    }
}
