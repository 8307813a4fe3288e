// Numbers that identify requests, timers, wishes and presentations. They are compared only for equality, and no number repeats within a
// launch.

/// The number of one request to Adobe or to the partner framework. The reply contains the same number. When a call is sent again, the new
/// request has a new number.
public struct RequestID: Hashable, Sendable, NumberedName {
    /// The number, starting at 1.
    public let number: Int64

    /// Creates the id of the request `number`.
    public init(_ number: Int64) { self.number = number }

    package static let family = NumberedFamily.request
}

/// The number of one call of a state. The state receives the call's outcome under this number, even if the call is sent more than once. The
/// first request of the call has the same number.
package struct CallID: Hashable, Sendable, NumberedName {
    package let number: Int64

    package init(_ number: Int64) { self.number = number }

    /// Creates the id of the call whose first request is `request`.
    init(first request: RequestID) { number = request.number }

    /// The id of the call's first request.
    package var firstRequest: RequestID { RequestID(number) }

    package static let family = NumberedFamily.request
}

/// The number of an armed timer.
public struct TimerID: Hashable, Sendable, NumberedName {
    /// The number, starting at 1.
    public let number: Int64

    /// Creates the id of the timer `number`.
    public init(_ number: Int64) { self.number = number }

    package static let family = NumberedFamily.timer
}

/// The number of one wish: a request of the app or the viewer, which receives exactly one answer. The runtime numbers the wishes.
public struct WishID: Hashable, Sendable, NumberedName {
    /// The number, starting at 1.
    public let number: Int64

    /// Creates the id of the wish `number`.
    public init(_ number: Int64) { self.number = number }

    package static let family = NumberedFamily.wish
}

/// The number of one presentation. The viewer's choice contains this number. The flow can therefore distinguish a second tap in an old
/// picker from a tap in a new picker.
public struct PresentationID: Hashable, Sendable, NumberedName {
    /// The number, starting at 1.
    public let number: Int64

    /// Creates the id of the presentation `number`.
    public init(_ number: Int64) { self.number = number }

    package static let family = NumberedFamily.presentation
}
