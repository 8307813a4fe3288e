import FlowMachine

/// One request of the app or the viewer, and its result.
public struct TriagedRequest: Sendable {
    /// How the request ended.
    public typealias Outcome = RequestOutcome

    private let request: JudgedRequest
    let words: Wording
    /// Why the request was not fulfilled; for a fulfilled request that took long, what went wrong meanwhile.
    public private(set) var cause: TriageCause?

    /// The event after which the request could no longer be fulfilled; `nil` if it was fulfilled, or nobody looked for it.
    package internal(set) var pointOfNoReturn: PointOfNoReturn?

    init(_ request: JudgedRequest, _ words: Wording) {
        self.request = request
        self.words = words
        cause = request.cause.map { TriageCause($0, words) }
    }

    /// The request's number in the log.
    public var wish: WishID { request.wish }
    /// The request of the app.
    var asked: UserEvent { request.asked }
    /// The event that made the request; `nil` if it is before the log.
    public var event: Int64? { request.event }
    /// When the request was made; if that is before the log, when the log begins.
    public var time: Instant { request.time }
    /// How the request ended.
    public var outcome: Outcome { request.outcome }
    /// The event that answered the request.
    public var answerEvent: Int64? { request.answerEvent }
    /// When the request was answered.
    public var answerTime: Instant? { request.answerTime }
    /// The reason in the answer, as the log calls it, for example `notSignedIn`; `nil` if it has none.
    var reason: String? { request.reason }
    /// Adobe's error code in the answer.
    var code: String? { request.code }
    /// Where its code is documented, below the root of the documentation site; `nil` without a code that Adobe documents.
    var documentation: String? { code.flatMap { ErrorCodes.all.contains($0) ? DocumentationAnchor.code($0) : nil } }

    /// Notes a change of provider in an earlier launch, which may explain a denial in this one, which began at `launched`.
    mutating func noteChange(_ change: EarlierChange, launched: Instant) { cause = cause?.explained(by: change, launched: launched) }

    /// The request's name, for example `play resource#1`.
    public var name: String { words.user(asked).sentence }
}

extension TriagedRequest {
    /// How the request ended, as a part of a sentence. The log calls an attempt canceled, too, that the flow gave up itself.
    package var ending: String {
        if case .canceled(.redirectUnconfirmed)? = cause?.finding { return "given up without a profile" }
        return outcome.words
    }
}

extension RequestOutcome {
    /// The request, as a part of a sentence.
    package var words: String {
        switch self {
        case .permitted: "permitted"
        case .previewed: "previewed"
        case .signedIn: "signed in"
        case .signedOut: "signed out"
        case .signedOutHere: "signed out on the device; the sign-out has not reached Adobe yet"
        case .userMetadata: "answered"
        case .denied: "denied"
        case .refused: "refused"
        case .canceled: "canceled by the viewer"
        case .givenUp: "canceled by the app"
        case .unanswered: "never answered"
        }
    }
}
