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
    /// The request's name, for example `play resource#1`.
    public let name: String
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
    public let cause: TriageCause?
}

/// Why a request was not fulfilled or something went wrong, according to the log.
public struct TriageCause: Sendable, Equatable {
    /// Who can do something about it.
    public enum Owner: String, CaseIterable, Sendable {
        /// The viewer.
        case viewer
        /// The TV provider.
        case provider
        /// Adobe, or the administrator of its dashboard.
        case adobe
        /// The app.
        case app
        /// The device: its clock, its disk or its keychain.
        case device
        /// The network between the device and Adobe.
        case network
        /// This library.
        case library

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

    let kind: Kind
    /// The cause in one or two sentences.
    public let text: String
    /// Who can do something about it.
    public let owner: Owner
    /// What to do about it.
    public let advice: String
    /// What to quote when reporting it, for example Adobe's trace id.
    public var quotes: [String] = []
    /// The events that show the cause, in order.
    public var evidence: [Evidence] = []
    /// Whether it is no fault: a request that never asks the viewer found no viewer signed in, or the viewer left the app.
    public var isOrdinary: Bool { kind == .nobodySignedIn || kind == .endedInBackground }
    /// What requests must have in common, besides the kind, to be reported as one.
    var subject: Subject?
    /// When the kept sign-in expired, if that is the finding.
    var expiry: TimeOfDay?
    /// Whether the log itself is damaged, or decided differently from this build.
    package var isAboutLog = false
    /// The same for standard error, with the place in the file, if the log itself is damaged or decided differently.
    package var complaint: String?

    package init(
        kind: Kind, text: String, owner: Owner, advice: String, quotes: [String] = [], evidence: [Evidence] = [], subject: Subject? = nil,
        expiry: TimeOfDay? = nil, isAboutLog: Bool = false, complaint: String? = nil
    ) {
        self.kind = kind
        self.text = text
        self.owner = owner
        self.advice = advice
        self.quotes = quotes
        self.evidence = evidence
        self.subject = subject
        self.expiry = expiry
        self.isAboutLog = isAboutLog
        self.complaint = complaint
    }
}

extension TriageCause {
    /// What a denied request was about.
    package struct Subject: Hashable, Sendable {
        /// Who decided.
        let mvpd: MVPDID?
        let resource: SecretRef?
    }
}

/// A time of day in UTC, to the second.
package struct TimeOfDay: Hashable, Sendable {
    private let instant: Instant

    init(_ instant: Instant) {
        let inDay = instant.milliseconds % 86_400_000
        self.instant = Instant(milliseconds: inDay - inDay % 1000)
    }

    /// `08:00:00Z`.
    var words: String { TimeWords.timeOfDay(instant) }
}
