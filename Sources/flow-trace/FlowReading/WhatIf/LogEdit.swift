import FlowMachine

/// A change of a recorded course of events.
package enum LogEdit: Sendable {
    /// The event does not happen: a reply is lost, a timer does not fire, or the viewer does not act. Its consequences do not happen either.
    case without(Int64)
    /// The event is treated as if it had not been recorded. The next recorded answer to the same question replaces it. Makes a log smaller.
    case skip(Int64)
    /// The event happens `by` milliseconds later; earlier if negative.
    case move(Int64, by: Int64)
    /// A different event happens instead of the recorded event.
    case change(Int64, to: FlowEvent.Origin)
    /// An additional event happens `by` milliseconds after the event with the number `after`.
    case insert(FlowEvent.Origin, after: Int64, by: Int64)
    /// The flow runs with these settings.
    case settings(FlowSettings)
    /// The device's clock is corrected by its difference from Adobe's clock, as Adobe's answers show it.
    case rightClock

    /// The number of the event that the edit changes; `nil` if it changes the entire log.
    package var event: Int64? {
        switch self {
        case .without(let event), .skip(let event), .move(let event, _), .change(let event, _), .insert(_, let event, _): event
        case .settings, .rightClock: nil
        }
    }
}
