/// A single bit of a damaged log that makes its lines valid again when it is flipped: the typical damage by a failing memory chip or a bad
/// transfer.
package struct BitRepair: Equatable, Sendable {
    /// The byte, counted from 0 in the segment.
    package let offset: Int
    /// The bit in the byte, as a mask.
    package let bit: UInt8

    /// Flips the bit in the bytes that it was found in.
    package func apply(to bytes: inout [UInt8]) { if bytes.indices.contains(offset) { bytes[offset] ^= bit } }

    /// Every single bit that makes the lines of `damage` and the line after them valid when it is flipped. Checksums have 32 bits, so in a
    /// damage of a log's length hardly ever more than one bit fits.
    package static func candidates(in bytes: [UInt8], _ damage: LogSurvey.Damage) -> [BitRepair] {
        var effort = Effort()
        return candidates(in: bytes, damage, &effort)
    }

    /// The same, with the effort that is left for the log. Nothing is found once it is used up, nor in damage that is too long to be that of
    /// one bit.
    package static func candidates(in bytes: [UInt8], _ damage: LogSurvey.Damage, _ effort: inout Effort) -> [BitRepair] {
        guard effort.left > 0, damage.bytes.count <= longest else { return [] }
        let end = min(bytes.count, damage.bytes.upperBound + longest)
        let next = bytes[damage.bytes.upperBound..<end].firstIndex(of: 0x0A).map { $0 + 1 } ?? end
        // The line after the damage is too long.
        if next == end, end < bytes.count { return [] }
        let part = DamagedPart(
            bytes: Array(bytes[damage.bytes.lowerBound..<next]), damaged: damage.bytes.count, checksumBefore: damage.checksumBefore)
        return part.candidates(&effort).map { BitRepair(offset: damage.bytes.lowerBound + $0.offset, bit: $0.bit) }
    }

    /// The longest line, or run of lines, in which a bit is searched. No record is as long.
    private static let longest = 1 << 20

    /// What the search for bits in one log may still cost, in bytes that are checked for a candidate. Only a log that was made to cost time
    /// uses it up: an accident has one or two candidates.
    package struct Effort: Sendable {
        fileprivate(set) var left = 64 << 20

        /// The effort for a whole log.
        package init() {}
    }
}

/// The damaged lines and the valid line after them.
private struct DamagedPart {
    let bytes: [UInt8]
    /// How many of the bytes belong to damaged lines.
    let damaged: Int
    let checksumBefore: UInt32

    /// The maximum number of bytes in which line ends are searched.
    private static let longest = 1 << 16

    func candidates(_ effort: inout BitRepair.Effort) -> [BitRepair] {
        var found: [BitRepair] = []
        for candidate in inContent + inSeal + inNewlines where !found.contains(candidate) && effort.left > 0 {
            effort.left -= bytes.count
            if isWhole(after: candidate) { found.append(candidate) }
        }
        return found
    }

    /// The first line, without its newline.
    private var line: Range<Int> { 0..<(bytes[..<damaged].firstIndex(of: 0x0A) ?? damaged) }

    /// Bits of the content that give the checksum at the line's end when they are flipped.
    private var inContent: [BitRepair] {
        guard line.count > LineWriter.sealLength, let recorded = LineCursor(bytes).recordedChecksum(line) else { return [] }
        let content = 0..<line.upperBound - LineWriter.sealLength
        let difference = Checksum.extend(checksumBefore, bytes, content) ^ recorded
        var found: [BitRepair] = []
        var differences = (0..<8).map { Checksum.difference(1 << $0) }
        for offset in content.reversed() {
            for bit in 0..<8 {
                if differences[bit] == difference { found.append(BitRepair(offset: offset, bit: 1 << bit)) }
                differences[bit] = Checksum.shifted(differences[bit])
            }
        }
        return found
    }

    /// Bits of the checksum at the line's end, with which it is the content's.
    private var inSeal: [BitRepair] {
        let seal = max(0, line.upperBound - LineWriter.sealLength)..<line.upperBound
        guard seal.lowerBound > 0 else { return [] }
        let computed = Checksum.extend(checksumBefore, bytes, 0..<seal.lowerBound)
        // One byte of content in front, because a line is more than its seal.
        let copy = Array(bytes[seal.lowerBound - 1..<seal.upperBound])
        return everyBit(of: seal).filter { repair in
            var turned = copy
            BitRepair(offset: repair.offset - seal.lowerBound + 1, bit: repair.bit).apply(to: &turned)
            return LineCursor(turned).recordedChecksum(turned.indices) == computed
        }
    }

    /// Bits that create or remove a line's end when they are flipped.
    private var inNewlines: [BitRepair] {
        guard damaged <= DamagedPart.longest else { return [] }
        return madeNewlines + everyBit(of: line.upperBound..<min(line.upperBound + 1, damaged))
    }

    /// Bits that create a newline behind a checksum that is that of the bytes before it.
    private var madeNewlines: [BitRepair] {
        let cursor = LineCursor(bytes)
        var found: [BitRepair] = []
        // The checksum of the content up to there.
        var (checksum, position) = (checksumBefore, 0)
        for offset in 0..<damaged where (bytes[offset] ^ 0x0A).nonzeroBitCount == 1 {
            guard let recorded = cursor.recordedChecksum(0..<offset) else { continue }
            let content = offset - LineWriter.sealLength
            checksum = Checksum.extend(checksum, bytes, position..<content)
            position = content
            if checksum == recorded { found.append(BitRepair(offset: offset, bit: bytes[offset] ^ 0x0A)) }
        }
        return found
    }

    private func everyBit(of range: Range<Int>) -> [BitRepair] {
        range.flatMap { offset in (0..<8).map { BitRepair(offset: offset, bit: 1 << $0) } }
    }

    /// Whether every line is valid with the bit flipped.
    private func isWhole(after repair: BitRepair) -> Bool {
        var turned = bytes
        repair.apply(to: &turned)
        var cursor = LineCursor(turned, after: checksumBefore)
        do throws(LogFailure) {
            while let range = try cursor.next() {
                // A header and a snapshot are not records.
                if (try? cursor.decode(LogRecord.self, range)) == nil, (try? cursor.decode(LogHeader.self, range)) == nil,
                    (try? cursor.decode(Snapshot.Foreign.self, range)) == nil
                {
                    return false
                }
            }
            return true
        } catch {
            return false
        }
    }
}
