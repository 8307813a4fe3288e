import FlowMachine

/// One request of the app or the viewer, and its result.
public struct TriagedRequest: Sendable {
    /// How the request ended.
    public enum Outcome: String, CaseIterable, Sendable {
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
        /// Signed out on the device, but the logout did not reach Adobe.
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

        /// Whether the request got what it asked for.
        public var isFulfilled: Bool {
            switch self {
            case .permitted, .previewed, .signedIn, .signedOut, .userMetadata: true
            case .signedOutHere, .denied, .refused, .canceled, .givenUp, .unanswered: false
            }
        }

        /// As part of a sentence.
        package var words: String {
            switch self {
            case .permitted: "permitted"
            case .previewed: "previewed"
            case .signedIn: "signed in"
            case .signedOut: "signed out"
            case .signedOutHere: "signed out on the device; the sign-out has not reached Adobe yet"
            case .userMetadata: "answered"
            case .denied: "denied"
            case .refused: "refused"
            case .canceled: "canceled by the viewer"
            case .givenUp: "canceled by the app"
            case .unanswered: "never answered"
            }
        }

        init(_ answer: WishAnswer) {
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

    /// The request's number in the log.
    public let wish: WishID
    /// What was asked for.
    let asked: UserEvent
    let words: Wording
    /// The event that made the request; `nil` if it is before the log.
    public let event: Int64?
    /// When the request was made; if that is before the log, when the log begins.
    public let time: Instant
    /// How the request ended.
    public let outcome: Outcome
    /// The event that answered the request.
    public let answerEvent: Int64?
    /// When the request was answered.
    public let answerTime: Instant?
    /// The reason in the answer, as the log calls it, for example `notSignedIn`; `nil` if it has none.
    let reason: String?
    /// Adobe's error code in the answer.
    let code: String?
    /// Why the request was not fulfilled; for a fulfilled request that took long, what went wrong meanwhile.
    public private(set) var cause: TriageCause?

    /// Notes the floods of previews that may have caused its cause.
    mutating func noteCauses(_ floods: [PreviewFloods.Flood]) { cause = cause?.caused(byOneOf: floods) }

    /// Notes a change of provider in an earlier launch, which may explain a denial in this one, which began at `launched`.
    mutating func noteChange(_ change: EarlierChange, launched: Instant) { cause = cause?.explained(by: change, launched: launched) }

    /// The request's name, for example `play resource#1`.
    public var name: String { words.user(asked).sentence }
}
