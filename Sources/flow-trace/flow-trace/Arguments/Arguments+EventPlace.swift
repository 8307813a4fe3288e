import FlowReading

extension Arguments {
    /// An option's value, the number of an event or a time.
    func place(_ name: String) throws(UsageFailure) -> EventPlace? {
        guard let text = text(name) else { return nil }
        let zone = try clock()?.name ?? DisplayedClock.utc.name
        do throws(PlaceFailure) { return try EventPlace(text, option: name, zone: zone) } catch { throw UsageFailure(error.text) }
    }
}
