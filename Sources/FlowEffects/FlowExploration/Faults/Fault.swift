import FlowMachine
import FlowSimulation

/// A kind of trouble that a simulated session can have.
public enum Fault: String, CaseIterable, Sendable {
    /// A request or its answer never arrives.
    case lost
    /// An answer takes up to minutes.
    case late
    /// An answer arrives twice.
    case doubled
    /// Answers overtake each other.
    case reordered
    /// The way to Adobe breaks, before or after Adobe acted; or an answer is cut short.
    case failed
    /// Adobe takes no token for a while: 401.
    case unauthorized
    /// Adobe lets nobody pass for a while: 429.
    case throttled
    /// Adobe is down for a while: pages with 5xx.
    case server
    /// Adobe refuses with errors of its catalogue for a while.
    case refused
    /// Adobe forgets: the app's credentials, its tokens, or the viewer's profiles.
    case forgotten
    /// The process ends between any two steps and begins again.
    case crash
    /// What of the log was not yet durable at a crash is lost, cut at any byte.
    case torn
    /// The disk is slow, or the vault can keep nothing any more.
    case disk
    /// The log cannot be written or synced for a while, perhaps for good.
    case log
    /// The log has grown and goes on in another segment.
    case rotation
    /// Something that was kept is lost.
    case secrets
    /// The device's clock jumps, forwards or back.
    case clock
    /// The person does anything at any time, with what is shown now or was shown before.
    case viewer
    /// The person changes account and permission in the device's settings.
    case account
    /// The app goes to the background, where it may be suspended, and comes back.
    case background

    /// What goes wrong, in a line.
    public var title: String {
        switch self {
        case .lost: "a request or its answer never arrives"
        case .late: "an answer takes up to minutes"
        case .doubled: "an answer arrives twice"
        case .reordered: "answers overtake each other"
        case .failed: "the way to Adobe breaks, or an answer is cut short"
        case .unauthorized: "Adobe takes no token for a while (401)"
        case .throttled: "Adobe lets nobody pass for a while (429)"
        case .server: "Adobe is down for a while (5xx)"
        case .refused: "Adobe refuses with errors of its catalogue"
        case .forgotten: "Adobe forgets credentials, tokens or profiles"
        case .crash: "the process ends between any two steps"
        case .torn: "the log is cut at any byte that was not durable"
        case .disk: "the disk is slow, or the vault keeps nothing any more"
        case .log: "the log keeps nothing for a while, or any more"
        case .rotation: "the log goes on in another file"
        case .secrets: "something that was kept is lost"
        case .clock: "the device's clock jumps, forwards or back"
        case .viewer: "the person does anything at any time"
        case .account: "account and permission change in the device's settings"
        case .background: "the app is left, perhaps suspended, and taken up again"
        }
    }
}
