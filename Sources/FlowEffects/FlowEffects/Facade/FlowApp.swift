import FlowMachine

/// The app: its name, the software statement that Adobe issued for it, and its settings. Create it once, and pass the same value to the vault
/// and the flow.
///
///     let app = FlowApp(
///         "DemoTV/1.0", softwareStatement: statement,
///         settings: .tvOS(
///             serviceProvider: "REF30", domainName: "example.com", redirectURL: "demotv://signed-in",
///             activationURL: "https://example.com/activate"))
///
/// ```swift
/// let app = FlowApp("DemoTV/1.0", softwareStatement: statement, settings: settings)
/// ```
public struct FlowApp: Sendable {
    /// The app's name, version and build, for example `DemoTV/1.0 (4711)`. Every log's header contains this text, and the user agent that Adobe
    /// receives begins with it.
    public var name: String
    /// The software statement that Adobe issued for the app; it is not written to the log. `nil` if the app has interpreters of its own,
    /// which know how to register.
    public var softwareStatement: String?
    /// The app's identity at Adobe, the properties of the device, and the policy. Settings are written to the log.
    public var settings: FlowSettings
    /// The addresses of Adobe's APIs, for example those of your own proxy. `nil` uses the addresses of the environment of `settings.host`.
    public var hosts: AdobeHosts?

    /// Creates the description of an app, which the vault and the flow share. Each parameter sets the property of the same name.
    public init(_ name: String, softwareStatement: String?, settings: FlowSettings, hosts: AdobeHosts? = nil) {
        self.name = name
        self.softwareStatement = softwareStatement
        self.settings = settings
        self.hosts = hosts
    }

    /// Throws an error if no flow can be created for the app.
    func validate() throws(FlowSetupFailure) {
        do { try settings.validate() } catch { throw .settings(error) }
        // Vault and log belong to the environment of `settings.host`.
        if let hosts, AdobeHosts.environments.contains(hosts), hosts != AdobeHosts(settings.host) { throw .hosts }
    }

    /// The addresses of Adobe's APIs that the flow uses.
    var usedHosts: AdobeHosts { hosts ?? AdobeHosts(settings.host) }

    /// Returns the description of the device that Adobe receives. If `device` has no application id, adds the service provider's id; if it has no
    /// user agent, adds a user agent that begins with the app's name.
    func completed(_ device: DeviceInformation) -> DeviceInformation {
        var device = device
        device.applicationID = device.applicationID ?? settings.serviceProvider
        device.userAgent =
            device.userAgent ?? "\(name) (\(device.model) \(device.version); \(device.osName) \(device.osVersion))"
        return device
    }
}

extension FlowApp: Redacted {
    /// The app's name, without the software statement.
    public var description: String { "<\(name)>" }
}

/// The reason why a flow cannot be created: with this setup, no viewer could sign in.
@nonexhaustive
public enum FlowSetupFailure: Error, Hashable, Sendable {
    /// A setting is wrong.
    case settings(SettingsFailure)
    /// The software statement is missing or empty.
    case softwareStatement
    /// `FlowApp.hosts` and `FlowSettings.host` belong to different environments of Adobe.
    case hosts
    /// The vault was opened for another service provider, host or software statement.
    case vault

    /// A text that states the failure and the remedy, without the wrong values.
    public var text: String {
        switch self {
        case .settings(let failure): failure.text
        case .softwareStatement: "the software statement is missing: give FlowApp the one that Adobe issued for the app"
        case .hosts: "hosts and settings.host are two environments: set settings.host to its REST API V2 host, and leave out hosts"
        case .vault: "the vault was opened for another app: open it with the FlowApp that the flow is created with"
        }
    }
}
