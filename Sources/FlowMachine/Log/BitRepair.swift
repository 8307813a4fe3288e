/// A single bit of a damaged log that makes its lines valid again when it is flipped: the typical damage by a failing memory chip or a bad
/// transfer.
package struct BitRepair: Equatable, Sendable {
    /// The byte, counted from 0 in the segment.
    package let offset: Int
    /// The bit in it, as a mask.
    package let bit: UInt8

    /// Flips the bit in the bytes that it was found in.
    package func apply(to bytes: inout [UInt8]) { if bytes.indices.contains(offset) { bytes[offset] ^= bit } }

    /// Every single bit that makes the lines of `damage` and the line after them valid when it is flipped. Checksums have 32 bits, so in a
    /// damage of a log's length hardly ever more than one bit fits.
    package static func candidates(in bytes: [UInt8], _ damage: LogSurvey.Damage) -> [BitRepair] {
        let next = bytes[damage.bytes.upperBound...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
        let part = DamagedPart(
            bytes: Array(bytes[damage.bytes.lowerBound..<next]), damaged: damage.bytes.count, checksumBefore: damage.checksumBefore)
        return part.candidates.map { BitRepair(offset: damage.bytes.lowerBound + $0.offset, bit: $0.bit) }
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

    var candidates: [BitRepair] {
        var found: [BitRepair] = []
        for candidate in inContent + inSeal + inNewlines where !found.contains(candidate) && isWhole(after: candidate) {
            found.append(candidate)
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

    /// Every bit of the checksum at the line's end.
    private var inSeal: [BitRepair] { everyBit(of: max(0, line.upperBound - LineWriter.sealLength)..<line.upperBound) }

    /// Bits that create or remove a line's end when they are flipped.
    private var inNewlines: [BitRepair] {
        // Each candidate requires a pass over all bytes.
        guard damaged <= DamagedPart.longest else { return [] }
        let made = (0..<damaged).compactMap { offset in
            (bytes[offset] ^ 0x0A).nonzeroBitCount == 1 ? BitRepair(offset: offset, bit: bytes[offset] ^ 0x0A) : nil
        }
        return made + everyBit(of: line.upperBound..<min(line.upperBound + 1, damaged))
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
                if (try? cursor.decode(Record.self, range)) == nil, (try? cursor.decode(LogHeader.self, range)) == nil,
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
