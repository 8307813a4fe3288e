import FlowMachine

/// A change of a recorded course of events.
package enum LogEdit: Sendable {
    /// The event does not happen: a reply is lost, a timer does not fire, the viewer does not act. What followed from it does not follow.
    case without(Int64)
    /// As if the log did not have the event: the next recorded answer to the same question takes its place. For making a log smaller.
    case skip(Int64)
    /// The event happens this number of milliseconds later; earlier if negative.
    case move(Int64, by: Int64)
    /// Something else happens instead of the event.
    case change(Int64, to: FlowEvent.Origin)
    /// Another event happens, a number of milliseconds after the event with this number.
    case insert(FlowEvent.Origin, after: Int64, by: Int64)
    /// The flow has these settings.
    case settings(FlowSettings)
    /// The device's clock is right, as Adobe's answers tell it.
    case rightClock

    /// The number of the event that it is about; `nil` if it is about the whole log.
    package var event: Int64? {
        switch self {
        case .without(let event), .skip(let event), .move(let event, _), .change(let event, _), .insert(_, let event, _): event
        case .settings, .rightClock: nil
        }
    }
}
