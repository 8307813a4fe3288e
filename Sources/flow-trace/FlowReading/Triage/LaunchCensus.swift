import FlowMachine

/// Counts the launches with each cause, and finds the properties with which a cause is more frequent than chance explains.
struct LaunchCensus {
    let clock: DisplayedClock
    private(set) var launches = 0
    /// The number of requests that were not fulfilled.
    private(set) var unfulfilled = 0
    /// The device with the most unfulfilled requests: the number of these requests, and the file of one of its logs; `nil` without unfulfilled requests.
    private(set) var mostAffected: (requests: Int, file: String)?
    /// The number of unfulfilled requests of the current device.
    private var unfulfilledOfDevice = 0
    private(set) var causes: [FlowCause.Kind: Cause] = [:]
    /// The causes, by their numbers.
    private(set) var kinds: [FlowCause.Kind] = []
    /// The number of times that each variant of a family of causes was found.
    private(set) var variants: [FlowCause.Kind: [FlowCause.Kind: Int]] = [:]
    /// The units of all devices, at most `mostUnits`. Later launches are not compared.
    private(set) var unitsOfDevices: [Unit] = []
    /// The launches of the first four devices, each as a unit of its own. They are compared if there are no more devices.
    private(set) var launchesOfFew: [Unit] = []
    private(set) var settings: [FlowSettings: Int] = [:]
    private(set) var devices = 0
    /// The system of the previous launch.
    private var lastSystem: String?
    /// The last report of Apple's framework on the current device; `nil` if there is none.
    private var lastStatus: PartnerStatus?
    /// The last report of Apple's framework on the current device with which the app had access to the TV provider, if possible with an account; `nil` if
    /// there is none.
    private var bestStatus: PartnerStatus?
    /// The start of the first launch of the current device.
    private var firstStart: Instant?
    /// The time of the last sign-in on the current device; `nil` if the logs contain none.
    private var lastSignIn: Instant?
    private(set) var releases = Releases()
    private(set) var signIns = SignInCensus()
    private static let mostUnits = 20_000

    /// The units that are compared: the launches of a household with few devices; otherwise the units of all devices.
    var units: [Unit] { isHousehold ? launchesOfFew : unitsOfDevices }
    /// Whether there are too few devices to compare them with each other, so that their launches are compared.
    var isHousehold: Bool { devices < CorrelationFinder.fewest }

    init(_ clock: DisplayedClock) { self.clock = clock }

    /// Consecutive launches of one device with the same properties, settings and causes. They depend on each other, so they are counted once.
    struct Unit {
        let device: Int
        let start: Instant
        let file: String
        var properties: [Correlation.Property]
        let settings: Int
        let kinds: Set<FlowCause.Kind>
        /// The numbers of the causes `kinds`.
        let kindNumbers: [Int]
        /// Whether the launches were compared with a previous launch. Only compared launches can have findings of a comparison.
        let isCompared: Bool
        /// What each of the launches shows that is no failure by itself.
        let observations: Set<Observation>
        /// The launches, in their order.
        var launches: [Launch]
        /// The number of calls of all launches.
        var calls: [CallRates.Call: Int]

        /// Returns the same unit with other observations.
        func observing(_ observations: Set<Observation>) -> Unit {
            Unit(
                device: device, start: start, file: file, properties: properties, settings: settings, kinds: kinds,
                kindNumbers: kindNumbers,
                isCompared: isCompared, observations: observations, launches: launches, calls: calls)
        }

        /// The sign-in with which the first launch began; `nil` if no viewer was signed in then.
        var signIn: KeptSignIn? { launches.first?.signIn }

        /// What the launches tried.
        var tried: Attempts { launches.reduce([]) { $0.union($1.tried) } }
    }

    /// One launch of a unit.
    struct Launch {
        let start: Instant
        let end: Instant
        /// The time of the last permitted play; `nil` if there was none.
        let permitted: Instant?
        /// The time of the first denied play, for each cause by its number.
        let denials: [Int: Instant]
        let tried: Attempts
        /// The sign-in with which the launch began; `nil` if no viewer was signed in.
        let signIn: KeptSignIn?
        /// The places in previews of the resources whose playback was denied, in ascending order.
        let deniedPlaces: [Int]

        /// The time of the first denied play, or else of the last permitted one; `nil` if there was none.
        var played: Instant? { denials.values.min() ?? permitted }

        /// Returns the time at which the launch showed the cause with this number, or could have shown it: the time of a play for a denial, which depends
        /// on the hour; otherwise the start of the launch.
        func time(of cause: Int?) -> Instant { cause.map { denials[$0] ?? permitted ?? start } ?? start }
    }

    /// A sign-in with which a launch began.
    struct KeptSignIn {
        /// The time of the sign-in if a log contains it; otherwise the start of the device's first launch.
        let time: Instant
        /// Whether a log contains the sign-in.
        let isLogged: Bool

        /// Returns whether the viewer signed in before `instant`. Returns false if the logs do not show it.
        func isBefore(_ instant: Instant) -> Bool { isLogged ? time < instant : time <= instant }
    }

    /// The part of a report in which a cause was found.
    enum Scope { case request, launch, comparison }

    /// The counts of one cause over all launches.
    struct Cause {
        let scope: Scope
        let isOrdinary: Bool
        /// The number of the cause among all causes.
        let number: Int
        private(set) var launches = 0
        private(set) var requests = 0
        /// The number of the last launch with the cause.
        private var lastLaunch = 0
        /// The number of findings of the cause, with the times of the first and the last launch and the events that show it; `nil` before the first
        /// finding.
        private(set) var sightings: Sightings?
        /// How long the requests that the app canceled had lasted, or the screens at which viewers canceled.
        var canceled = CanceledDelays()
        /// What the launches with the cause had tried, with the number of findings. There are few different attempts.
        private var attempts: [(attempt: Attempts, count: Int)] = []
        /// The examples of the first launches with the cause, by file.
        private(set) var examples: [String: Example] = [:]
        /// The counts for each owner of the cause.
        private var owned: [Owned] = []
        private static let mostExamples = 1000

        private struct Owned {
            let owner: FlowCause.Owner
            var requests = 1
            var first: Instant
            var example: Example
        }

        /// A finding of the cause, as an example.
        struct Example {
            /// The text of the example, with the name of the log's file.
            let text: String
            let advice: String
            let place: Sightings.Place
        }

        init(_ scope: Scope, _ number: Int, isOrdinary: Bool) {
            (self.scope, self.number, self.isOrdinary) = (scope, number, isOrdinary)
        }

        /// Counts one finding of the cause in the launch with the number `launch`.
        /// - Returns: Whether it is the first one in this launch.
        mutating func add(
            _ owner: FlowCause.Owner, _ sighting: Sightings, _ attempt: Attempts, in launch: Int, example: () -> Example
        ) -> Bool {
            requests += 1
            if let place = attempts.firstIndex(where: { $0.attempt == attempt }) {
                attempts[place].count += 1
            } else {
                attempts.append((attempt, 1))
            }
            let (file, start) = (sighting.first.file, sighting.first.time)
            if examples.count < Cause.mostExamples, examples[file] == nil { examples[file] = example() }
            if sightings == nil { sightings = sighting } else { sightings?.add(sighting) }
            if let place = owned.firstIndex(where: { $0.owner == owner }) {
                owned[place].requests += 1
                if start < owned[place].first { (owned[place].first, owned[place].example) = (start, example()) }
            } else {
                owned.append(Owned(owner: owner, first: start, example: example()))
            }
            defer { lastLaunch = launch }
            if lastLaunch != launch { launches += 1 }
            return lastLaunch != launch
        }

        /// What a launch must have tried to show the cause; empty if every launch could have shown it. A few findings may be exceptions.
        var attempt: Attempts {
            attempts.first { $0.count * 10 >= requests * 9 }?.attempt
                ?? attempts.reduce(Attempts()) { $0.union($1.attempt) }.common
        }

        /// The owner of most findings of the cause, and the earliest example of that owner; `nil` if there are no findings.
        var main: (owner: FlowCause.Owner, example: Example)? {
            owned.max { ($0.requests, $1.first, $1.owner.rawValue) < ($1.requests, $0.first, $0.owner.rawValue) }
                .map { ($0.owner, $0.example) }
        }

        /// Returns whether the cause is listed before `other`.
        ///
        /// Causes with a correlation are first. Among them, expected causes and causes that explain no failure are last. Causes without a
        /// correlation follow, the most frequent first. If there are few launches, findings about a launch are before causes of requests.
        func precedes(
            _ other: Cause, _ kinds: (FlowCause.Kind, FlowCause.Kind), _ chances: (Double, Double), _ expected: (Bool, Bool), isFew: Bool
        ) -> Bool {
            func group(_ kind: FlowCause.Kind, _ chance: Double, _ isExpected: Bool) -> Int {
                chance == 1 ? 2 : isExpected || kind.isHarmless || kind.isCircumstance ? 1 : 0
            }
            let groups = (group(kinds.0, chances.0, expected.0), group(kinds.1, chances.1, expected.1))
            if groups.0 != groups.1 { return groups.0 < groups.1 }
            func order(_ cause: Cause, _ kind: FlowCause.Kind, _ chance: Double) -> (Double, Int, Int, Int, Int, String) {
                let rank = kind.isCircumstance ? 4 : kind.isHarmless ? 3 : kind.isAside ? 2 : isFew && cause.scope == .request ? 1 : 0
                return (chance, rank, -cause.launches, cause.scope == .request ? 1 : 0, -cause.requests, kind.words)
            }
            let (left, right) = (order(self, kinds.0, chances.0), order(other, kinds.1, chances.1))
            if left != right { return left < right }
            // Two kinds can have the same words, so their examples decide.
            return main?.example.text ?? "" < other.main?.example.text ?? ""
        }
    }

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
            unfulfilledOfDevice = 0
        }
        unfulfilledOfDevice += requests.count { !$0.outcome.isFulfilled }
        if unfulfilledOfDevice > mostAffected?.requests ?? 0 { mostAffected = (unfulfilledOfDevice, report.file) }
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
        count(report, noted, changes, denials: denials(requests))
    }

    /// Returns the time of the first denied play among `requests`, for each cause by its number.
    private func denials(_ requests: [TriagedRequest]) -> [Int: Instant] {
        var denials: [Int: Instant] = [:]
        for request in requests where request.outcome == .denied {
            guard let kind = request.cause?.kind.counted, let number = causes[kind]?.number else { continue }
            denials[number] = min(denials[number] ?? request.time, request.time)
        }
        return denials
    }

    private mutating func note(
        _ found: TriageCause, as kind: FlowCause.Kind, of request: TriagedRequest?, _ scope: Scope,
        _ launch: (start: Instant, segments: [LaunchReport.Segment]), _ noted: inout [FlowCause.Kind]
    ) {
        let sighting = Sightings(launch.start, event: found.cause.decisive?.number, in: launch.segments)
        let (isFamily, number, file, place, device) = (kind.isFamily, kinds.count, sighting.first.file, launches, devices)
        func add(to cause: inout Cause) -> Bool {
            switch found.finding {
            case .canceled(.canceledByApp(let after, _)): if !isFamily { cause.canceled.note(after, device: device) }
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
        _ report: LaunchReport, _ noted: [FlowCause.Kind], _ changes: [TriageCause]?, denials: [Int: Instant]
    ) {
        let isCompared = changes != nil
        let number = settings[report.header.settings] ?? settings.count
        settings[report.header.settings] = number
        let systemBefore = lastSystem
        lastSystem = report.header.system
        let isFull = unitsOfDevices.count >= LaunchCensus.mostUnits
        guard isHousehold || !isFull || unitsOfDevices.last?.device == devices else { return }
        var properties = LaunchCensus.properties(report)
        if isCompared, let system = report.header.system, let systemBefore, system != systemBefore {
            properties.append(Correlation.Property(name: "system update", value: "to \(system)"))
        }
        if changes?.contains(where: { $0.showsClockSetBack }) ?? false {
            properties.append(Correlation.Property(name: "clock", value: "behind that of earlier launches"))
        }
        if !isCompared { (firstStart, lastSignIn, lastStatus, bestStatus) = (report.start, nil, nil, nil) }
        defer {
            lastStatus = report.statuses?.last ?? lastStatus
            if let status = lastStatus, status.permission == .granted, status.mapping != nil || bestStatus == nil { bestStatus = status }
        }
        let signIn = keptSignIn(report)
        lastSignIn = report.signIns.last?.time ?? lastSignIn
        if let age = signInAge(report) { properties.append(Correlation.Property(name: "sign-in", value: age)) }
        let unit = Unit(
            device: devices, start: report.start, file: report.file, properties: properties, settings: number, kinds: Set(noted),
            kindNumbers: noted.compactMap { causes[$0]?.number }, isCompared: isCompared,
            observations: report.observed(isCompared: isCompared, after: lastStatus),
            launches: [
                Launch(
                    start: report.start, end: report.end, permitted: report.permitted, denials: denials, tried: report.attempts,
                    signIn: signIn,
                    deniedPlaces: report.deniedPlaces)
            ],
            calls: report.calls.counted)
        signIns.add(report, unit)
        if isHousehold, launchesOfFew.count < LaunchCensus.mostUnits {
            // The devices are too few to compare a change with, so each launch after the change counts.
            launchesOfFew.append(unit.observing(report.observed(isCompared: isCompared, after: bestStatus)))
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

    /// Returns the age of the viewer's sign-in in words; `nil` if no viewer was signed in.
    private func signInAge(_ report: LaunchReport) -> String? {
        let day: Int64 = 86_400_000
        if let lastSignIn, report.start.milliseconds - lastSignIn.milliseconds < day { return "less than a day old" }
        return lastSignIn != nil || report.vault.found?.profile != nil ? "more than a day old" : nil
    }

    /// Returns the sign-in with which the launch began; `nil` if no viewer was signed in then.
    private func keptSignIn(_ report: LaunchReport) -> KeptSignIn? {
        guard report.vault.found?.profile != nil else { return nil }
        return KeptSignIn(time: lastSignIn ?? firstStart ?? report.start, isLogged: lastSignIn != nil)
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
        if let account = report.account {
            properties.append(Correlation.Property(name: "account", value: account))
            properties.append(.accountInSettings)
        }
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
        let phones: [FlowSettings.Platform] = [.iOS, .iPadOS]
        if phones.contains(report.header.settings.platform) {
            let words = phones.map { $0.rawValue }.joined(separator: " or ")
            properties.append(Correlation.Property(name: "platform", value: words))
            // Both have the same versions under two names.
            if let version = report.header.system?.split(separator: " ").last?.split(separator: ".").first {
                properties.append(Correlation.Property(name: "system", value: "\(words) \(version)"))
            }
        }
        if let found = report.vault.found {
            properties.append(
                Correlation.Property(
                    name: "vault", value: LaunchVault.values(found).isEmpty ? "empty at the launch" : "not empty at the launch"))
        }
        return properties
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
