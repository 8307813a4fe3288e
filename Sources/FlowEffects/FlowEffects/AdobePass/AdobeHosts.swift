import FlowMachine

/// Scheme and host of each of Adobe's three APIs. Adobe runs four environments, and an app may name its own hosts, for example a proxy.
///
/// `FlowSettings.host` chooses the environment: a flow uses the hosts that belong to it. The vault keeps separate values for each
/// `FlowSettings.host`, whatever the other hosts are.
public struct AdobeHosts: Hashable, Sendable {
    /// The host of REST API V2, whose paths begin with `/api/v2`.
    public var restV2: String
    /// The host of registration and access tokens, `/o/client`, for both APIs.
    public var registration: String
    /// The host of the legacy REST API V1: of `/api/v1` and of `/reggie/v1`, which Adobe's pages call `SP_FQDN` and `REGGIE_FQDN`.
    public var restV1: String

    /// Adobe's production environment, which viewers use.
    public static let production = AdobeHosts(
        restV2: "https://sp.auth.adobe.com", registration: "https://sp.auth.adobe.com", restV1: "https://api.auth.adobe.com")

    /// Adobe's staging environment.
    public static let staging = AdobeHosts(
        restV2: "https://sp.auth-staging.adobe.com", registration: "https://sp.auth-staging.adobe.com",
        restV1: "https://api.auth-staging.adobe.com")

    /// Adobe's next release, on production data. Adobe names no such host for the legacy API, so production's is used.
    public static let prequalification = AdobeHosts(
        restV2: "https://sp-prequal.auth.adobe.com", registration: "https://sp-prequal.auth.adobe.com", restV1: "https://api.auth.adobe.com"
    )

    /// Adobe's next release, on staging data. Adobe names no such host for the legacy API, so staging's is used.
    public static let prequalificationStaging = AdobeHosts(
        restV2: "https://sp-prequal.auth-staging.adobe.com", registration: "https://sp-prequal.auth-staging.adobe.com",
        restV1: "https://api.auth-staging.adobe.com")

    /// All environments of Adobe's that this build knows.
    static let environments = [production, staging, prequalification, prequalificationStaging]

    /// Hosts of your own, each with its scheme, for example `https://sp.auth.adobe.com`. `http` is used for this device only, for example
    /// `http://127.0.0.1:8080`; for any other host it becomes `https`. User information (`user:password@`) is not sent.
    /// Each parameter is the property of that name.
    public init(restV2: String, registration: String, restV1: String) {
        self.restV2 = restV2
        self.registration = registration
        self.restV1 = restV1
    }

    /// The hosts that belong to `host`: those of the environment whose REST API V2 has that host, or `host` itself for all three.
    public init(_ host: String) {
        let place = LinkResolver(host).host.lowercased()
        self = AdobeHosts.environments.first { $0.restV2 == place } ?? AdobeHosts(restV2: host, registration: host, restV1: host)
    }

    /// The host of one of the APIs.
    subscript(api: EndpointDescriptor.Family) -> String {
        switch api {
        case .registration: registration
        case .restV2: restV2
        case .restV1: restV1
        }
    }
}
