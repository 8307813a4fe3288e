import FlowMachine

/// One request of the app or the viewer, and its result.
package struct JudgedRequest: Sendable {
    /// The request's number in the log.
    package let wish: WishID
    /// The request of the app.
    package let asked: UserEvent
    /// The event that made the request; `nil` if it is before the log.
    package let event: Int64?
    /// When the request was made; if that is before the log, when the log begins.
    package let time: Instant
    /// How the request ended.
    package let outcome: RequestOutcome
    /// The event that answered the request.
    package let answerEvent: Int64?
    /// When the request was answered.
    package let answerTime: Instant?
    /// The reason in the answer, as the log calls it, for example `notSignedIn`; `nil` if it has none.
    package let reason: String?
    /// Adobe's error code in the answer.
    package let code: String?
    /// Why the request was not fulfilled; for a fulfilled request that took long, what went wrong meanwhile.
    package private(set) var cause: FlowCause?

    /// Notes the floods of previews that may have caused its cause.
    package mutating func noteCauses(_ floods: [PreviewFloods.Flood]) { cause = cause?.caused(byOneOf: floods) }
}
