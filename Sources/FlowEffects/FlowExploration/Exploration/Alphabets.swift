import FlowMachine
import FlowSimulation

extension Policy {
    /// A policy with few attempts, whose durations are multiples of 5 s, so that few different time spans occur.
    static var explored: Policy {
        var policy = Policy()
        policy.attempts = 2
        // The rate of calls is not limited. A limit would not affect the flow's decisions, but would multiply the number of states.
        policy.allowanceBurst = 0
        policy.breakerThreshold = 2
        policy.pollInterval = .seconds(5)
        policy.sessionLifetime = .seconds(10)
        policy.retryDelay = .seconds(5)
        policy.throttleHold = .seconds(5)
        policy.requestTimeout = .seconds(10)
        policy.tokenMargin = .seconds(5)
        // This age is longer than the horizon, but shorter than the time until values beyond the horizon expire together. Whenever those values have
        // expired, the configuration has expired, too.
        policy.configurationAge = .seconds(7200)
        return policy
    }
}

extension FlowSettings {
    /// A TV box with a partner framework and a picker, without a user agent, with the policy `explored`.
    static var exploredBox: FlowSettings {
        FlowSettings(
            serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "https://adobe.com", platform: .tvOS,
            policy: .explored)
    }

    /// A phone, which also has a user agent.
    static var exploredPhone: FlowSettings {
        var settings = exploredBox
        settings.platform = .iOS
        settings.hasUserAgent = true
        return settings
    }

    /// A device without a partner framework and without a picker.
    static var exploredBare: FlowSettings {
        var settings = exploredBox
        settings.platform = .other
        settings.partner = .absent
        settings.hasPicker = false
        return settings
    }
}

extension Alphabet {
    /// The events that no alphabet contains. Random events (`PropertyRun`) try most of them.
    public static let exclusions = [
        "more than two providers, more than two profiles in an answer, more than one resource",
        "more than two open wishes, or more faults on one path than the alphabet allows",
        "clocks off by anything but half a minute, or set more than once; clocks tries both",
        "restarts in the middle: a launch starts only from the listed kept states",
        "time spans other than up to the next timer, and hours of small steps",
        "two values that last longer than an hour and expire shortly after each other; times tries that",
        "free text and trace ids in errors; the flow's own limit on the rate of calls",
        "everything at once: each alphabet is broad in one direction and narrow in the others",
    ]

    /// The alphabets that `flow-trace check` explores.
    public static var all: [Alphabet] {
        [pinned, base, choices, faults, wishes, phone, bare, times, clocks, launches, temporary, rare, legacy, legacyPhone]
    }

    /// The smallest alphabet, for every run of the tests.
    public static var pinned: Alphabet {
        var alphabet = Alphabet("pinned", "a TV box, one provider, few answers, no faults, one wish: play", settings: .exploredBox)
        alphabet.providers = 1
        alphabet.faults = 0
        alphabet.maximumWishes = 1
        alphabet.wishes = [.play]
        alphabet.breadth = .few
        return alphabet
    }

    private static var base: Alphabet {
        var alphabet = small("base", "a TV box, one provider, no faults, one wish of any kind")
        alphabet.wishes.append(.playIfSignedIn)
        return alphabet
    }

    private static var choices: Alphabet {
        var alphabet = small("choices", "like base, with two providers")
        alphabet.providers = 2
        return alphabet
    }

    private static var faults: Alphabet {
        var alphabet = small("faults", "like base, with two faults")
        alphabet.faults = 2
        alphabet.wishes = [.start, .play, .signOut]
        return alphabet
    }

    private static var wishes: Alphabet {
        var alphabet = small("wishes", "like base, with two wishes at once")
        alphabet.wishes.append(.playIfSignedIn)
        alphabet.maximumWishes = 2
        return alphabet
    }

    private static var phone: Alphabet {
        var alphabet = small("phone", "a phone with a user agent, one fault", .exploredPhone)
        alphabet.faults = 1
        return alphabet
    }

    private static var bare: Alphabet {
        var alphabet = small("bare", "a device without a partner framework or a picker, two faults", .exploredBare)
        alphabet.faults = 2
        return alphabet
    }

    static var times: Alphabet {
        var settings = FlowSettings.exploredBox
        settings.policy.configurationAge = .seconds(10)
        var alphabet = small("times", "everything expires within 20 s, and the app may be in the background for 60 s", settings)
        alphabet.wishes = [.start, .play]
        // All lifetimes are within the horizon, so that values may expire in any order and at any distance in time.
        alphabet.lifetimes.token = .seconds(20)
        alphabet.lifetimes.profile = .seconds(15)
        alphabet.lifetimes.status = .seconds(10)
        alphabet.absence = .seconds(60)
        return alphabet
    }

    /// An alphabet in which the device's clock is 30 s off. All durations here are shorter, so 30 s have the same effect as months.
    static var clocks: Alphabet {
        var alphabet = small("clocks", "the clock is off by 30 s or set by 30 s; everything but tokens expires within 15 s")
        alphabet.wishes = [.start]
        alphabet.breadth = .few
        alphabet.faults = 1
        alphabet.allowsFailedAnswers = false
        alphabet.lifetimes.profile = .seconds(15)
        alphabet.lifetimes.status = .seconds(10)
        alphabet.clocks = [.seconds(-30), .seconds(30)]
        alphabet.jumps = [.seconds(-30), .seconds(30)]
        alphabet.launches = PersistedState.ending(alphabet)
        return alphabet
    }

    private static var launches: Alphabet {
        var alphabet = small(
            "launches", "everything that an earlier launch may have kept, one fault, which may be permanent")
        alphabet.launches = PersistedState.explored(alphabet)
        alphabet.wishes = [.start, .signOut]
        alphabet.faults = 1
        alphabet.allowsLostConnection = true
        return alphabet
    }

    private static var temporary: Alphabet {
        var settings = FlowSettings.exploredBox
        settings.temporaryAccess = MVPDID("TempPass_TEST40")
        var alphabet = small("temporary", "temporary access in addition to a provider, one fault", settings)
        alphabet.wishes = [.play, .playIfSignedIn, .playTemporary, .signOut]
        alphabet.faults = 1
        return alphabet
    }

    private static var rare: Alphabet {
        var alphabet = small("rare", "rare answers, lost secrets, the app in the background, one fault")
        alphabet.breadth = .rare
        alphabet.faults = 1
        alphabet.wishes = [.start, .play, .userMetadata, .signOut]
        return alphabet
    }

    private static var legacy: Alphabet {
        var settings = FlowSettings.exploredBox
        settings.api = .restV1
        settings.temporaryAccess = MVPDID("TempPass_TEST40")
        var alphabet = small("legacy", "a TV box with the legacy API, one fault, which may be permanent", settings)
        alphabet.wishes = WishKind.allCases
        alphabet.faults = 1
        alphabet.allowsLostConnection = true
        return alphabet
    }

    private static var legacyPhone: Alphabet {
        var settings = FlowSettings.exploredPhone
        settings.api = .restV1
        settings.policy.signsOutInUserAgent = true
        var alphabet = small("legacy-phone", "a phone with the legacy API, two providers, one fault", settings)
        alphabet.wishes = [.start, .play, .signOut, .otherProvider]
        alphabet.providers = 2
        alphabet.faults = 1
        return alphabet
    }

    private static func small(_ name: String, _ title: String, _ settings: FlowSettings = .exploredBox) -> Alphabet {
        var alphabet = Alphabet(name, title, settings: settings)
        alphabet.providers = 1
        alphabet.faults = 0
        alphabet.maximumWishes = 1
        return alphabet
    }
}

extension PersistedState {
    /// Returns kept states with credentials and a token: one state without a sign-in, and four states with a profile or a code, each either still
    /// valid or expired by Adobe's clock.
    fileprivate static func ending(_ alphabet: Alphabet) -> [PersistedState] {
        let mvpd = alphabet.mvpds[0]
        let life = alphabet.term(alphabet.lifetimes.token, at: Alphabet.start)
        let token = AccessToken(ref: number(.token), notAfter: Alphabet.start.advanced(by: life))
        let known = PersistedState(client: number(.client), token: token)
        return [known]
            + [Interval.seconds(0), .seconds(10)].flatMap { life in
                let end = Alphabet.start.advanced(by: life)
                var signedIn = known
                signedIn.provider = RememberedProvider(mvpd: mvpd, mapping: alphabet.mappings[0])
                signedIn.profile = Profile(mvpd: mvpd, type: .regular, notAfter: end)
                var coded = known
                coded.code = PersistedCode(code: number(.code), notAfter: end, mvpd: mvpd)
                return [signedIn, coded]
            }
    }

    /// Returns kept states with no credentials, with credentials, and with credentials and a token. Each is combined with every sign-in state that
    /// an earlier launch may have left, for example a profile, a code, or a pending logout.
    fileprivate static func explored(_ alphabet: Alphabet) -> [PersistedState] {
        let late = Alphabet.start.advanced(by: alphabet.term(alphabet.lifetimes.profile, at: Alphabet.start))
        let mvpd = alphabet.mvpds[0]
        let mapping = alphabet.mappings[0]
        var signedIn: [PersistedState] = [PersistedState()]
        let remembered = RememberedProvider(mvpd: mvpd, mapping: mapping)
        signedIn.append(PersistedState(provider: remembered))
        for type in [ProfileType.regular, .appleSSO] {
            signedIn.append(PersistedState(provider: remembered, profile: Profile(mvpd: mvpd, type: type, notAfter: late)))
        }
        signedIn.append(PersistedState(provider: remembered, profile: Profile(mvpd: mvpd, type: .regular, notAfter: Alphabet.start)))
        signedIn.append(
            PersistedState(code: PersistedCode(code: number(.code), notAfter: Alphabet.start.advanced(by: .seconds(10)), mvpd: mvpd)))
        signedIn.append(PersistedState(signedOut: SignedOutMark()))
        signedIn.append(PersistedState(signedOut: SignedOutMark(account: mapping)))
        signedIn.append(PersistedState(signedOut: SignedOutMark(), owedLogouts: [.mvpd(mvpd)]))
        return signedIn.flatMap { kept in
            var withClient = kept
            withClient.client = number(.client)
            var withToken = withClient
            withToken.token = AccessToken(ref: number(.token), notAfter: late)
            return [kept, withClient, withToken]
        }
    }

    /// Returns a reference with the number 0, which is less than all assigned numbers.
    private static func number(_ kind: SecretRef.Kind) -> SecretRef { SecretRef(kind, 0) }
}
