import FlowReading

extension Arguments {
    /// Returns the value of the option `name` as an event's number or a time; `nil` if the option was not given.
    func place(_ name: String) throws(UsageFailure) -> EventPlace? {
        guard let text = text(name) else { return nil }
        let zone = try clock()?.name ?? DisplayedClock.utc.name
        do throws(PlaceFailure) { return try EventPlace(text, option: name, zone: zone) } catch { throw UsageFailure(error.text) }
    }
}
