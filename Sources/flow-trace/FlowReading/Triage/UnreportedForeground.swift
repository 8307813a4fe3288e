import FlowMachine

/// Finds an app that reports the background and never the foreground: the viewer acts afterwards, so the app was in front again.
struct UnreportedForeground: Sendable {
    /// An act of the viewer in an app that was in the background as far as the flow knew.
    struct Gap: Sendable {
        /// The event by which the app reported the background.
        let backgrounded: Witness
        /// The first event that shows that the app was in front again.
        let act: Witness
        /// Whether nobody can do that in the background; a play can be that of a picture in picture.
        let isCertain: Bool

        var witnesses: [Witness] { [backgrounded, act] }
    }

    private var backgrounded: Witness?
    private var found: Gap?
    private var reportsForeground = false

    /// The first such act; `nil` if there is none, or the app reports the foreground at least once.
    var gap: Gap? { reportsForeground ? nil : found }

    /// Notes the next event.
    mutating func note(_ record: LogRecord) {
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
    mutating func noteMissing() { (backgrounded, found) = (nil, nil) }

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

extension UnreportedForeground.Gap {
    /// The finding in words.
    func words(_ words: Wording) -> FindingWords {
        FindingWords(
            "\(isCertain ? "The" : "Probably the") app does not report the foreground: it reported the background at event \(backgrounded.number) and requested \"\(act.act(words))\" at event \(act.number) without reporting the foreground, so the flow did not check again who is signed in.",
            "Call enterForeground() whenever the app becomes active.\(isCertain ? "" : " If it plays in the background, as picture in picture, nothing is wrong.")"
        )
    }
}
