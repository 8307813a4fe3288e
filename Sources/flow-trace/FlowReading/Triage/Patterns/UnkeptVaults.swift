import FlowMachine

/// Finds a device of a household that keeps nothing between its launches: each launch is a new installation, which begins with an empty vault.
///
/// Nothing in such logs says that they are of one device. So few other devices must come back, everybody must have the same provider, and the launches
/// must be of one system and never overlap.
struct UnkeptVaults {
    private struct Launch {
        let device: Int
        let start: Instant
        let end: Instant
        let system: String
        let app: String
        let isEmpty: Bool
        /// Whether the log says that no launch of the installation was before it.
        let isNew: Bool
        let place: Sightings.Place
    }

    private var launches: [Launch] = []
    private var providers: Set<String> = []
    private var device = 0

    private static let (mostLaunches, fewest, launchesOfDevice) = (2000, 8, 3)
    private static let browsers = ["Chrome", "Edge", "Firefox", "Safari"]

    /// Adds a launch.
    ///
    /// - Parameters:
    ///   - report: The report on the launch.
    ///   - isFirst: Whether the launch is the first of its device.
    mutating func add(_ report: LaunchReport, isFirst: Bool) {
        if isFirst { device += 1 }
        // One launch more than the pattern accepts shows that there are too many.
        guard launches.count <= Self.mostLaunches else { return }
        if let provider = report.provider { providers.insert(provider) }
        let header = report.header
        launches.append(
            Launch(
                device: device, start: report.start, end: report.end, system: header.system ?? "an unknown system", app: header.appVersion,
                isEmpty: report.foundNothing, isNew: header.installation != nil && header.previousSupport == nil,
                place: Sightings(report.start, event: nil, in: report).first))
    }

    /// Returns the pattern; `nil` if each device keeps its values, or if the launches may be of several households.
    func pattern(_ clock: DisplayedClock) -> TriagePattern? {
        guard launches.count <= Self.mostLaunches, providers.count == 1 else { return nil }
        var devices = [Int](repeating: 0, count: device + 1)
        for launch in launches { devices[launch.device] += 1 }
        let single = launches.filter { devices[$0.device] == 1 }
        var systems: [String: Int] = [:]
        for launch in single { systems[launch.system.firstWord, default: 0] += 1 }
        let kind = systems.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        let forgotten = single.filter { $0.system.firstWord == kind && $0.isEmpty && $0.isNew }.ordered { $0.start < $1.start }
        let returning = devices.filter { $0 > 1 }
        guard let first = forgotten.first, let last = forgotten.last, forgotten.count >= Self.fewest,
            forgotten.count * 8 >= single.count * 7,
            (1..<HouseholdLimit.mostDevices).contains(returning.count),
            returning.reduce(0, +) >= returning.count * Self.launchesOfDevice,
            zip(forgotten, forgotten.dropFirst()).allSatisfy({ $0.end < $1.start })
        else { return nil }
        let versions = Set(forgotten.map { $0.system }).ordered()
        let others = launches.filter { devices[$0.device] > 1 && first.start < $0.start }
        var (all, sameVersion) = (Correlation.Count(), Correlation.Count())
        for launch in others {
            all.add(launch.isEmpty)
            if launch.app == last.app { sameVersion.add(launch.isEmpty) }
        }
        guard all.affected * 4 <= all.all else { return nil }
        let isBrowser = Self.browsers.contains { last.system.contains(text: $0) }
        return TriagePattern(
            .vaultNotKept, .viewer,
            "\(forgotten.count) launches with \(versions.joined(separator: ", ")) from \(TimeWords.minute(first.start, clock)) on begin with an empty vault, each as a new installation, so somebody must sign in each time. No two of them overlap: they are probably of one device, which keeps nothing.\(Self.others(all, sameVersion, last.app))",
            whose: "Owner: the viewers of the household.", example: "\(last.place.file).",
            advice: isBrowser
                ? "Look at the browser's settings on this device: it probably deletes the site's data when it is closed. Private windows have the same effect."
                : "Look at this device: is its storage full, or does it reset its apps?",
            [
                TriagePattern.Parameter("launches", forgotten.count), TriagePattern.Parameter("systems", .texts(versions)),
                TriagePattern.Parameter("since", .time(first.start)), TriagePattern.Parameter("otherCount", all.affected),
                TriagePattern.Parameter("otherOf", all.all),
            ], [TriagePattern.Sighting(.first, first.place), TriagePattern.Sighting(.last, last.place)])
    }

    /// Returns a sentence about the other devices; empty if they have no launch since then.
    private static func others(_ all: Correlation.Count, _ sameVersion: Correlation.Count, _ app: String) -> String {
        guard all.all > 0 else { return "" }
        let also = sameVersion.all == 0 ? "" : ", \(sameVersion.text) with \(app)"
        let blame = sameVersion.all == 0 ? "the provider does not end the sign-ins" : "neither \(app) nor the provider is to blame"
        return " The household's other devices keep their sign-ins: since then, \(all.text) launches begin so\(also). So \(blame)."
    }
}
