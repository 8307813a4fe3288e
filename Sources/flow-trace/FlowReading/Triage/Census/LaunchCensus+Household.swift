import FlowMachine

// The launches of a household with few devices, which are compared instead of the devices.
extension LaunchCensus {
    /// The launches of a household. The property `device` names the device.
    var launchesOfHousehold: [Unit] {
        let names = namesOfDevices
        return launchesOfFew.map { unit in
            var unit = unit
            if let name = names[unit.device] { unit.properties.append(Correlation.Property(name: "device", value: name)) }
            return unit
        }
    }

    /// The names of the household's devices: of their folders, or, if several share a folder, of their first logs, with their systems.
    private var namesOfDevices: [Int: String] {
        var (folders, logs): ([Int: String], [Int: String]) = ([:], [:])
        for unit in launchesOfFew where logs[unit.device] == nil {
            let path = unit.file.split(separator: "/").map { String($0) }
            let log = path.last ?? ""
            let system = unit.properties.first { $0.name == "system" }.map { " (\($0.value.firstWord))" } ?? ""
            logs[unit.device] = (log.hasSuffix(".jsonl") ? String(log.dropLast(6)) : log) + system
            folders[unit.device] = path.dropLast().last
        }
        return Set(folders.values).count == logs.count ? folders : logs
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
