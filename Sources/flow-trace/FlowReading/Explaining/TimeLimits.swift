import FlowMachine

/// The time limits of the app's policy that ended a wait before the explained event, or at it.
///
/// A setting that is changed at the explained event only does not show what a longer limit would have led to, because an earlier event set the
/// timer. The log does not show it either: it does not contain the answer for which the flow stopped waiting.
struct TimeLimits {
    /// A policy that limits a wait, with its value and its default.
    struct Limit: Equatable {
        let policy: String
        let value: Interval
        let usual: Interval
        /// What did not happen within the limit.
        let missing: String
        /// What the flow would have done with a longer limit, and what the log cannot show.
        let consequence: String
    }

    /// The limits, each with the numbers of the events at which it ended a wait.
    let reached: [(limit: Limit, events: [Int64])]

    init(_ scene: Scene) {
        let numbers = Set(scene.causes.map { $0.number } + [scene.record.number])
        var history = QuestionHistory()
        var armed: [TimerID: Interval] = [:]
        var reached: [(limit: Limit, events: [Int64])] = []
        for record in scene.earlier + [scene.record] {
            if numbers.contains(record.number), case .timer(let id) = record.event.origin,
                case .timer(let purpose)? = history.question(record.event),
                let limit = TimeLimits.limit(
                    of: purpose, armedFor: armed[id], history.givenUp(by: record)?.question, scene.header.settings.policy)
            {
                if let index = reached.firstIndex(where: { $0.limit == limit }) {
                    reached[index].events.append(record.number)
                } else {
                    reached.append((limit, [record.number]))
                }
            }
            history.note(record)
            for case .arm(let id, _, let due) in record.effects {
                armed[id] = Interval(milliseconds: due.milliseconds - record.event.time.milliseconds)
            }
        }
        self.reached = reached
    }

    /// Returns the policy that limited the wait which a timer ended; `nil` if no policy did.
    private static func limit(of purpose: TimerPurpose, armedFor: Interval?, _ question: Question?, _ policy: Policy) -> Limit? {
        let usual = Policy()
        switch purpose {
        case .timeout:
            let isPartner = if case .partner? = question { true } else { false }
            return Limit(
                policy: "requestTimeout", value: policy.requestTimeout, usual: usual.requestTimeout,
                missing: isPartner ? "The partner framework did not answer" : "No answer came",
                consequence: "the call would have waited: the log cannot say whether an answer would have come")
        case .codeExpiry:
            // Otherwise Adobe stated the expiry of the code.
            guard armedFor == policy.sessionLifetime else { return nil }
            return Limit(
                policy: "sessionLifetime", value: policy.sessionLifetime, usual: usual.sessionLifetime,
                missing: "Nobody signed in with the code",
                consequence: "the code would have stayed on the screen: the log cannot say whether anybody would have signed in")
        case .tokenRefresh, .retry, .hold, .poll, .profileExpiry: return nil
        }
    }

    /// The limits in sentences.
    var sentences: [String] {
        reached.map { limit, events in
            let value = TimeWords.term(limit.value.milliseconds)
            let usual = limit.value == limit.usual ? "the usual limit" : "the usual limit: \(TimeWords.term(limit.usual.milliseconds))"
            let places = "event\(events.count == 1 ? "" : "s") \(WhatIfReport.ranges(events))"
            return
                "\(limit.missing) within the app's time limit of \(value) (policy \(limit.policy); \(usual)), at \(places). With a longer limit, \(limit.consequence)."
        }
    }
}
