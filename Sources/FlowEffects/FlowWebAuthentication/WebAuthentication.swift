#if WEB_AUTHENTICATION_STAND_IN || os(iOS) || os(macOS) || os(visionOS)
    import AuthenticationServices
    import FlowEffects
    import FlowMachine

    // These imports are for `ASPresentationAnchor`, which is a window of AppKit or UIKit.
    #if !WEB_AUTHENTICATION_STAND_IN && os(macOS)
        import AppKit
    #elseif !WEB_AUTHENTICATION_STAND_IN
        import UIKit
    #endif

    /// Apple's web authentication session as a flow's user agent: opens the pages of a sign-in and of a sign-out, and reports to the flow how
    /// each page ended.
    ///
    /// The session ends when it reaches the settings' redirect URL. A redirect URL with a custom scheme has no further requirements. An `https`
    /// URL requires iOS 17.4, macOS 14.4 or visionOS 1.1, and the app's associated domain with the service `webcredentials`. On earlier
    /// systems, the viewer closes the page after the sign-in, and the flow then checks whether the viewer is signed in (V2-F-22).
    ///
    /// | end of the page | reported to the flow |
    /// |---|---|
    /// | the page reached the redirect URL | `redirectReached` |
    /// | the viewer closed the page, or it ended for any other reason | `closed` |
    /// | the page could not be shown | `cancel` |
    ///
    /// When the flow no longer presents a page, the page is closed and reports nothing.
    @MainActor public final class WebAuthentication {
        private let flow: Flow
        private let prefersEphemeralWebBrowserSession: Bool
        private let anchor: @MainActor () -> ASPresentationAnchor?
        /// Whether to use `ASWebAuthenticationSession.Callback` if the system has it.
        private let usesCallbacks: Bool
        private var page: Page?
        private var pages = 0

        /// A page that is shown. This value retains the provider, because the session references the provider weakly.
        private struct Page {
            let number: Int
            let shown: ShownPage
            let session: ASWebAuthenticationSession
            let provider: AnchorProvider
        }

        /// Creates a user agent for `flow`; see `run()`.
        /// - Parameters:
        ///   - flow: the flow, with `hasUserAgent` in its settings.
        ///   - prefersEphemeralWebBrowserSession: whether the page shares no cookies with the browser. If `true`, the system does not ask the
        ///     viewer for permission, and a provider does not recognize the viewer from an earlier visit.
        ///   - anchor: returns the window over which a page is shown; called for each page. Without a window, the page is not shown.
        public convenience init(
            _ flow: Flow, prefersEphemeralWebBrowserSession: Bool = false, anchor: @escaping @MainActor () -> ASPresentationAnchor?
        ) {
            self.init(
                flow, prefersEphemeralWebBrowserSession: prefersEphemeralWebBrowserSession, usesCallbacks: true, anchor: anchor)
        }

        init(
            _ flow: Flow, prefersEphemeralWebBrowserSession: Bool, usesCallbacks: Bool,
            anchor: @escaping @MainActor () -> ASPresentationAnchor?
        ) {
            self.flow = flow
            self.prefersEphemeralWebBrowserSession = prefersEphemeralWebBrowserSession
            self.usesCallbacks = usesCallbacks
            self.anchor = anchor
        }

        /// Opens and closes the pages that the flow presents, until the flow is shut down or the task is canceled. Call this once per flow.
        public func run() async {
            for await shown in flow.presentation {
                close()
                if let page = shown?.page, !open(page) { await flow.send(page.cancel) }
            }
            close()
        }

        /// Opens a page, and returns whether it is shown.
        private func open(_ shown: ShownPage) -> Bool {
            guard WebAuthentication.isWebPage(shown.url), let anchor = anchor(), let redirect = flow.redirectURL else {
                return false
            }
            pages += 1
            let number = pages
            // Apple does not document the thread on which a session calls its completion handler, so the handler switches to the main actor.
            let session = session(shown.url, redirect) { @Sendable [weak self] url, error in
                let choice = shown.choice(url: url?.absoluteString, error: error, redirect: redirect)
                Task { @MainActor [weak self] in await self?.ended(number, choice) }
            }
            let provider = AnchorProvider(anchor)
            session.presentationContextProvider = provider
            session.prefersEphemeralWebBrowserSession = prefersEphemeralWebBrowserSession
            page = Page(number: number, shown: shown, session: session, provider: provider)
            if session.start() { return true }
            page = nil
            return false
        }

        /// Returns whether the scheme is `http` or `https`. For any other scheme, a session raises an exception that terminates the app.
        static func isWebPage(_ url: URL) -> Bool { ["https", "http"].contains(url.scheme?.lowercased()) }

        private func session(
            _ url: URL, _ redirect: RedirectURL, _ completion: @escaping @Sendable (URL?, (any Error)?) -> Void
        ) -> ASWebAuthenticationSession {
            let isWeb = redirect.scheme == "https" || redirect.scheme == "http"
            if usesCallbacks, redirect.scheme == "https", let host = redirect.host, #available(iOS 17.4, macOS 14.4, visionOS 1.1, *) {
                let callback = ASWebAuthenticationSession.Callback.https(host: host, path: redirect.path.isEmpty ? "/" : redirect.path)
                return ASWebAuthenticationSession(url: url, callback: callback, completionHandler: completion)
            }
            // `http` and `https` are not custom schemes, so the session gets no scheme. Such a session ends when the viewer closes it.
            return ASWebAuthenticationSession(url: url, callbackURLScheme: isWeb ? nil : redirect.scheme, completionHandler: completion)
        }

        private func ended(_ number: Int, _ choice: ViewerChoice) async {
            guard let page, page.number == number else { return }
            self.page = nil
            await flow.send(choice)
        }

        private func close() {
            let closed = page
            page = nil
            closed?.session.cancel()
        }
    }

    /// Provides a session with the window in which the session shows its page.
    @MainActor private final class AnchorProvider: NSObject, ASWebAuthenticationPresentationContextProviding {
        private let anchor: ASPresentationAnchor

        init(_ anchor: ASPresentationAnchor) { self.anchor = anchor }

        nonisolated func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }
    }

    extension ShownPage {
        /// Returns the choice to report after the end of a session.
        /// - Parameters:
        ///   - url: the URL at which the session ended, if any.
        ///   - error: the session's error, if any.
        ///   - redirect: the settings' redirect URL.
        fileprivate func choice(url: String?, error: (any Error)?, redirect: RedirectURL) -> ViewerChoice {
            // With a custom scheme, any URL of that scheme ends a session, so the URL is compared with the redirect URL.
            if let url, redirect.isReached(by: url) { return redirectReached }
            let error = error.map { $0 as NSError }
            guard let error, error.domain == ASWebAuthenticationSessionErrorDomain else { return closed }
            switch ASWebAuthenticationSessionError.Code(rawValue: error.code) {
            case .presentationContextNotProvided?, .presentationContextInvalid?: return cancel
            // For `canceledLogin` and for codes of later systems, the viewer may have signed in before the page closed.
            case _: return closed
            }
        }
    }
#endif
