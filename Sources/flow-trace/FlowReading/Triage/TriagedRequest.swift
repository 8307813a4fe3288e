import FlowMachine

/// One request of the app or the viewer, and its result.
public struct TriagedRequest: Sendable {
    /// The outcome of a request.
    public typealias Outcome = RequestOutcome

    /// The content is an object, so that copying a request, which is copied often, copies only a reference.
    private var content: Content

    private final class Content: Sendable {
        let request: JudgedRequest
        let words: Wording
        let cause: TriageCause?
        let slow: TriageCause?
        let pointOfNoReturn: PointOfNoReturn?

        init(
            _ request: JudgedRequest, _ words: Wording, _ cause: TriageCause?, _ slow: TriageCause?, _ pointOfNoReturn: PointOfNoReturn?
        ) {
            (self.request, self.words, self.cause, self.slow, self.pointOfNoReturn) = (request, words, cause, slow, pointOfNoReturn)
        }
    }

    init(_ request: JudgedRequest, _ words: Wording) {
        content = Content(
            request, words, request.cause.map { TriageCause($0, words) }, request.slow.map { TriageCause($0, words) }, nil)
    }

    private var request: JudgedRequest { content.request }
    var words: Wording { content.words }
    /// The cause of a request that was not fulfilled, or of the problems before a request was fulfilled; `nil` if nothing went wrong.
    public var cause: TriageCause? { content.cause }
    /// The reason why a denied request took long, besides the reason why it was denied; `nil` if it was not denied, or was fast.
    var slow: TriageCause? { content.slow }
    /// The event after which the request could no longer be fulfilled; `nil` if the request was fulfilled, or if the event was not determined.
    package internal(set) var pointOfNoReturn: PointOfNoReturn? {
        get { content.pointOfNoReturn }
        set { content = Content(request, words, cause, slow, newValue) }
    }

    /// The request's number in the log.
    public var wish: WishID { request.wish }
    /// The request of the app.
    var asked: UserEvent { request.asked }
    /// Whether the app asked for temporary access.
    var asksForTemporaryAccess: Bool { if case .play(_, _, under: .temporary) = asked { true } else { false } }
    /// The event that made the request; `nil` if the log begins after this event.
    public var event: Int64? { request.event }
    /// The time of the request; the beginning of the log if the request is older.
    public var time: Instant { request.time }
    /// The outcome of the request.
    public var outcome: Outcome { request.outcome }
    /// The event that answered the request; `nil` if no event did.
    public var answerEvent: Int64? { request.answerEvent }
    /// The time of the answer; `nil` if the request was not answered.
    public var answerTime: Instant? { request.answerTime }
    /// The reason in the answer as a word of the log, for example `notSignedIn`; `nil` if the answer contains no reason.
    var reason: String? { request.reason }
    /// Adobe's error code in the answer; `nil` if the answer contains no code.
    var code: String? { request.code }
    /// The address of the code's documentation, relative to the root of the documentation site; `nil` if Adobe does not document the code.
    var documentation: String? { code.flatMap { ErrorCodes.all.contains($0) ? DocumentationAnchor.code($0) : nil } }

    /// If a change of the provider in an earlier launch explains the denial of this request, adds the change to the cause.
    ///
    /// - Parameters:
    ///   - change: The change of the provider.
    ///   - launched: The time at which this launch began.
    mutating func noteChange(_ change: EarlierChange, launched: Instant) {
        content = Content(request, words, cause?.explained(by: change, launched: launched), slow, pointOfNoReturn)
    }

    /// The request's name, for example `play resource#1`.
    public var name: String { words.user(asked).sentence }
}

extension TriagedRequest {
    /// The outcome as part of a sentence. An attempt that the flow itself gave up is not called canceled here, although the log calls it so.
    package var ending: String {
        if case .canceled(.redirectUnconfirmed)? = cause?.finding { return "given up without a profile" }
        return outcome.words
    }
}

extension RequestOutcome {
    /// The outcome as part of a sentence.
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
