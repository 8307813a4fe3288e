import FlowMachine

/// What is different from one launch of a device to the next: what was kept and is missing, what changed, and times that do not fit.
struct LaunchComparison {
    private let before: LaunchReport
    private let after: LaunchReport

    /// The comparison of two launches of one device, the earlier first; `nil` if they are probably not of one device.
    init?(_ before: LaunchReport, _ after: LaunchReport) {
        guard LaunchComparison.areOfOneDevice(before, after) else { return nil }
        self.before = before
        self.after = after
    }

    /// What is different, most telling first.
    var findings: [TriageCause] { [order, lost, settings].flatMap(\.self) + [version, clock].compactMap(\.self) }

    // MARK: One device

    /// A log does not name its device. Of one folder with the segments that a flow writes, all are of one; others are if the numbers of requests go
    /// on from one to the next and nothing that both know by number contradicts it.
    private static func areOfOneDevice(_ before: LaunchReport, _ after: LaunchReport) -> Bool {
        guard folder(before.file) == folder(after.file), before.header.settings.serviceProvider == after.header.settings.serviceProvider,
            app(before) == app(after), let found = after.vault.found
        else { return false }
        if LogFile.isSegment(before.file), LogFile.isSegment(after.file) { return true }
        let contradicts = LaunchVault.values(found).contains { value in
            guard let left = before.vault.left[value.kind] else { return false }
            return left.name != LaunchVault.name(value)
        }
        let goesOn = found.first.request > 1 && found.first.request >= before.vault.nextRequest
        return goesOn && !contradicts
    }

    private static func folder(_ name: String) -> Substring { name.lastIndex(of: "/").map { name[..<$0] } ?? "" }

    private static func app(_ report: LaunchReport) -> Substring { report.header.app.prefix { $0 != "/" } }

    // MARK: What is different

    private var order: [TriageCause] {
        guard after.start < before.end else { return [] }
        let early = TimeWords.term(before.end.milliseconds - after.start.milliseconds)
        return [
            TriageCause(
                kind: "launches overlap or the clock was set back",
                text:
                    "It began \(early) before the launch \(before.header.support) ended: the device's clock was set back, or the logs are not in order.",
                owner: .device, advice: "Compare the clocks in the headings.")
        ]
    }

    private var lost: [TriageCause] {
        guard let found = after.vault.found else { return [] }
        let kinds = Set(LaunchVault.values(found).map(\.kind))
        return PersistedValue.Kind.allCases.compactMap { kind in
            guard let left = before.vault.left[kind], !kinds.contains(kind) else { return nil }
            // What has ended is not missed.
            if let end = left.notAfter, end <= after.start { return nil }
            let kept = left.event.map { "kept at event \($0) of" } ?? "in the vault during"
            return TriageCause(
                kind: "kept by one launch and missing in the next: \(kind.rawValue)",
                text: "Missing here: \(left.name), \(kept) the launch \(before.header.support).\(LaunchComparison.consequence(kind))",
                owner: .app, advice: LaunchComparison.advice(before, after), evidence: [])
        }
    }

    private static func consequence(_ kind: PersistedValue.Kind) -> String {
        switch kind {
        case .client: " So the app registered again."
        case .token: " So a new token was requested."
        case .provider, .profile: " So the viewer may be asked to sign in again."
        case .code: " So a sign-in on the second screen was not noticed."
        case .signedOut: " So the flow may sign in by itself again."
        case .owedLogouts: " So Adobe is never told."
        }
    }

    private static func advice(_ before: LaunchReport, _ after: LaunchReport) -> String {
        if before.header.app != after.header.app {
            return
                "Find out what \(after.header.app) does with the vault that \(before.header.app) did not: its keychain group, its service name, its clean-up."
        }
        return "Find out whether the app erases its keychain items, or uses another keychain group or service name."
    }

    private var settings: [TriageCause] {
        let old = Dictionary(Tree(before.header.settings).leaves.map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
        let new = Tree(after.header.settings).leaves
        let newNames = Set(new.map(\.path))
        var changes = new.compactMap { leaf in
            old[leaf.path] == leaf.text ? nil : "\(leaf.path) from \(old[leaf.path] ?? "nothing") to \(leaf.text)"
        }
        changes += old.keys.filter { !newNames.contains($0) }.sorted().map { "\($0) from \(old[$0] ?? "") to nothing" }
        guard !changes.isEmpty else { return [] }
        return [
            TriageCause(
                kind: "settings changed",
                text: "Settings changed since the launch \(before.header.support): \(changes.joined(separator: "; ")).",
                owner: .app, advice: "Check that the change was meant.")
        ]
    }

    private var version: TriageCause? {
        func facts(_ report: LaunchReport) -> [String] {
            [report.header.app, "library \(report.header.library)", report.header.system ?? "an unknown system"]
        }
        let changes = zip(facts(before), facts(after)).filter { $0 != $1 }.map { "\($0) to \($1)" }
        guard !changes.isEmpty else { return nil }
        return TriageCause(
            kind: "app, library or system changed",
            text: "Changed since the launch \(before.header.support): \(changes.joined(separator: "; ")).", owner: .app,
            advice: "Look whether the complaint began with this version.")
    }

    private var clock: TriageCause? {
        guard let old = before.clockAhead, let new = after.clockAhead, abs(new - old) >= 60_000 else { return nil }
        return TriageCause(
            kind: "the clock was set between launches",
            text:
                "The device's clock was set by \(TimeWords.term(abs(new - old))) \(new > old ? "ahead" : "back") since the launch \(before.header.support).",
            owner: .device, advice: "Do not compare times of the two launches.")
    }
}
