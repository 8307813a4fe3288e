import FlowMachine

// When two causes show one fault, and when a cause explains something else.
extension LaunchCensus.Found {
    /// Returns whether both correlations show one fault: they have a property and a time in common, or one of them, and at least half of the devices that
    /// this cause affects are also affected by `other`.
    func showsFault(of other: LaunchCensus.Found) -> Bool {
        let (isAlike, isThen) = (!suspects.isDisjoint(with: other.suspects), overlaps(other))
        if isAlike, isThen { return true }
        return (isAlike || isThen) && isMostly(of: other)
    }

    /// Returns whether `other` affects at least half of the devices that this cause affects.
    func isMostly(of other: LaunchCensus.Found) -> Bool { affected.intersection(other.affected).count * 2 >= affected.count }

    /// Returns whether nearly all devices that this cause affects are also affected by `other`.
    func isPart(of other: LaunchCensus.Found) -> Bool { affected.intersection(other.affected).count * 5 >= affected.count * 4 }

    /// Returns whether this cause lasts since a later time than `other`, on nearly the same devices.
    func follows(_ other: LaunchCensus.Found) -> Bool {
        guard let start = times.lazy.compactMap({ $0.lastingStart }).first,
            let earlier = other.times.lazy.compactMap({ $0.lastingStart }).first
        else { return false }
        return earlier <= start && isPart(of: other)
    }

    /// Returns whether both faults begin within a day of each other, each with the system of another maker.
    func isLikewise(_ other: LaunchCensus.Found?) -> Bool {
        guard let other, let maker = correlation.maker, let otherMaker = other.correlation.maker else { return false }
        return maker != otherMaker && overlaps(other)
    }

    /// Sentences about the launches with only one of the properties, and about the further property that most launches with the cause have; empty if
    /// there are none.
    var mostlyWords: String {
        let parts = alone.map { "\($0.count.text) with \($0.property.text) alone" }
        let one = parts.isEmpty ? "" : " It is \(listed(parts))."
        return one + hours + (mostly.map { " Most are with \($0.property.text): \($0.with.text), otherwise \($0.without.text)." } ?? "")
    }

    /// Returns whether times of both correlations coincide.
    func overlaps(_ other: LaunchCensus.Found) -> Bool { times.contains { one in other.times.contains { one.overlaps($0) } } }

    /// Returns whether the cause explains the calls: both correlations have a property in common, and at least half of the affected devices are among
    /// the devices of `rate`.
    func explains(_ rate: CallRates.Found) -> Bool {
        affected.intersection(rate.devices).count * 2 >= affected.count && !suspects.isDisjoint(with: Self.suspects(rate.correlation))
    }

    /// The versions, the settings and the providers of the correlation.
    private var suspects: Set<String> { Self.suspects(correlation) }

    private static func suspects(_ correlation: Correlation) -> Set<String> {
        Set(
            correlation.all.compactMap { property in
                switch property.name {
                case "time", "vault", "time zone", "platform", "hasUserAgent": nil
                case "system update", Correlation.Property.appUpdate:
                    "\(property.name.firstWord) \(property.value.hasPrefix("to ") ? String(property.value.dropFirst(3)) : property.value)"
                case "account", "kept provider": "provider \(property.value)"
                case _: property.text
                }
            })
    }
}
