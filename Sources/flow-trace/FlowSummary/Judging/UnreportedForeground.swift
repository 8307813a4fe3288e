import FlowMachine

/// Finds an app that reports that it goes to the background, but never that it returns: the viewer acted later, so the app was in front again.
package struct UnreportedForeground: Sendable {
    /// An act of the viewer in an app that was in the background as far as the flow knew.
    package struct Gap: Sendable {
        /// The event by which the app reported the background.
        package let backgrounded: Witness
        /// The first event that shows that the app was in front again.
        package let act: Witness
        /// Whether the act is impossible in the background. A play is possible there, for example as picture in picture.
        package let isCertain: Bool

        package var witnesses: [Witness] { [backgrounded, act] }
    }

    private var backgrounded: Witness?
    private var found: Gap?
    private var reportsForeground = false

    /// The first such act; `nil` if there is none, or if the app ever reports that it returns.
    package var gap: Gap? { reportsForeground ? nil : found }

    /// Notes the next event.
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

    /// Notes that events are missing from the log. They may have reported the return to the foreground.
    package mutating func noteMissing() { (backgrounded, found) = (nil, nil) }

    /// Returns whether only a viewer in front of the app can do this. `nil` for an act that the app itself may cause in the background: it may
    /// cancel, close a screen, request previews or metadata, and a link may open the app before it is active.
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
