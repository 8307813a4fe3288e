import FlowEffects

/// The header fields of CORS (Fetch standard) that let a web app from another loopback server read the answers.
///
/// Only origins on this machine are allowed, because other websites must not read the answers. The origin `null` is not allowed either,
/// because files and the sandboxed frames of all websites share it.
package enum CrossOrigin {
    /// Returns the answer to a preflight, which a browser sends before a request with headers such as `Authorization`; `nil` if `request`
    /// is not a preflight. If the origin is not allowed, the answer permits nothing, and the browser reports an error.
    static func preflight(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.method == "OPTIONS", value("Origin", of: request) != nil,
            let method = value("Access-Control-Request-Method", of: request)
        else { return nil }
        var fields = [HTTPRequest.Field("Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")]
        if let origin = allowedOrigin(of: request) {
            fields.append(HTTPRequest.Field("Access-Control-Allow-Origin", origin))
            if isToken(method) { fields.append(HTTPRequest.Field("Access-Control-Allow-Methods", method)) }
            // Repeats the names of the headers, because `*` would not include `Authorization`.
            let names = (value("Access-Control-Request-Headers", of: request) ?? "").split(separator: ",")
                .map { $0.filter { $0 != " " && $0 != "\t" } }.filter(isToken)
            if !names.isEmpty { fields.append(HTTPRequest.Field("Access-Control-Allow-Headers", names.joined(separator: ", "))) }
            fields.append(HTTPRequest.Field("Access-Control-Max-Age", "600"))
        }
        return HTTPResponse(status: 204, headers: fields, body: [])
    }

    /// Returns the fields that permit a web app of an allowed origin to read `response` with all of its fields; empty for other origins.
    static func fields(for request: HTTPRequest, _ response: HTTPResponse) -> [HTTPRequest.Field] {
        guard let origin = allowedOrigin(of: request) else { return [] }
        return [
            HTTPRequest.Field("Access-Control-Allow-Origin", origin),
            HTTPRequest.Field("Access-Control-Expose-Headers", response.headers.map(\.name).joined(separator: ", ")),
            HTTPRequest.Field("Vary", "Origin"),
        ]
    }

    /// Returns the request's origin if it is a host of this machine, with any port; otherwise `nil`.
    package static func allowedOrigin(of request: HTTPRequest) -> String? {
        guard let origin = value("Origin", of: request), let scheme = ["http://", "https://"].first(where: { origin.hasPrefix($0) }) else {
            return nil
        }
        return isLoopback(authority: origin.dropFirst(scheme.count)) ? origin : nil
    }

    /// Returns whether a page of another origin caused the request, for example by a form. Such a page must not change anything on this
    /// server. A request that does not come from a browser is not foreign.
    package static func isForeign(_ request: HTTPRequest) -> Bool {
        if let site = value("Sec-Fetch-Site", of: request) { return site != "same-origin" && site != "none" }
        guard let origin = value("Origin", of: request) else { return false }
        return origin != "http://" + (value("Host", of: request) ?? "")
    }

    /// The text of the answer to a foreign request.
    package static let foreignText = "a page of another origin may not do this\n"

    /// Returns whether a host, with or without a port, is a name of this machine's loopback interface.
    static func isLoopback(authority: Substring) -> Bool {
        var host = authority.lowercased()[...]
        if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") {
            let port = host[host.index(after: colon)...]
            guard UInt16(port) != nil, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
            host = host[..<colon]
        }
        return host == "127.0.0.1" || host == "localhost" || host == "[::1]"
    }

    /// Returns the value of a header field. The case of the name does not matter.
    private static func value(_ name: String, of request: HTTPRequest) -> String? {
        request.headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
