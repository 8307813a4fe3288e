import FlowMachine

/// The lifetimes of the values that Adobe grants, by provider. They are the first sign of a change at the provider or in Adobe's dashboard.
struct Lifetimes: Sendable {
    /// A kind of value that is valid for a limited time.
    enum Kind: String, Hashable, Sendable {
        case profile
        /// A sign-in of REST API V1, which has no profiles.
        case signIn = "sign-in"
        case token = "access token"
        case code
        case mediaToken = "media token"
        case temporaryAccess = "temporary access"

        /// Whether the viewer is signed out when the value expires.
        var isSignIn: Bool { self == .profile || self == .signIn }
        /// The name of the kind, in the singular.
        var noun: String { isSignIn ? "sign-in" : rawValue }
        /// The name of the kind, in the plural.
        var plural: String { self == .temporaryAccess ? "grants of temporary access" : "\(noun)s" }
    }

    struct Key: Hashable, Sendable {
        let kind: Kind
        /// The provider that grants the value; `nil` if no provider does.
        let mvpd: MVPDID?

        /// The key in words, such as `profile, Dish`.
        var words: String { kind.rawValue + (mvpd.map { ", \($0.text)" } ?? "") }
    }

    /// The properties that determine a lifetime: values with the same properties have the same lifetime until Adobe's configuration changes.
    struct Grant: Hashable, Sendable {
        let kind: Kind
        /// The provider that grants the value; `nil` if no provider does.
        let mvpd: MVPDID?
        /// The type of a profile; `nil` for other values.
        var type: ProfileType?
    }

    /// The lifetimes of the granted values in milliseconds, in the order of their grants.
    private(set) var granted: [Key: [Int64]] = [:]
    /// Newly granted values, by their rounded lifetimes in milliseconds. The sightings name no file.
    private(set) var fresh: [Grant: [Int64: Sightings]] = [:]
    /// Whether a sign-in is in progress. REST API V1 reports the success of a sign-in only with the next check.
    private var isSigningIn = false
    /// The last expiry of each kind. A value with the same expiry is no new grant: it was only fetched or kept again.
    private var ends: [Key: Instant] = [:]

    /// The highest number of lifetimes that are stored per kind; a launch has only a few.
    private static let most = 64

    /// Whether no earlier launch of the app is known. If temporary access began in an earlier launch, its remaining time is not its lifetime.
    private let isFirstLaunch: Bool

    init(isFirstLaunch: Bool = true) { self.isFirstLaunch = isFirstLaunch }

    /// Reads the next event. Expiries are times by Adobe's clock, so replies without Adobe's time are ignored.
    ///
    /// - Parameters:
    ///   - record: The event.
    ///   - question: The question that a reply answers.
    ///   - effects: The kinds of the event's effects.
    mutating func note(_ record: LogRecord, _ question: Question?, _ effects: EffectKinds) {
        if case .app(.launched(let kept)) = record.event.origin {
            if let profile = kept.profile { ends[Key(kind: .profile, mvpd: profile.mvpd)] = profile.notAfter }
            isSigningIn = kept.code != nil
        }
        // Most replies neither grant a value nor end a sign-in.
        if isSigningIn || effects.contains(.keep) || effects.contains(.present) || effects.contains(.answer) { noteReply(record, question) }
        guard effects.contains(.call) else { return }
        for case .call(_, let call) in record.effects where Lifetimes.beginsSignIn(call.endpoint) { isSigningIn = true }
    }

    private mutating func noteReply(_ record: LogRecord, _ question: Question?) {
        guard case .reply(_, let reply) = record.event.origin, let now = reply.adobesTime else { return }
        let endpoint: Endpoint? = if case .call(let call)? = question { call.endpoint } else { nil }
        let seen = Sightings(now, in: "", event: record.number)
        if isSigningIn, case .authentication(let word?) = reply.result, let mvpd = word.mvpd, let end = word.notAfter {
            isSigningIn = false
            note(Grant(kind: .signIn, mvpd: mvpd), end, seen, isFresh: true)
        }
        if isFirstLaunch, case .decisions(let decisions) = reply.result {
            for decision in decisions where decision.source == .temppass {
                if let end = decision.notAfter { note(Grant(kind: .temporaryAccess, mvpd: nil), end, seen, isFresh: true) }
            }
        }
        for effect in record.effects {
            switch effect {
            case .keep(.profile(let profile)):
                let isFresh = endpoint?.kind == .profileForCode || endpoint?.kind == .createPartnerProfile
                note(Grant(kind: .profile, mvpd: profile.mvpd, type: profile.type), profile.notAfter, seen, isFresh: isFresh)
            case .keep(.token(let token)): note(Grant(kind: .token, mvpd: nil), token.notAfter, seen, isFresh: true)
            case .present(_, .code(_, let end?, _)):
                note(Grant(kind: .code, mvpd: nil), end, seen, isFresh: endpoint?.descriptor.role == .newSession)
            case .answer(_, .permitted(_, let media, _, _)):
                // The lifetime can differ between providers, and REST API V1 does not name the provider.
                let mvpd = endpoint?.mvpd
                note(Grant(kind: .mediaToken, mvpd: nil), media.notAfter, seen, isFresh: mvpd != nil, of: mvpd)
            case .keep, .present, .answer, .call, .partner, .cancel, .arm, .disarm, .forget: break
            }
        }
    }

    private static func beginsSignIn(_ endpoint: Endpoint) -> Bool {
        switch EndpointKind(endpoint) {
        case .restV1(.createCode), .restV1(.exchange): true
        case .restV1, .other: false
        }
    }

    /// Stores a grant.
    ///
    /// - Parameters:
    ///   - grant: The properties of the granted value.
    ///   - end: The expiry, by Adobe's clock.
    ///   - seen: The time of the grant, by Adobe's clock.
    ///   - isFresh: Whether this reply granted the value, not an earlier reply.
    ///   - mvpd: The provider for `fresh`, if `grant` does not name the provider.
    private mutating func note(_ grant: Grant, _ end: Instant, _ seen: Sightings, isFresh: Bool, of mvpd: MVPDID? = nil) {
        let key = Key(kind: grant.kind, mvpd: grant.mvpd)
        guard ends.updateValue(end, forKey: key) != end else { return }
        let life = end.milliseconds - seen.first.time.milliseconds
        guard granted[key]?.count ?? 0 < Lifetimes.most else { return }
        granted[key, default: []].append(life)
        let length = TimeWords.roundedTerm(life)
        guard isFresh, length > 0 else { return }
        fresh[Grant(kind: grant.kind, mvpd: mvpd ?? grant.mvpd, type: grant.type), default: [:]].add(seen, to: length)
    }
}

/// The lifetimes of one kind of value over all launches.
struct LifetimeCount {
    /// For each lifetime, rounded as it is printed, the number of values and a file as an example. A server grants only a few different lifetimes.
    private var lengths: [Int64: (count: Int, file: String)] = [:]
    private var count = 0
    /// The highest number of different lifetimes.
    private static let most = 10_000

    mutating func add(_ granted: [Int64], _ file: String) {
        for length in granted {
            count += 1
            let rounded = TimeWords.roundedTerm(length)
            if lengths.count < LifetimeCount.most || lengths[rounded] != nil { lengths[rounded, default: (0, file)].count += 1 }
        }
    }

    /// The lifetimes in words, most frequent first: `19 of 20 for 30 d, 1 of 20 for 6 h (logs/a.jsonl)`. A rare lifetime has a file as an example.
    var words: String {
        let sorted = lengths.ordered { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        let texts = sorted.prefix(4).map { length, found in
            "\(found.count) of \(count) for \(TimeWords.term(length))\(found.count * 10 <= count ? " (\(found.file))" : "")"
        }
        guard sorted.count > 4, let shortest = lengths.keys.min(), let longest = lengths.keys.max() else {
            return texts.joined(separator: ", ")
        }
        return "\(texts.joined(separator: ", ")), all from \(TimeWords.term(shortest)) to \(TimeWords.term(longest))"
    }
}
