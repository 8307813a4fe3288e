import FlowMachine

/// The parts that the app provides to a flow: the transport, the partner framework, the description of the device, and more.
///
/// ```swift
/// let ports = FlowPorts(
///     transport: transport, partnerFramework: partner, device: { device },
///     identities: RequestIdentities(visitor: { VisitorIdentifier(visitorID) }))
/// ```
public struct FlowPorts: Sendable {
    /// Sends the requests to Adobe.
    public var transport: any HTTPTransport
    /// The device's partner framework; `nil` if there is none. This port determines the flow's setting `partner`.
    public var partnerFramework: (any PartnerFramework)?
    /// Returns the description of the device for Adobe; called for each request, because the connection changes.
    public var device: @Sendable () -> DeviceInformation
    /// Returns the viewer's identity for promotional temporary access; `nil` if there is none (V2-T-03).
    public var promotionalIdentity: @Sendable () async -> PromotionalIdentity?
    /// The source of the time and of delays; the system's clock by default.
    public var clock: any FlowClock
    /// Whether the device headers are also sent with requests for which Adobe's pages do not list them, as Adobe's checklist requires (G-65).
    public var sendsDeviceHeadersEverywhere: Bool
    /// The app's own identities to send with Adobe calls: the visitor's Experience Cloud ID, and a service token.
    public var identities: RequestIdentities
    /// The providers that the app's picker and the partner framework's picker offer; `nil` offers all providers in Adobe's configuration. A
    /// viewer who is signed in with another provider stays signed in. An id that the configuration does not contain has no effect.
    public var offeredProviders: Set<MVPDID>?
    /// The throttle that the flows on the same host share, so that a 429 to one flow makes all of them wait.
    public var throttle: HostThrottle
    /// Whether the log's header contains a random id of the app's installation, by which the app can count its installations in its own
    /// logs. The vault creates the id, and `Flow.eraseAll` removes it. No shared log contains it.
    public var logsInstallationID: Bool
    /// A random parameter of the redirect URL, with which the flow rejects forged callbacks. `nil`, the default, sends the redirect URL of the
    /// settings unchanged. Read the warning at `RedirectState` first.
    public var redirectState: RedirectState?

    /// Creates the ports of a flow. Each parameter sets the property of the same name.
    public init(
        transport: any HTTPTransport, partnerFramework: (any PartnerFramework)? = nil, device: @escaping @Sendable () -> DeviceInformation,
        promotionalIdentity: @escaping @Sendable () async -> PromotionalIdentity? = { nil }, clock: any FlowClock = SystemClock(),
        sendsDeviceHeadersEverywhere: Bool = true, identities: RequestIdentities = RequestIdentities(),
        offeredProviders: Set<MVPDID>? = nil, throttle: HostThrottle = .process, logsInstallationID: Bool = true,
        redirectState: RedirectState? = nil
    ) {
        self.redirectState = redirectState
        self.identities = identities
        self.offeredProviders = offeredProviders
        self.transport = transport
        self.partnerFramework = partnerFramework
        self.device = device
        self.promotionalIdentity = promotionalIdentity
        self.clock = clock
        self.sendsDeviceHeadersEverywhere = sendsDeviceHeadersEverywhere
        self.throttle = throttle
        self.logsInstallationID = logsInstallationID
    }
}

extension FlowPorts: Redacted {
    /// Redacted: does not reveal the parts.
    public var description: String { "<ports>" }
}
