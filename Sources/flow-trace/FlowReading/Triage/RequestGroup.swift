import FlowMachine

/// Requests of one launch that ended the same way for the same cause. The first request represents the group.
struct RequestGroup {
    let first: TriagedRequest
    private var rest: [TriagedRequest] = []

    /// More than this number of similar requests share a group; fewer have a group each.
    private static let fewest = 3

    private init(_ first: TriagedRequest) { self.first = first }

    /// Returns the requests in groups. Requests that are alike share a group if they are numerous.
    static func groups(_ requests: [TriagedRequest]) -> [RequestGroup] {
        var counts: [Key: Int] = [:]
        for request in requests { counts[Key(request), default: 0] += 1 }
        var groups: [RequestGroup] = []
        var places: [Key: Int] = [:]
        for request in requests {
            let key = Key(request)
            if counts[key] ?? 0 > fewest, let place = places[key] {
                groups[place].rest.append(request)
            } else {
                places[key] = groups.count
                groups.append(RequestGroup(request))
            }
        }
        // Groups of requests without a fault are last. All other groups are sorted by size, the largest first.
        return groups.enumerated().ordered { left, right in
            let (one, other) = (left.element.weight, right.element.weight)
            return one == other ? left.offset < right.offset : one > other
        }.map { $0.element }
    }

    private var weight: Int {
        first.cause?.isOrdinary == true ? 0 : rest.count + 1
    }

    private struct Key: Hashable {
        let outcome: TriagedRequest.Outcome
        let kind: FlowCause.Kind?
        let owner: FlowCause.Owner?
        let subject: FlowCause.Subject?

        init(_ request: TriagedRequest) {
            outcome = request.outcome
            kind = request.cause?.kind
            owner = request.cause?.owner
            subject = request.cause?.subject
        }
    }

    /// Returns the duration of more than half of the requests in words, to a tenth of a second; empty if there is no such duration.
    private static func commonest(_ lengths: [Int64]) -> String {
        var counts: [Int64: Int] = [:]
        for length in lengths { counts[TimeWords.rounded(length), default: 0] += 1 }
        guard let most = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), most.value * 2 > lengths.count else { return "" }
        return ", \(most.value) of them after \(TimeWords.length(most.key))"
    }

    /// The requests of the group after the first request, in a sentence; `nil` if there are none.
    var others: String? {
        guard let last = rest.last else { return nil }
        let lengths = ([first] + rest).compactMap { request in request.answerTime.map { $0.milliseconds - request.time.milliseconds } }
        var took = ""
        if let shortest = lengths.min(), let longest = lengths.max() {
            let (least, most) = (TimeWords.length(shortest), TimeWords.length(longest))
            took =
                TimeWords.rounded(shortest) == TimeWords.rounded(longest)
                ? ", each after \(least)" : ", after \(least) to \(most)\(RequestGroup.commonest(lengths))"
        }
        let events = rest.prefix(4).compactMap { $0.event }.map(String.init).joined(separator: ", ")
        let more = rest.count > 4 ? ", …" : ""
        return
            "\(rest.count + 1) times in all, most recently \(TimeWords.second(last.time, first.words.clock))\(took)\(bursts). The others: events \(events)\(more)"
    }

    /// The longest pause between two requests of a burst, in milliseconds.
    private static let pause: Int64 = 3_600_000
    /// The highest number of bursts that are listed.
    private static let mostBursts = 6

    /// The times of the bursts in words, if the requests were made in a few bursts; otherwise empty.
    private var bursts: String {
        var bursts: [(first: Instant, last: Instant, count: Int)] = []
        for request in ([first] + rest).ordered(by: { $0.time < $1.time }) {
            if let last = bursts.last, request.time.milliseconds - last.last.milliseconds <= RequestGroup.pause {
                bursts[bursts.count - 1] = (last.first, request.time, last.count + 1)
            } else {
                bursts.append((request.time, request.time, 1))
            }
        }
        guard (2...RequestGroup.mostBursts).contains(bursts.count), rest.count + 1 >= 2 * bursts.count else { return "" }
        let clock = first.words.clock
        let texts = bursts.map { burst in
            let isOneDay = TimeWords.date(burst.first, clock) == TimeWords.date(burst.last, clock)
            let end = isOneDay ? TimeWords.minuteOfDay(burst.last, clock) : TimeWords.minute(burst.last, clock)
            return "\(TimeWords.minute(burst.first, clock)) to \(end) (\(burst.count))"
        }
        return ", in \(bursts.count) bursts: \(texts.joined(separator: ", "))"
    }
}
