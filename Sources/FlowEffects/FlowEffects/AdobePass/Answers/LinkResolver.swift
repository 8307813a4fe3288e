/// Makes Adobe's URLs absolute: session URLs are relative to the host, sign-out URLs are of either kind (G-37).
struct LinkResolver {
    /// Scheme and host, without a trailing slash.
    let host: String

    init(_ host: String) {
        var host = Substring(host)
        while host.hasSuffix("/") { host.removeLast() }
        self.host = String(host)
    }

    /// The absolute URL; `nil` for a URL that must not be opened in a user agent: not `http` or `https`, without a host, or not plain text.
    func resolve(_ url: String) -> String? {
        guard !url.isEmpty, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let lower = url.lowercased()
        for scheme in ["https:", "http:"] where lower.hasPrefix(scheme + "//") {
            return LinkResolver.hasHost(url.dropFirst(scheme.count)) ? url : nil
        }
        // A path may contain a colon; a scheme comes before the first slash.
        if url.prefix(while: { $0 != "/" && $0 != "?" && $0 != "#" }).contains(":") { return nil }
        if url.hasPrefix("//") { return LinkResolver.hasHost(url[...]) ? String(host.prefix(while: { $0 != "/" })) + url : nil }
        return url.hasPrefix("/") ? host + url : "\(host)/\(url)"
    }

    /// Whether `//user@host:port/path` has a host that consists of valid characters. Browsers treat a backslash as a slash.
    private static func hasHost(_ url: Substring) -> Bool {
        let authority = url.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if place.hasPrefix("[") { return place.dropFirst().prefix { $0.isHexDigit || $0 == ":" || $0 == "." }.count > 1 }
        let name = place.prefix { $0 != ":" }
        return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "-._~%".contains($0) }
    }
}
