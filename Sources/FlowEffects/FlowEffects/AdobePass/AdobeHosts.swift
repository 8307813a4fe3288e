import FlowMachine

/// The scheme and host of each of Adobe's three APIs. Adobe runs four environments, and an app may use hosts of its own, for example a proxy.
///
/// `FlowSettings.host` chooses the environment, and thereby the hosts that a flow uses. The vault keeps separate values for each
/// `FlowSettings.host`. The hosts of the registration and of the legacy API do not affect the vault.
public struct AdobeHosts: Hashable, Sendable {
    /// The host of REST API V2, whose paths begin with `/api/v2`.
    public var restV2: String
    /// The host that issues registrations and access tokens for both REST APIs. Its paths begin with `/o/client`.
    public var registration: String
    /// The host of the legacy REST API V1, for the paths `/api/v1` and `/reggie/v1`. Adobe's pages call it `SP_FQDN` and `REGGIE_FQDN`.
    public var restV1: String

    /// Adobe's production environment, which viewers use.
    public static let production = AdobeHosts(
        restV2: "https://sp.auth.adobe.com", registration: "https://sp.auth.adobe.com", restV1: "https://api.auth.adobe.com")

    /// Adobe's staging environment.
    public static let staging = AdobeHosts(
        restV2: "https://sp.auth-staging.adobe.com", registration: "https://sp.auth-staging.adobe.com",
        restV1: "https://api.auth-staging.adobe.com")

    /// The environment of Adobe's next release, with production data. Adobe documents no host of this environment for the legacy API, so `restV1` is
    /// production's host.
    public static let prequalification = AdobeHosts(
        restV2: "https://sp-prequal.auth.adobe.com", registration: "https://sp-prequal.auth.adobe.com", restV1: "https://api.auth.adobe.com"
    )

    /// The environment of Adobe's next release, with staging data. Adobe documents no host of this environment for the legacy API, so `restV1` is
    /// staging's host.
    public static let prequalificationStaging = AdobeHosts(
        restV2: "https://sp-prequal.auth-staging.adobe.com", registration: "https://sp-prequal.auth-staging.adobe.com",
        restV1: "https://api.auth-staging.adobe.com")

    /// All of Adobe's environments that this build knows.
    static let environments = [production, staging, prequalification, prequalificationStaging]

    /// Creates hosts of your own, each with its scheme, for example `https://sp.auth.adobe.com`. The scheme `http` is used only for hosts on this
    /// device, for example `http://127.0.0.1:8080`; for any other host it becomes `https`. User information (`user:password@`) is not sent.
    /// Each parameter sets the property of the same name.
    public init(restV2: String, registration: String, restV1: String) {
        self.restV2 = restV2
        self.registration = registration
        self.restV1 = restV1
    }

    /// Creates the hosts that belong to `host`: the hosts of the environment whose REST API V2 has this host, or `host` itself for all three APIs.
    public init(_ host: String) {
        let place = LinkResolver(host).host.lowercased()
        self = AdobeHosts.environments.first { $0.restV2 == place } ?? AdobeHosts(restV2: host, registration: host, restV1: host)
    }

    /// The scheme and host of one of the APIs.
    subscript(api: EndpointDescriptor.Family) -> String {
        switch api {
        case .registration: registration
        case .restV2: restV2
        case .restV1: restV1
        }
    }
}
