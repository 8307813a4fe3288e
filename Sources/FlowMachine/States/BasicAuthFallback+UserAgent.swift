// What follows when the user agent is gone.

extension BasicAuthFallback {
    /// The user agent is gone. If it was closed early, one poll decides: the viewer may have signed in all the same.
    static func pollAfterUserAgent(_ code: OpenCode, once: Bool, _ rule: Rule, _ run: inout Run) -> Next {
        run.takeDown()
        return .move(.basicAuthFallback(BasicAuthFallback(.polling(code, .asked(run.poll(code), isLast: once)))), rule)
    }

    /// The user agent is gone: it reached the redirect URL, or was closed early. The viewer may have signed in, and Adobe may not know yet,
    /// so polling continues for a while, and no longer: nothing is on the screen meanwhile. Reaching the redirect URL does not prove a
    /// sign-in, because a page redirects there after a failed one, too, and other programs can open that URL.
    static func pollForAWhile(_ code: OpenCode, isRedirected: Bool, _ rule: Rule, _ run: inout Run) -> Next {
        var code = code
        code.isRedirected = isRedirected
        code.graceEnd = run.turn.graceEnd
        return pollAfterUserAgent(code, once: false, rule, &run)
    }

    /// The viewer has just closed the user agent and asks to sign in again: it opens again with the same code. After the redirect URL, the
    /// sign-in is about to arrive.
    func reopened(for wish: Wish, _ run: inout Run) -> Next? {
        guard case .polling(var code, _) = step, wish.asksViewer, code.graceEnd != nil, !code.isRedirected, let link = code.session.link
        else { return nil }
        code.graceEnd = nil
        run.present(.userAgent(link: link))
        return .move(.basicAuthFallback(BasicAuthFallback(.userAgent(code))), .`V1-24`)
    }
}
