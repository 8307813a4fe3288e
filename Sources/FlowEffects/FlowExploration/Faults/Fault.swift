import FlowMachine
import FlowSimulation

/// A kind of fault that a simulated session can have.
public enum Fault: String, CaseIterable, Sendable {
    /// A request or its answer never arrives.
    case lost
    /// An answer is delayed by up to several minutes.
    case late
    /// An answer arrives twice.
    case doubled
    /// Answers overtake each other.
    case reordered
    /// The connection to Adobe breaks before or after Adobe has processed the request, or an answer is truncated.
    case failed
    /// Adobe rejects every token for a while, with 401.
    case unauthorized
    /// Adobe throttles every request for a while, with 429.
    case throttled
    /// Adobe is down for a while and answers with pages and a status of 5xx.
    case server
    /// Adobe refuses requests with errors of its catalog for a while.
    case refused
    /// Adobe forgets the app's credentials, its tokens, or the viewer's profiles.
    case forgotten
    /// The process ends between any two steps and starts again.
    case crash
    /// A crash truncates the log at any byte of the part that was not yet durable.
    case torn
    /// The disk is slow, or the vault can no longer keep anything.
    case disk
    /// The log cannot be written or synced for a while, or permanently.
    case log
    /// The log has reached its size limit and continues in another segment.
    case rotation
    /// The vault loses a secret or another value.
    case secrets
    /// The device's clock jumps, forward or back.
    case clock
    /// The viewer does something at any time, with the current presentation or an earlier presentation.
    case viewer
    /// The viewer changes account and permission in the device's settings.
    case account
    /// The app goes to the background, where it may be suspended, and returns.
    case background

    /// A description of the fault, in one line.
    public var title: String {
        switch self {
        case .lost: "a request or its answer never arrives"
        case .late: "an answer takes up to several minutes"
        case .doubled: "an answer arrives twice"
        case .reordered: "answers arrive out of order"
        case .failed: "the connection to Adobe breaks, or an answer is truncated"
        case .unauthorized: "Adobe accepts no token for a while (401)"
        case .throttled: "Adobe throttles every request for a while (429)"
        case .server: "Adobe is down for a while (5xx)"
        case .refused: "Adobe refuses requests with errors from its catalog"
        case .forgotten: "Adobe forgets credentials, tokens or profiles"
        case .crash: "the process ends between any two steps"
        case .torn: "the log is truncated at any byte that was not durable"
        case .disk: "the disk is slow, or the vault can save nothing from then on"
        case .log: "the log cannot be written for a while, or from then on"
        case .rotation: "the log continues in another file"
        case .secrets: "a kept value is lost"
        case .clock: "the device's clock jumps, forwards or back"
        case .viewer: "the viewer does anything at any time"
        case .account: "the account and the permission change in the device's settings"
        case .background: "the app goes to the background, may be suspended, and returns"
        }
    }
}

extension Fault {
    /// Creates the kind of a fault that has occurred in a world.
    init(_ occurrence: TransitFaults.Occurrence) {
        switch occurrence {
        case .delivery(.requestLost), .delivery(.answerLost): self = .lost
        case .delivery(.breaksBefore), .delivery(.breaksAfter), .delivery(.cut), .offline, .outage(.noConnection), .outage(.timedOut):
            self = .failed
        case .delivery(.late): self = .late
        case .delivery(.doubled): self = .doubled
        case .delivery(.reordered): self = .reordered
        case .outage(.unauthorized): self = .unauthorized
        case .outage(.throttled): self = .throttled
        case .outage(.page): self = .server
        case .outage(.error), .outage(.item), .outage(.noDecisions): self = .refused
        }
    }
}
