/// Makes Adobe's URLs absolute: those of sessions are relative to the host, those of sign-out are of either kind (G-37).
struct LinkResolver {
    /// Scheme and host, without a slash at the end.
    let host: String

    init(_ host: String) {
        var host = Substring(host)
        while host.hasSuffix("/") { host.removeLast() }
        self.host = String(host)
    }

    /// The absolute URL; `nil` for one that no user agent may be sent to: not `http` or `https`, or not plain text.
    func resolve(_ url: String) -> String? {
        guard !url.isEmpty, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        let lower = url.lowercased()
        if lower.hasPrefix("https://") || lower.hasPrefix("http://") { return url }
        // A path may hold a colon; a scheme stands before the first slash.
        if url.prefix(while: { $0 != "/" && $0 != "?" && $0 != "#" }).contains(":") { return nil }
        if url.hasPrefix("//") { return String(host.prefix(while: { $0 != "/" })) + url }
        return url.hasPrefix("/") ? host + url : "\(host)/\(url)"
    }
}
