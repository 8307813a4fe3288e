import FlowMachine
import FlowReading
import FlowSimulation

/// The possible events of an exploration: a finite set of answers, actions and times. The explorer tries every sequence of them.
///
/// `exclusions` lists the events that no alphabet contains.
public struct Alphabet: Sendable {
    /// The alphabet's name: one word, for example `pinned`.
    public let name: String
    /// The purpose of the alphabet, in one line.
    public let title: String
    /// The settings of the machine. The settings contain small durations, so that few different time spans occur.
    public var settings: FlowSettings
    /// The possible contents of the vault when the process begins.
    public var launches: [PersistedState]
    /// The number of providers: 1 or 2.
    public var providers = 2
    /// The maximum number of faults on one path. A fault is an error, a 401, a 429, a lost connection or a time-out.
    public var faults = 2
    /// Whether answers may fail or be late. If `false`, the explorer tries only the other kinds of faults.
    public var allowsFailedAnswers = true
    /// Whether a lost connection may stay lost. The outage is one fault, even if it affects several requests.
    public var allowsLostConnection = false
    /// The maximum number of requests of the app (wishes) that may be open at once.
    public var maximumWishes = 2
    /// The requests that the app may make.
    public var wishes: [WishKind] = [.start, .play, .preview, .signOut, .otherProvider]
    /// The range of the answers that are tried.
    public var breadth = Breadth.usual
    /// The lifetimes of tokens, profiles, partner statuses and codes.
    public var lifetimes = Lifetimes()
    /// The possible leads of Adobe's clock over the device's clock when the process begins; negative if Adobe's clock is behind.
    public var clocks = [Interval.seconds(0)]
    /// The intervals by which the device's clock may be set. Each change of the clock is one fault.
    public var jumps: [Interval] = []
    /// The length of a long absence of the app; `nil` if there is none.
    public var absence: Interval?
    /// The horizon of the exploration. A value that lasts longer than the horizon expires at the next multiple of six times the horizon, together
    /// with all other long-lived values.
    public var horizon = Interval.seconds(3600)
    /// A seed that shuffles the moves, in the same way in every state, to show that the result does not depend on the moves' order; `nil` for no
    /// shuffling.
    var order: UInt64?

    /// A kind of request that the app may make.
    public enum WishKind: String, CaseIterable, Sendable {
        /// A request to sign in, with the provider of the device's account first.
        case start
        /// A request to play, with a sign-in if needed.
        case play
        /// A request to play only if a viewer is signed in.
        case playIfSignedIn
        /// A request to play under temporary access.
        case playTemporary
        /// A request for a preview.
        case preview
        /// A request for the viewer's metadata.
        case userMetadata
        /// A request to sign out.
        case signOut
        /// A request to sign in with a provider other than the provider of the device's account.
        case otherProvider
    }

    /// The ranges of answers that can be tried.
    public enum Breadth: Sendable {
        /// One answer of each kind that leads to a different result.
        case few
        /// All answers that Adobe's documents show.
        case usual
        /// The answers of `usual`, and also degraded profiles and unknown actions. In addition, secrets can be lost, and the app can go to the
        /// background.
        case rare
    }

    var isWide: Bool { breadth == .rare }

    /// The kinds of replies that the explorer tries for this breadth.
    var use: PossibleReply.Uses {
        switch breadth {
        case .few: .common
        case .usual: .usual
        case .rare: .rare
        }
    }

    /// The maximum lead that the device's clock may get over Adobe's clock.
    var mostBehind: Interval {
        let launch = clocks.map { -$0.milliseconds }.max() ?? 0
        let jump = jumps.map(\.milliseconds).max() ?? 0
        return Interval(milliseconds: max(launch, 0) + Int64(faults) * max(jump, 0))
    }

    /// The canonicalizer that distinguishes the worlds of this alphabet.
    var canonicalizer: Canonicalizer { Canonicalizer(horizon: horizon, behind: mostBehind) }

    /// Returns the replies that may arrive at `now`, a time by Adobe's clock. All secrets in the replies have the number `number`.
    func replies(at now: Instant, number: Int64) -> PossibleReplies {
        let configuration = AdobeConfiguration(ref: SecretRef(.configuration, number), providers: entries)
        var near = ReplyValues(now: now, mvpds: mvpds, mappings: mappings, configuration: configuration, number: number)
        near.expired = now
        near.temporaryAccess = settings.temporaryAccess
        near.tokenLife = term(lifetimes.token, at: now)
        near.profileLife = term(lifetimes.profile, at: now)
        near.statusLife = term(lifetimes.status, at: now)
        near.codeLife = term(lifetimes.code, at: now)
        near.mediaLife = .seconds(600)
        return PossibleReplies(near)
    }

    /// Returns how long a value is valid if it is issued at `now` with the lifetime `life`.
    ///
    /// Values that last beyond the horizon expire at a common time. Worlds are distinguished only by time spans within the horizon. If longer time
    /// spans differed, worlds that are treated as the same world would behave differently later.
    func term(_ life: Interval, at now: Instant) -> Interval {
        if life <= horizon { return life }
        let since = now.milliseconds - Alphabet.start.milliseconds
        let period = 6 * horizon.milliseconds
        let end = ((since + horizon.milliseconds) / period + 1) * period
        return Interval(milliseconds: end - since)
    }

    /// The lifetimes of values.
    public struct Lifetimes: Sendable {
        /// The lifetime of an access token; 6 h by default.
        public var token = Interval.seconds(21_600)
        /// The lifetime of a profile; 6 h by default.
        public var profile = Interval.seconds(21_600)
        /// The lifetime of a partner status; 6 h by default.
        public var status = Interval.seconds(21_600)
        /// The lifetime of a code for a second screen; 10 s by default.
        public var code = Interval.seconds(10)

        /// Creates the default lifetimes. Only the lifetime of codes is within the horizon.
        public init() {}
    }

    /// Creates an alphabet for these settings. By default, the vault is empty at the launch. Each parameter sets the property of the same name.
    public init(_ name: String, _ title: String, settings: FlowSettings, launches: [PersistedState] = [PersistedState()]) {
        self.name = name
        self.title = title
        self.settings = settings
        self.launches = launches
    }

    static let start = Instant(milliseconds: 1_767_225_600_000)

    /// The ids of the providers. Viewers of the first provider can sign in through the partner framework. Viewers of the second provider can only
    /// choose their provider there.
    var mvpds: [MVPDID] { Array(Alphabet.allMVPDs.prefix(max(providers, 1))) }
    var mappings: [PlatformMappingID] { Array(Alphabet.allMappings.prefix(max(providers, 1))) }

    private static let allMVPDs = ["Cablevision", "Spectrum"].compactMap { MVPDID($0) }
    private static let allMappings = ["AppleMSO_Cablevision", "AppleMSO_Spectrum"].compactMap { PlatformMappingID($0) }

    var entries: [AdobeConfiguration.Provider] {
        zip(mvpds, mappings).enumerated().map { index, pair in
            AdobeConfiguration.Provider(
                mvpd: pair.0, mapping: pair.1, enablesPlatformServices: true, showsInPlatformPicker: true,
                boarding: index == 0 ? .supported : .picker)
        }
    }
}

/// One event that can happen next, with its circumstances. The type is a class because copying the event would cost more than copying a reference.
final class Move: Sendable {
    enum Kind: UInt8 {
        /// An answer to a request.
        case answer
        /// A timer that fired.
        case timer
        /// An event of the viewer, the app or its device.
        case viewer
        /// A fault, for example in place of an answer.
        case fault
    }

    let kind: Kind
    let origin: FlowEvent.Origin
    /// The time of the event; `nil` for the current time.
    let time: Instant?
    /// Whether the device has no connection after this move; `nil` if the move does not change the connection.
    let isOffline: Bool?
    /// The interval by which the device's clock is set before the event; `nil` if the clock is not set.
    let jump: Interval?
    /// The numbers of the question and of the answer; `nil` if the move is not an answer.
    let answered: (question: UInt8, answer: UInt8)?

    init(
        _ kind: Kind, _ origin: FlowEvent.Origin, at time: Instant? = nil, isOffline: Bool? = nil, jump: Interval? = nil,
        answered: (question: UInt8, answer: UInt8)? = nil
    ) {
        self.kind = kind
        self.origin = origin
        self.time = time
        self.isOffline = isOffline
        self.jump = jump
        self.answered = answered
    }
}
