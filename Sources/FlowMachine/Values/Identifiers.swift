// Numbers that name things. They are compared for equality only; none repeats within a launch.

/// One sending of a call to Adobe or of a question to the partner framework. A reply quotes it; a repetition has another.
public struct RequestID: Hashable, Sendable, NumberedName {
    /// The number, from 1.
    public let number: Int64

    /// The request of that number.
    public init(_ number: Int64) { self.number = number }

    package static let family = NumberedFamily.request
}

/// One call that a state asked for: the id under which it gets the outcome, whatever is sent for it. The first sending has the
/// same number.
package struct CallID: Hashable, Sendable, NumberedName {
    package let number: Int64

    package init(_ number: Int64) { self.number = number }

    /// The call that is first sent under `request`.
    init(first request: RequestID) { number = request.number }

    /// The number of the first sending.
    package var firstRequest: RequestID { RequestID(number) }

    package static let family = NumberedFamily.request
}

/// One armed timer.
public struct TimerID: Hashable, Sendable, NumberedName {
    /// The number, from 1.
    public let number: Int64

    /// The timer of that number.
    public init(_ number: Int64) { self.number = number }

    package static let family = NumberedFamily.timer
}

/// One wish of the app: a call that awaits an answer. Numbered by the runtime.
public struct WishID: Hashable, Sendable, NumberedName {
    /// The number, from 1.
    public let number: Int64

    /// The wish of that number.
    public init(_ number: Int64) { self.number = number }

    package static let family = NumberedFamily.wish
}

/// One thing put before the person. What they do with it quotes it, so that a second tap on an old picker is told from a new one.
public struct PresentationID: Hashable, Sendable, NumberedName {
    /// The number, from 1.
    public let number: Int64

    /// The presentation of that number.
    public init(_ number: Int64) { self.number = number }

    package static let family = NumberedFamily.presentation
}
