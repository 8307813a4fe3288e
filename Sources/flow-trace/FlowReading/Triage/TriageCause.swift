import FlowMachine

/// Why a request was not fulfilled or something went wrong, according to the log: a value. Its sentences are made when they are read.
public struct TriageCause: Sendable {
    /// Who can do something about it.
    public enum Owner: String, CaseIterable, Sendable {
        /// The viewer.
        case viewer
        /// The TV provider.
        case provider
        /// Adobe, or the administrator of its dashboard.
        case adobe
        /// The app.
        case app
        /// The device: its clock, its disk or its keychain.
        case device
        /// The network between the device and Adobe.
        case network
        /// This library.
        case library

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

    /// One reference, because a cause is large and is copied often.
    private let content: Content

    private final class Content: Sendable {
        let finding: Finding
        let kind: Kind
        let owner: Owner
        let witnesses: [Witness]
        let ids: [AdobesID]
        let words: Wording
        let flood: PreviewFloods.Flood?

        init(_ finding: Finding, _ words: Wording, _ ids: [AdobesID], _ witnesses: [Witness], _ flood: PreviewFloods.Flood?) {
            self.finding = finding
            kind = finding.kind
            owner = flood == nil ? finding.owner : .app
            self.words = words
            self.ids = ids
            self.witnesses = witnesses
            self.flood = flood
        }
    }

    init(_ finding: Finding, _ words: Wording, ids: [AdobesID] = [], _ witnesses: [Witness] = []) {
        content = Content(finding, words, ids, witnesses, nil)
    }

    private init(_ content: Content) { self.content = content }

    /// The same cause with another finding.
    func with(_ finding: Finding) -> TriageCause { TriageCause(Content(finding, words, ids, witnesses, flood)) }

    /// The same cause, if one of these floods caused it, with the flood.
    func caused(byOneOf floods: [PreviewFloods.Flood]) -> TriageCause {
        guard !floods.isEmpty, finding.isOverload else { return self }
        let times = witnesses.compactMap { $0.time }
        let flood = floods.first { flood in times.contains { flood.contains($0) } }
        return TriageCause(Content(finding, words, ids, witnesses, flood))
    }

    var finding: Finding { content.finding }
    var witnesses: [Witness] { content.witnesses }
    private var ids: [AdobesID] { content.ids }
    private var words: Wording { content.words }
    /// The app's own previews that caused it; `nil` if they did not.
    private var flood: PreviewFloods.Flood? { content.flood }

    /// What causes are counted, grouped and compared by.
    var kind: Kind { content.kind }
    /// The cause and what to do about it, for those who need both.
    var sentences: FindingWords {
        let sentences = finding.words(words)
        return flood.map { sentences.caused(by: $0) } ?? sentences
    }
    /// The cause in one or two sentences.
    public var text: String { sentences.text }
    /// Who can do something about it.
    public var owner: Owner { content.owner }
    /// What to do about it.
    public var advice: String { sentences.advice }
    /// What to quote when reporting it, for example Adobe's trace id.
    public var quotes: [String] { ids.map { $0.text } }
    /// The events that show the cause, in order.
    public var evidence: [Evidence] { witnesses.map { $0.evidence(words) } }
    /// Whether it is no fault: a request that never asks the viewer found no viewer signed in, or the viewer left the app.
    public var isOrdinary: Bool { kind == .nobodySignedIn || kind == .endedInBackground }
    /// What requests must have in common, besides the kind, to be reported as one.
    var subject: Subject? { finding.subject }
    /// When the kept sign-in expired, if that is the finding.
    var expiry: TimeOfDay? { expiry(by: words.clock) }
    /// The same by another clock.
    func expiry(by clock: DisplayedClock) -> TimeOfDay? { finding.expiry(by: clock) }
    /// Whether the log itself is damaged, or decided differently from this build.
    package var isAboutLog: Bool { finding.fault != nil }
    /// The same for standard error, with the place in the file, if the log itself is damaged or decided differently.
    package var complaint: String? { finding.fault?.complaint }
}

extension TriageCause {
    /// What a denied request was about.
    package struct Subject: Hashable, Sendable {
        /// Who decided.
        let mvpd: MVPDID?
        let resource: SecretRef?
    }
}

/// An id of Adobe's to quote when a failure is reported.
enum AdobesID: Hashable, Sendable {
    /// Of an error.
    case trace(String)
    /// Of an answer that failed.
    case request(String)

    var text: String {
        switch self {
        case .trace(let id): "Adobe's trace id \(id)"
        case .request(let id): "Adobe-Request-Id \(id)"
        }
    }
}

/// A time of day, to the second.
package struct TimeOfDay: Hashable, Sendable {
    /// `08:00:00Z`.
    let words: String

    init(_ instant: Instant, _ clock: DisplayedClock = .utc) { words = TimeWords.timeOfDay(instant, clock) }
}
