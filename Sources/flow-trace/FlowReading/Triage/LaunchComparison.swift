import FlowMachine

/// What is different from one launch of a device to the next: what was kept and is missing, what changed, and times that do not fit.
package struct LaunchComparison {
    private let before: LaunchReport
    private let after: LaunchReport
    /// The last configuration that an earlier launch fetched.
    private let configuration: AdobeConfiguration?

    /// The comparison of two launches of one device, the earlier first; `nil` if they are probably not of one device.
    /// - Parameter isCollected: whether logs of several devices were collected in the folder.
    package init?(
        _ before: LaunchReport, _ after: LaunchReport, configuration: AdobeConfiguration? = nil, isCollected: Bool = false
    ) {
        guard LaunchComparison.areOfOneDevice(before, after, isCollected: isCollected) else { return nil }
        self.before = before
        self.after = after
        self.configuration = before.configuration ?? configuration
    }

    /// What is different, most telling first.
    package var findings: [TriageCause] {
        [order, lost, signedInAfterAll, method, providers, settings, abrupt].flatMap(\.self) + [version, clock].compactMap(\.self)
    }

    // MARK: One device

    /// A log does not name its device. Of one folder, logs with one support id are of one device, and so are a launch and the one that
    /// names it as the launch before, and logs of one installation. For logs that name neither, it is a guess: segments that a flow writes
    /// are of one device unless the folder contradicts it; others are if the numbers of requests continue from one to the next and nothing
    /// that both know by number contradicts it.
    private static func areOfOneDevice(_ before: LaunchReport, _ after: LaunchReport, isCollected: Bool) -> Bool {
        guard before.folder == after.folder, before.header.settings.serviceProvider == after.header.settings.serviceProvider,
            app(before) == app(after), let found = after.vault.found
        else { return false }
        if before.header.support == after.header.support || before.header.support == after.header.previousSupport { return true }
        if let installation = before.header.installation, let other = after.header.installation { return installation == other }
        if after.header.previousSupport != nil { return false }
        if let number = before.lastSegmentNumber, let next = after.firstSegmentNumber { return !isCollected && number < next }
        let contradicts = LaunchVault.values(found).contains { value in
            guard let left = before.vault.left[value.kind] else { return false }
            return left.name != LaunchVault.name(value)
        }
        // A launch takes up the numbers where the one before ended, or behind the thousand that it had reserved.
        let skipped = found.first.request - before.vault.next
        let goesOn = skipped == 0 || ((1...1000).contains(skipped) && found.first.request % 1000 == 1)
        let isSameKind = before.header.settings.platform == after.header.settings.platform
        // Small numbers are everybody's.
        return found.first.request > 30 && goesOn && isSameKind && !contradicts && after.start >= before.start
    }

    private static func app(_ report: LaunchReport) -> Substring { report.header.app.prefix { $0 != "/" } }

    // MARK: What is different

    private var order: [TriageCause] {
        guard after.start < before.end else { return [] }
        let early = TimeWords.term(before.end.milliseconds - after.start.milliseconds)
        return [
            TriageCause(
                kind: .launchesOverlap,
                text:
                    "It began \(early) before the launch of \(TimeWords.utc(before.start)) ended: the device's clock was set back, or the logs are not in order.",
                owner: .device, advice: "Compare the clocks in the headings.")
        ]
    }

    private var lost: [TriageCause] {
        guard let found = after.vault.found else { return [] }
        let kinds = Set(LaunchVault.values(found).map(\.kind))
        let missing = PersistedValue.Kind.allCases.filter { kind in
            guard let left = before.vault.left[kind], !kinds.contains(kind) else { return false }
            // What has ended is not missed.
            return left.notAfter.map { $0 > after.start } ?? true
        }
        if missing.count > 1, kinds.isEmpty { return [emptied(missing)] }
        return missing.compactMap { kind in
            guard let left = before.vault.left[kind] else { return nil }
            let kept = left.event.map { "kept at event \($0) of" } ?? "in the vault during"
            return TriageCause(
                kind: .missing(kind),
                text:
                    "Missing here: \(left.name), \(kept) the launch of \(TimeWords.utc(before.start)).\(LaunchComparison.consequence(kind))",
                owner: .app, advice: LaunchComparison.advice(before, after))
        }
    }

    /// The vault was empty, whatever the launch before wanted kept.
    private func emptied(_ missing: [PersistedValue.Kind]) -> TriageCause {
        let names = missing.compactMap { before.vault.left[$0]?.name }.joined(separator: ", ")
        let hasFailed = !before.vaultFailures.isEmpty
        let why = hasFailed ? " In that launch the vault could not save values." : " The app was reinstalled, or its vault was erased."
        return TriageCause(
            kind: .vaultEmptied(afterFailures: hasFailed),
            text: "The vault was empty, although the launch of \(TimeWords.utc(before.start)) had \(names).\(why)", owner: .app,
            advice: hasFailed
                ? "Look for the keychain's error in the app's own log, and at the app's keychain entitlement."
                : LaunchComparison.advice(before, after),
            evidence: before.vaultFailures)
    }

    private static func consequence(_ kind: PersistedValue.Kind) -> String {
        switch kind {
        case .client: " So the app registered again."
        case .token: " So a new token was requested."
        case .provider, .profile: " So the viewer may be asked to sign in again."
        case .code: " So the flow did not notice a sign-in on the second screen."
        case .signedOut: " So the flow may sign in by itself again."
        case .owedLogouts: " So the sign-out never reaches Adobe."
        }
    }

    private static func advice(_ before: LaunchReport, _ after: LaunchReport) -> String {
        if before.header.app != after.header.app {
            return
                "Find out what \(after.header.app) does with the vault that \(before.header.app) did not: its keychain group, its service name, its clean-up."
        }
        return "Find out whether the app erases its keychain items, or uses another keychain group or service name."
    }

    /// A sign-in that the launch before did not see, and this one found.
    private var signedInAfterAll: [TriageCause] {
        let missed = before.requests.last { request in
            switch request.outcome {
            case .unanswered, .canceled, .givenUp: true
            case .refused, .permitted, .previewed, .signedIn, .signedOut, .userMetadata, .signedOutHere, .denied: false
            }
        }
        // A launch that resumes a code has not stopped waiting for its sign-in.
        guard let missed, before.vault.left[.profile] == nil, let found = after.foundProfile, after.vault.found?.code == nil else {
            return []
        }
        let event = missed.event.map { " (event \($0))" } ?? ""
        return [
            TriageCause(
                kind: .signedInAfterAll,
                text:
                    "Adobe had a profile at this launch, although the launch of \(TimeWords.utc(before.start)) ended \"\(missed.name)\"\(event) without one: "
                    + "the viewer completed the sign-in later.",
                owner: .app,
                advice: missed.outcome == .unanswered
                    ? "Nothing is wrong: the app ended during the sign-in, and this launch found it."
                    : "Check how long the flow waited: the policies userAgentGrace and pollInterval, and the code's expiry.",
                evidence: [found])
        ]
    }

    /// The longest time after which a launch is a restart.
    private static let restart: Int64 = 10 * 60_000

    /// The launch before ended without going to the background, and this one began soon after.
    private var abrupt: [TriageCause] {
        let pause = after.start.milliseconds - before.end.milliseconds
        guard !before.endsInBackground, !before.isShutDown, (0...LaunchComparison.restart).contains(pause) else { return [] }
        return [
            TriageCause(
                kind: .endedInForeground,
                text:
                    "The launch of \(TimeWords.utc(before.start)) ended without going to the background, \(TimeWords.length(pause)) before this one: "
                    + "\(before.lastEvent). \(CauseFinder.foregroundEnd(before.header))",
                owner: .app, advice: CauseFinder.foregroundAdvice(before.header))
        ]
    }

    /// Another kind of sign-in with the same provider.
    private var method: [TriageCause] {
        guard let old = before.profile, let new = after.profile, old.mvpd == new.mvpd, old.type != new.type else { return [] }
        let text =
            "The sign-in with \(new.mvpd.text) was \(old.type.word) in the launch of \(TimeWords.utc(before.start)), and is \(new.type.word) here."
        let kind = TriageCause.Kind.methodChanged(from: old.type, to: new.type)
        if let denied = after.accessDenied {
            return [
                TriageCause(
                    kind: kind, text: "\(text) Here the viewer had denied this app access to the TV provider.", owner: .viewer,
                    advice: "Ask the viewer to allow it in the device's settings for the TV provider.", evidence: [denied])
            ]
        }
        return [
            TriageCause(
                kind: kind, text: text + (after.declined == nil ? "" : " Here Adobe declined Apple's single sign-on."), owner: .adobe,
                advice: "Ask the administrator of Adobe's dashboard whether the provider's integration was changed.",
                evidence: [after.declined ?? after.profileKept].compactMap(\.self))
        ]
    }

    private var providers: [TriageCause] {
        guard let old = configuration, let new = after.configuration else { return [] }
        let before = Dictionary(old.providers.map { ($0.mvpd, $0) }, uniquingKeysWith: { first, _ in first })
        let known = Set(new.providers.map(\.mvpd))
        var changes = new.providers.flatMap { provider -> [String] in
            guard let was = before[provider.mvpd] else { return ["\(provider.mvpd.text) is new"] }
            return LaunchComparison.differences(was, provider).map { "\(provider.mvpd.text): \($0)" }
        }
        changes += old.providers.filter { !known.contains($0.mvpd) }.map { "\($0.mvpd.text) is gone" }
        if changes.isEmpty { return [] }
        let shown = changes.prefix(6).joined(separator: "; ") + (changes.count > 6 ? "; and \(changes.count - 6) more" : "")
        return [
            TriageCause(
                kind: .configurationChanged, text: "Adobe's configuration changed: \(shown).", owner: .adobe,
                advice: "Ask the administrator of Adobe's dashboard whether the change was intended.")
        ]
    }

    private static func differences(_ old: AdobeConfiguration.Provider, _ new: AdobeConfiguration.Provider) -> [String] {
        func words(_ provider: AdobeConfiguration.Provider) -> [(name: String, value: String)] {
            [
                ("boarding status", provider.boarding.rawValue), ("Apple's id", provider.mapping?.text ?? "none"),
                ("Apple single sign-on", provider.enablesPlatformServices ? "on" : "off"),
                ("in Apple's picker", provider.showsInPlatformPicker ? "yes" : "no"),
                ("temporary", provider.isTemporary ? "yes" : "no"),
            ]
        }
        return zip(words(old), words(new)).filter { $0.value != $1.value }.map { "\($0.name) from \($0.value) to \($1.value)" }
    }

    private var settings: [TriageCause] {
        let changes = ComparedHeaders.settings(before.header, after.header).map { "\($0.what) from \($0.texts.left) to \($0.texts.right)" }
        guard !changes.isEmpty else { return [] }
        return [
            TriageCause(
                kind: .settingsChanged,
                text: "Settings changed since the launch of \(TimeWords.utc(before.start)): \(changes.joined(separator: "; ")).",
                owner: .app, advice: "Check that the change was intended.")
        ]
    }

    private var version: TriageCause? {
        func facts(_ report: LaunchReport) -> [String] {
            [report.header.app, "library \(report.header.library)", report.header.system ?? "an unknown system"]
        }
        let changes = zip(facts(before), facts(after)).filter { $0 != $1 }.map { "\($0) to \($1)" }
        guard !changes.isEmpty else { return nil }
        return TriageCause(
            kind: .versionChanged,
            text: "Changed since the launch of \(TimeWords.utc(before.start)): \(changes.joined(separator: "; ")).", owner: .app,
            advice: "Check whether the problem started with this version.")
    }

    private var clock: TriageCause? {
        guard let old = before.clockAhead, let new = after.clockAhead, DeviceClock.isWrong(new - old) else { return nil }
        return TriageCause(
            kind: .clockSet,
            text:
                "The device's clock was set by \(TimeWords.term(abs(new - old))) \(new > old ? "ahead" : "back") since the launch of \(TimeWords.utc(before.start)).",
            owner: .device, advice: "Do not compare the times of the two launches.")
    }
}

/// Launches of one device next to each other, in the order of their times.
package struct LaunchDevices {
    /// The places in `devices` of the launches that another may continue, by what the other says of them.
    private var places: [Key: [Int]] = [:]
    private var devices: [[LaunchReport]] = []
    private let collected: CollectedFolders

    private struct Key: Hashable {
        let folder: Substring
        let name: Name

        enum Name: Hashable {
            case support(String)
            case installation(String)
            /// The number of the next request.
            case next(Int64)
            /// The first number behind the thousand that the launch had reserved.
            case reserved(Int64)
            case segment
        }
    }

    private init(_ collected: CollectedFolders) { self.collected = collected }

    /// `reports`, sorted by time, with those that share a support id or belong to one device moved together.
    package static func together(_ reports: [LaunchReport]) -> [LaunchReport] {
        var devices = LaunchDevices(CollectedFolders(reports))
        for report in reports { devices.add(report) }
        return devices.devices.flatMap(\.self)
    }

    private mutating func add(_ report: LaunchReport) {
        let place = place(of: report) ?? devices.count
        if place == devices.count { devices.append([report]) } else { devices[place].append(report) }
        for name in LaunchDevices.names(of: report) { places[Key(folder: report.folder, name: name), default: []].append(place) }
    }

    private func place(of report: LaunchReport) -> Int? {
        func places(_ name: Key.Name?) -> [Int] { name.flatMap { self.places[Key(folder: report.folder, name: $0)] } ?? [] }
        if let own = places(.support(report.header.support)).last { return own }
        let request = report.vault.found?.first.request
        let candidates = [
            places(report.header.previousSupport.map { .support($0) }), places(report.header.installation.map { .installation($0) }),
            places(request.map { .next($0) }), places(request.map { .reserved($0) }), places(.segment).suffix(1),
        ]
        let isCollected = collected.contains(report.folder)
        return Set(candidates.flatMap(\.self)).sorted(by: >).first { place in
            devices[place].last.map { LaunchComparison($0, report, isCollected: isCollected) != nil } ?? false
        }
    }

    /// What a later launch of the device may say of this one.
    private static func names(of report: LaunchReport) -> [Key.Name] {
        let next = report.vault.next
        return [.support(report.header.support), .next(next), .reserved((next + 999) / 1000 * 1000 + 1)]
            + [report.header.installation.map { .installation($0) }].compactMap(\.self)
            + (report.lastSegmentNumber == nil ? [] : [.segment])
    }
}

/// Folders in which logs of several devices were collected: two launches have a segment of one number there, which no flow writes.
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
