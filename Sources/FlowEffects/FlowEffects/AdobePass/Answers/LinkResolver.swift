import FlowMachine

/// Makes Adobe's URLs absolute: session URLs are relative to the host, sign-out URLs are of either kind (G-37).
///
/// Nothing is sent in cleartext, except to this device: `http` becomes `https` unless the host is `localhost`, a name that ends in
/// `.localhost`, `127.x.x.x` or `[::1]`. User information is removed from a host, and a link with user information is no link: it may show
/// the viewer another host than the one it leads to.
struct LinkResolver {
    /// Scheme and host, without a trailing slash.
    let host: String

    init(_ host: String) {
        var host = Substring(host)
        while host.hasSuffix("/") { host.removeLast() }
        self.host = LinkResolver.secured(withoutUserInformation(String(host)))
    }

    /// The absolute URL; `nil` for a URL that must not be opened in a user agent: not `http` or `https`, without a host, with user
    /// information, or not plain text.
    func resolve(_ url: String) -> String? {
        guard !url.isEmpty, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        if let scheme = LinkResolver.scheme(url) { return LinkResolver.link(url, after: scheme) }
        // A path may contain a colon; a scheme comes before the first slash.
        if url.prefix(while: { !LinkResolver.endsAuthority($0) }).contains(":") { return nil }
        if url.hasPrefix("//") {
            let scheme = String(host.prefix(while: { $0 != "/" }))
            return LinkResolver.link(scheme + url, after: scheme)
        }
        return url.hasPrefix("/") ? host + url : "\(host)/\(url)"
    }

    /// The URL, if it is absolute and `resolve` accepts it.
    static func absolute(_ url: String) -> String? { scheme(url) == nil ? nil : LinkResolver("").resolve(url) }

    /// `http:` or `https:`, if the URL begins so and a host follows.
    private static func scheme(_ url: String) -> String? {
        let lower = url.lowercased()
        return ["https:", "http:"].first { lower.hasPrefix($0 + "//") }
    }

    private static func link(_ url: String, after scheme: String) -> String? {
        hasHost(url.dropFirst(scheme.count)) ? secured(url) : nil
    }

    /// Whether `//host:port/path` has a host that consists of valid characters. Browsers treat a backslash as a slash.
    private static func hasHost(_ url: Substring) -> Bool {
        let place = url.dropFirst(2).prefix { !endsAuthority($0) }
        if place.contains("@") { return false }
        if place.hasPrefix("[") { return place.dropFirst().prefix { $0.isHexDigit || $0 == ":" || $0 == "." }.count > 1 }
        let name = place.prefix { $0 != ":" }
        return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "-._~%".contains($0) }
    }

    private static func endsAuthority(_ character: Character) -> Bool { character == "/" || character == "?" || character == "#" }

    /// The URL with `https` in place of `http`, unless its host is this device.
    private static func secured(_ url: String) -> String {
        let start = "http://"
        guard url.prefix(start.count).lowercased() == start else { return url }
        let rest = url.dropFirst(start.count)
        return isLoopback(rest.prefix { !endsAuthority($0) }) ? url : "https://" + rest
    }

    private static func isLoopback(_ place: Substring) -> Bool {
        if place.hasPrefix("[::1]") { return true }
        let name = place.prefix { $0 != ":" }.lowercased()
        let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
        let isAddress = numbers.count == 4 && numbers.allSatisfy { UInt8($0) != nil && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        return name == "localhost" || name.hasSuffix(".localhost") || isAddress && numbers[0] == "127"
    }
}
