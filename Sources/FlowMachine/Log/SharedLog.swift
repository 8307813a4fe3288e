/// Removes from a log what is only for the app's own eyes: the random id of the installation, by which logs of one device could be linked.
///
/// Every line's checksum continues that of the line before, so all of them change with the header; damaged lines stay damaged in the same
/// way. A segment without an installation's id is returned unchanged.
public struct SharedLog: Sendable {
    /// The checksum of the last line of the previous segment: as it was, and as it is shared.
    private var last: (recorded: UInt32, shared: UInt32)?

    private static let key: PlainText = "\"installation\""

    /// Begins with the first segment of a log.
    public init() {}

    /// The segment as it may be shared. Pass the segments of a log in order: each names the checksum at which the one before ended.
    public mutating func segment(_ bytes: [UInt8]) -> [UInt8] {
        var shared: [UInt8] = []
        shared.reserveCapacity(bytes.count)
        // The difference between the checksum of a line as it is shared and as it was recorded. It depends only on what was changed and on
        // the number of bytes since, so the checksum of a damaged line keeps its error.
        var difference: UInt32 = 0
        var recorded: UInt32?
        var start = 0
        var isFirst = true
        // Until a line can be trusted, each may be a part of a damaged header.
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

    /// The header's line without the id; `nil` if it has none. In a line whose checksum does not match, the id is overwritten instead, so
    /// that the place of the damage stays where it is.
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

    /// The string value of the field whose key ends at `index`, without its quotes; up to the end of the line if the closing quote is
    /// missing. `nil` if no string follows the key.
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

    /// A field with the comma before it, or after it if it is the first of its object.
    private func withComma(_ field: Range<Int>, _ line: [UInt8]) -> Range<Int> {
        var start = field.lowerBound
        while start > 0, line[start - 1] == 0x20 || line[start - 1] == 0x09 { start -= 1 }
        if start > 0, line[start - 1] == 0x2C { return start - 1..<min(field.upperBound, line.count) }
        var end = min(field.upperBound, line.count)
        while end < line.count, line[end] == 0x20 || line[end] == 0x09 { end += 1 }
        return field.lowerBound..<(end < line.count && line[end] == 0x2C ? end + 1 : end)
    }

    /// In a damaged header, the damage may be in the field's name: overwrites everything that has the form of an identifier, which is 16 or
    /// more hexadecimal digits in a row.
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

    /// The snapshot's line with the checksum at which the segment before ends as it is shared; `nil` if the line is no snapshot, or does
    /// not continue that segment.
    private func snapshot(_ bytes: [UInt8], _ content: Range<Int>) -> [UInt8]? {
        guard let last, last.recorded != last.shared, starts(bytes, content, with: Snapshot.opening) else { return nil }
        let old = SharedLog.follows(last.recorded)
        guard content.count >= old.count else { return nil }
        // The field is one of the first.
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
    /// The end of a line with this checksum, without the newline.
    static func seal(_ checksum: UInt32) -> [UInt8] {
        let end: PlainText = ",\"crc\":\"\(hex32(checksum))\"}"
        return end.bytes
    }
}
