import FlowMachine

/// The differences between two successive launches of a device: missing values of the vault, changes, and contradictory times.
package struct LaunchComparison {
    private let before: LaunchReport
    private let after: LaunchReport
    /// The launch of the device that ended last before `after` in the order of the launches. It is not `before` if the clock was set back.
    private let latest: LaunchReport
    /// The configuration that the earlier launch fetched last, or else that of a launch before it; `nil` if none fetched a configuration.
    private let configuration: AdobeConfiguration?
    /// The reason why the two launches are considered to be of one device.
    package let continuity: LaunchContinuity

    /// Compares two launches; `nil` if they are probably not of one device.
    ///
    /// - Parameters:
    ///   - before: The earlier launch.
    ///   - after: The later launch.
    ///   - latest: The earlier launch of the device that ended last; `nil` if it is `before`.
    ///   - configuration: The latest configuration of an earlier launch, for the case that `before` fetched none.
    ///   - isCollected: Whether the folder contains logs of several devices.
    package init?(
        _ before: LaunchReport, _ after: LaunchReport, latest: LaunchReport? = nil, configuration: AdobeConfiguration? = nil,
        isCollected: Bool = false
    ) {
        guard let continuity = LaunchComparison.continuity(before, after, isCollected: isCollected) else { return nil }
        self.continuity = continuity
        self.before = before
        self.after = after
        self.latest = latest ?? before
        self.configuration = before.configuration ?? configuration
    }

    /// The differences, most significant first.
    package var findings: [TriageCause] {
        [order].compactMap { $0 } + lost
            + [signedInAfterAll, method, providers, settings, abrupt, version, clock].compactMap { $0 }
    }

    // MARK: One device

    /// Returns the reason why two launches are considered to be of one device; `nil` if they are not.
    ///
    /// A log does not name its device. Two logs are of one device if they name the same installation. Two logs in one folder are also of one device if
    /// they have the same support id, or if one log names the other log as its previous launch.
    ///
    /// If the headers do not decide, the result is a guess. Segments that a flow wrote are of one device, except in a folder with logs of several
    /// devices. Other logs are of one device if their request numbers continue and no kept value contradicts this.
    private static func continuity(_ before: LaunchReport, _ after: LaunchReport, isCollected: Bool) -> LaunchContinuity? {
        let isNamed = before.header.installation != nil && before.header.installation == after.header.installation
        guard before.folder == after.folder || isNamed, before.header.settings.serviceProvider == after.header.settings.serviceProvider,
            before.appName == after.appName, let found = after.vault.found
        else { return nil }
        if before.header.support == after.header.support { return .support }
        if before.header.support == after.header.previousSupport { return .previousLaunch }
        if let installation = before.header.installation, let other = after.header.installation {
            return installation == other ? .installation : nil
        }
        if after.header.previousSupport != nil { return nil }
        if let number = before.lastSegmentNumber, let next = after.firstSegmentNumber {
            return !isCollected && number < next ? .segments : nil
        }
        let contradicts = LaunchVault.values(found).contains { value in
            guard let left = before.vault.left[value.kind] else { return false }
            return left.name != LaunchVault.name(value)
        }
        // A launch continues the numbers of the previous launch directly, or after the thousand numbers that the previous launch had reserved.
        let skipped = found.first.request - before.vault.next
        let goesOn = skipped == 0 || ((1...1000).contains(skipped) && found.first.request % 1000 == 1)
        let isSameKind = before.header.settings.platform == after.header.settings.platform
        // Every device has requests with small numbers, so these prove nothing.
        let isOne = found.first.request > 30 && goesOn && isSameKind && !contradicts && after.start >= before.start
        return isOne ? .requestNumbers : nil
    }

    // MARK: Differences

    private func cause(_ finding: FlowCause.ComparedFinding, _ witnesses: [Witness] = []) -> TriageCause {
        TriageCause(.compared(finding), after.words, witnesses)
    }

    private var apps: FlowCause.ComparedApps { FlowCause.ComparedApps(before: before.header.app, after: after.header.app) }

    private var order: TriageCause? {
        let early = latest.end.milliseconds - after.start.milliseconds
        return early > 0 ? cause(.launchesOverlap(since: latest.start, by: early)) : nil
    }

    private var lost: [TriageCause] {
        guard let found = after.vault.found else { return [] }
        let kinds = Set(LaunchVault.values(found).map { $0.kind })
        let missing = PersistedValue.Kind.allCases.compactMap { kind -> (kind: PersistedValue.Kind, left: LaunchVault.Kept)? in
            guard let left = before.vault.left[kind], !kinds.contains(kind) else { return nil }
            // A value that has expired is not missing.
            return left.notAfter.map { $0 > after.start } ?? true ? (kind, left) : nil
        }
        if missing.count > 1, kinds.isEmpty {
            let emptied = FlowCause.ComparedFinding.vaultEmptied(
                missing.map { $0.left }, since: before.start, apps: apps, afterFailures: !before.vaultFailures.isEmpty)
            return [cause(emptied, before.vaultFailures)]
        }
        return missing.map { cause(.missing($0.kind, $0.left, since: before.start, apps: apps)) }
    }

    /// The finding that a sign-in succeeded after the previous launch had stopped waiting for it; `nil` if none did.
    private var signedInAfterAll: TriageCause? {
        let missed = before.requests.last { request in
            switch request.outcome {
            case .unanswered, .canceled, .givenUp: true
            case .refused, .permitted, .previewed, .signedIn, .signedOut, .userMetadata, .signedOutHere, .denied: false
            }
        }
        // REST API V1 keeps no profile in the vault, so its viewer may have been signed in before. A launch that continues with a code still waits
        // for the sign-in.
        guard before.header.settings.api == .restV2, let missed, before.vault.left[.profile] == nil, let found = after.foundProfile,
            after.vault.found?.code == nil
        else {
            return nil
        }
        let isUnanswered = missed.outcome == .unanswered
        return cause(
            .signedInAfterAll(missed.asked, event: missed.event, isUnanswered: isUnanswered, since: before.start), [found])
    }

    /// The longest pause after which a launch is considered to be a restart, in milliseconds.
    private static let restart: Int64 = 10 * 60_000

    /// The finding that the previous launch ended in the foreground, and this launch began soon after it; `nil` if this did not happen.
    private var abrupt: TriageCause? {
        let pause = after.start.milliseconds - before.end.milliseconds
        guard !before.endsInBackground, !before.isShutDown, (0...LaunchComparison.restart).contains(pause) else { return nil }
        return TriageCause(.compared(.endedInForeground(since: before.start, pause: pause, last: before.last)), before.words)
    }

    /// The finding that the viewer signed in with the same provider by a different method; `nil` if this did not happen.
    private var method: TriageCause? {
        guard let old = before.profile, let new = after.profile, old.mvpd == new.mvpd, old.type != new.type else { return nil }
        let change: FlowCause.MethodChange = after.accessDenied != nil ? .accessDenied : after.declined != nil ? .declined : .unknown
        return cause(
            .methodChanged(new.mvpd, from: old.type, to: new.type, since: before.start, change),
            [after.accessDenied ?? after.declined ?? after.profileKept].compactMap { $0 })
    }

    private var providers: TriageCause? {
        guard let old = configuration, let new = after.configuration else { return nil }
        let before = Dictionary(first: old.providers.map { ($0.mvpd, $0) })
        let known = Set(new.providers.map { $0.mvpd })
        var changes = new.providers.flatMap { provider -> [FlowCause.ProviderChange] in
            guard let was = before[provider.mvpd] else { return [.new(provider.mvpd)] }
            return LaunchComparison.differences(was, provider).map { .changed(provider.mvpd, $0) }
        }
        changes += old.providers.filter { !known.contains($0.mvpd) }.map { .gone($0.mvpd) }
        return changes.isEmpty ? nil : cause(.configurationChanged(changes))
    }

    private static func differences(_ old: AdobeConfiguration.Provider, _ new: AdobeConfiguration.Provider) -> [DifferenceEntry] {
        func words(_ provider: AdobeConfiguration.Provider) -> [(name: String, value: String)] {
            [
                ("boarding status", provider.boarding.rawValue), ("Apple's id", provider.mapping?.text ?? "none"),
                ("Apple single sign-on", provider.enablesPlatformServices ? "on" : "off"),
                ("in Apple's picker", provider.showsInPlatformPicker ? "yes" : "no"),
                ("temporary", provider.isTemporary ? "yes" : "no"),
            ]
        }
        return zip(words(old), words(new)).filter { $0.value != $1.value }
            .map { DifferenceEntry(what: $0.name, left: $0.value, right: $1.value) }
    }

    private var settings: TriageCause? {
        let changes = ComparedHeaders.settings(before.header, after.header)
        return changes.isEmpty ? nil : cause(.settingsChanged(changes, since: before.start))
    }

    private var version: TriageCause? {
        let (old, new) = (before.header, after.header)
        let facts = [
            DifferenceEntry(what: "app", left: old.app, right: new.app),
            DifferenceEntry(what: "library", left: "library \(old.library)", right: "library \(new.library)"),
            DifferenceEntry(what: "system", left: old.system ?? "an unknown system", right: new.system ?? "an unknown system"),
        ]
        let changes = facts.filter { $0.left != $0.right }
        return changes.isEmpty ? nil : cause(.versionChanged(changes, since: before.start))
    }

    private var clock: TriageCause? {
        guard let old = before.clockAhead, let new = after.clockAhead, DeviceClock.isWrong(new - old) else { return nil }
        return cause(.clockSet(by: new - old, since: before.start))
    }
}

/// Groups the launches of each device, in the order of their times.
package struct LaunchDevices {
    /// For each value by which a later launch may refer to an earlier one, the indices in `devices` of the devices with this value.
    private var places: [Key: [Int]] = [:]
    private var devices: [[LaunchReport]] = []
    private let collected: CollectedFolders

    private struct Key: Hashable {
        let folder: Substring
        let name: Name

        init(_ report: LaunchReport, _ name: Name) {
            // An installation's logs may be uploaded to a folder for each upload. Other values are repeated on other devices.
            if case .installation = name { folder = "" } else { folder = report.folder }
            self.name = name
        }

        enum Name: Hashable {
            case support(String)
            case installation(String)
            /// The number of the next launch's first request if the next launch directly continues the numbers of this launch.
            case next(Int64)
            /// The number of the next launch's first request if the next launch begins after the thousand numbers that this launch had reserved.
            case reserved(Int64)
            case segment
        }
    }

    private init(_ collected: CollectedFolders) { self.collected = collected }

    /// Returns `reports`, which are sorted by time, with the launches of each device moved next to each other.
    static func together(_ reports: [LaunchReport], _ collected: CollectedFolders) -> [LaunchReport] {
        var devices = LaunchDevices(collected)
        for report in reports { devices.add(report) }
        return devices.devices.flatMap { launches in
            let isInOne = launches.allSatisfy { $0.folder == launches.first?.folder }
            return chained(isInOne ? launches : launches.ordered { ($0.start, $0.file) < ($1.start, $1.file) })
        }
    }

    /// Returns the launches of a device in the order in which each names the launch before it. The device's clock may have been set back, so times
    /// decide only if some of the launches do not form one chain.
    private static func chained(_ launches: [LaunchReport]) -> [LaunchReport] {
        var next: [String: LaunchReport] = [:]
        for launch in launches { if let before = launch.header.previousSupport { next[before] = launch } }
        let supports = Set(launches.map { $0.header.support })
        let starts = launches.filter { $0.header.previousSupport.map { !supports.contains($0) } ?? true }
        guard supports.count == launches.count, starts.count == 1, var last = starts.first else { return launches }
        var chain = [last]
        while let launch = next[last.header.support], chain.count < launches.count {
            chain.append(launch)
            last = launch
        }
        return chain.count == launches.count ? chain : launches
    }

    private mutating func add(_ report: LaunchReport) {
        let place = place(of: report) ?? devices.count
        if place == devices.count { devices.append([report]) } else { devices[place].append(report) }
        for name in LaunchDevices.names(of: report) { places[Key(report, name), default: []].append(place) }
    }

    private func place(of report: LaunchReport) -> Int? {
        func places(_ name: Key.Name?) -> [Int] { name.flatMap { self.places[Key(report, $0)] } ?? [] }
        if let own = places(.support(report.header.support)).last { return own }
        let request = report.vault.found?.first.request
        let candidates = [
            places(report.header.previousSupport.map { .support($0) }), places(report.header.installation.map { .installation($0) }),
            places(request.map { .next($0) }), places(request.map { .reserved($0) }), places(.segment).suffix(1),
        ]
        let isCollected = collected.contains(report.folder)
        return Set(candidates.flatMap { $0 }).ordered(by: >).first { place in
            devices[place].last.map { LaunchComparison($0, report, isCollected: isCollected) != nil } ?? false
        }
    }

    /// Returns the values by which a later launch of the device may refer to this launch.
    private static func names(of report: LaunchReport) -> [Key.Name] {
        let next = report.vault.next
        return [.support(report.header.support), .next(next), .reserved((next + 999) / 1000 * 1000 + 1)]
            + [report.header.installation.map { .installation($0) }].compactMap { $0 }
            + (report.lastSegmentNumber == nil ? [] : [.segment])
    }
}

/// Folders that contain logs of several devices.
///
/// In such a folder, two launches have segments with the same number, which a single flow never writes.
struct CollectedFolders {
    private var supports: [String: String] = [:]
    private var folders: Set<Substring> = []

    init(_ reports: [LaunchReport] = []) { for report in reports { note(report) } }

    mutating func note(_ report: LaunchReport) {
        for segment in report.segments {
            guard let number = SegmentName.number(ofPath: segment.file) else { continue }
            let place = "\(SegmentName.folder(segment.file))/\(number)"
            if let support = supports[place], support != report.header.support { folders.insert(report.folder) }
            supports[place] = report.header.support
        }
    }

    func contains(_ folder: Substring) -> Bool { folders.contains(folder) }
}
