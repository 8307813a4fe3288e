import FlowMachine

/// Finds vaults that several apps use. A vault makes a random id and keeps it, and names the launch before: both are in the headers, so that
/// two apps with one id, or of which one continues the other, have one vault.
struct SharedVaults {
    private var apps: [String: Set<String>] = [:]
    private var supports: [String: String] = [:]
    /// The launches in which triage found that their vault is shared, by their app and the others.
    private var found: [Set<String>: Sightings] = [:]

    init() {}

    init(_ reports: [LaunchReport]) {
        for report in reports {
            let app = report.appName
            if let installation = report.header.installation { apps[installation, default: []].insert(app) }
            supports[report.header.support] = app
        }
    }

    /// Notes a launch, and what was found about its vault.
    mutating func add(_ report: LaunchReport) {
        for case .launch(.vaultShared(let others)) in report.findings.map({ $0.finding }) {
            found.add(Sightings(report.start, event: nil, in: report), to: Set(others + [report.appName]))
        }
    }

    /// A pattern for the apps of each vault.
    var patterns: [TriagePattern] {
        found.map { (apps: $0.key.ordered(), seen: $0.value) }
            .ordered { ($0.apps.joined(separator: ", "), $0.seen.first) < ($1.apps.joined(separator: ", "), $1.seen.first) }
            .map { apps, seen in
                TriagePattern(
                    .sharedVault, .app,
                    "\(apps.joined(separator: ", ")) use one vault: \(seen.count) launches. For example \(seen.first.file).",
                    advice: "Give each app a vault of its own: another keychain service name, or another access group.",
                    [TriagePattern.Parameter("apps", .texts(apps)), TriagePattern.Parameter("launches", seen.count)],
                    [TriagePattern.Sighting(.first, seen.first), TriagePattern.Sighting(.last, seen.last)])
            }
    }

    /// The finding about the vault of this launch; `nil` if no other app is known to use it.
    func finding(_ report: LaunchReport) -> TriageCause? {
        var others = report.header.installation.flatMap { apps[$0] } ?? []
        if let before = report.header.previousSupport.flatMap({ supports[$0] }) { others.insert(before) }
        others.remove(report.appName)
        return others.isEmpty ? nil : TriageCause(.launch(.vaultShared(others.ordered())), report.words)
    }
}
