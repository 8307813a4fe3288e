import FlowMachine

/// Performs a flow's requests: one closure calls Adobe, the other asks the partner framework.
///
/// A flow usually gets its interpreters from `FlowPorts`: they call Adobe Pass over an `HTTPTransport` and ask a `PartnerFramework`. Write
/// your own interpreters to send requests some other way, for example through a gateway that uses another protocol, and pass them to the
/// initializer of `Flow` that takes `interpreters`.
///
/// An interpreter performs one request once and returns its reply. It does not retry, and it does not decide: the machine decides about
/// retries, pauses and time-outs. It returns early when its task is canceled. It puts every secret that it receives into the vault with
/// `put`, and its reply contains the reference; a call names the references of the secrets to send.
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
    /// Calls Adobe. `Call.endpoint` names the request, `Reply.Result` lists the possible results; a request without an answer is
    /// `.failed(.transport(.connection))`.
    public var adobe: @Sendable (Call) async -> Reply
    /// Asks the device's partner framework. Never called if `FlowSettings.partner` is `absent`.
    public var partner: @Sendable (PartnerRequest) async -> Reply

    /// Creates interpreters of your own. Each parameter sets the property of the same name.
    public init(adobe: @escaping @Sendable (Call) async -> Reply, partner: @escaping @Sendable (PartnerRequest) async -> Reply) {
        self.adobe = adobe
        self.partner = partner
    }
}

/// Receives what a runtime does: one call after the other, in the log's order, each only after the record that led to it is durable. Only
/// failures and notices may be reported at any time. Its methods must return at once.
@_spi(Testing) public protocol FlowHost: Sendable {
    /// An event was decided; its effects follow.
    func recorded(_ record: DecidedRecord)
    /// Show this presentation instead of the current one.
    func present(_ id: PresentationID, _ presentation: Presentation)
    /// A failure of the log or the vault that the app should know about; the flow continues.
    func failed(_ failure: FlowFailure)
    /// Reports an event of the log that is no failure.
    func noticed(_ notice: FlowNotice)
}

/// A failure outside the flow itself: of the log or the vault.
@nonexhaustive
public enum FlowFailure: Error, Equatable, Sendable {
    /// The log keeps nothing until ``FlowNotice/logResumed``.
    case log(EventLogFailure)
    /// The vault cannot be used or written.
    case vault(FlowVaultFailure)

    /// Says what is wrong, where, and what to do.
    public var text: String {
        switch self {
        case .log(let failure): failure.text
        case .vault(let failure): failure.text
        }
    }
}

/// A report of the log that is no failure and needs no action.
@nonexhaustive
public enum FlowNotice: Equatable, Sendable {
    /// After a failure, the log keeps events again, and records which ones are missing.
    case logResumed
    /// An earlier launch was interrupted while it wrote its log; the torn end was moved aside.
    case logRecovered(LogRecovery)
}

extension FlowNotice: CustomStringConvertible {
    /// Says in one sentence what the log reports.
    public var description: String {
        switch self {
        case .logResumed: "the log is written again"
        case .logRecovered(let recovery): recovery.text
        }
    }
}
