import FlowMachine

/// Performs a flow's requests: one closure calls Adobe, the other asks the partner framework.
///
/// A flow that is created with `FlowPorts` has interpreters that call Adobe Pass over an `HTTPTransport` and ask a `PartnerFramework`. Write your
/// own interpreters to send requests in another way, for example through a gateway with another protocol. Pass them to the initializer of `Flow`
/// that has the parameter `interpreters`.
///
/// An interpreter performs one request once and returns its reply. It does not retry: the machine decides about retries, pauses and time-outs. It
/// returns early when its task is canceled.
///
/// Secrets are passed by reference. An interpreter puts every secret that it receives into the vault with `put`, and its reply contains the
/// reference. A call names the references of the secrets to send.
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
    /// Calls Adobe. `Call.endpoint` names the request, and `Reply.Result` lists the possible results. If no answer arrives, the result is
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

/// Receives a runtime's records, presentations, failures and notices. The runtime calls one method at a time, in the log's order. It calls a method
/// only after the record that led to the call is durable. Failures and notices may arrive at any time. The methods must return at once.
@_spi(Testing) public protocol FlowHost: Sendable {
    /// Receives the record of an event that was decided. The calls for the record's effects follow.
    func recorded(_ record: DecidedRecord)
    /// Shows `presentation` instead of the current presentation.
    func present(_ id: PresentationID, _ presentation: Presentation)
    /// Receives a failure of the log or the vault that the app should know about. The flow continues.
    func failed(_ failure: FlowFailure)
    /// Receives a notice of the log, which is not a failure.
    func noticed(_ notice: FlowNotice)
}

/// A failure of the log or the vault. The flow itself continues.
@nonexhaustive
public enum FlowFailure: Error, Equatable, Sendable {
    /// The log cannot be written. No event is written until ``FlowNotice/logResumed``.
    case log(EventLogFailure)
    /// The vault cannot be used or written.
    case vault(FlowVaultFailure)

    /// A text that states the failure, its place and the remedy.
    public var text: String {
        switch self {
        case .log(let failure): failure.text
        case .vault(let failure): failure.text
        }
    }
}

/// A report of the log that is not a failure and requires no action.
@nonexhaustive
public enum FlowNotice: Equatable, Sendable {
    /// The log is written again after a failure, and records which events are missing.
    case logResumed
    /// An earlier launch was interrupted while it wrote its log. The torn end of the log was moved to another file.
    case logRecovered(LogRecovery)
}

extension FlowNotice: CustomStringConvertible {
    /// The notice as a short text.
    public var description: String {
        switch self {
        case .logResumed: "the log is written again"
        case .logRecovered(let recovery): recovery.text
        }
    }
}
