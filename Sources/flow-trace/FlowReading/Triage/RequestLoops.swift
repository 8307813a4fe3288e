import FlowMachine

/// Finds requests that the app repeats within a second of their failure, without the viewer: no person asks so fast.
struct RequestLoops: Sendable {
    /// A run of such requests.
    struct Loop: Sendable {
        let first: Witness
        fileprivate(set) var last: Witness
        fileprivate(set) var count = 1
        let start: Instant
        fileprivate(set) var end: Instant

        /// How long it lasted, in milliseconds.
        var length: Int64 { end.milliseconds - start.milliseconds }
        /// `, 3.2 per second`; empty if it has no length.
        var rate: String { length > 0 ? ", \(TimeWords.tenths(Int64(count) * 1_000_000 / length)) per second" : "" }
    }

    /// The longest one; `nil` if there is none.
    private(set) var longest: Loop?
    private var current: [UserEvent.Kind: Loop] = [:]
    private var failed: [UserEvent.Kind: Instant] = [:]

    /// The fewest requests of a loop: a program that retries a few times is not one.
    private static let fewest = 5
    /// The longest time between a failure and the next request, in milliseconds.
    private static let pause: Int64 = 1000

    /// Notes the next event.
    mutating func note(_ record: LogRecord) {
        guard case .user(let asked) = record.event.origin else { return }
        guard asked.opens else {
            // The viewer chose something, so the next request may be theirs.
            if case .chose = asked { failed = [:] }
            return
        }
        let time = record.event.time
        let isNext = failed[asked.kind].map { (0...RequestLoops.pause).contains(time.milliseconds - $0.milliseconds) } ?? false
        failed[asked.kind] = nil
        let witness = Witness(record, .request(asked))
        var loop = isNext ? current[asked.kind] : nil
        loop?.count += 1
        loop?.last = witness
        loop?.end = time
        let noted = loop ?? Loop(first: witness, last: witness, start: time, end: time)
        current[asked.kind] = noted
        if noted.count >= RequestLoops.fewest, noted.count > longest?.count ?? 0 { longest = noted }
    }

    /// Notes a request that was not fulfilled.
    mutating func noteFailure(_ asked: UserEvent, at time: Instant) { failed[asked.kind] = time }
}
