import FlowMachine

/// Finds vaults that several apps use. A vault makes a random id and keeps it, and names the launch before: both are in the headers, so that
/// two apps with one id, or of which one continues the other, have one vault.
struct SharedVaults {
    private var apps: [String: Set<String>] = [:]
    private var supports: [String: String] = [:]

    init(_ reports: [LaunchReport]) {
        for report in reports {
            let app = report.appName
            if let installation = report.header.installation { apps[installation, default: []].insert(app) }
            supports[report.header.support] = app
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
