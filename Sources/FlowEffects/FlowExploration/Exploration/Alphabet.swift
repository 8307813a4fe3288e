import FlowMachine
import FlowReading
import FlowSimulation

/// The possible events of an exploration: the finite choice of answers, actions and times from which every sequence is tried.
///
/// `exclusions` lists what no alphabet contains.
public struct Alphabet: Sendable {
    /// The name, one word.
    public let name: String
    /// The purpose of the alphabet, in one line.
    public let title: String
    /// The settings of the machine; durations are small, so that few different time spans occur.
    public var settings: FlowSettings
    /// The possible contents of the vault when the process begins.
    public var launches: [PersistedState]
    /// The number of providers: 1 or 2.
    public var providers = 2
    /// The maximum number of faults on one path: an error, a 401, a 429, no connection, no answer in time.
    public var faults = 2
    /// Whether answers may fail or be late; otherwise only other faults are tried.
    public var allowsFailedAnswers = true
    /// Whether a lost connection may stay lost: that is one fault, however many requests it affects.
    public var allowsLostConnection = false
    /// The maximum number of wishes that may be open at once.
    public var maximumWishes = 2
    /// The requests that the app may make.
    public var wishes: [WishKind] = [.start, .play, .preview, .signOut, .otherProvider]
    /// Which answers are tried.
    public var breadth = Breadth.usual
    /// The lifetimes of tokens, profiles, partner statuses and codes.
    public var lifetimes = Lifetimes()
    /// The possible leads of Adobe's clock over the device's when the process begins; negative if Adobe's is behind.
    public var clocks = [Interval.seconds(0)]
    /// By how much the device's clock may be set: that is one fault.
    public var jumps: [Interval] = []
    /// The length of a long absence of the app; `nil` if there is none.
    public var absence: Interval?
    /// A value that lasts longer than this expires together with all others that do, at the next multiple of six times this interval.
    public var horizon = Interval.seconds(3600)
    /// Shuffles what can happen next, the same way in every state, to show that the result does not depend on the order.
    var order: UInt64?

    /// A kind of request that the app may make.
    public enum WishKind: String, CaseIterable, Sendable {
        /// Signing in, with the device's own provider first.
        case start
        /// Playing, with a sign-in if needed.
        case play
        /// Playing only if a viewer is signed in.
        case playIfSignedIn
        /// Playing under temporary access.
        case playTemporary
        /// A preview of several resources.
        case preview
        /// A request for the viewer's metadata.
        case userMetadata
        /// A request to sign out.
        case signOut
        /// Signing in with a provider other than the device's own.
        case otherProvider
    }

    /// Which answers are tried.
    public enum Breadth: Sendable {
        /// One answer of each kind that leads to a different result.
        case few
        /// All answers that Adobe's documents show.
        case usual
        /// The same, and degraded profiles, unknown actions, lost secrets, the app in the background.
        case rare
    }

    var isWide: Bool { breadth == .rare }

    /// The replies that this breadth tries.
    var use: PossibleReply.Uses {
        switch breadth {
        case .few: .common
        case .usual: .usual
        case .rare: .rare
        }
    }

    /// The amount by which Adobe's clock may fall behind the device's.
    var mostBehind: Interval {
        let launch = clocks.map { -$0.milliseconds }.max() ?? 0
        let jump = jumps.map(\.milliseconds).max() ?? 0
        return Interval(milliseconds: max(launch, 0) + Int64(faults) * max(jump, 0))
    }

    /// Distinguishes the worlds of this alphabet.
    var canonicalizer: Canonicalizer { Canonicalizer(horizon: horizon, behind: mostBehind) }

    /// The replies that may arrive at `now` by Adobe's clock; their secrets have this number.
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

    /// How long a value that is issued at `now` with the lifetime `life` lasts.
    ///
    /// Values that last beyond the horizon expire at a common moment. Worlds are distinguished only by what is within the horizon: if time
    /// spans beyond it differed, worlds that are treated as one would behave differently later.
    func term(_ life: Interval, at now: Instant) -> Interval {
        if life <= horizon { return life }
        let since = now.milliseconds - Alphabet.start.milliseconds
        let period = 6 * horizon.milliseconds
        let end = ((since + horizon.milliseconds) / period + 1) * period
        return Interval(milliseconds: end - since)
    }

    /// The lifetimes of values.
    public struct Lifetimes: Sendable {
        /// An access token; 6 h by default.
        public var token = Interval.seconds(21_600)
        /// A profile; 6 h by default.
        public var profile = Interval.seconds(21_600)
        /// A partner status; 6 h by default.
        public var status = Interval.seconds(21_600)
        /// A code for a second screen; 10 s by default.
        public var code = Interval.seconds(10)

        /// Creates lifetimes in which everything but codes lasts longer than the horizon.
        public init() {}
    }

    /// Creates an alphabet for these settings, with a launch that finds nothing. Each parameter is the property of that name.
    public init(_ name: String, _ title: String, settings: FlowSettings, launches: [PersistedState] = [PersistedState()]) {
        self.name = name
        self.title = title
        self.settings = settings
        self.launches = launches
    }

    static let start = Instant(milliseconds: 1_767_225_600_000)

    /// The providers: the first can finish in the partner framework, the second can only be chosen there.
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

/// One thing that can happen next. An object, since it is passed around while it is tried, and a copy of its event costs more.
final class Move: Sendable {
    enum Kind: UInt8 {
        /// An answer to a request.
        case answer
        /// A timer that fired.
        case timer
        /// An act of the viewer, the app or its device.
        case viewer
        /// A fault may happen instead of the answer.
        case fault
    }

    let kind: Kind
    let origin: FlowEvent.Origin
    /// The time; `nil` for now.
    let time: Instant?
    /// Whether there is no connection from now on; `nil` if that does not change.
    let isOffline: Bool?
    /// By how much the device's clock is set before the event.
    let jump: Interval?
    /// The question and the answer, by their numbers, if the move is an answer.
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
