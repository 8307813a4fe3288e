import FlowMachine

// The launches of a household with few devices, which are compared instead of the devices.
extension LaunchCensus {
    /// The launches of a household. The property `device` has the name of the device's folder.
    var launchesOfHousehold: [Unit] {
        launchesOfFew.map { unit in
            var unit = unit
            if let folder = unit.file.split(separator: "/").dropLast().last {
                unit.properties.append(Correlation.Property(name: "device", value: String(folder)))
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
