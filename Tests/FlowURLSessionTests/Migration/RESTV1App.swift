import FlowEffects
import FlowMachine

// GUIDE: begin
/// What the app knows about itself: the settings and the software statement belong together.
struct AppIdentity {
    var settings: FlowSettings
    var softwareStatement: String
}

extension AppIdentity {
    /// The same app on REST API V2.
    /// - Parameter statement: a software statement with the scope `api:client:v2`. Adobe refuses the old one.
    func movedToV2(statement: String) -> AppIdentity {
        var settings = settings
        settings.api = .restV2
        // A policy of the legacy API alone: it has no effect on V2.
        settings.policy.signsOutInUserAgent = false
        return AppIdentity(settings: settings, softwareStatement: statement)
    }

    /// Creates the flow. `vault` is the folder (or, on Apple's platforms, the keychain service) that the app has used all along: it keeps the
    /// device identifier, and the provider that the viewer used last.
    func launch(vault: String, logs: String, ports: FlowPorts) throws -> Flow {
        Flow(
            settings: settings, softwareStatement: softwareStatement, app: "DemoTV/2.0",
            vault: try FlowVault(folder: vault, settings: settings, softwareStatement: softwareStatement),
            log: FileEventLog(folder: logs), ports: ports)
    }
}
// GUIDE: end
