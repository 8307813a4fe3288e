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

/// A sign-in that was kept at the launch and had expired.
struct ExpiredSignIn: Sendable {
    let text: String
    let evidence: Evidence

    init(_ profile: Profile, at launch: LogRecord) {
        text = "the kept sign-in with \(profile.mvpd.text) had expired at \(TimeWords.utc(profile.notAfter))"
        evidence = Evidence(event: launch.number, time: launch.event.time, text: "launched; \(text)")
    }
}

/// An event that may become evidence. Its words are built only then, because most events never do.
struct Witness: Sendable {
    let number: Int64
    let event: FlowEvent
    package let question: Question?
    let shown: Presentation?

    init(_ record: LogRecord, _ question: Question?, shown: Presentation? = nil) {
        number = record.number
        event = record.event
        self.question = question
        self.shown = shown
    }

    func evidence(_ words: Wording) -> Evidence {
        Evidence(event: number, time: event.time, text: words.sentence(event, asked: question, shown: shown))
    }
}

/// Calls without a usable answer, counted by what arrived instead.
struct FailedCalls: Sendable {
    private var counts: [(kind: FailureKind, count: Int)] = []
    private var lost = 0
    private var all = 0
    private var between = 0
    /// The error code of the last call that had one.
    private(set) var code: ErrorCode?
    /// The last such call.
    private(set) var witnesses: [Witness] = []

    private static let most = 6
    /// The most kinds of failures that are distinguished; the others are counted.
    private static let mostKinds = 16
    private var others = 0

    /// Notes the next such call. `isAdobes`: whether its answer was Adobe's, if the log tells.
    mutating func note(_ failure: FailureKind, _ witness: Witness, isAdobes: Bool? = nil) {
        all += 1
        if isAdobes.map({ !$0 }) ?? failure.isInBetween { between += 1 }
        if failure.isLost { lost += 1 }
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

    func evidence(_ words: Wording) -> [Evidence] { witnesses.map { $0.evidence(words) } }

    /// Whether all calls were answered.
    var isEmpty: Bool { all == 0 }

    /// What arrived instead of answers; empty if all calls were answered.
    var text: String {
        let texts = counts.map { $0.count == 1 ? $0.kind.sentence : "\($0.kind.sentence), \($0.count) times" }
        return (texts + (others > 0 ? ["\(others) more in other ways"] : [])).joined(separator: "; ")
    }

    /// The most common failure; `nil` if all calls were answered.
    var commonest: FailureKind? { counts.max { $0.count < $1.count }?.kind }

    /// Who is responsible: the network if most calls had no answer from Adobe at all.
    var owner: TriageCause.Owner { (lost + between) * 2 > all ? .network : .adobe }

    /// Whether most of the answers were pages that are not Adobe's.
    var isInBetween: Bool { between * 2 > all }

    var advice: String {
        isInBetween
            ? "Another server answers in place of Adobe: look for a captive portal, a proxy or a filter in the network."
            : owner == .network ? "Check the device's connection." : "Ask Adobe's support, and quote the lines below."
    }
}
