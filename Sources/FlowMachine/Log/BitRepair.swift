/// A single bit to flip, which makes the lines of a damaged log valid again. A failing memory chip or a faulty transfer typically flips one
/// bit.
package struct BitRepair: Equatable, Sendable {
    /// The position of the byte in the segment, starting at 0.
    package let offset: Int
    /// The mask of the bit in its byte.
    package let bit: UInt8

    /// Flips the bit in `bytes`, which must be the bytes in which the bit was found.
    package func apply(to bytes: inout [UInt8]) { if bytes.indices.contains(offset) { bytes[offset] ^= bit } }

    /// Returns the possible repairs of `damage`. Each of them makes the damaged lines and the line after them valid.
    ///
    /// A checksum has 32 bits, so there is hardly ever more than one such bit.
    package static func candidates(in bytes: [UInt8], _ damage: LogSurvey.Damage) -> [BitRepair] {
        var effort = Effort()
        return candidates(in: bytes, damage, &effort)
    }

    /// Returns the same bits as `candidates(in:_:)` and deducts the cost of the search from `effort`. Returns no bits if no effort is left,
    /// or if the damage is too long to be searched.
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

    /// The maximum length of the damaged lines, and of the line after them, in bytes. No record is longer.
    private static let longest = 1 << 20

    /// The number of bytes that the search in one log may still check. Accidental damage has one or two candidates, so only a log that was
    /// built to waste time uses up this number.
    package struct Effort: Sendable {
        fileprivate(set) var left = 64 << 20

        /// Creates the effort for a whole log.
        package init() {}
    }
}

/// The damaged lines and the valid line after them.
private struct DamagedPart {
    let bytes: [UInt8]
    /// The number of bytes in the damaged lines. The valid line follows these bytes.
    let damaged: Int
    let checksumBefore: UInt32

    /// The maximum length of the damage, in bytes, for the search for bits that create or remove a line's end.
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

    /// The bits of the content that, when flipped, make the content match the checksum at the line's end.
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

    /// The bits of the checksum at the line's end that, when flipped, make the checksum match the content.
    private var inSeal: [BitRepair] {
        let seal = max(0, line.upperBound - LineWriter.sealLength)..<line.upperBound
        guard seal.lowerBound > 0 else { return [] }
        let computed = Checksum.extend(checksumBefore, bytes, 0..<seal.lowerBound)
        // The copy includes one byte of content, because `recordedChecksum` requires content before the seal, which contains the checksum.
        let copy = Array(bytes[seal.lowerBound - 1..<seal.upperBound])
        return everyBit(of: seal).filter { repair in
            var turned = copy
            BitRepair(offset: repair.offset - seal.lowerBound + 1, bit: repair.bit).apply(to: &turned)
            return LineCursor(turned).recordedChecksum(turned.indices) == computed
        }
    }

    /// The bits that, when flipped, create or remove a line's end.
    private var inNewlines: [BitRepair] {
        guard damaged <= DamagedPart.longest else { return [] }
        return madeNewlines + everyBit(of: line.upperBound..<min(line.upperBound + 1, damaged))
    }

    /// The bits that, when flipped, create a newline directly after a checksum that matches the bytes before it.
    private var madeNewlines: [BitRepair] {
        let cursor = LineCursor(bytes)
        var found: [BitRepair] = []
        // The checksum of the content that ends at `position`.
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

    /// Whether every line is valid after the bit of `repair` is flipped.
    private func isWhole(after repair: BitRepair) -> Bool {
        var turned = bytes
        repair.apply(to: &turned)
        var cursor = LineCursor(turned, after: checksumBefore)
        do throws(LogFailure) {
            while let range = try cursor.next() {
                // A line may be a record, a header or a snapshot.
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
