import FlowMachine

/// A finding that several launches show only together, such as a cause that comes with one version of the app, a provider that disappeared, or a
/// lifetime that changed.
///
/// `Triage.summary` contains the sentences of the main patterns.
public final class TriagePattern: Sendable {
    /// The id of a kind of pattern, for programs that count, filter or react to patterns.
    ///
    /// `Specs/causes.md` lists all ids. An id is never renamed, and never used for another kind of pattern.
    public enum ID: String, CaseIterable, Hashable, Sendable {
        /// An app repeated a request in a loop, and requests of other devices failed in the same minutes.
        case requestStorm = "request-storm"
        /// Providers disappeared from Adobe's configuration.
        case providersGone = "providers-gone"
        /// Values of one kind, for example profiles, are valid for a longer or shorter time than before.
        case lifetimeChanged = "lifetime-changed"
        /// Kept sign-ins expire at the same time of day.
        case fixedTimeOfExpiry = "expiry-at-fixed-time"
        /// Viewers had to sign in again, because their sign-ins had expired.
        case signedInAgain = "signed-in-again"
        /// Launches with some properties make a call many times as often as others.
        case callsMultiplied = "calls-multiplied"
        /// Sign-ins on a second screen take longer with one version of the app than with another.
        case slowVersion = "slow-version"
        /// Sign-ins with some properties are requested or made in another way than others, although all succeed.
        case signInWayChanged = "sign-in-way-changed"
        /// Something that is no failure by itself is more frequent with some properties than chance explains.
        case correlatedObservation = "correlated-observation"
        /// A cause is more frequent with some properties than chance explains.
        case correlatedCause = "correlated-cause"
        /// At least one launch has a cause, and no property explains the cause.
        case recurringCause = "recurring-cause"
        /// Several apps use one vault.
        case sharedVault = "shared-vault"
        /// Plays are denied while other devices of the household play.
        case concurrentPlays = "concurrent-plays"
        /// Sign-ins of a household end early once other devices have signed in.
        case signInLimit = "sign-in-limit"
        /// All sign-ins of a household ended at once.
        case accountSignedOut = "account-signed-out"
        /// A device of a household keeps nothing between its launches.
        case vaultNotKept = "vault-not-kept"
    }

    /// The id of the pattern.
    public let id: ID
    /// The party that can act on the pattern.
    public let owner: FlowCause.Owner
    /// The pattern in a few sentences, without its owner and its example.
    package let what: String
    /// The sentence that names the owner; empty if there is none.
    package let whose: String
    /// The example, which begins with the name of a file; empty if there is none.
    package let example: String
    /// The pattern in a few sentences, with its owner and an example.
    public var text: String {
        [what, whose, example.isEmpty ? "" : "For example \(example)"].filter { !$0.isEmpty }.joined(separator: " ")
    }
    /// The advice for the party that can act on the pattern.
    public let advice: String
    /// The numbers and names in the sentences, in a fixed order.
    public let parameters: [Parameter]
    /// The logs that show the pattern, and their events.
    public let evidence: [Sighting]
    /// The cause that the pattern is about; `nil` if the pattern is not about a cause.
    public let cause: Cause?
    /// The properties with which the cause is more frequent than chance explains; `nil` if there are none.
    public let correlation: Correlation?
    /// Whether the pattern should be read after those that a property explains: it is usual, or it concerns less than half of many launches, and no version,
    /// setting, system or time explains it.
    public let isBackground: Bool
    /// Whether no property explains a failure: the pattern has no property, is expected, or is about sign-ins that succeed but take longer.
    var isUnexplained: Bool { id == .recurringCause || id == .signedInAgain || id == .slowVersion || isUsual }
    /// Whether the pattern is expected, such as denials that come with one provider: each provider sells different packages.
    let isUsual: Bool

    init(
        _ id: ID, _ owner: FlowCause.Owner, _ what: String, whose: String = "", example: String = "", advice: String,
        _ parameters: [Parameter], _ evidence: [Sighting],
        cause: Cause? = nil, correlation: Correlation? = nil, isUsual: Bool = false, isBackground: Bool = false
    ) {
        (self.id, self.owner, self.what, self.whose, self.example) = (id, owner, what, whose, example)
        (self.advice, self.parameters) = (advice, parameters)
        (self.evidence, self.cause, self.correlation, self.isUsual) = (evidence, cause, correlation, isUsual)
        self.isBackground = isUsual || isBackground
    }

    /// Returns the same pattern, whose text ends with one more sentence.
    func adding(_ sentence: String) -> TriagePattern {
        TriagePattern(
            id, owner, "\(what) \(sentence)", whose: whose, example: example, advice: advice, parameters, evidence, cause: cause,
            correlation: correlation, isUsual: isUsual, isBackground: isBackground)
    }

    /// A detail of a pattern, for programs: its name and its value.
    public struct Parameter: Hashable, Sendable {
        /// The name of the detail, for example `launches`. `Specs/causes.md` lists the details of each pattern.
        public let name: String
        /// The value of the detail.
        public let value: Value

        /// The value of a detail of a pattern.
        public enum Value: Hashable, Sendable {
            /// A word or a name from the log, or a time of day.
            case text(String)
            /// A count, or a duration in milliseconds if the parameter's name contains `milliseconds`.
            case number(Int64)
            /// The time of an event.
            case time(Instant)
            /// A list of names.
            case texts([String])
        }

        init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
        init(_ name: String, _ count: Int) { self.init(name, .number(Int64(count))) }
        init(_ name: String, _ text: String) { self.init(name, .text(text)) }
    }

    /// A log that shows a pattern.
    public struct Sighting: Hashable, Sendable {
        /// The role of the log in the pattern.
        public let role: Role
        /// The file of the log.
        public let file: String
        /// The number of the event; `nil` if the entire launch shows the pattern.
        public let event: Int64?
        /// The time of the event, or of the beginning of the launch; `nil` if neither is known.
        public let time: Instant?

        /// The role of a log in a pattern. Compare the logs `good` and `bad` with `flow-trace diff`.
        public enum Role: String, CaseIterable, Sendable {
            /// The first log that shows the pattern.
            case first
            /// The last log that shows the pattern.
            case last
            /// A log without the cause of the pattern, to be compared with `bad`. If possible, this log is older than `bad`.
            case good
            /// A log with the cause, to be compared with `good`.
            case bad
        }

        init(_ role: Role, _ file: String, event: Int64?, time: Instant?) {
            (self.role, self.file, self.event, self.time) = (role, file, event, time)
        }

        init(_ role: Role, _ place: Sightings.Place) { self.init(role, place.segment, event: place.event, time: place.time) }
        init(_ role: Role, _ launch: LaunchCensus.Place) { self.init(role, launch.file, event: nil, time: launch.start) }
    }

    /// The cause that a pattern is about.
    public struct Cause: Sendable {
        /// The id of the cause.
        public let id: FlowCause.ID
        /// The cause in words. The text is the same in all launches with this cause.
        public let words: String
        /// The parameters that distinguish the cause from other causes with the same id.
        public let parameters: [TriageCause.Parameter]

        init(_ kind: FlowCause.Kind) {
            (id, words, parameters) = (kind.id, kind.words, TriageCause.parameters(of: kind, nil, nil))
        }
    }
}

extension TriagePattern.ID {
    /// The pattern in words.
    package var words: String {
        switch self {
        case .requestStorm: "an app repeated a request by itself, and others failed in the same minutes"
        case .providersGone: "Adobe's configuration stopped naming providers"
        case .lifetimeChanged: "what Adobe grants has been valid for another time since then"
        case .fixedTimeOfExpiry: "kept sign-ins expire at one time of day"
        case .signedInAgain: "viewers had to sign in again, because their sign-ins had expired"
        case .callsMultiplied: "launches with some properties make a call many times as often as others"
        case .slowVersion: "sign-ins on the second screen take longer with one app than with another"
        case .signInWayChanged: "sign-ins with some properties go another way than others, although all succeed"
        case .correlatedObservation: "something that is no failure by itself is more frequent with some properties than chance explains"
        case .correlatedCause: "a cause is more frequent with some properties than chance explains"
        case .recurringCause: "a cause that no property explains"
        case .sharedVault: "several apps use one vault"
        case .concurrentPlays: "plays are denied while other devices of the household play"
        case .accountSignedOut: "all sign-ins of a household ended at once"
        case .vaultNotKept: "a device of a household keeps nothing between its launches"
        case .signInLimit: "sign-ins end after other devices of the household have signed in"
        }
    }
}
