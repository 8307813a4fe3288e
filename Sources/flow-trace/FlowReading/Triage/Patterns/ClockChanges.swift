import FlowMachine

/// Finds the change to or from daylight saving time. Viewers keep their habits by local time, so their requests move by an hour in UTC.
struct ClockChanges {
    private let clock: DisplayedClock
    /// The offset of the previous launch of the current device, in minutes; `nil` if it is not known.
    private var last: (offset: Int64, start: Instant)?
    /// For clocks that were set ahead (`true`) or back (`false`) by an hour: the number of devices, the latest launch before a change, and the
    /// earliest launch after a change.
    private var changes: [Bool: (devices: Int, before: Instant, after: Instant)] = [:]

    init(_ clock: DisplayedClock) { self.clock = clock }

    /// Adds a launch. `isFirst` says that it is the first launch of its device.
    mutating func add(_ report: LaunchReport, isFirst: Bool) {
        let before = isFirst ? nil : last
        last = report.header.utcOffsetMinutes.map { (Int64($0), report.start) } ?? before
        guard let before, let last, abs(last.offset - before.offset) == 60 else { return }
        let isAhead = last.offset > before.offset
        let change = changes[isAhead] ?? (0, before.start, last.start)
        changes[isAhead] = (change.devices + 1, max(change.before, before.start), min(change.after, last.start))
    }

    /// A sentence about the change that most devices made; `nil` if fewer than five made one.
    var sentence: String? {
        guard let (isAhead, change) = changes.max(by: { ($0.value.devices, $0.key ? 1 : 0) < ($1.value.devices, $1.key ? 1 : 0) }),
            change.devices >= CorrelationFinder.fewest
        else { return nil }
        return
            "The clocks of \(change.devices) devices were set \(isAhead ? "ahead" : "back") by an hour around \(TimeWords.date(change.after, clock)) (daylight saving time), so the same hour of viewers is an hour \(isAhead ? "earlier" : "later") in UTC since then."
    }
}
