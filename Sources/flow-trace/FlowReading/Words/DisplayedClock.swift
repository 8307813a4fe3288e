import FlowMachine

/// The clock by which times are printed and read: UTC, the clock of a time zone, or the clock of the device that wrote a log.
package struct DisplayedClock: Equatable, Sendable {
    /// A change of a time zone's offset from UTC.
    package struct Change: Equatable, Sendable {
        /// The first instant with this offset, in seconds since 1970.
        package let start: Int64
        /// The lead of the clock over UTC, in seconds; negative if the clock is behind UTC.
        package let offset: Int64

        package init(start: Int64, offset: Int64) {
            self.start = start
            self.offset = offset
        }
    }

    private enum Kind: Equatable {
        case utc
        /// The offset before the first change, and the changes in order.
        case zone(before: Int64, [Change])
        /// The clock of the device that wrote the log, as the log's header records it.
        case device
    }

    private let kind: Kind
    /// The name of the clock, such as `UTC` or `America/Denver`.
    package let name: String

    package static let utc = DisplayedClock(kind: .utc, name: "UTC")
    /// The clock of the device that wrote a log. `of(_:)` returns the clock for a particular log.
    package static let device = DisplayedClock(kind: .device, name: "the device's zone")

    private init(kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }

    /// Creates the clock of a time zone. Its offset is `before` until the first of `changes`, which must be in order.
    package init(_ name: String, before: Int64, _ changes: [Change]) { self.init(kind: .zone(before: before, changes), name: name) }

    /// Creates a clock that is always `offset` seconds ahead of UTC.
    package init(offset: Int64) { self.init(DisplayedClock.text(offset), before: offset, []) }

    // MARK: A log's clock

    /// Returns the clock for the log with this header.
    ///
    /// For `device`, this is a clock with the offset in the header, or UTC if the header records no offset. Any other clock returns itself.
    package func of(_ header: LogHeader) -> DisplayedClock {
        if kind != .device { return self }
        return DisplayedClock.recorded(header).map { DisplayedClock(offset: $0) } ?? .utc
    }

    /// The clock for times that concern several logs: UTC if each log would use its own device's clock, otherwise this clock.
    package var shared: DisplayedClock { kind == .device ? .utc : self }

    /// Returns whether this clock is `device` and the header records no offset.
    package func isMissing(in header: LogHeader) -> Bool { kind == .device && DisplayedClock.recorded(header) == nil }

    /// Returns the offset that the header records, in seconds; `nil` if there is none, or if no time zone has such an offset.
    private static func recorded(_ header: LogHeader) -> Int64? {
        guard let minutes = header.utcOffsetMinutes, (-1440...1440).contains(minutes) else { return nil }
        return minutes * 60
    }

    // MARK: Instants

    /// Returns the lead of the clock over UTC at `seconds` since 1970, in seconds.
    private func offset(at seconds: Int64) -> Int64 {
        guard case .zone(let before, let changes) = kind else { return 0 }
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].start <= seconds { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? before : changes[low - 1].offset
    }

    private static func seconds(_ milliseconds: Int64) -> Int64 { milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000 }

    /// Returns the date and time that the clock shows at an instant, as milliseconds since 1970-01-01 00:00 on the same clock.
    func shown(at instant: Instant) -> Int64 { instant.milliseconds + offset(at: DisplayedClock.seconds(instant.milliseconds)) * 1000 }

    /// Returns the first and the last instant at which the clock shows `time`, in milliseconds.
    ///
    /// A clock that is set back shows some times twice. A clock that is set ahead skips some times; for them, the offset before the change is used.
    package func instants(showing time: Int64) -> (first: Int64, last: Int64) {
        let seconds = DisplayedClock.seconds(time)
        let (before, after) = (offset(at: seconds - 86_400), offset(at: seconds + 86_400))
        let found = [max(before, after), min(before, after)].filter { offset(at: seconds - $0) == $0 }
        return (time - (found.first ?? before) * 1000, time - (found.last ?? before) * 1000)
    }

    /// Returns the beginning of the day at an instant, as the clock shows it, in milliseconds.
    package func day(of instant: Int64) -> Int64 {
        let shown = instant + offset(at: DisplayedClock.seconds(instant)) * 1000
        return shown - DisplayedClock.inDay(shown)
    }

    /// Returns the milliseconds since the last midnight.
    static func inDay(_ time: Int64) -> Int64 {
        let rest = time % 86_400_000
        return rest < 0 ? rest + 86_400_000 : rest
    }

    /// Returns whether the clock is set ahead or back after `start` and not later than `end`.
    func isSet(from start: Instant, to end: Instant) -> Bool {
        guard case .zone(_, let changes) = kind else { return false }
        return changes.contains { $0.start * 1000 > start.milliseconds && $0.start * 1000 <= end.milliseconds }
    }

    /// Whether the clock is ever set ahead or back.
    var isEverSet: Bool { if case .zone(_, let changes) = kind { !changes.isEmpty } else { false } }

    /// Returns the offset that `+05:30` or `-07:00` means, in seconds; `nil` for other texts.
    package static func offset(_ text: Substring) -> Int64? {
        let digits = text.dropFirst().utf8.map { Int64($0) - 0x30 }
        guard digits.count == 5, digits[2] == 10, (digits[..<2] + digits[3...]).allSatisfy({ (0...9).contains($0) }) else { return nil }
        let (hours, minutes) = (digits[0] * 10 + digits[1], digits[3] * 10 + digits[4])
        guard minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        switch text.first {
        case "+": return seconds
        case "-": return -seconds
        case _: return nil
        }
    }

    // MARK: Words

    /// Returns the text after a time, such as `Z` or `-07:00`.
    func suffix(at instant: Instant) -> String {
        isZone ? DisplayedClock.text(offset(at: DisplayedClock.seconds(instant.milliseconds))) : "Z"
    }

    private var isZone: Bool { if case .zone = kind { true } else { false } }

    /// Returns the name of the clock at an instant, such as `UTC` or `-07:00`.
    func label(at instant: Instant) -> String { isZone ? suffix(at: instant) : "UTC" }

    /// Returns an offset in words, such as `+05:30`, with seconds only if they are not 0.
    private static func text(_ offset: Int64) -> String {
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let value = abs(offset)
        let seconds = value % 60 == 0 ? "" : ":" + two(value % 60)
        return "\(offset < 0 ? "-" : "+")\(two(value / 3600)):\(two(value / 60 % 60))\(seconds)"
    }
}
