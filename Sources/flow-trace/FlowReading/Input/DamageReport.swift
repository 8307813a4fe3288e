import FlowMachine

/// The facts about damaged lines: their text, and whether one flipped bit explains the damage.
package struct DamageReport: Sendable {
    package let lines: DamagedLines
    /// The flipped bit whose repair makes the checksums match; `nil` if there is no such bit, or more than one candidate.
    package let repair: BitRepair?
    /// The position of the flipped bit: its line, and its byte in the line, both from 1; `nil` if the bit is not known.
    let place: (line: Int, column: Int)?
    /// The byte with the flipped bit: its damaged value and its original value; `nil` if the bit is not known.
    let change: (is: UInt8, was: UInt8)?
    /// The beginning of the first damaged line, or the part around the flipped bit. Invalid UTF-8 is replaced.
    private let text: String

    /// The highest number of bytes of a damaged line that are shown.
    private static let shown = 72

    /// The highest number of damaged places in one log that are reported one by one. Further places are only counted.
    package static let most = 20

    /// Creates the report on `lines`. `effort` is the remaining effort for searches for flipped bits in this log. This search reduces it.
    package init(_ lines: DamagedLines, in bytes: [UInt8], _ effort: inout BitRepair.Effort) {
        let candidates = lines.damage.map { BitRepair.candidates(in: bytes, $0, &effort) } ?? []
        self.init(lines, in: bytes, candidates.count == 1 ? candidates.first : nil)
    }

    package init(_ lines: DamagedLines, in bytes: [UInt8], _ found: BitRepair?) {
        self.lines = lines
        guard let damage = lines.damage else {
            repair = nil
            place = nil
            change = nil
            text = ""
            return
        }
        repair = found
        if let repair, bytes.indices.contains(repair.offset) {
            let before = bytes[damage.bytes.lowerBound..<repair.offset]
            let line = lines.lines.lowerBound + before.count { $0 == 0x0A }
            place = (line, repair.offset - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? damage.bytes.lowerBound) + 1)
            change = (bytes[repair.offset], bytes[repair.offset] ^ repair.bit)
        } else {
            place = nil
            change = nil
        }
        let end = bytes[damage.bytes].firstIndex(of: 0x0A) ?? damage.bytes.upperBound
        let start = damage.bytes.lowerBound
        // The text shows the flipped bit in its middle, if the bit is known.
        let middle = repair.map { min($0.offset, end) } ?? start
        let from = max(start, middle - DamageReport.shown / 2)
        let to = min(end, from + DamageReport.shown)
        text = (from > start ? "…" : "") + String(decoding: bytes[from..<to], as: UTF8.self) + (to < end ? "…" : "")
    }

    /// Sentences that quote the damaged line and name the flipped bit that explains the damage.
    package var explanation: [String] {
        var sentences: [String] = []
        if !text.isEmpty { sentences.append("Line \(lines.lines.lowerBound) says: \(text)") }
        if let place, let change {
            sentences.append(
                "One flipped bit explains it: byte \(place.column) of line \(place.line) is \(DamageReport.name(change.is)) and was \(DamageReport.name(change.was))."
            )
        }
        return sentences
    }

    private static func name(_ byte: UInt8) -> String {
        let scalar = Unicode.Scalar(byte)
        return (0x21..<0x7F).contains(byte) ? "\"\(scalar)\"" : "0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
