import FlowMachine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Flow {
    /// Reports a URL with which the system opened the app. Call this if the app shows web pages in a browser of its own or outside the app,
    /// and a custom scheme or a universal link leads back to the app.
    ///
    /// This sends `redirectReached` for the current presentation if the presentation is a user agent, for a sign-in or a sign-out, and `url` matches
    /// the settings' redirect URL: `url` must be the redirect URL or a URL below it. The comparison ignores the case of scheme and host. The path
    /// must begin with the redirect URL's path and end there or continue with a slash; a query and a fragment may follow. A redirect URL without a
    /// path is reached by every URL of its host.
    ///
    /// Without `FlowPorts.redirectState`, any page or program can forge this callback by opening the redirect URL. A forged callback signs no
    /// viewer in, because only Adobe reports who signed in. But it closes the page, and the sign-in ends unless Adobe reports its success within
    /// `Policy.userAgentGrace`.
    /// - Parameter url: the URL that `onOpenURL` or an `NSUserActivity` provides.
    /// - Returns: whether the flow used the URL. If `false`, nothing has changed, and the app handles the URL itself.
    @discardableResult
    public func handle(_ url: URL) async -> Bool { await handle(url.absoluteString) }

    /// Reports a URL with which the system opened the app. The public function does the same for a `URL`.
    func handle(_ url: String) async -> Bool {
        guard let page = presentation.value?.page, let redirect = redirectURL, redirect.isReached(by: url) else { return false }
        return await send(page.redirectReached)
    }

    /// The URL where a user agent of this flow finishes; `nil` if the settings have no valid URL.
    package var redirectURL: RedirectURL? { RedirectURL(stage.settings.redirectURL, state: stage.redirectState) }
}
