import Synchronization

/// The browser behind the sessions that are created in a test's task.
public final class StandInBrowser: Sendable {
    /// The browser of this task.
    @TaskLocal public static var current = StandInBrowser { _ in }

    /// One page.
    public final class Page: Sendable {
        public let url: String
        /// Host and path of the session's callback, if it has a web callback.
        public let host: String?
        public let path: String?
        /// The callback's custom scheme.
        public let scheme: String?
        private let completion: Completion
        private let state = Mutex<(isEphemeral: Bool, isCanceled: Bool)>((false, false))

        /// A handler that Apple's documentation does not call Sendable, and that is called on any thread.
        private struct Completion: @unchecked Sendable {
            // Sound: set once; its caller runs only code that the session's creator declared Sendable.
            let handler: ASWebAuthenticationSession.CompletionHandler
        }

        init(
            url: String, host: String?, path: String?, scheme: String?, _ completion: @escaping ASWebAuthenticationSession.CompletionHandler
        ) {
            self.url = url
            self.host = host
            self.path = path
            self.scheme = scheme
            self.completion = Completion(handler: completion)
        }

        /// Whether it shares no cookies with the browser.
        public var isEphemeral: Bool { state.withLock { $0.isEphemeral } }
        /// Whether the app closed it.
        public var isCanceled: Bool { state.withLock { $0.isCanceled } }

        func noteStart(isEphemeral: Bool) { state.withLock { $0.isEphemeral = isEphemeral } }
        func noteCanceled() { state.withLock { $0.isCanceled = true } }

        /// The page ended at this URL: calls back, on a thread other than the main one.
        public func reach(_ url: String) { end(url, nil) }
        /// The page ended with this code of the session's errors.
        public func fail(_ code: ASWebAuthenticationSessionError.Code) { fail(code.rawValue, in: ASWebAuthenticationSessionErrorDomain) }
        /// The page ended with another error.
        public func fail(_ code: Int, in domain: String) { end(nil, NSError(domain: domain, code: code)) }

        private func end(_ url: String?, _ error: NSError?) {
            let completion = completion
            DispatchQueue.global().async { completion.handler(url.flatMap { URL(string: $0) }, error) }
        }
    }

    private let opened: @Sendable (Page) -> Void
    private let starts: Bool

    /// A browser that passes each page that it shows to `opened`. With `start` false it shows no page.
    public init(starts: Bool = true, opened: @escaping @Sendable (Page) -> Void) {
        self.starts = starts
        self.opened = opened
    }

    func start(_ page: Page, isEphemeral: Bool, hasAnchor: Bool) -> Bool {
        guard starts, hasAnchor else { return false }
        page.noteStart(isEphemeral: isEphemeral)
        opened(page)
        return true
    }

    /// A canceled page also calls back, which the documentation does not rule out.
    func cancel(_ page: Page) {
        page.noteCanceled()
        page.fail(.canceledLogin)
    }
}
