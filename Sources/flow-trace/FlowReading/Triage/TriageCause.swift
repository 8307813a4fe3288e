import FlowMachine

/// The cause of an unfulfilled request or of another problem, as the log shows it. Its sentences are created when they are read.
public struct TriageCause: Sendable {
    /// The id of a cause, which no later version renames.
    public typealias ID = FlowCause.ID
    /// The party that can act on a cause.
    public typealias Owner = FlowCause.Owner

    private(set) var cause: FlowCause
    private let words: Wording

    init(_ cause: FlowCause, _ words: Wording) {
        self.cause = cause
        self.words = words
    }

    init(_ finding: FlowCause.Finding, _ words: Wording, _ witnesses: [Witness] = []) {
        self.init(FlowCause(finding, witnesses), words)
    }

    /// Returns the same cause with a different finding.
    func with(_ finding: FlowCause.Finding) -> TriageCause { TriageCause(cause.with(finding), words) }

    /// The finding, with all values that the sentences contain.
    var finding: FlowCause.Finding { cause.finding }
    /// The kind, by which causes are counted, grouped and compared.
    var kind: FlowCause.Kind { cause.kind }
    /// The id of the cause, which no later version renames.
    public var id: ID { cause.id }
    /// The cause and the advice in sentences.
    var sentences: FindingWords {
        let sentences = finding.words(words)
        return cause.flood.map { sentences.caused(by: $0) } ?? sentences
    }
    /// The cause in one or two sentences.
    public var text: String { sentences.text }
    /// The party that can act on the cause.
    public var owner: Owner { cause.owner }
    /// The advice for the party that can act on the cause.
    public var advice: String { sentences.advice }
    /// The ids to quote when reporting the cause, for example Adobe's trace id.
    public var quotes: [String] { cause.ids.map { $0.text } }
    /// The events that show the cause, in order.
    public var evidence: [Evidence] { cause.witnesses.map { $0.evidence(words) } }
    /// Whether the cause is no fault: a request that never asks the viewer found no viewer signed in, or the viewer left the app.
    public var isOrdinary: Bool { cause.isOrdinary }
    /// The subject, such as a provider or a resource; `nil` if there is none. Requests are reported together only if their causes have the same
    /// kind and subject.
    var subject: FlowCause.Subject? { finding.subject }
    /// The expired sign-in; `nil` if the finding is not about an expired sign-in.
    var expiredProfile: Profile? { finding.expiredProfile }
    /// Returns the time of day, by `clock`, at which the sign-in expired; `nil` if the finding is not about an expired sign-in.
    func expiry(by clock: DisplayedClock) -> TimeOfDay? { finding.expiry(by: clock) }
    /// Whether the finding is that the log is damaged, or that this build decides the log differently.
    package var isAboutLog: Bool { finding.fault != nil }
    /// The finding as a message for standard error, with the line; `nil` if the finding is not about the log itself.
    package var complaint: String? { finding.fault?.complaint }
}

extension FlowCause.Owner {
    var words: String {
        switch self {
        case .viewer: "the viewer"
        case .provider: "the TV provider"
        case .adobe: "Adobe"
        case .app: "the app"
        case .device: "the device"
        case .network: "the network"
        case .library: "this library"
        }
    }
}

extension AdobesID {
    var text: String {
        switch self {
        case .trace(let id): "Adobe's trace id \(id)"
        case .request(let id): "Adobe-Request-Id \(id)"
        }
    }
}

/// A time of day, to the second.
package struct TimeOfDay: Hashable, Sendable {
    /// The time of day in words, such as `08:00:00Z`.
    let words: String

    init(_ instant: Instant, _ clock: DisplayedClock = .utc) { words = TimeWords.timeOfDay(instant, clock) }
}
