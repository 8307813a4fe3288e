import FlowMachine

/// Those that carry out requests. Each does one thing once and reports what came of it; cancelling the task that awaits
/// it ends it early.
public struct Interpreters: Sendable {
    /// Calls Adobe.
    public var adobe: @Sendable (Call) async -> Reply
    /// Asks the partner framework.
    public var partner: @Sendable (PartnerRequest) async -> Reply

    /// Those that carry out requests.
    public init(adobe: @escaping @Sendable (Call) async -> Reply, partner: @escaping @Sendable (PartnerRequest) async -> Reply) {
        self.adobe = adobe
        self.partner = partner
    }
}

/// Where a runtime shows what it does: one after the other, in the log's order, each only after the record that led to
/// it is durable. Only failures come at any time. Must return at once.
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
    case log(FileEventLogFailure)
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
