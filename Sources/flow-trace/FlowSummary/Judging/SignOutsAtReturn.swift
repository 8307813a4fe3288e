import FlowMachine

/// Finds sign-outs that follow the app's return from the background so fast that no viewer requested them.
package struct SignOutsAtReturn: Sendable {
    /// The sign-outs of a launch.
    package struct Found: Sendable {
        package fileprivate(set) var count: Int
        /// How long after the return the first one was requested, in milliseconds.
        package let after: Int64
        /// The shortest time in the background before one, in milliseconds.
        package fileprivate(set) var away: Int64
        /// The return and the request of the first one.
        package let witnesses: [Witness]
    }

    /// `nil` if there is none.
    package private(set) var found: Found?
    private var left: Instant?
    private var returned: (witness: Witness, time: Instant, away: Int64)?

    /// The longest time between the return and the request, in milliseconds.
    private static let longest: Int64 = 2000

    package init() {}

    /// Notes the next event.
    package mutating func note(_ record: LogRecord) {
        let time = record.event.time
        switch record.event.origin {
        case .app(.launched): (left, returned) = (nil, nil)
        case .app(.backgrounded): (left, returned) = (time, nil)
        case .app(.foregrounded):
            returned = left.map { (Witness(record, nil), time, time.milliseconds - $0.milliseconds) }
            left = nil
        case .user(.signOut):
            guard let returned, time.milliseconds - returned.time.milliseconds <= SignOutsAtReturn.longest else { return }
            self.returned = nil
            guard var found else {
                found = Found(
                    count: 1, after: time.milliseconds - returned.time.milliseconds, away: returned.away,
                    witnesses: [returned.witness, Witness(record, nil)])
                return
            }
            found.count += 1
            found.away = min(found.away, returned.away)
            self.found = found
        // The viewer is there.
        case .user(.chose): returned = nil
        case .app, .user, .reply, .timer: break
        }
    }
}
