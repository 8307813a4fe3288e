/// Repairs a log in one pass. If a single flipped bit explains a damage, flips this bit back. Then continues after the damage.
package struct LogRepair {
    /// The bytes of the log, in which every repaired bit is flipped back.
    package private(set) var bytes: [UInt8]
    /// The repaired damages with their bits. The list ends after the number of repairs that was requested with `most`.
    package private(set) var repairs: [(damage: LogSurvey.Damage, repair: BitRepair)] = []
    /// The number of repaired bits.
    package private(set) var count = 0
    /// The first damage that no single bit explains; `nil` if every damage was repaired.
    package private(set) var left: LogSurvey.Damage?

    /// Repairs the log in `damaged`. Stores at most `most` repairs in `repairs`.
    package init(_ damaged: [UInt8], most: Int) {
        var cursor = LineCursor(damaged)
        var effort = BitRepair.Effort()
        while true {
            do throws(LogFailure) {
                guard try cursor.next() != nil else { break }
            } catch {
                let place = cursor.place
                let damage = cursor.damage(error)
                let candidates = BitRepair.candidates(in: cursor.bytes, damage, &effort)
                guard candidates.count == 1, let repair = candidates.first else {
                    left = left ?? damage
                    if damage.isTail { break }
                    continue
                }
                count += 1
                if repairs.count < most { repairs.append((damage, repair)) }
                cursor.repair(repair, from: place)
            }
        }
        bytes = cursor.bytes
    }
}

extension LineCursor {
    /// Moves past the damaged lines after `error`, and returns a description of them.
    mutating func damage(_ error: LogFailure) -> LogSurvey.Damage {
        let (start, checksum) = (position, checksum)
        let isTail = !resumeAfterDamage()
        return LogSurvey.Damage(
            lines: error.line...max(error.line, line), failure: error, isTail: isTail,
            bytes: start..<(isTail ? bytes.count : position), checksumBefore: checksum)
    }
}
