import FlowMachine

/// The answers of a capture by their requests. Each is taken once. Finding one takes time with the logarithm of their number.
struct CapturedAnswers {
    /// What makes two requests ask the same.
    private struct Question: Hashable {
        let kind: Endpoint.Kind
        let legacy: RESTV1Endpoint.Kind?
        let resources: Set<SecretRef>
        var mvpd: MVPDID?
        var code: SecretRef?

        /// - Parameter code: the code of a request that asks about one.
        init(_ endpoint: Endpoint, code: SecretRef?) {
            kind = endpoint.kind
            resources = Set(endpoint.parameters.resources)
            guard case .restV1(let legacy) = endpoint else {
                self.legacy = nil
                switch endpoint {
                case .profileForCode, .resumeSession: self.code = code
                case .authorize, .preauthorize, .logout, .profile: mvpd = endpoint.mvpd
                case _: break
                }
                return
            }
            self.legacy = legacy.kind
        }
    }

    /// The answers to one question, by time.
    private struct Answers {
        var all: [Observed] = []
        /// For each place the next one that was not taken, or a place on the way there.
        var unused: [Int] = [0]

        mutating func add(_ observed: Observed) {
            all.append(observed)
            unused.append(all.count)
        }

        /// Takes the first from a place on that was not taken.
        mutating func take(from place: Int) -> Observed? {
            var found = place
            while unused[found] != found { found = unused[found] }
            // The next search need not go all the way again.
            var step = place
            while step != found { (unused[step], step) = (found, unused[step]) }
            guard found < all.count else { return nil }
            unused[found] = found + 1
            return all[found]
        }
    }

    private var answers: [Question: Answers] = [:]

    /// - Parameter calls: requests to Adobe, by time.
    init(_ calls: [Observed]) {
        for observed in calls where observed.reply != nil || observed.failure != nil {
            guard let endpoint = observed.call?.endpoint else { continue }
            answers[Question(endpoint, code: observed.code), default: Answers()].add(observed)
        }
    }

    /// Takes the first answer to a request that was sent at `time` or later; if there is none and `orEarlier`, the first of all.
    mutating func take(_ endpoint: Endpoint, from time: Instant, orEarlier: Bool) -> Observed? {
        let question = CapturedAnswers.question(endpoint)
        guard let list = answers[question]?.all else { return nil }
        let place = CapturedAnswers.place(in: list, from: time)
        if let next = answers[question]?.take(from: place) { return next }
        return orEarlier ? answers[question]?.take(from: 0) : nil
    }

    /// The last answer to a request that was sent at `time` or earlier, taken or not.
    func last(_ endpoint: Endpoint, before time: Instant) -> Observed? {
        guard let list = answers[CapturedAnswers.question(endpoint)]?.all else { return nil }
        let place = CapturedAnswers.place(in: list, from: time.advanced(by: Interval(milliseconds: 1)))
        return place > 0 ? list[place - 1] : nil
    }

    /// The first of `list`, which is ordered by time, that was sent at `time` or later.
    static func first(of list: [Observed], from time: Instant) -> Observed? {
        let place = place(in: list, from: time)
        return place < list.count ? list[place] : nil
    }

    private static func question(_ endpoint: Endpoint) -> Question {
        switch endpoint {
        case .profileForCode(let code), .resumeSession(let code, _): Question(endpoint, code: code)
        case _: Question(endpoint, code: nil)
        }
    }

    private static func place(in list: [Observed], from time: Instant) -> Int {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if list[middle].sent < time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
