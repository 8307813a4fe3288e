import FlowMachine

/// How long Adobe lets each thing be valid, by provider: a change at the provider or in Adobe's dashboard shows here first.
struct Lifetimes: Sendable {
    /// A kind of value that is valid for a while.
    enum Kind: String, Hashable, Sendable {
        case profile
        /// A sign-in of REST API V1, which has no profiles.
        case signIn = "sign-in"
        case token = "access token"
        case code
        case mediaToken = "media token"

        /// Whether the viewer is signed out when this expires.
        var isSignIn: Bool { self == .profile || self == .signIn }
        /// The name of the kind, in the singular.
        var noun: String { isSignIn ? "sign-in" : rawValue }
    }

    struct Key: Hashable, Sendable {
        let kind: Kind
        /// The provider that grants it; `nil` if no provider does.
        let mvpd: MVPDID?

        /// `profile, Dish`.
        var words: String { kind.rawValue + (mvpd.map { ", \($0.text)" } ?? "") }
    }

    /// The properties of values that Adobe grants with one lifetime until its configuration changes.
    struct Grant: Hashable, Sendable {
        let kind: Kind
        /// The provider that grants it; `nil` if no provider does.
        let mvpd: MVPDID?
        /// The type of a profile.
        var type: ProfileType?
    }

    /// In milliseconds, in the order in which they were granted.
    private(set) var granted: [Key: [Int64]] = [:]
    /// What was granted at the time of the answer, not before, by what is printed of its length. Without the log's file.
    private(set) var fresh: [Grant: [Int64: Sightings]] = [:]
    /// Whether a sign-in was begun: the next sign-in of REST API V1 that Adobe reports is this one.
    private var isSigningIn = false
    /// The end of the last one of each kind: what is fetched or kept again is not granted again.
    private var ends: [Key: Instant] = [:]

    /// The maximum number of each that are kept; a launch has a few.
    private static let most = 64

    /// Notes the next event. An end is by Adobe's clock, so it is compared with Adobe's time, and not counted if the answer has none.
    /// - Parameter question: what a reply answers.
    mutating func note(_ record: LogRecord, _ question: Question?, _ effects: EffectKinds) {
        if case .app(.launched(let kept)) = record.event.origin {
            if let profile = kept.profile { ends[Key(kind: .profile, mvpd: profile.mvpd)] = profile.notAfter }
            isSigningIn = kept.code != nil
        }
        noteReply(record, question)
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
        for effect in record.effects {
            switch effect {
            case .keep(.profile(let profile)):
                let isFresh = endpoint?.kind == .profileForCode || endpoint?.kind == .createPartnerProfile
                note(Grant(kind: .profile, mvpd: profile.mvpd, type: profile.type), profile.notAfter, seen, isFresh: isFresh)
            case .keep(.token(let token)): note(Grant(kind: .token, mvpd: nil), token.notAfter, seen, isFresh: true)
            case .present(_, .code(_, let end?, _)):
                note(Grant(kind: .code, mvpd: nil), end, seen, isFresh: endpoint?.descriptor.role == .newSession)
            case .answer(_, .permitted(_, let media, _, _)):
                // Each provider can have another lifetime, and REST API V1 does not name it.
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

    /// - Parameters:
    ///   - seen: when it was granted.
    ///   - mvpd: whose it is, if it is counted without the provider.
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

/// How long one thing was valid, over all launches.
struct LifetimeCount {
    /// By what is printed of a length: a server grants few different ones.
    private var lengths: [Int64: (count: Int, file: String)] = [:]
    private var count = 0
    /// The maximum number of different lengths.
    private static let most = 10_000

    mutating func add(_ granted: [Int64], _ file: String) {
        for length in granted {
            count += 1
            let rounded = TimeWords.roundedTerm(length)
            if lengths.count < LifetimeCount.most || lengths[rounded] != nil { lengths[rounded, default: (0, file)].count += 1 }
        }
    }

    /// `19 of 20 for 30 d, 1 of 20 for 6 h (logs/a.jsonl)`, the most frequent first; of a rare one, a file.
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
