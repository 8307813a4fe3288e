import FlowReading

extension Arguments {
    /// Returns the clock that `--time-zone` names; `nil` if the option was not given.
    func clock() throws(UsageFailure) -> DisplayedClock? {
        guard let zone = text("--time-zone") else { return nil }
        if has("--utc") { throw UsageFailure("--utc and --time-zone were both given: use only one of them") }
        return try DisplayedClock(zone: zone)
    }
}

extension DisplayedClock {
    /// Creates the clock of `zone`: an offset to UTC, `UTC`, `device`, or a name of the time zone database.
    init(zone: String) throws(UsageFailure) {
        switch zone {
        case "device": self = .device
        case "UTC": self = .utc
        case _ where zone.hasPrefix("+") || zone.hasPrefix("-"):
            guard let offset = DisplayedClock.offset(zone[...]) else {
                throw UsageFailure("--time-zone \(zone): an offset to UTC is +HH:MM or -HH:MM, from -14:00 to +14:00, such as -07:00")
            }
            self.init(offset: offset)
        case _: self = try ZoneDatabase().clock(zone)
        }
    }
}
