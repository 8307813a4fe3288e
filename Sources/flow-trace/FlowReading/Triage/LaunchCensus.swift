import FlowMachine

/// Counts the launches with each cause, and finds the properties with which a cause is more frequent than chance explains.
struct LaunchCensus {
    let clock: DisplayedClock
    private(set) var launches = 0
    /// The number of requests that were not fulfilled.
    private(set) var unfulfilled = 0
    /// The device with the most unfulfilled requests: the number of these requests, and the file of one of its logs; `nil` without unfulfilled requests.
    private(set) var mostAffected: (requests: Int, file: String)?
    private(set) var causes: [FlowCause.Kind: Cause] = [:]
    /// The causes, by their numbers.
    private(set) var kinds: [FlowCause.Kind] = []
    /// The number of times that each variant of a family of causes was found.
    private(set) var variants: [FlowCause.Kind: [FlowCause.Kind: Int]] = [:]
    /// The units of all devices, at most `mostUnits`. Later launches are not compared.
    private(set) var unitsOfDevices: [Unit] = []
    /// The launches of the first devices, each as a unit of its own. They are compared if there are no more devices.
    private(set) var launchesOfFew: [Unit] = []
    private(set) var settings: [FlowSettings: Int] = [:]
    private(set) var devices = 0
    /// What the earlier launches of the current device showed.
    private var history = DeviceHistory()
    private(set) var releases = Releases()
    private(set) var signIns = SignInCensus()
    private static let mostUnits = 20_000

    /// The units that are compared: the launches of a household with few devices; otherwise the units of all devices.
    var units: [Unit] { isHousehold ? launchesOfFew : unitsOfDevices }
    /// Whether there are too few devices to compare them with each other, so that their launches are compared.
    /// A household may have a few devices more if each has many launches, for example if an app was installed again.
    var isHousehold: Bool {
        devices < CorrelationFinder.fewest
            || devices <= LaunchCensus.mostInHousehold && launches >= devices * LaunchCensus.launchesInHousehold
    }

    /// The highest number of devices of a household, and the fewest launches per device of a household with five devices or more.
    private static let (mostInHousehold, launchesInHousehold) = (6, 10)

    init(_ clock: DisplayedClock) { self.clock = clock }

    /// Adds a launch.
    ///
    /// - Parameters:
    ///   - report: The report on the launch.
    ///   - requests: The requests of the launch that were not fulfilled, or were fulfilled after problems.
    ///   - changes: The differences from the previous launch of the same device; `nil` if it is the device's first launch.
    mutating func add(_ report: LaunchReport, _ requests: [TriagedRequest], _ changes: [TriageCause]?) {
        launches += 1
        if changes == nil {
            devices += 1
            history = DeviceHistory()
        }
        releases.note(report)
        // The causes of the launch, without repetitions.
        var noted: [FlowCause.Kind] = []
        let launch = (start: report.start, segments: report.segments)
        for request in requests {
            if !request.outcome.isFulfilled { unfulfilled += 1 }
            guard let cause = request.cause else { continue }
            let kind = cause.kind.counted
            note(cause, as: kind, of: request, .request, launch, &noted)
            if let slow = request.slow { note(slow, as: slow.kind.counted, of: request, .request, launch, &noted) }
            guard let family = cause.cause.family(of: request.asked, report.header.settings) else { continue }
            note(cause, as: family, of: request, .request, launch, &noted)
            variants[family, default: [:]][kind, default: 0] += 1
        }
        for finding in report.findings { note(finding, as: finding.kind.counted, of: nil, .launch, launch, &noted) }
        for change in changes ?? [] { note(change, as: change.kind.counted, of: nil, .comparison, launch, &noted) }
        let before = history
        history.note(report, unfulfilled: requests.count { !$0.outcome.isFulfilled })
        if history.unfulfilled > mostAffected?.requests ?? 0 { mostAffected = (history.unfulfilled, report.file) }
        count(report, noted, changes, failures: failures(requests), after: before)
    }

    /// Returns the time of the first play among `requests` that was denied or refused, for each cause by its number.
    private func failures(_ requests: [TriagedRequest]) -> [Int: Instant] {
        var failures: [Int: Instant] = [:]
        for request in requests where request.outcome == .denied || request.outcome == .refused {
            guard let kind = request.cause?.kind.counted, let number = causes[kind]?.number else { continue }
            failures[number] = min(failures[number] ?? request.time, request.time)
        }
        return failures
    }

    private mutating func note(
        _ found: TriageCause, as kind: FlowCause.Kind, of request: TriagedRequest?, _ scope: Scope,
        _ launch: (start: Instant, segments: [LaunchReport.Segment]), _ noted: inout [FlowCause.Kind]
    ) {
        let sighting = Sightings(launch.start, event: found.cause.decisive?.number, in: launch.segments)
        let (isFamily, number, file, place, device) = (kind.isFamily, kinds.count, sighting.first.file, launches, devices)
        func add(to cause: inout Cause) -> Bool {
            switch found.finding {
            case .canceled(.canceledByApp(let after, let pending)):
                if !isFamily { cause.canceled.note(after, device: device) }
                if case .waiting(let wait)? = pending, wait.awaited == .otherFlow { cause.heldByOtherFlow += 1 }
            case .canceled(.canceledByViewer(_, let after?, _)): cause.canceled.note(after, device: device)
            case _: break
            }
            return cause.add(found.owner, sighting, isFamily ? kind.attempt : found.finding.attempt, in: place) {
                Cause.Example(
                    text: "\(file): \(request.map { "\($0.name): " } ?? "")\(found.text)", advice: found.sentences.advice,
                    place: sighting.first)
            }
        }
        func isOrdinary() -> Bool { !isFamily && (found.isOrdinary || kind.isEverywhere) }
        if add(to: &causes[kind, default: Cause(scope, number, isOrdinary: isOrdinary())]) { noted.append(kind) }
        if causes.count > number { kinds.append(kind) }
    }

    private mutating func count(
        _ report: LaunchReport, _ noted: [FlowCause.Kind], _ changes: [TriageCause]?, failures: [Int: Instant], after before: DeviceHistory
    ) {
        let isCompared = changes != nil
        let number = settings[report.header.settings] ?? settings.count
        settings[report.header.settings] = number
        let isFull = unitsOfDevices.count >= LaunchCensus.mostUnits
        guard devices <= LaunchCensus.mostInHousehold || !isFull || unitsOfDevices.last?.device == devices else { return }
        var properties = LaunchCensus.properties(report)
        if isCompared, let old = before.app, old != report.header.appVersion {
            properties.append(Correlation.Property(name: Correlation.Property.appUpdate, value: "to \(report.header.appVersion)"))
        }
        if isCompared, let system = report.header.system, let old = before.system, system != old {
            properties.append(Correlation.Property(name: "system update", value: "to \(system)"))
            if let joined = LaunchCensus.ofPhones(report, version: system.split(separator: " ").last) {
                properties.append(Correlation.Property(name: "system update", value: "to \(joined)"))
            }
        }
        // If Apple reports no status in this launch, the account is probably that of the last report.
        if report.account != nil || report.statuses == nil && before.status?.mapping != nil { properties.append(.accountInSettings) }
        if changes?.contains(where: { $0.showsClockSetBack }) ?? false {
            properties.append(Correlation.Property(name: "clock", value: "behind that of earlier launches"))
        }
        if isCompared, let last = before.lastEnd, report.start.milliseconds - last.milliseconds > 7 * CorrelationFinder.Daily.day {
            properties.append(Correlation.Property(name: "last launch", value: "more than 7 days before"))
        }
        if report.attempts.contains(.temporary) {
            properties.append(Correlation.Property(name: "temporary access", value: "requested"))
            properties.append(
                Correlation.Property(name: "earlier temporary access", value: before.hadTemporaryAccess ? "used" : "not used"))
        }
        if let age = history.ageOfSignIn(report) { properties.append(Correlation.Property(name: "sign-in", value: age)) }
        let unit = Unit(
            device: devices, start: report.start, file: report.file, properties: properties, settings: number, kinds: Set(noted),
            kindNumbers: noted.compactMap { causes[$0]?.number }, isCompared: isCompared,
            observations: report.observed(isCompared: isCompared, after: before.status),
            launches: [
                Launch(
                    start: report.start, permitted: report.permitted, failures: failures, tried: report.attempts,
                    hasAccess: report.statuses.map { $0.last.permission == .granted },
                    signIn: before.keptSignIn(report), lastSignIn: before.lastSignIn(report),
                    deniedPlaces: report.deniedPlaces)
            ],
            calls: report.calls.counted)
        signIns.add(report, unit)
        if devices <= LaunchCensus.mostInHousehold, launchesOfFew.count < LaunchCensus.mostUnits {
            // The devices are too few to compare a change with, so each launch after the change counts.
            launchesOfFew.append(unit.observing(report.observed(isCompared: isCompared, after: before.bestStatus)))
        }
        if let last = unitsOfDevices.last, last.device == unit.device, last.kinds == unit.kinds, last.settings == number,
            last.observations == unit.observations,
            last.properties == unit.properties, last.isCompared == isCompared
        {
            unitsOfDevices[unitsOfDevices.count - 1].launches += unit.launches
            unitsOfDevices[unitsOfDevices.count - 1].calls.add(unit.calls, +)
            return
        }
        if !isFull { unitsOfDevices.append(unit) }
    }

    /// Returns the properties of a launch without its settings, which many launches share.
    private static func properties(_ report: LaunchReport) -> [Correlation.Property] {
        var properties = [
            Correlation.Property(name: "app", value: report.header.app),
            Correlation.Property(name: "library", value: report.header.library),
        ]
        // A fault is usually in all builds of a version, so the version without the build is a property, too.
        if let build = report.header.app.firstIndex(of: " ") {
            properties.append(Correlation.Property(name: "app", value: String(report.header.app[..<build])))
        }
        if let minutes = report.header.utcOffsetMinutes {
            properties.append(Correlation.Property(name: "time zone", value: "UTC\(DisplayedClock(offset: minutes * 60).name)"))
        }
        if let provider = report.provider { properties.append(Correlation.Property(name: "provider", value: provider)) }
        if let account = report.account { properties.append(Correlation.Property(name: "account", value: account)) }
        if let kept = report.vault.found?.profile?.mvpd ?? report.vault.found?.provider?.mvpd {
            properties.append(Correlation.Property(name: "kept provider", value: kept.text))
        }
        if let system = report.header.system {
            properties.append(Correlation.Property(name: "system", value: system))
            // A fault is seldom limited to a minor version of the system, so the major version is a property, too.
            if let minor = system.firstIndex(of: ".") {
                properties.append(Correlation.Property(name: "system", value: String(system[..<minor])))
            }
        }
        // Sites, such as the houses of a hotel, often have a folder each, with one folder per device.
        if let site = report.folder.split(separator: "/").dropLast().last {
            properties.append(Correlation.Property(name: "folder", value: String(site)))
        }
        if let words = ofPhones(report, version: nil) {
            properties.append(Correlation.Property(name: "platform", value: words))
            // Both have the same versions under two names.
            let version = report.header.system?.split(separator: " ").last?.split(separator: ".").first
            if let version, let system = ofPhones(report, version: version) {
                properties.append(Correlation.Property(name: "system", value: system))
            }
            let minor = report.header.system?.split(separator: " ").last
            if let minor, minor != version, let system = ofPhones(report, version: minor) {
                properties.append(Correlation.Property(name: "system", value: system))
            }
        }
        // The platform of all other devices is one word, so the system without a version is a property, too.
        if report.header.settings.platform == .other, let name = report.header.system?.split(separator: " ").first {
            properties.append(Correlation.Property(name: "system", value: String(name)))
        }
        if let found = report.vault.found {
            properties.append(
                Correlation.Property(
                    name: "vault", value: LaunchVault.values(found).isEmpty ? "empty at the launch" : "not empty at the launch"))
        }
        return properties
    }

    /// Returns phones and tablets together, with a version of their system, in words; `nil` if the launch is of neither.
    private static func ofPhones(_ report: LaunchReport, version: Substring?) -> String? {
        let phones: [FlowSettings.Platform] = [.iOS, .iPadOS]
        guard phones.contains(report.header.settings.platform) else { return nil }
        return phones.map { $0.rawValue }.joined(separator: " or ") + (version.map { " \($0)" } ?? "")
    }

    /// Returns whether the cause is no fault and explains only a small part of the unfulfilled requests.
    func isPassedOver(_ kind: FlowCause.Kind, _ cause: Cause) -> Bool {
        cause.isOrdinary && !(kind == .nobodySignedIn && cause.launches >= CorrelationFinder.fewest && cause.requests * 3 >= unfulfilled)
    }
}

extension TriageCause {
    /// Whether the launch overlaps the previous launch by at least ten minutes, so that the device's clock must have been set back: concurrent
    /// launches overlap less.
    fileprivate var showsClockSetBack: Bool {
        guard case .compared(.launchesOverlap(_, let by)) = finding else { return false }
        return by >= 600_000
    }
}
