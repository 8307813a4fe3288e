import FlowEffects
import Foundation

// GUIDE: begin
extension FlowApp {
    /// The same app on REST API V2.
    /// - Parameter statement: a software statement with the scope `api:client:v2`. Adobe refuses the old one.
    func movedToV2(statement: String) -> FlowApp {
        var app = self
        app.softwareStatement = statement
        app.settings.api = .restV2
        // A policy of the legacy API alone: it has no effect on V2.
        app.settings.policy.signsOutInUserAgent = false
        return app
    }

    /// Creates the flow. `vault` is the folder (or, on Apple's platforms, the keychain service) that the app has used all along: it keeps the
    /// device identifier, and the provider that the viewer used last.
    func launch(vault: URL, logs: URL, ports: FlowPorts) throws -> Flow {
        try Flow(self, vault: FlowVault(folder: vault, for: self), log: FileEventLog(folder: logs), ports: ports)
    }
}
// GUIDE: end
