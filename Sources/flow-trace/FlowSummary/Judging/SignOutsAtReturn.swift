import FlowMachine

/// Finds sign-outs that follow the app's return from the background too fast for a viewer to have requested them.
package struct SignOutsAtReturn: Sendable {
    /// The sign-outs of a launch.
    package struct Found: Sendable {
        package fileprivate(set) var count: Int
        /// The time from the return to the first sign-out, in milliseconds.
        package let after: Int64
        /// The shortest stay in the background before one of the sign-outs, in milliseconds.
        package fileprivate(set) var away: Int64
        /// The events of the return and of the first sign-out.
        package let witnesses: [Witness]
    }

    /// The sign-outs; `nil` if there are none.
    package private(set) var found: Found?
    private var left: Instant?
    private var returned: (witness: Witness, time: Instant, away: Int64)?

    /// The maximum time between the return to the foreground and a sign-out that this type finds, in milliseconds.
    private static let longest: Int64 = 2000

    package init() {}

    /// Processes the next event.
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
        // A choice shows that the viewer acts, so a later sign-out may be the viewer's.
        case .user(.chose): returned = nil
        case .app, .user, .reply, .timer: break
        }
    }
}
