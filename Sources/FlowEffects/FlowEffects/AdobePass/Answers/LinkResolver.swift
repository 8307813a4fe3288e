import FlowMachine

/// Makes Adobe's URLs absolute. Session URLs are relative to the host, and sign-out URLs are relative or absolute (G-37).
///
/// Nothing is sent in cleartext, except to this device: `http` becomes `https` unless the host is `localhost`, a name that ends in `.localhost`,
/// `127.x.x.x` or `[::1]`. The resolver removes user information from the configured host. It rejects a link with user information, because the user
/// information can look like a host and deceive the viewer about the host that the link opens.
struct LinkResolver {
    /// The base of relative URLs: scheme and host, without a trailing slash.
    let host: String

    init(_ host: String) {
        var host = Substring(host)
        while host.hasSuffix("/") { host.removeLast() }
        self.host = LinkResolver.secured(withoutUserInformation(String(host)))
    }

    /// Returns the absolute URL of a link; `nil` if a user agent must not open the link. Such a link is neither `http` nor `https`, has no host, has
    /// user information, or contains characters that are not printable ASCII.
    func resolve(_ url: String) -> String? {
        guard !url.isEmpty, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        if let scheme = LinkResolver.scheme(url) { return LinkResolver.link(url, after: scheme) }
        // A colon before the first slash ends a scheme other than `http` and `https`. A path may contain a colon.
        if url.prefix(while: { !LinkResolver.endsAuthority($0) }).contains(":") { return nil }
        if url.hasPrefix("//") {
            let scheme = String(host.prefix(while: { $0 != "/" }))
            return LinkResolver.link(scheme + url, after: scheme)
        }
        return url.hasPrefix("/") ? host + url : "\(host)/\(url)"
    }

    /// Returns the URL if it is absolute and `resolve` accepts it.
    static func absolute(_ url: String) -> String? { scheme(url) == nil ? nil : LinkResolver("").resolve(url) }

    /// Returns `http:` or `https:` if the URL begins with it and `//` follows.
    private static func scheme(_ url: String) -> String? {
        let lower = url.lowercased()
        return ["https:", "http:"].first { lower.hasPrefix($0 + "//") }
    }

    private static func link(_ url: String, after scheme: String) -> String? {
        hasHost(url.dropFirst(scheme.count)) ? secured(url) : nil
    }

    /// Returns whether `//host:port/path` has a host that consists of valid characters. A backslash is not valid, because browsers treat it as a
    /// slash.
    private static func hasHost(_ url: Substring) -> Bool {
        let place = url.dropFirst(2).prefix { !endsAuthority($0) }
        if place.contains("@") { return false }
        if place.hasPrefix("[") { return place.dropFirst().prefix { $0.isHexDigit || $0 == ":" || $0 == "." }.count > 1 }
        let name = place.prefix { $0 != ":" }
        return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "-._~%".contains($0) }
    }

    private static func endsAuthority(_ character: Character) -> Bool { character == "/" || character == "?" || character == "#" }

    /// Returns the URL with `https` in place of `http`, unless its host is this device.
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
