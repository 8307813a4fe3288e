import FlowMachine
import FlowSimulation

/// What can happen in an exploration: the finite choice of answers, acts and times from which every sequence is tried.
///
/// `leavesOut` says what no alphabet holds.
public struct Alphabet: Sendable {
    /// Its name, one word.
    public let name: String
    /// What it tries, in one line.
    public let title: String
    /// The settings of the machine; durations small, so that few distances in time occur.
    public var settings: FlowSettings
    /// What a vault may have kept when the process begins.
    public var launches: [PersistedState]
    /// How many providers there are: 1 or 2.
    public var providers = 2
    /// How much may go wrong on one path: an error, a 401, a 429, no connection, no answer in time.
    public var faults = 2
    /// Whether answers may fail or be late; otherwise only what else goes wrong is tried.
    public var answersFail = true
    /// Whether a connection that is lost may stay lost: that is one thing that goes wrong, whatever it hits.
    public var losesConnection = false
    /// How many wishes may be open at once.
    public var mostWishes = 2
    /// What the app asks for.
    public var wishes: [WishKind] = [.start, .play, .preview, .signOut, .otherProvider]
    /// Which answers there are.
    public var breadth = Breadth.usual
    /// How long tokens, profiles, partner statuses and codes last.
    public var lives = Lives()
    /// How far Adobe's clock may be ahead of the device's when the process begins; less than 0: behind it.
    public var clocks = [Interval.seconds(0)]
    /// By how much somebody may set the device's clock: that is one thing that goes wrong.
    public var jumps: [Interval] = []
    /// How long the app is away when it is long away; `nil` if it never is.
    public var absence: Interval?
    /// What lasts longer than this ends with everything else that does, at the next multiple of six times this.
    public var horizon = Interval.seconds(3600)
    /// Shuffles what can happen next, the same way in every state, to show that what is found does not depend on it.
    var order: UInt64?

    /// What the app asks for.
    public enum WishKind: String, CaseIterable, Sendable {
        /// Signing in, with the device's own provider first.
        case start
        /// Playing, and signing in if need be.
        case play
        /// Playing only if somebody is signed in.
        case playIfSignedIn
        /// Playing under temporary access.
        case playTemporary
        /// Previewing several resources.
        case preview
        /// The viewer's metadata.
        case userMetadata
        /// Signing out.
        case signOut
        /// Signing in with another provider than the device's own.
        case otherProvider
    }

    /// Which answers there are.
    public enum Breadth: Sendable {
        /// One of each kind that leads elsewhere.
        case few
        /// All that Adobe's documents show.
        case usual
        /// Those, and degraded profiles, unknown actions, lost secrets, the app in the background.
        case rare
    }

    var isWide: Bool { breadth == .rare }

    /// The replies that it tries.
    var use: PossibleReply.Uses {
        switch breadth {
        case .few: .common
        case .usual: .usual
        case .rare: .rare
        }
    }

    /// How far Adobe's clock may come to be behind the device's.
    var mostBehind: Interval {
        let launch = clocks.map { -$0.milliseconds }.max() ?? 0
        let jump = jumps.map(\.milliseconds).max() ?? 0
        return Interval(milliseconds: max(launch, 0) + Int64(faults) * max(jump, 0))
    }

    /// Tells the worlds of this alphabet apart.
    var canonicalizer: Canonicalizer { Canonicalizer(horizon: horizon, behind: mostBehind) }

    /// The replies that may come at `now` by Adobe's clock; their secrets have this number.
    func replies(at now: Instant, number: Int64) -> PossibleReplies {
        let configuration = Configuration(ref: SecretRef(.configuration, number), providers: entries)
        var near = ReplyValues(now: now, mvpds: mvpds, mappings: mappings, configuration: configuration, number: number)
        near.expired = now
        near.temporaryAccess = settings.temporaryAccess
        near.tokenLife = term(lives.token, at: now)
        near.profileLife = term(lives.profile, at: now)
        near.statusLife = term(lives.status, at: now)
        near.codeLife = term(lives.code, at: now)
        near.mediaLife = .seconds(600)
        return PossibleReplies(near)
    }

    /// How long what is given at `now` for `life` lasts.
    ///
    /// What lasts beyond the horizon ends at a common moment. Worlds are told apart only by what lies within the horizon: if
    /// distances beyond it differed, worlds that count as one would go different ways when the time comes.
    func term(_ life: Interval, at now: Instant) -> Interval {
        if life <= horizon { return life }
        let since = now.milliseconds - Alphabet.start.milliseconds
        let period = 6 * horizon.milliseconds
        let end = ((since + horizon.milliseconds) / period + 1) * period
        return Interval(milliseconds: end - since)
    }

    /// How long things last.
    public struct Lives: Sendable {
        /// An access token; 6 h by default.
        public var token = Interval.seconds(21_600)
        /// A profile; 6 h by default.
        public var profile = Interval.seconds(21_600)
        /// A partner status; 6 h by default.
        public var status = Interval.seconds(21_600)
        /// A code for a second screen; 10 s by default.
        public var code = Interval.seconds(10)

        /// Everything but codes lasts longer than the horizon.
        public init() {}
    }

    /// An alphabet for these settings, with a launch that finds nothing.
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

    var entries: [Configuration.Provider] {
        zip(mvpds, mappings).enumerated().map { index, pair in
            Configuration.Provider(
                mvpd: pair.0, mapping: pair.1, enablesPlatformServices: true, showsInPlatformPicker: true,
                boarding: index == 0 ? .supported : .picker)
        }
    }
}

/// One thing that can happen next.
struct Move {
    enum Kind: UInt8 {
        /// An answer to what was asked.
        case answer
        /// A timer that ran out.
        case timer
        /// The person, the app or its device.
        case person
        /// Something went wrong.
        case fault
    }

    let kind: Kind
    let origin: FlowEvent.Origin
    /// When; `nil` for now.
    var time: Instant?
    /// Whether there is no connection from now on; `nil` if that stays as it is.
    var isOffline: Bool?
    /// By how much the device's clock is set before that.
    var jump: Interval?
    /// Which answer to which question it is, if it is one.
    var answered: (question: UInt8, answer: UInt8)?

    init(_ kind: Kind, _ origin: FlowEvent.Origin, at time: Instant? = nil, isOffline: Bool? = nil, jump: Interval? = nil) {
        self.kind = kind
        self.origin = origin
        self.time = time
        self.isOffline = isOffline
        self.jump = jump
    }
}
