import FlowMachine

extension Flow {
    /// Reports a URL that the system opened the app with, for an app that shows the user agent itself: in its own browser, or
    /// outside, from where a custom scheme or a universal link leads back.
    ///
    /// If a user agent is shown now, for a sign-in or a sign-out, and `url` is the settings' redirect URL or lies below it, the
    /// user agent has arrived: this sends `redirectReached` for that presentation. Scheme and host are compared without regard to
    /// case, the path as a prefix that ends at a slash; a query and a fragment may follow.
    /// - Parameter url: the whole URL, for example `URL.absoluteString`.
    /// - Returns: whether the URL was the flow's. If `false`, nothing was done, and the URL is for the app.
    @discardableResult
    public func handle(url: String) async -> Bool {
        let shown = presentation.value
        switch shown.content {
        case .userAgent, .signOutUserAgent: break
        case .nothing, .providerPicker, .providerConfirmation, .profilePicker, .code, .codeExpired, .signOutInSettings, .problem:
            return false
        }
        guard let redirect = redirectURL, redirect.isReached(by: url) else { return false }
        await send(.redirectReached, for: shown)
        return true
    }

    /// Where a user agent of this flow's ends.
    package var redirectURL: RedirectURL? { RedirectURL(stage.settings.redirectURL) }
}
