import FlowMachine

/// A request of the app or the viewer, and its result.
package struct JudgedRequest: Sendable {
    /// The content is an object, so that copying a request, which is large and copied often, copies only references.
    private let content: Content
    /// The reason why the request was not fulfilled, or why it was fulfilled late; `nil` if nothing went wrong.
    package private(set) var cause: FlowCause?

    private final class Content: Sendable {
        let wish: WishID
        let asked: UserEvent
        let event: Int64?
        let time: Instant
        let outcome: RequestOutcome
        let answer: Answer?
        let slow: FlowCause?

        init(
            _ wish: WishID, _ asked: UserEvent, _ event: Int64?, _ time: Instant, _ outcome: RequestOutcome, _ answer: Answer?,
            _ slow: FlowCause?
        ) {
            (self.wish, self.asked, self.event, self.time) = (wish, asked, event, time)
            (self.outcome, self.answer, self.slow) = (outcome, answer, slow)
        }
    }

    /// The answer to a request.
    struct Answer {
        let event: Int64
        let time: Instant
        let reason: String?
        let code: String?
    }

    init(
        wish: WishID, asked: UserEvent, event: Int64?, time: Instant, outcome: RequestOutcome, answer: Answer?, cause: FlowCause?,
        slow: FlowCause? = nil
    ) {
        content = Content(wish, asked, event, time, outcome, answer, slow)
        self.cause = cause
    }

    /// The request's number in the log.
    package var wish: WishID { content.wish }
    /// The event with the request.
    package var asked: UserEvent { content.asked }
    /// The number of the event with the request; `nil` if the log begins later.
    package var event: Int64? { content.event }
    /// The time of the request; if the log begins later, the time when the log begins.
    package var time: Instant { content.time }
    /// The outcome of the request.
    package var outcome: RequestOutcome { content.outcome }
    /// The number of the event that answered the request; `nil` if no event did.
    package var answerEvent: Int64? { content.answer?.event }
    /// The time when the request was answered; `nil` if it was not.
    package var answerTime: Instant? { content.answer?.time }
    /// The reason in the answer, as the log calls it, for example `notSignedIn`; `nil` if the answer has none.
    package var reason: String? { content.answer?.reason }
    /// Adobe's error code in the answer; `nil` if there is none.
    package var code: String? { content.answer?.code }
    /// The reason why the request was denied late, besides the reason why it was denied; `nil` if it was not denied, or not late.
    package var slow: FlowCause? { content.slow }

    /// If the cause is about too many requests, adds the flood of previews that led to it: the first of `floods` during which one of the cause's
    /// events happened.
    package mutating func noteCauses(_ floods: [PreviewFloods.Flood]) { cause = cause?.caused(byOneOf: floods) }
}
