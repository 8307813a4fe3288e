import FlowMachine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Flow {
    /// Reports a URL that the system opened the app with. Call this if the app shows web pages in its own browser, or outside the app,
    /// from where a custom scheme or a universal link leads back.
    ///
    /// If the flow currently shows a user agent, for a sign-in or a sign-out, and `url` is the settings' redirect URL or lies below it,
    /// this sends `redirectReached` for that presentation. The comparison ignores the case of scheme and host. The path must begin with
    /// the redirect URL's path and end there or continue with a slash; a query and a fragment may follow. A redirect URL without a path is
    /// reached by every URL of its host.
    ///
    /// Without `FlowPorts.redirectState`, the URL is a hint that anybody can send: any page or program can open the redirect URL. No viewer is
    /// signed in by it, because only Adobe says who signed in; but it takes the page down, and the sign-in ends unless Adobe reports it
    /// within `Policy.userAgentGrace`.
    /// - Parameter url: the URL that `onOpenURL` or an `NSUserActivity` provides.
    /// - Returns: whether the flow used the URL. If `false`, nothing has changed, and the app handles the URL itself.
    @discardableResult
    public func handle(_ url: URL) async -> Bool { await handle(url.absoluteString) }

    /// The same for the text of a URL.
    func handle(_ url: String) async -> Bool {
        guard let page = presentation.value?.page, let redirect = redirectURL, redirect.isReached(by: url) else { return false }
        return await send(page.redirectReached)
    }

    /// The URL where a user agent of this flow finishes; `nil` if the settings have no valid URL.
    package var redirectURL: RedirectURL? { RedirectURL(stage.settings.redirectURL, state: stage.redirectState) }
}
