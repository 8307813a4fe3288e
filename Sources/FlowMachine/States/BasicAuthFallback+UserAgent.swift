// The handling of a user agent that has closed.

extension BasicAuthFallback {
    /// Polls after the user agent has closed. If `once` is true, a single poll decides whether the viewer has signed in.
    static func pollAfterUserAgent(_ code: OpenCode, once: Bool, _ rule: Rule, _ run: inout Run) -> Next {
        run.takeDown()
        return .move(.basicAuthFallback(BasicAuthFallback(.polling(code, .asked(run.poll(code), isLast: once)))), rule)
    }

    /// Polls for a limited time after the user agent has reached the redirect URL or was closed early. The viewer may have signed in
    /// although Adobe does not report it yet. The time is limited because nothing is on the screen.
    ///
    /// Reaching the redirect URL does not prove a sign-in. A page also redirects there after a failed sign-in, and other programs can open
    /// that URL.
    static func pollForAWhile(_ code: OpenCode, isRedirected: Bool, _ rule: Rule, _ run: inout Run) -> Next {
        var code = code
        code.isRedirected = isRedirected
        code.graceEnd = run.turn.graceEnd
        return pollAfterUserAgent(code, once: false, rule, &run)
    }

    /// Opens the user agent again, with the same code, if the viewer has just closed it and asks to sign in again. If the user agent has
    /// reached the redirect URL, it stays closed, because Adobe will soon report the sign-in.
    /// - Returns: `nil` if the user agent stays closed.
    func reopened(for wish: Wish, _ run: inout Run) -> Next? {
        guard case .polling(var code, _) = step, wish.asksViewer, code.graceEnd != nil, !code.isRedirected, let link = code.session.link
        else { return nil }
        code.graceEnd = nil
        run.present(.userAgent(link: link))
        return .move(.basicAuthFallback(BasicAuthFallback(.userAgent(code))), .`V1-24`)
    }
}
