import FlowMachine

/// Finds an app that reports the background and never the foreground: the viewer acts afterwards, so the app was in front again.
package struct UnreportedForeground: Sendable {
    /// An act of the viewer in an app that was in the background as far as the flow knew.
    package struct Gap: Sendable {
        /// The event by which the app reported the background.
        package let backgrounded: Witness
        /// The first event that shows that the app was in front again.
        package let act: Witness
        /// Whether nobody can do that in the background; a play can be that of a picture in picture.
        package let isCertain: Bool

        package var witnesses: [Witness] { [backgrounded, act] }
    }

    private var backgrounded: Witness?
    private var found: Gap?
    private var reportsForeground = false

    /// The first such act; `nil` if there is none, or the app reports the foreground at least once.
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

    /// Notes that events are missing, which may have reported the foreground.
    package mutating func noteMissing() { (backgrounded, found) = (nil, nil) }

    /// Whether only a viewer in front of the app can do this; `nil` if an app does it in the background, too: it cancels, closes screens,
    /// previews and fetches metadata by itself, and a link can return to it before it is active.
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
