import FlowMachine

/// The clock by which times are written and read: UTC, or the one on the wall of the viewer who complains.
package struct DisplayedClock: Equatable, Sendable {
    /// An offset of a zone, and the instant from which it is valid.
    package struct Change: Equatable, Sendable {
        /// The beginning of the offset, in seconds since 1970.
        package let start: Int64
        /// Seconds that the clock is ahead of UTC.
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
        /// Each log's own, as its header records it.
        case device
    }

    private let kind: Kind
    /// The name of the clock: `UTC`, `America/Denver`.
    package let name: String

    package static let utc = DisplayedClock(kind: .utc, name: "UTC")
    /// The clock of the device that wrote a log, which `of(_:)` tells.
    package static let device = DisplayedClock(kind: .device, name: "the device's zone")

    private init(kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }

    /// The clock of a zone with the offset `before`, until the first of `changes`, which are in order.
    package init(_ name: String, before: Int64, _ changes: [Change]) { self.init(kind: .zone(before: before, changes), name: name) }

    /// A clock that is always as many seconds ahead of UTC.
    package init(offset: Int64) { self.init(DisplayedClock.text(offset), before: offset, []) }

    // MARK: A log's clock

    /// The clock for the log with this header: itself, except for the clock of a device. UTC if the header records no offset.
    package func of(_ header: LogHeader) -> DisplayedClock {
        if kind != .device { return self }
        return DisplayedClock.recorded(header).map { DisplayedClock(offset: $0) } ?? .utc
    }

    /// The clock for times that several logs have in common: this clock, or UTC if this is the clock of a device.
    package var shared: DisplayedClock { kind == .device ? .utc : self }

    /// Whether the clock is the device's, and the header does not record the device's offset.
    package func isMissing(in header: LogHeader) -> Bool { kind == .device && DisplayedClock.recorded(header) == nil }

    /// The offset in seconds that the header records; one that no place on earth has is none.
    private static func recorded(_ header: LogHeader) -> Int64? {
        guard let minutes = header.utcOffsetMinutes, (-1440...1440).contains(minutes) else { return nil }
        return minutes * 60
    }

    // MARK: Instants

    /// Seconds that the clock is ahead of UTC at `seconds` since 1970.
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

    /// What the clock shows at an instant, in milliseconds since its own 1970.
    func shown(at instant: Instant) -> Int64 { instant.milliseconds + offset(at: DisplayedClock.seconds(instant.milliseconds)) * 1000 }

    /// When the clock shows this time, both in milliseconds. When it is set back, it shows a time twice; when it is set ahead, it skips times,
    /// which are read by the offset before.
    package func instants(showing time: Int64) -> (first: Int64, last: Int64) {
        let seconds = DisplayedClock.seconds(time)
        let (before, after) = (offset(at: seconds - 86_400), offset(at: seconds + 86_400))
        let found = [max(before, after), min(before, after)].filter { offset(at: seconds - $0) == $0 }
        return (time - (found.first ?? before) * 1000, time - (found.last ?? before) * 1000)
    }

    /// The beginning of the clock's day at an instant, as the clock shows it, in milliseconds.
    package func day(of instant: Int64) -> Int64 {
        let shown = instant + offset(at: DisplayedClock.seconds(instant)) * 1000
        return shown - DisplayedClock.inDay(shown)
    }

    /// Milliseconds since the midnight before.
    static func inDay(_ time: Int64) -> Int64 {
        let rest = time % 86_400_000
        return rest < 0 ? rest + 86_400_000 : rest
    }

    /// Whether the clock is set ahead or back after `start`, up to `end`.
    func isSet(from start: Instant, to end: Instant) -> Bool {
        guard case .zone(_, let changes) = kind else { return false }
        return changes.contains { $0.start * 1000 > start.milliseconds && $0.start * 1000 <= end.milliseconds }
    }

    /// Whether the clock is ever set ahead or back.
    var isEverSet: Bool { if case .zone(_, let changes) = kind { !changes.isEmpty } else { false } }

    /// The seconds of `+05:30` or `-07:00`; `nil` if it is neither.
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

    /// The text after a time: `Z`, `-07:00`.
    func suffix(at instant: Instant) -> String {
        isZone ? DisplayedClock.text(offset(at: DisplayedClock.seconds(instant.milliseconds))) : "Z"
    }

    private var isZone: Bool { if case .zone = kind { true } else { false } }

    /// The same where it names the clock: `UTC`, `-07:00`.
    func label(at instant: Instant) -> String { isZone ? suffix(at: instant) : "UTC" }

    /// `+05:30`; with seconds only if there are some.
    private static func text(_ offset: Int64) -> String {
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let value = abs(offset)
        let seconds = value % 60 == 0 ? "" : ":" + two(value % 60)
        return "\(offset < 0 ? "-" : "+")\(two(value / 3600)):\(two(value / 60 % 60))\(seconds)"
    }
}
