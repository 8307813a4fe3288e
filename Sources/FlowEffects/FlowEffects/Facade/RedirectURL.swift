/// The settings' redirect URL, split into its parts to recognize that a user agent has reached it (V2-F-05).
package struct RedirectURL {
    /// The scheme in lower case, without the colon.
    package let scheme: String
    /// The host and port in lower case, with the user information if there is any; `nil` for a URL without `//`. A redirect URL has no user
    /// information, so a URL that hides another host behind user information does not match.
    package let authority: String?
    /// The path, unchanged.
    package let path: String
    /// The path without its trailing slash, so that `/done/` and `/done` match each other.
    private let place: Substring
    private let query: Substring?
    private let state: RedirectState?

    /// Splits a redirect URL into its parts; `nil` if `text` has no scheme.
    /// - Parameters:
    ///   - text: the URL.
    ///   - state: the random parameter that a callback must contain; `nil` if none is required.
    package init?(_ text: String, state: RedirectState? = nil) {
        guard let parts = Parts(text) else { return nil }
        self.state = state
        scheme = parts.scheme
        authority = parts.authority
        path = String(parts.path)
        place = parts.path.hasSuffix("/") ? parts.path.dropLast() : parts.path
        query = parts.query
    }

    /// The host without its port; `nil` for a URL without a host.
    package var host: String? {
        guard let authority else { return nil }
        // An IPv6 address contains colons itself, inside brackets.
        let end = authority.lastIndex(of: "]") ?? authority.startIndex
        let host = authority[end...].firstIndex(of: ":").map { authority[..<$0] } ?? authority[...]
        return host.isEmpty ? nil : String(host)
    }

    /// Returns whether `text` is this URL or a URL below it.
    ///
    /// The scheme and the authority must be the same, ignoring case. The path must begin with this URL's path, and end there or continue with a
    /// slash. The query must begin with this URL's query, if it has one, and contain the flow's state, if the flow has one. The fragment is
    /// ignored.
    package func isReached(by text: String) -> Bool {
        guard let parts = Parts(text), parts.scheme == scheme, parts.authority == authority else { return false }
        guard parts.path.hasPrefix(place) else { return false }
        let rest = parts.path.dropFirst(place.count)
        guard rest.isEmpty || rest.first == "/" else { return false }
        if let state, !state.isIn(parts.query) { return false }
        guard let query else { return true }
        guard let other = parts.query, other.hasPrefix(query) else { return false }
        return other.count == query.count || other.dropFirst(query.count).first == "&"
    }

    /// The parts of a URL as RFC 3986 defines them, without decoding.
    private struct Parts {
        let scheme: String
        let authority: String?
        let path: Substring
        let query: Substring?

        init?(_ text: String) {
            guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else { return nil }
            guard text[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) else { return nil }
            scheme = text[..<colon].lowercased()
            var rest = text[text.index(after: colon)...]
            if let fragment = rest.firstIndex(of: "#") { rest = rest[..<fragment] }
            query = rest.firstIndex(of: "?").map { rest[rest.index(after: $0)...] }
            if let question = rest.firstIndex(of: "?") { rest = rest[..<question] }
            if rest.hasPrefix("//") {
                let inner = rest.dropFirst(2)
                let end = inner.firstIndex(of: "/") ?? inner.endIndex
                authority = inner[..<end].lowercased()
                path = inner[end...]
            } else {
                authority = nil
                path = rest
            }
        }
    }
}
