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
    /// The device's partner framework; `nil` if there is none. The flow's setting `partner` follows from it.
    public var partnerFramework: (any PartnerFramework)?
    /// Returns the description of the device for Adobe; called for each request, because the connection changes.
    public var device: @Sendable () -> DeviceInformation
    /// The viewer's identity for a promotional temporary access, if that is in use (V2-T-03).
    public var promotionalIdentity: @Sendable () async -> PromotionalIdentity?
    /// Tells the time and waits; the system's clock by default.
    public var clock: any FlowClock
    /// Whether requests whose documentation lists no device headers include them too, as Adobe's checklist requires (G-65).
    public var sendsDeviceHeadersEverywhere: Bool
    /// The app's own identities to send with Adobe calls: the visitor's Experience Cloud ID, and a service token.
    public var identities: RequestIdentities
    /// The providers that the app's picker and the partner framework's offer; `nil`: all that Adobe names. A viewer who is signed in with
    /// another provider stays signed in. An id that Adobe's configuration does not contain has no effect.
    public var offeredProviders: Set<MVPDID>?
    /// Shared with the other flows on the same host, so that a 429 to one flow makes all of them wait.
    public var throttle: HostThrottle
    /// Whether the log's header contains a random id of the app's installation, by which the app can count its installations in its own
    /// logs. The vault makes it, and `Flow.eraseAll` removes it. No shared log contains it.
    public var logsInstallationID: Bool
    /// Makes callbacks recognizable that other programs have forged; `nil`, the default, sends the redirect URL as the settings name it. Read
    /// the warning at `RedirectState` first.
    public var redirectState: RedirectState?

    /// Creates the ports of a flow. Each parameter is the property of that name.
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
    /// Redacted: does not reveal what the app provides.
    public var description: String { "<ports>" }
}
