import FlowMachine

/// An event that shows a cause, as the log describes it.
public struct Evidence: Sendable, Equatable {
    /// The number of the event.
    public let event: Int64
    /// When it happened, by the device's clock; `nil` for an event that is not in the log.
    public let time: Instant?
    /// The event in words.
    public let text: String

    package init(event: Int64, time: Instant?, text: String) {
        self.event = event
        self.time = time
        self.text = text
    }
}

/// An event that may become evidence. It is put into words only then, because most events never do.
struct Witness: Sendable {
    /// The number of the event.
    let number: Int64
    /// When it happened, by the device's clock; `nil` for an event that is not in the log.
    let time: Instant?
    let testimony: Testimony

    /// What it shows. One reference, because a witness is copied often.
    indirect enum Testimony: Sendable {
        /// Who did what. `shown`: the screen that the viewer saw, if that is known.
        case event(FlowEvent, asked: Question?, shown: Presentation?)
        /// The app's request.
        case request(UserEvent)
        case secretLost(SecretRef)
        case vaultFailed
        case signedOut
        /// A viewer had signed out before this launch.
        case signedOutAtLaunch
        /// A viewer had signed out before this event, with which the log begins.
        case signedOutBefore
        /// The launch, whose kept sign-in had expired.
        case expired(Profile)
        /// The same, where the sentence beside it names the sign-in.
        case expiredAtLaunch(Profile)
    }

    init(_ record: LogRecord, _ question: Question?, shown: Presentation? = nil) {
        self.init(record, .event(record.event, asked: question, shown: shown))
    }

    init(_ record: LogRecord, _ testimony: Testimony) {
        self.init(record.number, record.event.time, testimony)
    }

    init(_ number: Int64, _ time: Instant?, _ testimony: Testimony) {
        self.number = number
        self.time = time
        self.testimony = testimony
    }

    /// The screen on which the viewer did it, if that is known.
    var shown: Presentation? { if case .event(_, _, let shown) = testimony { shown } else { nil } }

    func evidence(_ words: Wording) -> Evidence { Evidence(event: number, time: time, text: text(words)) }

    private func text(_ words: Wording) -> String {
        switch testimony {
        case .event(let event, let question, let shown): words.sentence(event, asked: question, shown: shown)
        case .request(let asked): words.user(asked).sentence
        case .secretLost(let ref): "\(ref.name) was lost"
        case .vaultFailed: "the vault could not save a value"
        case .signedOut: "signed out"
        case .signedOutAtLaunch: "the vault recorded that the viewer had signed out before this launch"
        case .signedOutBefore: "a viewer had signed out before this event"
        case .expired(let profile): "launched; \(profile.expiredWords(words.clock))"
        case .expiredAtLaunch(let profile): "launched with a profile that had expired at \(TimeOfDay(profile.notAfter, words.clock).words)"
        }
    }

    /// What the viewer did, if it is an act of theirs; otherwise the event as a sentence.
    func act(_ words: Wording) -> String {
        if case .event(let event, _, _) = testimony, case .user(let user) = event.origin { words.user(user).main } else { text(words) }
    }
}

/// Calls without a usable answer, counted by what arrived instead.
struct FailedCalls: Sendable {
    private var counts: [(kind: FailureKind, count: Int)] = []
    private var lost = 0
    /// Of the lost ones, those that failed within `atOnce`.
    private var refusedAtOnce = 0
    private var all = 0
    private var between = 0
    private var lostHosts: Set<AdobeHost> = []
    private var answeredHosts: Set<AdobeHost> = []
    /// The error code of the last call that had one.
    private(set) var code: ErrorCode?
    /// The last such call.
    private(set) var witnesses: [Witness] = []

    private static let most = 6
    /// The most kinds of failures that are distinguished; the others are counted.
    private static let mostKinds = 16
    private var others = 0
    /// No answer of a server arrives in so few milliseconds.
    private static let atOnce: Int64 = 20

    /// Notes the next such call.
    /// - Parameters:
    ///   - isAdobes: whether its answer was Adobe's, if the log tells.
    ///   - host: where it went.
    ///   - took: how long it took, in milliseconds, if that is known.
    mutating func note(_ failure: FailureKind, _ witness: Witness, isAdobes: Bool? = nil, host: AdobeHost? = nil, took: Int64? = nil) {
        all += 1
        if isAdobes.map({ !$0 }) ?? failure.isInBetween { between += 1 }
        if failure.isLost {
            lost += 1
            if failure == .transport(.connection), let took, took <= FailedCalls.atOnce { refusedAtOnce += 1 }
            if let host { lostHosts.insert(host) }
        }
        code = failure.code ?? code
        witnesses.append(witness)
        if witnesses.count > FailedCalls.most { witnesses.removeFirst() }
        if let place = counts.firstIndex(where: { $0.kind == failure }) {
            counts[place].count += 1
        } else if counts.count < FailedCalls.mostKinds {
            counts.append((failure, 1))
        } else {
            others += 1
        }
    }

    /// Notes an answer from one of Adobe's hosts.
    mutating func noteAnswer(_ host: AdobeHost) { answeredHosts.insert(host) }

    /// Whether one of Adobe's hosts did not answer, and the other did.
    private var isOneHost: Bool { lostHosts.count == 1 && lostHosts.isDisjoint(with: answeredHosts) && !answeredHosts.isEmpty }

    /// Whether the device itself refused the connections: more than one failed, and each at once.
    private var isDevices: Bool { refusedAtOnce > 1 && refusedAtOnce == lost }

    /// Whether a usable answer was missing for nothing but a token that had ended.
    var isOnlyRefusedToken: Bool { others == 0 && counts.allSatisfy { $0.kind == .unauthorized } }

    /// Whether all calls were answered.
    var isEmpty: Bool { all == 0 }

    /// What arrived instead of answers; empty if all calls were answered.
    var text: String {
        let texts = counts.map { $0.kind.sentence(times: $0.count) }
        let text = (texts + (others > 0 ? ["\(others) more in other ways"] : [])).joined(separator: "; ")
        if isDevices { return "\(text), each within \(FailedCalls.atOnce) ms: no server answers so fast" }
        return isOneHost ? "\(text), while Adobe's other host answered" : text
    }

    /// `: ` and what arrived instead; empty if all calls were answered.
    var afterColon: String { isEmpty ? "" : ": \(text)" }

    /// The most common failure; `nil` if all calls were answered.
    var commonest: FailureKind? { counts.max { $0.count < $1.count }?.kind }

    /// Who is responsible: the network if most calls had no answer from Adobe at all.
    var owner: TriageCause.Owner { (lost + between) * 2 > all && !isOneHost ? .network : .adobe }

    /// Whether most of the answers were pages that are not Adobe's.
    var isInBetween: Bool { between * 2 > all }

    var advice: String {
        if isInBetween { return "Another server answers in place of Adobe: look for a captive portal, a proxy or a filter in the network." }
        if isDevices {
            return "Find out what blocks the app: the device is offline, or a filter, a VPN or a name server refuses the connection."
        }
        return owner == .network ? "Check the device's connection." : FindingWords.askAdobe
    }
}

/// A host of Adobe's. REST API V1 has its own; REST API V2 and the registration share one.
enum AdobeHost: Hashable, Sendable {
    case restV1, shared

    init(_ endpoint: Endpoint) { self = endpoint.descriptor.api == .restV1 ? .restV1 : .shared }
}
