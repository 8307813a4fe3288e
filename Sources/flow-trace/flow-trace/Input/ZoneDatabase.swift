import FlowReading

/// The time zones of this computer, read from the files of the time zone database.
///
/// Foundation could read them, but would then be loaded whenever the tool starts.
struct ZoneDatabase {
    /// The folder of the database.
    var folder = "/usr/share/zoneinfo"

    /// Returns the clock of the zone `name`.
    func clock(_ name: String) throws(UsageFailure) -> DisplayedClock {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        // A dot is not allowed, because `..` would lead out of the folder.
        let isName = parts.allSatisfy { part in
            !part.isEmpty
                && part.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F, 0x2D, 0x2B: true
                    case _: false
                    }
                }
        }
        guard isName, let file = try? LogFile.read("\(folder)/\(name)") else { throw unknown(name) }
        guard let clock = ZoneFile.clock(file.bytes, name: name) else { throw unknown(name) }
        return clock
    }

    private func unknown(_ name: String) -> UsageFailure {
        let names = names
        if !LogFile.exists(folder) {
            return UsageFailure("--time-zone \(name): this computer has no time zones in \(folder): use an offset to UTC, such as -07:00")
        }
        let city = name.split(separator: "/").last?.lowercased()
        let near = names.first { $0.split(separator: "/").last?.lowercased() == city }
        let advice = ": use a name such as America/Denver, an offset such as -07:00, UTC, or device"
        return UsageFailure(
            "--time-zone \(name): there is no such time zone"
                + (near.map { ": did you mean \($0)?" } ?? suggestion(for: name, among: names + ["device", "UTC"], else: advice)))
    }

    /// The names of the zones in `zone.tab`, the database's own table: column 2 has coordinates, column 3 names.
    private var names: [String] {
        guard let table = try? LogFile.read("\(folder)/zone.tab") else { return [] }
        return String(decoding: table.bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let columns = line.split(separator: "\t")
            return line.hasPrefix("#") || columns.count < 3 ? nil : String(columns[2])
        }
    }
}

/// A file of the time zone database, in the format TZif of RFC 9636, version 2 or later.
enum ZoneFile {
    /// The last year for which the changes are computed from the rule at the end of the file.
    private static let lastYear: Int64 = 2100

    /// The counts in the header of one part of the file.
    private struct Head {
        let leaps: Int
        let times: Int
        let types: Int
        let letters: Int
        let flags: Int

        /// Reads the header at `start`; `nil` if none is there.
        init?(_ bytes: [UInt8], at start: Int) {
            guard bytes.count >= start + 44, Array(bytes[start..<start + 4]) == Array("TZif".utf8), bytes[start + 4] >= 0x32 else {
                return nil
            }
            func count(_ place: Int) -> Int { Int(ZoneFile.number(bytes, at: start + 20 + 4 * place, length: 4)) }
            flags = count(0) + count(1)
            (leaps, times, types, letters) = (count(2), count(3), count(4), count(5))
            // A count that is larger than the file would overflow later sums.
            guard [flags, leaps, times, types, letters].allSatisfy({ (0...bytes.count).contains($0) }) else { return nil }
        }

        /// Returns the size of the part after the header, in bytes, if each time has `time` bytes.
        func size(_ time: Int) -> Int { times * time + times + types * 6 + letters + leaps * (time + 4) + flags }
    }

    /// Returns the clock of the zone `name` from the bytes of its file; `nil` if the bytes are not a file in this format.
    static func clock(_ bytes: [UInt8], name: String) -> DisplayedClock? {
        guard let old = Head(bytes, at: 0) else { return nil }
        let place = 44 + old.size(4)
        guard let head = Head(bytes, at: place) else { return nil }
        let (start, end) = (place + 44, place + 44 + head.size(8))
        guard head.types > 0, bytes.count >= end else { return nil }
        let types = start + head.times * 9
        func offset(_ type: Int) -> Int64 { number(bytes, at: types + 6 * type, length: 4) }
        var changes: [DisplayedClock.Change] = []
        var last = Int64.min
        for index in 0..<head.times {
            let type = Int(bytes[start + head.times * 8 + index])
            guard type < head.types else { return nil }
            last = number(bytes, at: start + index * 8, length: 8)
            changes.append(DisplayedClock.Change(start: last, offset: offset(type)))
        }
        let footer = String(decoding: bytes[end...], as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
        if let rule = ZoneRule(footer) {
            for year in 1970...lastYear { changes += rule.changes(in: year).filter { $0.start > last } }
        }
        return DisplayedClock(name, before: offset(0), changes)
    }

    /// Returns a signed big-endian number.
    private static func number(_ bytes: [UInt8], at place: Int, length: Int) -> Int64 {
        let value = bytes[place..<place + length].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return length == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }
}
