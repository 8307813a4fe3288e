import FlowMachine

/// A sign-in that succeeded: how it was requested, how the viewer signed in, and how long it took.
struct CompletedSignIn: Hashable, Sendable {
    /// The way in which a viewer signed in.
    enum Way: String, CaseIterable, Sendable {
        case account = "through Apple, with the account on the device"
        case page = "on the provider's page"
        case code = "with a code on a second screen"
    }

    /// The kind of the request that began the sign-in.
    let asked: UserEvent.Kind
    let way: Way
    let provider: String
    /// The time from the request to the profile, in milliseconds.
    let took: Int64
    /// The time at which the profile arrived.
    let time: Instant
}

/// Finds the sign-ins of a launch that succeeded after a request. REST API V1 has no profiles, so its sign-ins are not found.
struct SignInReader {
    private(set) var completed: [CompletedSignIn] = []
    private var isSignedIn = false
    /// The oldest open request that may sign the viewer in; `nil` if there is none.
    private var asked: (event: UserEvent, time: Instant)?
    private var shows: (page: Bool, code: Bool) = (false, false)

    /// The highest number of sign-ins that are stored. No viewer signs in that often in one launch.
    private static let most = 16

    /// Reads the next event.
    mutating func note(_ record: LogRecord) {
        switch record.event.origin {
        case .app(.launched(let kept)): isSignedIn = kept.profile.map { $0.notAfter > record.event.time } ?? false
        case .user(let user): note(user, record.event.time)
        case .app, .timer, .reply: break
        }
        for effect in record.effects { note(effect, record) }
    }

    private mutating func note(_ user: UserEvent, _ time: Instant) {
        if isSignedIn || asked != nil { return }
        switch user {
        case .signIn, .otherProvider, .play: (asked, shows) = ((user, time), (false, false))
        case .preview, .userMetadata, .signOut, .cancel, .chose: break
        }
    }

    private mutating func note(_ effect: Effect, _ record: LogRecord) {
        switch effect {
        case .present(_, .code): shows.code = true
        case .present(_, .userAgent): shows.page = true
        case .answer(let wish, _): if !isSignedIn, asked?.event.wish == wish { asked = nil }
        case .forget(.fact(.profile)): isSignedIn = false
        case .keep(.profile(let profile)): complete(profile, record)
        case .present, .keep, .forget, .call, .partner, .cancel, .arm, .disarm: break
        }
    }

    private mutating func complete(_ profile: Profile, _ record: LogRecord) {
        defer { (isSignedIn, asked) = (true, nil) }
        guard !isSignedIn, let asked, completed.count < SignInReader.most else { return }
        // A profile that was granted elsewhere is found without a screen, which is no way of signing in.
        let way: CompletedSignIn.Way? = profile.type == .appleSSO ? .account : shows.code ? .code : shows.page ? .page : nil
        guard let way else { return }
        completed.append(
            CompletedSignIn(
                asked: asked.event.kind, way: way, provider: profile.mvpd.text,
                took: record.event.time.milliseconds - asked.time.milliseconds, time: record.event.time))
    }
}
