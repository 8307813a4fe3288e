/// Removes the random id of the installation from a log. With this id, others could tell that two logs come from the same device.
///
/// Every line's checksum continues the checksum of the previous line, so all checksums change with the header. Damaged lines keep their
/// damage. A segment without the id of an installation is returned unchanged.
public struct SharedLog: Sendable {
    /// The checksum of the last line of the previous segment, as recorded and as shared; `nil` before the first segment.
    private var last: (recorded: UInt32, shared: UInt32)?

    private static let key: PlainText = "\"installation\""

    /// Creates a value that expects the first segment of a log.
    public init() {}

    /// Returns a segment without the id. Pass the segments of a log in order. The snapshot at the beginning of a segment contains the last
    /// checksum of the previous segment, and must change with that checksum.
    public mutating func segment(_ bytes: [UInt8]) -> [UInt8] {
        var shared: [UInt8] = []
        shared.reserveCapacity(bytes.count)
        // The difference between the shared and the recorded checksum of a line. It depends only on the changed bytes and on the number of
        // bytes after them, so the checksum of a damaged line keeps its error.
        var difference: UInt32 = 0
        var recorded: UInt32?
        var start = 0
        var isFirst = true
        // Until the first valid line, each line may be a part of a damaged header.
        var isHeader = true
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            let seal = LineCursor(bytes).recordedChecksum(start..<end)
            let content = start..<(seal == nil ? end : end - LineWriter.sealLength)
            let isWhole = isHeader && seal == Checksum.extend(recorded ?? 0, bytes, content)
            if isWhole, !isFirst { isHeader = false }
            let changed = isHeader ? header(bytes, content, isWhole: isWhole) : snapshot(bytes, content)
            if isWhole { isHeader = false }
            if let changed {
                let before = Checksum.extend(recorded ?? 0, bytes, content)
                let after = Checksum.extend((recorded ?? 0) ^ difference, changed, 0..<changed.count)
                shared += changed
                difference = before ^ after
            } else {
                shared += bytes[content]
                if difference != 0 { for _ in content { difference = Checksum.shifted(difference) } }
            }
            if let seal {
                recorded = seal
                shared += LineWriter.seal(seal ^ difference)
            }
            if end < bytes.count { shared.append(0x0A) }
            start = end + 1
            isFirst = false
        }
        last = recorded.map { ($0, $0 ^ difference) }
        return shared
    }

    /// Returns the header's line without the id; `nil` if the line contains no id. If the line's checksum does not match, overwrites the id
    /// instead of removing it, so that the damage keeps its position.
    private func header(_ bytes: [UInt8], _ content: Range<Int>, isWhole: Bool) -> [UInt8]? {
        var line = Array(bytes[content])
        let key = SharedLog.key.bytes
        var isChanged = false
        var index = 0
        while index + key.count < line.count {
            guard line[index] == 0x22, Array(line[index..<index + key.count]) == key, let value = text(in: line, after: index + key.count)
            else {
                index += 1
                continue
            }
            isChanged = true
            if isWhole {
                let field = withComma(index..<value.upperBound + 1, line)
                line.removeSubrange(field)
                index = field.lowerBound
            } else {
                for place in value { line[place] = 0x30 }
                index = value.upperBound
            }
        }
        if !isWhole, overwriteIdentifiers(&line) { isChanged = true }
        return isChanged ? line : nil
    }

    /// Returns the range of the string value, without its quotes, of the field whose key ends at `index`. If the closing quote is missing,
    /// the range reaches to the end of the line. Returns `nil` if no string follows the key.
    private func text(in line: [UInt8], after index: Int) -> Range<Int>? {
        func skipSpace(_ index: Int) -> Int {
            var index = index
            while index < line.count, line[index] == 0x20 || line[index] == 0x09 { index += 1 }
            return index
        }
        let colon = skipSpace(index)
        guard colon < line.count, line[colon] == 0x3A else { return nil }
        let start = skipSpace(colon + 1) + 1
        guard start <= line.count, line[start - 1] == 0x22 else { return nil }
        var end = start
        while end < line.count, line[end] != 0x22 { end += line[end] == 0x5C ? 2 : 1 }
        return start..<min(end, line.count)
    }

    /// Extends the range of a field by the comma before it. If the field is the first field of its object, extends the range by the comma
    /// after it.
    private func withComma(_ field: Range<Int>, _ line: [UInt8]) -> Range<Int> {
        var start = field.lowerBound
        while start > 0, line[start - 1] == 0x20 || line[start - 1] == 0x09 { start -= 1 }
        if start > 0, line[start - 1] == 0x2C { return start - 1..<min(field.upperBound, line.count) }
        var end = min(field.upperBound, line.count)
        while end < line.count, line[end] == 0x20 || line[end] == 0x09 { end += 1 }
        return field.lowerBound..<(end < line.count && line[end] == 0x2C ? end + 1 : end)
    }

    /// Overwrites all text in the form of an identifier, which is 16 or more hexadecimal digits in a row. In a damaged header, the damage
    /// may be in the name of the field, so the name does not identify the field. Returns whether a byte changed.
    private func overwriteIdentifiers(_ line: inout [UInt8]) -> Bool {
        var isChanged = false
        var start = 0
        for index in 0...line.count {
            if index < line.count, isHexDigit(line[index]) { continue }
            if index - start >= 16 {
                for place in start..<index where line[place] != 0x30 {
                    line[place] = 0x30
                    isChanged = true
                }
            }
            start = index + 1
        }
        return isChanged
    }

    private func isHexDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }

    /// Returns the snapshot's line with the shared checksum of the previous segment's last line. Returns `nil` if the line is not a
    /// snapshot, does not continue the previous segment, or contains a checksum that sharing does not change.
    private func snapshot(_ bytes: [UInt8], _ content: Range<Int>) -> [UInt8]? {
        guard let last, last.recorded != last.shared, starts(bytes, content, with: Snapshot.opening) else { return nil }
        let old = SharedLog.follows(last.recorded)
        guard content.count >= old.count else { return nil }
        // `follows` is one of the first fields, so a search in 256 bytes is enough.
        for index in content.lowerBound...min(content.lowerBound + 256, content.upperBound - old.count)
        where bytes[index] == 0x22 && Array(bytes[index..<index + old.count]) == old {
            var line = Array(bytes[content])
            let place = index - content.lowerBound
            line.replaceSubrange(place..<place + old.count, with: SharedLog.follows(last.shared))
            return line
        }
        return nil
    }

    private static func follows(_ checksum: UInt32) -> [UInt8] {
        let field: PlainText = "\"follows\":\"\(hex32(checksum))\""
        return field.bytes
    }

    private func starts(_ bytes: [UInt8], _ content: Range<Int>, with opening: StaticString) -> Bool {
        opening.withUTF8Buffer { opening in
            guard content.count >= opening.count else { return false }
            for index in 0..<opening.count where bytes[content.lowerBound + index] != opening[index] { return false }
            return true
        }
    }
}

extension LineWriter {
    /// Returns the end of a line whose checksum is `checksum`, without the newline.
    static func seal(_ checksum: UInt32) -> [UInt8] {
        let end: PlainText = ",\"crc\":\"\(hex32(checksum))\"}"
        return end.bytes
    }
}
