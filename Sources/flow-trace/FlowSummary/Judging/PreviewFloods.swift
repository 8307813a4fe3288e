import FlowMachine

/// Finds periods in which the app requests more previews than Adobe answers. All other requests of the app then wait behind them, or fail.
package struct PreviewFloods: Sendable {
    /// A period with too many previews.
    package struct Flood: Sendable {
        /// The first and the last request for a preview.
        package let first: Witness
        package fileprivate(set) var last: Witness
        package fileprivate(set) var amount: Amount
        package let start: Instant
        /// The time of the last request for a preview.
        package fileprivate(set) var lastRequest: Instant
        /// The time of the last answer to a preview; the current time while a preview has no answer.
        package fileprivate(set) var end: Instant

        package var witnesses: [Witness] { first.number == last.number ? [first] : [first, last] }

        /// Returns whether `time` is within the flood.
        package func contains(_ time: Instant) -> Bool { (start...max(start, end)).contains(time) }
    }

    /// The number of previews, of resources in them, and of calls for them.
    package struct Amount: Sendable {
        package fileprivate(set) var previews = 0
        package fileprivate(set) var resources = 0
        package fileprivate(set) var calls = 0

        fileprivate func since(_ before: Amount) -> Amount {
            Amount(previews: previews - before.previews, resources: resources - before.resources, calls: calls - before.calls)
        }
    }

    /// A preview that has no answer yet, or was requested within the last minute.
    private struct Request {
        package let wish: WishID
        package let witness: Witness
        package let time: Instant
        /// The counts before this preview.
        package let before: Amount
        package var isOpen = true
    }

    /// The first floods, in order.
    private var ended: [Flood] = []
    private var current: Flood?
    /// The counts before the current flood.
    private var before = Amount()
    private var all = Amount()
    private var requests: [Request] = []
    /// The times of the last calls, at most one minute old.
    private var calls: [Instant] = []

    private static let minute: Int64 = 60_000
    /// The minimum number of previews, or of calls for previews, within a minute that makes a flood.
    private static let fewest = (previews: 10, calls: 60)
    /// The maximum numbers of previews and of floods that are kept.
    private static let mostRequests = 64
    private static let mostFloods = 16
    /// The time after which a preview is no longer expected to get an answer, in milliseconds.
    private static let longest: Int64 = 600_000

    /// The floods up to now.
    package var floods: [Flood] { ended + [current].compactMap { $0 } }
    /// The flood with the most calls; `nil` if there is no flood.
    package var worst: Flood? { floods.max { ($0.amount.calls, $0.amount.previews) < ($1.amount.calls, $1.amount.previews) } }

    /// Processes the next event.
    package mutating func note(_ record: LogRecord, _ effects: EffectKinds) {
        let now = record.event.time
        if !calls.isEmpty || !requests.isEmpty { forget(before: now) }
        if case .user(.preview(let wish, let resources)) = record.event.origin {
            let witness = Witness(record, .request(.preview(wish, resources: resources)))
            if requests.count == PreviewFloods.mostRequests { requests.removeFirst() }
            requests.append(Request(wish: wish, witness: witness, time: now, before: all))
            all.previews += 1
            all.resources += resources.count
            current?.last = witness
            current?.lastRequest = now
        }
        if effects.contains(.call) {
            for case .call(_, let call) in record.effects where call.endpoint.descriptor.role == .preview {
                all.calls += 1
                calls.append(now)
                if calls.count > PreviewFloods.fewest.calls { calls.removeFirst() }
            }
        }
        if effects.contains(.answer), !requests.isEmpty {
            for case .answer(let wish, _) in record.effects {
                guard let place = requests.firstIndex(where: { $0.wish == wish }) else { continue }
                requests[place].isOpen = false
                current?.end = now
            }
        }
        if current == nil, isFlooded(now) { begin(now) }
        if current != nil { current?.amount = all.since(before) }
        if let flood = current, flood.end < now, isOpen { current?.end = now }
    }

    private var isOpen: Bool { requests.contains { $0.isOpen } }

    private func isFlooded(_ now: Instant) -> Bool {
        calls.count >= PreviewFloods.fewest.calls
            || requests.count >= PreviewFloods.fewest.previews
                && requests.count { now.milliseconds - $0.time.milliseconds <= PreviewFloods.minute } >= PreviewFloods.fewest.previews
    }

    /// Removes old calls and previews, and ends a flood whose previews are all answered.
    private mutating func forget(before now: Instant) {
        func isOld(_ time: Instant) -> Bool { now.milliseconds - time.milliseconds > PreviewFloods.minute }
        calls.removeAll(where: isOld)
        requests.removeAll {
            isOld($0.time) && (!$0.isOpen || now.milliseconds - $0.time.milliseconds > PreviewFloods.longest)
        }
        guard let flood = current, !isOpen, !isFlooded(now) else { return }
        if ended.count < PreviewFloods.mostFloods { ended.append(flood) }
        current = nil
    }

    private mutating func begin(_ now: Instant) {
        guard let first = requests.first, let last = requests.last else { return }
        before = first.before
        current = Flood(
            first: first.witness, last: last.witness, amount: all.since(before), start: first.time, lastRequest: last.time, end: now)
    }
}
