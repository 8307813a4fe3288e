import FlowMachine

/// How long Adobe lets each thing be valid, by provider: a change at the provider or in Adobe's dashboard shows here first.
struct Lifetimes: Sendable {
    /// What is valid for a while.
    enum Kind: String, Hashable, Sendable {
        case profile
        case token = "access token"
        case code
        case mediaToken = "media token"
    }

    struct Key: Hashable, Sendable {
        let kind: Kind
        /// `nil` if it is no provider's.
        let mvpd: MVPDID?

        /// `profile, Dish`.
        var words: String { kind.rawValue + (mvpd.map { ", \($0.text)" } ?? "") }
    }

    /// In milliseconds, in the order in which they were granted.
    private(set) var granted: [Key: [Int64]] = [:]
    /// The end of the last one of each kind: what is fetched or kept again is not granted again.
    private var ends: [Key: Instant] = [:]

    /// The maximum number of each that are kept; a launch has a few.
    private static let most = 64

    /// Notes the next event. An end is by Adobe's clock, so it is compared with Adobe's time, and not counted if the answer has none.
    mutating func note(_ record: LogRecord) {
        if case .app(.launched(let kept)) = record.event.origin, let profile = kept.profile {
            ends[Key(kind: .profile, mvpd: profile.mvpd)] = profile.notAfter
        }
        guard case .reply(_, let reply) = record.event.origin, let now = reply.adobesTime else { return }
        for effect in record.effects {
            switch effect {
            case .keep(.profile(let profile)): note(.profile, profile.mvpd, profile.notAfter, now)
            case .keep(.token(let token)): note(.token, nil, token.notAfter, now)
            case .present(_, .code(_, let end?, _)): note(.code, nil, end, now)
            case .answer(_, .permitted(_, let media, _, _)): note(.mediaToken, nil, media.notAfter, now)
            case .keep, .present, .answer, .call, .partner, .cancel, .arm, .disarm, .forget: break
            }
        }
    }

    private mutating func note(_ kind: Kind, _ mvpd: MVPDID?, _ end: Instant, _ now: Instant) {
        let key = Key(kind: kind, mvpd: mvpd)
        guard ends.updateValue(end, forKey: key) != end else { return }
        let life = end.milliseconds - now.milliseconds
        if granted[key]?.count ?? 0 < Lifetimes.most { granted[key, default: []].append(life) }
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
            if lengths[rounded] != nil || lengths.count < LifetimeCount.most { lengths[rounded, default: (0, file)].count += 1 }
        }
    }

    /// `19 of 20 for 30 d, 1 of 20 for 6 h (logs/a.jsonl)`, the most frequent first; of a rare one, a file.
    var words: String {
        let sorted = lengths.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        let texts = sorted.prefix(4).map { length, found in
            "\(found.count) of \(count) for \(TimeWords.term(length))\(found.count * 10 <= count ? " (\(found.file))" : "")"
        }
        guard sorted.count > 4, let shortest = lengths.keys.min(), let longest = lengths.keys.max() else {
            return texts.joined(separator: ", ")
        }
        return "\(texts.joined(separator: ", ")), all from \(TimeWords.term(shortest)) to \(TimeWords.term(longest))"
    }
}
