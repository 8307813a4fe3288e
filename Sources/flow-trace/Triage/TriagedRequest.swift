import FlowMachine

/// One thing that the app or the viewer asked for, and what came of it.
struct TriagedRequest: Sendable {
    /// How it ended.
    enum Outcome: String, CaseIterable, Sendable {
        case permitted, previewed, signedIn, signedOut, userMetadata
        /// Signed out on the device, and Adobe could not be told.
        case signedOutHere
        case denied, refused, canceled, givenUp
        /// The log ends before an answer.
        case unanswered

        /// Whether the request got what it asked for.
        var isFulfilled: Bool {
            switch self {
            case .permitted, .previewed, .signedIn, .signedOut, .userMetadata: true
            case .signedOutHere, .denied, .refused, .canceled, .givenUp, .unanswered: false
            }
        }

        /// As part of a sentence.
        var words: String {
            switch self {
            case .permitted: "permitted"
            case .previewed: "previewed"
            case .signedIn: "signed in"
            case .signedOut: "signed out"
            case .signedOutHere: "signed out on the device, and Adobe is not told yet"
            case .userMetadata: "answered"
            case .denied: "denied"
            case .refused: "refused"
            case .canceled: "canceled by the viewer"
            case .givenUp: "given up by the app"
            case .unanswered: "never answered"
            }
        }

        init(_ answer: Answer) {
            switch answer {
            case .permitted: self = .permitted
            case .previewed: self = .previewed
            case .signedIn: self = .signedIn
            case .signedOut(let isOwed): self = isOwed ? .signedOutHere : .signedOut
            case .userMetadata: self = .userMetadata
            case .denied: self = .denied
            case .refused(let refusal) where refusal.reason == .cancelled: self = .canceled
            case .refused: self = .refused
            case .dropped: self = .givenUp
            }
        }
    }

    /// Its number in the log.
    let wish: WishID
    /// What was asked for, for example `play resource#1`.
    let name: String
    /// The event in which it was asked for; `nil` if that lies before the log.
    let event: Int64?
    let time: Instant
    let outcome: Outcome
    /// The event that answered it.
    let answerEvent: Int64?
    let answerTime: Instant?
    /// The reason that the answer names, in the log's own word, for example `notSignedIn`; `nil` without one.
    let reason: String?
    /// Adobe's error code in the answer.
    let code: String?
    /// Why it was not fulfilled; of one that was, what went wrong on the way, if it took long.
    let cause: TriageCause?
}

/// Why something was not fulfilled or went wrong, from what the log shows.
struct TriageCause: Sendable, Equatable {
    /// Who can do something about it.
    enum Owner: String, CaseIterable, Sendable {
        case viewer, provider, adobe, app, device, network, library

        var words: String {
            switch self {
            case .viewer: "the viewer"
            case .provider: "the TV provider"
            case .adobe: "Adobe"
            case .app: "the app"
            case .device: "the device"
            case .network: "the network"
            case .library: "this library"
            }
        }
    }

    /// What it is counted as, without what differs from launch to launch.
    let kind: String
    /// One or two sentences.
    let text: String
    let owner: Owner
    /// What to do about it.
    let advice: String
    /// What to quote to whom it concerns, for example Adobe's trace id.
    var quotes: [String] = []
    /// The events that show it, in their order.
    var evidence: [Evidence] = []
    /// Whether a request that asks nobody found nobody signed in, which is no fault.
    var isLook: Bool { kind == TriageCause.look }
    static let look = "refused: nobody was signed in"
    /// What requests must have in common to be told as one, besides the kind.
    var subject: String?
    /// What is short enough for a row of a table, such as a time of day.
    var note: String?
    /// Whether the log itself is damaged, or decided differently from this build.
    var isAboutLog = false
    /// The same for the standard error, with the place in the file, if the log itself is damaged or decided differently.
    var complaint: String?
}
