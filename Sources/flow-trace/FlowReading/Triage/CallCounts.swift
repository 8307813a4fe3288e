import FlowMachine

/// The calls to Adobe, counted by endpoint and provider. Calls without a usable answer are also counted separately, even if a retry succeeded.
struct CallCounts: Sendable {
    /// The properties by which calls are counted.
    struct Key: Hashable, Sendable {
        let endpoint: EndpointKind
        /// The provider; `nil` for endpoints that are independent of a provider.
        let mvpd: MVPDID?

        /// The key in words, such as `authorize, Dish`.
        var words: String { endpoint.words + (mvpd.map { ", \($0.text)" } ?? "") }
    }

    struct Count: Sendable {
        fileprivate(set) var all = 0
        fileprivate(set) var failures: [FailureKind: Int] = [:]

        /// The number of calls without a usable answer.
        var failed: Int { failures.values.reduce(0, +) }

        fileprivate mutating func note(_ failure: FailureKind?) {
            all += 1
            // An expired access token is replaced, so its rejection is not a failure.
            if let failure, failure != .unauthorized { failures[failure, default: 0] += 1 }
        }

        fileprivate mutating func add(_ other: Count) {
            all += other.all
            if !other.failures.isEmpty { failures.add(other.failures, +) }
        }
    }

    private var counts: [Key: Count] = [:]
    /// The maximum number of keys. Only a manipulated log contains more.
    private static let most = 256

    /// If the event ends a call, counts the call.
    ///
    /// - Parameters:
    ///   - record: The event.
    ///   - question: The question that the event answers; `nil` if it answers none.
    ///   - timedOut: The question that timed out at this event; `nil` if none did.
    mutating func note(_ record: LogRecord, _ question: Question?, timedOut: Question?) {
        if case .reply = record.event.origin, case .call(let call)? = question {
            note(call, record.failure.map { FailureKind($0) })
        } else if case .call(let call)? = timedOut {
            note(call, .transport(.timedOut))
        }
    }

    private mutating func note(_ call: Call, _ failure: FailureKind?) {
        let key = Key(endpoint: EndpointKind(call.endpoint), mvpd: call.endpoint.mvpd)
        guard hasRoom(for: key) else { return }
        counts[key, default: Count()].note(failure)
    }

    /// Adds the calls of another launch.
    mutating func add(_ other: CallCounts) {
        for (key, count) in other.counts where hasRoom(for: key) { counts[key, default: Count()].add(count) }
    }

    /// The calls whose number is compared between launches.
    var counted: [CallRates.Call: Int] {
        var counted: [CallRates.Call: Int] = [:]
        for (key, count) in counts { if let call = CallRates.Call(key.endpoint) { counted[call, default: 0] += count.all } }
        return counted
    }

    /// Whether a call had no answer, because there was no connection or because the answer did not come in time.
    var hasLost: Bool {
        counts.values.contains { count in
            count.failures.keys.contains { $0 == .transport(.connection) || $0 == .transport(.timedOut) }
        }
    }

    /// The errors with which Adobe refused calls. The errors of calls for decisions are excluded, because they deny a resource.
    var refused: [FailureKind] {
        counts.flatMap { key, count in
            count.failures.keys.filter { failure in
                if case .refused = failure { !key.endpoint.decides } else { false }
            }
        }
    }

    private func hasRoom(for key: Key) -> Bool { counts.count < CallCounts.most || counts[key] != nil }

    /// A line for each kind of call that failed, most failures first.
    ///
    /// For example `authorize, Dish: 12 of 340 calls (3.5 %): 429, throttled, 9 times; …`.
    var lines: [String] {
        counts.filter { $0.value.failed > 0 }
            .ordered { ($1.value.failed, $0.key.words) < ($0.value.failed, $1.key.words) }
            .map { key, count in
                let kinds = count.failures.ordered { ($1.value, $0.key.text) < ($0.value, $1.key.text) }
                let texts = kinds.prefix(3).map { $0.key.sentence(times: $0.value) }
                let more = kinds.count > 3 ? "; …" : ""
                let share = TimeWords.tenths(Int64(count.failed) * 100_000 / Int64(max(count.all, 1)))
                return
                    "\(key.words): \(count.failed) of \(grouped(count.all)) calls (\(share) %): \(texts.joined(separator: "; "))\(more)"
            }
    }
}

extension EndpointKind {
    /// Whether the answer is a decision about a resource.
    fileprivate var decides: Bool {
        switch self {
        case .other(.authorize), .other(.preauthorize), .restV1(.authorize), .restV1(.preauthorize): true
        case .other, .restV1: false
        }
    }
}
