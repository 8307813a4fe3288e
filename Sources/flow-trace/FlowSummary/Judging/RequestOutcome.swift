import FlowMachine

/// The outcome of a request.
public enum RequestOutcome: String, CaseIterable, Sendable {
    /// The playback was permitted.
    case permitted
    /// The preview was answered.
    case previewed
    /// The viewer signed in.
    case signedIn
    /// The viewer signed out, on the device and at Adobe.
    case signedOut
    /// The viewer's metadata arrived.
    case userMetadata
    /// The viewer signed out on the device, but the logout did not reach Adobe.
    case signedOutHere
    /// The playback was denied.
    case denied
    /// The request was refused.
    case refused
    /// The viewer canceled the request.
    case canceled
    /// The app canceled the request.
    case givenUp
    /// The log ends before the answer.
    case unanswered

    /// Whether the app or the viewer got the requested result.
    public var isFulfilled: Bool {
        switch self {
        case .permitted, .previewed, .signedIn, .signedOut, .userMetadata: true
        case .signedOutHere, .denied, .refused, .canceled, .givenUp, .unanswered: false
        }
    }

    package init(_ answer: WishAnswer) {
        switch answer {
        case .permitted: self = .permitted
        case .previewed: self = .previewed
        case .signedIn: self = .signedIn
        case .signedOut(let isOwed, _): self = isOwed ? .signedOutHere : .signedOut
        case .userMetadata: self = .userMetadata
        case .denied: self = .denied
        case .refused(let refusal) where refusal.reason == .canceled: self = .canceled
        case .refused: self = .refused
        case .dropped: self = .givenUp
        }
    }
}
