import FlowMachine

/// Detects an app that reports when it goes to the background but never when it returns. If the viewer uses the app after it reported the
/// background, the app must have returned.
package struct UnreportedForeground: Sendable {
    /// An act of the viewer while the app, by its own reports, was in the background.
    package struct Gap: Sendable {
        /// The event by which the app reported the background.
        package let backgrounded: Witness
        /// The first event that shows that the app was in the foreground again.
        package let act: Witness
        /// Whether the act is impossible in the background. A play is possible there, for example as picture in picture.
        package let isCertain: Bool

        package var witnesses: [Witness] { [backgrounded, act] }
    }

    private var backgrounded: Witness?
    private var found: Gap?
    private var reportsForeground = false

    /// The first act of the viewer after the app reported the background; `nil` if there is none, or if the app ever reports a return.
    package var gap: Gap? { reportsForeground ? nil : found }

    /// Processes the next event.
    package mutating func note(_ record: LogRecord) {
        switch record.event.origin {
        case .app(.launched): self = UnreportedForeground()
        case .app(.backgrounded): backgrounded = backgrounded ?? Witness(record, nil)
        case .app(.foregrounded): (backgrounded, reportsForeground) = (nil, true)
        case .user(let user):
            guard let backgrounded, found?.isCertain != true, let isCertain = UnreportedForeground.isCertain(user) else { return }
            if found == nil || isCertain { found = Gap(backgrounded: backgrounded, act: Witness(record, nil), isCertain: isCertain) }
        case .app, .reply, .timer: break
        }
    }

    /// Forgets the reports so far, because events that are missing from the log may have reported the return to the foreground.
    package mutating func noteMissing() { (backgrounded, found) = (nil, nil) }

    /// Returns whether `user` is impossible in the background. `nil` for an event that proves nothing: in the background, the app itself may cancel,
    /// close a screen, or request previews or metadata, and a link may open the app before it is active.
    private static func isCertain(_ user: UserEvent) -> Bool? {
        switch user {
        case .signIn, .otherProvider: true
        case .play: false
        case .chose(_, let choice):
            switch choice {
            case .provider, .profile, .otherProvider, .retry, .newCode: true
            case .done, .redirectReached, .userAgentClosed, .cancel: nil
            }
        case .preview, .userMetadata, .signOut, .cancel: nil
        }
    }
}
