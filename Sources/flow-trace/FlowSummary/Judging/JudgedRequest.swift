import FlowMachine

/// A request of the app or the viewer, and its result.
package struct JudgedRequest: Sendable {
    /// The request's number in the log.
    package let wish: WishID
    /// The event with the request.
    package let asked: UserEvent
    /// The number of the event with the request; `nil` if the log begins later.
    package let event: Int64?
    /// The time of the request; if the log begins later, the time when the log begins.
    package let time: Instant
    /// The outcome of the request.
    package let outcome: RequestOutcome
    /// The number of the event that answered the request; `nil` if no event did.
    package let answerEvent: Int64?
    /// The time when the request was answered; `nil` if it was not.
    package let answerTime: Instant?
    /// The reason in the answer, as the log calls it, for example `notSignedIn`; `nil` if the answer has none.
    package let reason: String?
    /// Adobe's error code in the answer; `nil` if there is none.
    package let code: String?
    /// The reason why the request was not fulfilled, or why it was fulfilled late; `nil` if nothing went wrong.
    package private(set) var cause: FlowCause?
    /// The reason why the request was denied late, besides the reason why it was denied; `nil` if it was not denied, or not late.
    package var slow: FlowCause?

    /// Sets the flood of previews that is to blame for the cause, if one of `floods` is.
    package mutating func noteCauses(_ floods: [PreviewFloods.Flood]) { cause = cause?.caused(byOneOf: floods) }
}
