import FlowMachine

/// Finds vaults that several apps use.
///
/// A vault keeps a random id and the support id of the previous launch, and the log's header contains both. Two apps share a vault if their logs have
/// the same id, or if one app's log names a launch of the other app as the previous launch.
struct SharedVaults {
    private var apps: [String: Set<String>] = [:]
    private var supports: [String: String] = [:]
    /// The launches with a shared vault, grouped by the set of apps that share the vault.
    private var found: [Set<String>: Sightings] = [:]

    init() {}

    init(_ reports: [LaunchReport]) {
        for report in reports {
            let app = report.appName
            if let installation = report.header.installation { apps[installation, default: []].insert(app) }
            supports[report.header.support] = app
        }
    }

    /// Adds a launch that may have a finding about a shared vault.
    mutating func add(_ report: LaunchReport) {
        for case .launch(.vaultShared(let others)) in report.findings.map({ $0.finding }) {
            found.add(Sightings(report.start, event: nil, in: report), to: Set(others + [report.appName]))
        }
    }

    /// A pattern for each set of apps that share a vault.
    var patterns: [TriagePattern] {
        found.map { (apps: $0.key.ordered(), seen: $0.value) }
            .ordered { ($0.apps.joined(separator: ", "), $0.seen.first) < ($1.apps.joined(separator: ", "), $1.seen.first) }
            .map { apps, seen in
                TriagePattern(
                    .sharedVault, .app,
                    "\(apps.joined(separator: ", ")) use one vault: \(seen.count) launches.", example: "\(seen.first.file).",
                    advice: "Give each app a vault of its own: another keychain service name, or another access group.",
                    [TriagePattern.Parameter("apps", .texts(apps)), TriagePattern.Parameter("launches", seen.count)],
                    [TriagePattern.Sighting(.first, seen.first), TriagePattern.Sighting(.last, seen.last)])
            }
    }

    /// Returns the finding about the vault of a launch; `nil` if no other app is known to use it.
    func finding(_ report: LaunchReport) -> TriageCause? {
        var others = report.header.installation.flatMap { apps[$0] } ?? []
        if let before = report.header.previousSupport.flatMap({ supports[$0] }) { others.insert(before) }
        others.remove(report.appName)
        return others.isEmpty ? nil : TriageCause(.launch(.vaultShared(others.ordered())), report.words)
    }
}
