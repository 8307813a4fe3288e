import FlowMachine

/// Ready habits. `after` is how long after the screen appeared the viewer acts, in simulated time.
extension SimulatedViewer.Habit {
    /// Chooses the provider with the id `provider` in the app's own picker, `after` it appeared.
    public static func picks(_ provider: String, after: Interval = .seconds(10)) -> Self {
        Self(on: .providerPicker, [SimulatedViewer.TimedAction(after: after, .choose(provider: provider))])
    }

    /// Confirms `provider` when asked whether to use the same one again, `after` the question appeared.
    public static func confirms(_ provider: String, after: Interval = .seconds(3)) -> Self {
        Self(on: .providerConfirmation, [SimulatedViewer.TimedAction(after: after, .choose(provider: provider))])
    }

    /// Chooses the profile of `provider`, one of several, `after` they appeared.
    public static func picksProfile(_ provider: String, after: Interval = .seconds(6)) -> Self {
        Self(on: .profilePicker, [SimulatedViewer.TimedAction(after: after, .choose(profile: provider))])
    }

    /// Signs in on a second screen with the code that is shown.
    public static func usesCode(after: Interval = .seconds(12)) -> Self {
        Self(on: .code, [SimulatedViewer.TimedAction(after: after, .signIn(mvpd: nil))])
    }

    /// Signs in in the user agent, which reaches the redirect URL a second later.
    public static func usesUserAgent(after: Interval = .seconds(20)) -> Self {
        Self(
            on: .userAgent,
            [
                SimulatedViewer.TimedAction(after: after, .signIn(mvpd: nil)),
                SimulatedViewer.TimedAction(after: after.adding(.seconds(1)), .choose(.redirectReached)),
            ])
    }

    /// Closes the sign-in page without signing in.
    public static func closesPage(after: Interval = .seconds(15)) -> Self { chooses(.userAgentClosed, on: .userAgent, after: after) }

    /// Signs out at the provider's page, which then reaches the redirect URL.
    public static func finishesSignOutPage(after: Interval = .seconds(3)) -> Self {
        chooses(.redirectReached, on: .signOutUserAgent, after: after)
    }

    /// Leaves for Settings, signs out there after 29 seconds, and comes back after 59.
    public static func signsOutInSettings(after: Interval = .seconds(1)) -> Self {
        Self(
            on: .signOutInSettings,
            [
                SimulatedViewer.TimedAction(after: after, .visitSettings(for: .seconds(59))),
                SimulatedViewer.TimedAction(after: after.adding(.seconds(29)), .setAccount(nil)),
            ])
    }

    /// Cancels a screen of that `kind`, `after` it appeared.
    public static func cancels(_ kind: Presentation.Kind, after: Interval = .seconds(5)) -> Self {
        chooses(.cancel, on: kind, after: after)
    }

    /// Makes that `choice` on a screen of that `kind`, `after` it appeared, for example `.chooses(.retry, on: .problem)`.
    public static func chooses(_ choice: Choice, on kind: Presentation.Kind, after: Interval = .seconds(5)) -> Self {
        Self(on: kind, [SimulatedViewer.TimedAction(after: after, .choose(choice))])
    }

    /// Leaves a screen of that kind alone, on purpose.
    public static func ignores(_ kind: Presentation.Kind) -> Self { Self(on: kind, []) }

    /// The same habit, for the first screen of its kind only. The next habit for that kind then applies.
    public var once: Self { Self(on: kind, times: 1, actions) }
}

extension Interval {
    fileprivate func adding(_ other: Interval) -> Interval { Interval(milliseconds: milliseconds + other.milliseconds) }
}
