/// Reads a segment line by line and stops at the first damaged line. All lines before the damage are valid.
///
/// ```swift
/// for record in try LogReader(bytes).records() {
///     let record = try record.get()
///     print(record.number, record.rule)
/// }
/// ```
public struct LogReader: Sendable {
    private var cursor: LineCursor
    private var expectedNumber: Int64?
    private let opening: SegmentOpening
    /// The header of the segment: the app and the library that wrote it, and its settings.
    public var header: LogHeader { opening.header }
    /// The snapshot from which the segment continues; `nil` if the segment begins with a launch.
    public var snapshot: Snapshot? { opening.snapshot }

    /// The number of the line that was read last, starting at 1.
    public var line: Int { cursor.line }

    /// Opens a segment and reads its header, and its snapshot if there is one.
    /// - Throws: `LogFailure` if the header or the snapshot cannot be read.
    public init(_ bytes: [UInt8]) throws(LogFailure) {
        cursor = LineCursor(bytes)
        opening = try cursor.opening()
        expectedNumber = opening.firstNumber
    }

    /// Returns the next record; `nil` at the end of the available bytes.
    /// - Throws: `LogFailure` at the first line that is damaged or cannot be read.
    public mutating func next() throws(LogFailure) -> LogRecord? {
        guard let range = try cursor.next() else { return nil }
        let record = try cursor.decode(LogRecord.self, range)
        try cursor.check(record.number, after: &expectedNumber)
        return record
    }

    /// Returns a sequence of the remaining records. If a line is damaged, the sequence ends with the failure. `try records().map { try
    /// $0.get() }` therefore returns every record of an undamaged segment, and throws for a damaged segment.
    public func records() -> Records { Records(reader: self) }

    /// The records of a segment. Each record is read when the iteration reaches it.
    public struct Records: Sequence, IteratorProtocol, Sendable {
        private var reader: LogReader
        private var hasFailed = false

        fileprivate init(reader: LogReader) { self.reader = reader }

        /// Returns the next record, or the failure if its line is damaged or cannot be read. Returns `nil` at the end and after a failure.
        public mutating func next() -> Result<LogRecord, LogFailure>? {
            if hasFailed { return nil }
            do throws(LogFailure) {
                return try reader.next().map { .success($0) }
            } catch {
                hasFailed = true
                return .failure(error)
            }
        }
    }

    /// Adds the next bytes of the segment and frees the lines that were read. A log of any size can therefore be read in pieces.
    ///
    /// Call this function after `next()` has returned `nil`. Each piece except the last must end with the end of a line.
    public mutating func append(_ bytes: [UInt8]) { cursor.append(bytes) }

    /// Skips the damaged lines after a failure.
    /// - Returns: whether the available bytes contain a valid line after the damage.
    public mutating func resumeAfterDamage() -> Bool {
        expectedNumber = nil
        return cursor.resumeAfterDamage()
    }
}

/// The first lines of a segment: its header, and its snapshot if it has one. It is a class because a type with one reference needs less
/// code than a type with both values.
final class SegmentOpening: Sendable {
    let header: LogHeader
    let snapshot: Snapshot?

    init(_ header: LogHeader, _ snapshot: Snapshot?) {
        self.header = header
        self.snapshot = snapshot
    }

    /// The number of the first record if the segment continues a launch; otherwise `nil`.
    var firstNumber: Int64? { snapshot.map { $0.number + 1 } }
}

/// Moves from line to line and checks that each line's checksum continues the checksum of the previous line.
struct LineCursor {
    var bytes: [UInt8]
    private(set) var line = 0
    private(set) var checksum: UInt32 = 0
    /// The end of the last valid line.
    private(set) var position = 0
    /// Whether the line at `position` failed.
    private var isStuck = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Creates a cursor at bytes that follow a line whose checksum is `checksum`. The first line of `bytes` has the number 1.
    init(_ bytes: [UInt8], after checksum: UInt32) {
        self.bytes = bytes
        self.checksum = checksum
    }

    /// Adds bytes and frees the bytes before `position`.
    mutating func append(_ more: [UInt8]) {
        if position == bytes.count {
            bytes = more
        } else {
            bytes.removeSubrange(..<position)
            bytes += more
        }
        position = 0
    }

    /// Moves to the next line and checks its checksum. Returns the line without its newline; `nil` at the end.
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

    /// Moves past a line of `count` bytes. `accept` has already compared the bytes.
    private mutating func move(behind count: Int, _ checksum: UInt32) {
        line += 1
        position += count
        self.checksum = checksum
    }

    /// Moves to the next valid line after a failure: a line whose checksum continues the checksum of the line before it, even if that
    /// earlier line is damaged. Returns false if there is no such line. Only the line number has advanced then.
    mutating func resumeAfterDamage() -> Bool {
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

    /// The position of a cursor, without the bytes. A copy of the whole cursor would share the bytes, and changing one byte would then copy
    /// all bytes.
    struct Place {
        fileprivate let line: Int
        fileprivate let checksum: UInt32
        fileprivate let position: Int
    }

    var place: Place { Place(line: line, checksum: checksum, position: position) }

    /// Flips the bit of `repair`, which is in a damaged line, and returns to that line.
    /// - Parameters:
    ///   - repair: the bit to flip.
    ///   - failed: the position of the cursor when reading the line failed.
    mutating func repair(_ repair: BitRepair, from failed: Place) {
        (line, checksum, position, isStuck) = (failed.line - 1, failed.checksum, failed.position, false)
        repair.apply(to: &bytes)
    }

    /// Reads the header, and the snapshot if the segment has one.
    mutating func opening() throws(LogFailure) -> SegmentOpening {
        guard let range = try next() else { throw LogFailure(.empty, line: 1, column: 1) }
        let header = try decode(LogHeader.self, range)
        if header.format > LogHeader.format { throw LogFailure(.format(header.format), line: 1, column: 1) }
        guard isAtSnapshot, let range = try next() else { return SegmentOpening(header, nil) }
        if header.modelRevision != LogHeader.modelRevision {
            return SegmentOpening(header, try decode(Snapshot.Foreign.self, range).snapshot)
        }
        let snapshot = try decode(Snapshot.self, range)
        if let computed = snapshot.model?.digest, computed != snapshot.digest {
            throw LogFailure(.snapshot(recorded: snapshot.digest, computed: computed), line: line, column: 1)
        }
        return SegmentOpening(header, snapshot)
    }

    private var isAtSnapshot: Bool {
        Snapshot.opening.withUTF8Buffer { opening in
            guard bytes.count - position >= opening.count else { return false }
            for index in 0..<opening.count where bytes[position + index] != opening[index] { return false }
            return true
        }
    }

    /// Returns the value in the line `range`.
    func decode<T: ReadableValue>(_ type: T.Type, _ range: Range<Int>) throws(LogFailure) -> T {
        #if !hasFeature(Embedded)
            if let value = quickValue(type, range) { return value }
        #endif
        return try carefulValue(type, range)
    }

    private func carefulValue<T: ReadableValue>(_ type: T.Type, _ range: Range<Int>) throws(LogFailure) -> T {
        var reader = Reader(bytes, range, isSealed: true)
        do throws(CodingFailure) {
            let value = try T.read(from: &reader)
            try reader.finish()
            return value
        } catch {
            throw LogFailure(.content(error), line: line, column: error.column + 1)
        }
    }

    /// Returns the event in the line `range`, without reading the recorded decision about this event.
    func entry(_ range: Range<Int>) throws(LogFailure) -> EventEntry {
        var reader = Reader(bytes, range, isSealed: true)
        do throws(CodingFailure) {
            return try reader.beginning(EventEntry.self)
        } catch {
            throw LogFailure(.content(error), line: line, column: error.column + 1)
        }
    }

    /// Checks that `number` is the expected number of a record, and sets `expected` to the next number. Accepts any number if `expected` is
    /// `nil`.
    func check(_ number: Int64, after expected: inout Int64?) throws(LogFailure) {
        if let expected, number != expected { throw LogFailure(.number(expected: expected, found: number), line: line, column: 1) }
        expected = number + 1
    }

    private func endOfLine(from start: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var index = start
            while bytes.count - index >= 8 {
                // The expression below is not zero if one of the eight bytes is a newline.
                let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
                if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 { break }
                index += 8
            }
            while index < bytes.count {
                if bytes[index] == 0x0A { return index }
                index += 1
            }
            return nil
        }
    }

    /// Returns the checksum at the end of a line; `nil` if the line has no checksum.
    func recordedChecksum(_ line: Range<Int>) -> UInt32? {
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

#if !hasFeature(Embedded)
    // Reads lines that have exactly the form in which this build writes them.
    extension LineCursor {
        /// Returns the value in the line `range`; `nil` if the line does not have the form in which this build writes it.
        func quickValue<T: ReadableValue>(_ type: T.Type, _ range: Range<Int>) -> T? {
            bytes.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress, range.count > LineWriter.sealLength else { return nil }
                var reader = QuickReader(base + range.lowerBound, base + (range.upperBound - LineWriter.sealLength))
                return try? T.read(from: &reader)
            }
        }

        /// Returns the event of the next line; `nil` if the line does not have the form in which this build writes it. The cursor does not
        /// move, and the checksum is not checked.
        func quickEntry() -> EventEntry? {
            bytes.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress, bytes.count - position > 2 * QuickReader.slack else { return nil }
                var reader = QuickReader(base + position, base + (bytes.count - QuickReader.slack))
                return try? reader.beginning(EventEntry.self)
            }
        }

        /// Moves past the next line if the line, with its newline, equals the bytes `line`. Returns whether it does.
        mutating func accept(_ line: UnsafeBufferPointer<UInt8>, checksum: UInt32) -> Bool {
            let isNext = bytes.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress, let start = UnsafeRawPointer(line.baseAddress) else { return false }
                return bytes.count - position >= line.count && areEqual(base + position, start, count: line.count)
            }
            if isNext { move(behind: line.count, checksum) }
            return isNext
        }
    }

    /// Returns whether the `count` bytes at both addresses are the same.
    private func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool {
        var offset = 0
        while count - offset >= 8 {
            let (one, other) = (left + offset, right + offset)
            if one.loadUnaligned(as: UInt64.self) != other.loadUnaligned(as: UInt64.self) { return false }
            offset += 8
        }
        while offset < count {
            let (one, other) = (left + offset, right + offset)
            if one.load(as: UInt8.self) != other.load(as: UInt8.self) { return false }
            offset += 1
        }
        return true
    }
#endif
