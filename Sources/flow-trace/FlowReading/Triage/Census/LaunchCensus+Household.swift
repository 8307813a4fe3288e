import FlowMachine

// The launches of a household with few devices, which are compared instead of the devices.
extension LaunchCensus {
    /// The launches of a household. The property `device` has the name of the device's folder, and `other devices` says how many other devices were in use
    /// when a launch played.
    var launchesOfHousehold: [Unit] {
        launchesOfFew.map { unit in
            var unit = unit
            if let folder = unit.file.split(separator: "/").dropLast().last {
                unit.properties.append(Correlation.Property(name: "device", value: String(folder)))
            }
            guard let played = unit.launches.last?.played else { return unit }
            let others = launchesOfFew.filter { other in
                other.device != unit.device && other.launches.contains { $0.start <= played && played <= $0.end }
            }
            let count = Set(others.map { $0.device }).count
            for (least, words) in [(1, "one or more"), (2, "two or more")] where count >= least {
                unit.properties.append(Correlation.Property(name: "other devices", value: words))
            }
            return unit
        }
    }

    /// Returns whether the property can explain anything. If there are few devices, some device must have the property in one launch and lack it in another:
    /// what distinguishes one device from the others is chance. The device itself can explain something together with a time.
    func isSuspect(_ property: Correlation.Property, _ units: CorrelationFinder.Units, among index: UnitIndex) -> Bool {
        if !isHousehold || property.name == "device" { return true }
        var having: [Int: Bool] = [:]
        for (number, unit) in index.all.enumerated() {
            let has = units.contains(number)
            if having.updateValue(has, forKey: unit.device).map({ $0 != has }) ?? false { return true }
        }
        return false
    }
}
