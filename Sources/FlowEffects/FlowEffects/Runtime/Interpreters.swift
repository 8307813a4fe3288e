import FlowMachine

/// What performs a flow's requests: one closure calls Adobe, the other asks the partner framework.
///
/// A flow usually gets its interpreters from `FlowPorts`: they call Adobe Pass over an `HTTPTransport` and ask a
/// `PartnerFramework`. Bring interpreters of your own to send requests some other way, for example through a gateway that
/// speaks another protocol, and pass them to the initializer of `Flow` that takes `interpreters`.
///
/// An interpreter performs one request once and returns its reply. It does not retry, and it does not decide: retries, pauses
/// and time-outs are the machine's. It returns early when its task is cancelled. It puts every secret that it receives into
/// the vault with `put`, and its reply contains the reference; a call names the references of the secrets to send.
///
/// ```swift
/// let interpreters = Interpreters(
///     adobe: { call in
///         guard case .token = call.endpoint else { return Reply(.failed(.transport(.connection))) }
///         let (token, end) = await gateway.token()
///         return Reply(.token(AccessToken(ref: vault.put(.token(token)), notAfter: end)))
///     },
///     partner: { _ in Reply(.partner(PartnerAnswer(status: PartnerStatus(permission: .restricted)))) })
/// ```
public struct Interpreters: Sendable {
    /// Calls Adobe. `Call.endpoint` says what to ask, `Reply.Result` what the answer can be; a request that got no answer is
    /// `.failed(.transport(.connection))`.
    public var adobe: @Sendable (Call) async -> Reply
    /// Asks the device's partner framework. Never called if `FlowSettings.partner` is `none`.
    public var partner: @Sendable (PartnerRequest) async -> Reply

    /// Interpreters of your own.
    public init(adobe: @escaping @Sendable (Call) async -> Reply, partner: @escaping @Sendable (PartnerRequest) async -> Reply) {
        self.adobe = adobe
        self.partner = partner
    }
}

/// Where a runtime shows what it does: one after the other, in the log's order, each only after the record that led to
/// it is durable. Only failures are reported at any time. Its methods must return at once.
public protocol FlowHost: Sendable {
    /// An event was decided; its effects follow.
    func recorded(_ record: FlowRecord)
    /// This is to be shown, in place of what was.
    func present(_ id: PresentationID, _ presentation: Presentation)
    /// Something about log or vault the app should know; the flow goes on.
    func failed(_ failure: FlowFailure)
}

/// What failed beside the flow.
public enum FlowFailure: Error, Equatable, Sendable {
    /// The log keeps nothing, until `logResumed`.
    case log(EventLogFailure)
    /// The log keeps again what is decided, and says what it did not.
    case logResumed
    /// An earlier launch was interrupted while it wrote its log; what was torn is moved aside.
    case logRecovered(LogRecovery)
    /// The vault cannot be used or written.
    case vault(FlowVaultFailure)

    /// What is wrong, where, and what to do.
    public var text: String {
        switch self {
        case .log(let failure): failure.text
        case .logResumed: "the log is written again"
        case .logRecovered(let recovery): recovery.text
        case .vault(let failure): failure.text
        }
    }
}
