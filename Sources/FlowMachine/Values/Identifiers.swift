// Numbers that identify things. They are compared for equality only; none repeats within a launch.

/// One sending of a call to Adobe or of a question to the partner framework. A reply quotes it; a repetition has another number.
public struct RequestID: Hashable, Sendable, NumberedName {
    /// The number, from 1.
    public let number: Int64

    /// The request of that number.
    public init(_ number: Int64) { self.number = number }

    package static let family = NumberedFamily.request
}

/// One call that a state requested: the id under which the state gets the outcome, whatever is sent for it. The first sending has the same
/// number.
package struct CallID: Hashable, Sendable, NumberedName {
    package let number: Int64

    package init(_ number: Int64) { self.number = number }

    /// The call that is first sent under `request`.
    init(first request: RequestID) { number = request.number }

    /// The number of the first sending.
    package var firstRequest: RequestID { RequestID(number) }

    package static let family = NumberedFamily.request
}

/// The number of an armed timer.
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

/// One presentation. The viewer's choice quotes it, so that a second tap on an old picker can be told from a tap on a new one.
public struct PresentationID: Hashable, Sendable, NumberedName {
    /// The number, from 1.
    public let number: Int64

    /// The presentation of that number.
    public init(_ number: Int64) { self.number = number }

    package static let family = NumberedFamily.presentation
}
