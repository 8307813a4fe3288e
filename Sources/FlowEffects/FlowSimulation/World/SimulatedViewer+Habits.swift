import FlowMachine

/// Ready-made habits. `after` is the delay between the appearance of the screen and the viewer's action, in simulated time.
extension SimulatedViewer.Habit {
    /// Returns the habit of choosing the provider with the id `provider` in the app's own picker.
    ///
    /// - Parameters:
    ///   - provider: The provider's id.
    ///   - after: The delay between the appearance of the screen and the viewer's action, in simulated time.
    public static func picks(_ provider: String, after: Interval = .seconds(10)) -> Self {
        Self(on: .providerPicker, [SimulatedViewer.TimedAction(after: after, .choose(provider: provider))])
    }

    /// Returns the habit of confirming `provider` when the app asks whether to use the same provider again.
    ///
    /// - Parameters:
    ///   - provider: The provider's id.
    ///   - after: The delay between the appearance of the screen and the viewer's action, in simulated time.
    public static func confirms(_ provider: String, after: Interval = .seconds(3)) -> Self {
        Self(on: .providerConfirmation, [SimulatedViewer.TimedAction(after: after, .choose(provider: provider))])
    }

    /// Returns the habit of choosing the profile with `provider` among several profiles.
    ///
    /// - Parameters:
    ///   - provider: The id of the profile's provider.
    ///   - after: The delay between the appearance of the screen and the viewer's action, in simulated time.
    public static func picksProfile(_ provider: String, after: Interval = .seconds(6)) -> Self {
        Self(on: .profilePicker, [SimulatedViewer.TimedAction(after: after, .choose(profile: provider))])
    }

    /// Returns the habit of signing in on a second screen with the code that the app shows.
    public static func usesCode(after: Interval = .seconds(12)) -> Self {
        Self(on: .code, [SimulatedViewer.TimedAction(after: after, .signIn(mvpd: nil))])
    }

    /// Returns the habit of signing in in the user agent, which reaches the redirect URL a second later.
    public static func usesUserAgent(after: Interval = .seconds(20)) -> Self {
        Self(
            on: .userAgent,
            [
                SimulatedViewer.TimedAction(after: after, .signIn(mvpd: nil)),
                SimulatedViewer.TimedAction(after: after.adding(.seconds(1)), .choose(.redirectReached)),
            ])
    }

    /// Returns the habit of closing the sign-in page without signing in.
    public static func closesPage(after: Interval = .seconds(15)) -> Self { chooses(.userAgentClosed, on: .userAgent, after: after) }

    /// Returns the habit of signing out on the provider's page, which then reaches the redirect URL.
    public static func finishesSignOutPage(after: Interval = .seconds(3)) -> Self {
        chooses(.redirectReached, on: .signOutUserAgent, after: after)
    }

    /// Returns the habit of opening Settings, signing out there after 29 seconds, and returning to the app after 59 seconds.
    public static func signsOutInSettings(after: Interval = .seconds(1)) -> Self {
        Self(
            on: .signOutInSettings,
            [
                SimulatedViewer.TimedAction(after: after, .visitSettings(for: .seconds(59))),
                SimulatedViewer.TimedAction(after: after.adding(.seconds(29)), .setAccount(nil)),
            ])
    }

    /// Returns the habit of canceling a screen of this `kind`.
    ///
    /// - Parameters:
    ///   - kind: The kind of the screen.
    ///   - after: The delay between the appearance of the screen and the viewer's action, in simulated time.
    public static func cancels(_ kind: Presentation.Kind, after: Interval = .seconds(5)) -> Self {
        chooses(.cancel, on: kind, after: after)
    }

    /// Returns the habit of making this `choice` on a screen of this `kind`, for example `.chooses(.retry, on: .problem)`.
    ///
    /// - Parameters:
    ///   - choice: The viewer's choice.
    ///   - kind: The kind of the screen.
    ///   - after: The delay between the appearance of the screen and the viewer's action, in simulated time.
    public static func chooses(_ choice: Choice, on kind: Presentation.Kind, after: Interval = .seconds(5)) -> Self {
        Self(on: kind, [SimulatedViewer.TimedAction(after: after, .choose(choice))])
    }

    /// Returns the habit of ignoring a screen of this kind, so that it is not reported as unexpected.
    public static func ignores(_ kind: Presentation.Kind) -> Self { Self(on: kind, []) }

    /// The same habit, but only for the first screen of its kind. For later screens, the next habit for that kind applies.
    public var once: Self { Self(on: kind, times: 1, actions) }
}

extension Interval {
    fileprivate func adding(_ other: Interval) -> Interval { Interval(milliseconds: milliseconds + other.milliseconds) }
}
