import FlowMachine

/// The answers of a capture, found by their requests. Each answer is used once. The time of a search grows with the logarithm of the number of
/// answers.
struct CapturedAnswers {
    /// The properties that two requests share if they ask the same question.
    private struct Question: Hashable {
        let kind: Endpoint.Kind
        let legacy: RESTV1Endpoint.Kind?
        let resources: Set<SecretRef>
        var mvpd: MVPDID?
        var code: SecretRef?

        /// Creates the question of a request.
        ///
        /// - Parameter code: The code that the request asks about; `nil` for any other request.
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

    /// The answers to one question, ordered by time.
    private struct Answers {
        var all: [Observed] = []
        /// For each index in `all`, a later index to continue the search for an unused answer. An index that maps to itself is unused.
        var unused: [Int] = [0]

        mutating func add(_ observed: Observed) {
            all.append(observed)
            unused.append(all.count)
        }

        /// Returns the first unused answer at or after the index `place`, and marks the answer as used; `nil` if there is none.
        mutating func take(from place: Int) -> Observed? {
            var found = place
            while unused[found] != found { found = unused[found] }
            // Shortens later searches from the same indices.
            var step = place
            while step != found { (unused[step], step) = (found, unused[step]) }
            guard found < all.count else { return nil }
            unused[found] = found + 1
            return all[found]
        }
    }

    private var answers: [Question: Answers] = [:]

    /// Collects the answers.
    ///
    /// - Parameter calls: The requests to Adobe, ordered by time.
    init(_ calls: [Observed]) {
        for observed in calls where observed.reply != nil || observed.failure != nil {
            guard let endpoint = observed.call?.endpoint else { continue }
            answers[Question(endpoint, code: observed.code), default: Answers()].add(observed)
        }
    }

    /// Returns the first unused answer to a request that was sent at `time` or later, and marks this answer as used. If there is none and `orEarlier`
    /// is true, does the same with the first unused answer of any time.
    mutating func take(_ endpoint: Endpoint, from time: Instant, orEarlier: Bool) -> Observed? {
        let question = CapturedAnswers.question(endpoint)
        guard let list = answers[question]?.all else { return nil }
        let place = CapturedAnswers.place(in: list, from: time)
        if let next = answers[question]?.take(from: place) { return next }
        return orEarlier ? answers[question]?.take(from: 0) : nil
    }

    /// Returns the last answer to a request that was sent at `time` or earlier, whether used or not.
    func last(_ endpoint: Endpoint, before time: Instant) -> Observed? {
        guard let list = answers[CapturedAnswers.question(endpoint)]?.all else { return nil }
        let place = CapturedAnswers.place(in: list, from: time.advanced(by: Interval(milliseconds: 1)))
        return place > 0 ? list[place - 1] : nil
    }

    /// Returns the first request in `list`, which is ordered by time, that was sent at `time` or later.
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
