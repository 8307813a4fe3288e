import FlowEffects

/// Lets a web app read the answers although another loopback server delivered the app: CORS of the Fetch standard.
///
/// Only origins on this machine are allowed: a website elsewhere must not read what the server answers. The origin `null`, which pages of
/// files and sandboxed frames of any website share, is not allowed either.
package enum CrossOrigin {
    /// The answer to a preflight, the question that a browser asks before it sends a request with headers such as `Authorization`;
    /// `nil` if the request is not one. Without an allowed origin, the answer allows nothing, and the browser reports it.
    static func preflight(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.method == "OPTIONS", value("Origin", of: request) != nil,
            let method = value("Access-Control-Request-Method", of: request)
        else { return nil }
        var fields = [HTTPRequest.Field("Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")]
        if let origin = allowedOrigin(of: request) {
            fields.append(HTTPRequest.Field("Access-Control-Allow-Origin", origin))
            if isToken(method) { fields.append(HTTPRequest.Field("Access-Control-Allow-Methods", method)) }
            // The names are repeated, because `*` does not stand for `Authorization`.
            let names = (value("Access-Control-Request-Headers", of: request) ?? "").split(separator: ",")
                .map { $0.filter { $0 != " " && $0 != "\t" } }.filter(isToken)
            if !names.isEmpty { fields.append(HTTPRequest.Field("Access-Control-Allow-Headers", names.joined(separator: ", "))) }
            fields.append(HTTPRequest.Field("Access-Control-Max-Age", "600"))
        }
        return HTTPResponse(status: 204, headers: fields, body: [])
    }

    /// The fields that let a web app of an allowed origin read `response` with all of its fields; none for other requests.
    static func fields(for request: HTTPRequest, _ response: HTTPResponse) -> [HTTPRequest.Field] {
        guard let origin = allowedOrigin(of: request) else { return [] }
        return [
            HTTPRequest.Field("Access-Control-Allow-Origin", origin),
            HTTPRequest.Field("Access-Control-Expose-Headers", response.headers.map(\.name).joined(separator: ", ")),
            HTTPRequest.Field("Vary", "Origin"),
        ]
    }

    /// The request's origin if it is a host of this machine, with any port.
    package static func allowedOrigin(of request: HTTPRequest) -> String? {
        guard let origin = value("Origin", of: request), let scheme = ["http://", "https://"].first(where: { origin.hasPrefix($0) }) else {
            return nil
        }
        return isLoopback(authority: origin.dropFirst(scheme.count)) ? origin : nil
    }

    /// Whether a page of another origin lets the browser send this request, for example with a form: such a page must not change anything
    /// here. A request that no browser sends is not foreign.
    package static func isForeign(_ request: HTTPRequest) -> Bool {
        if let site = value("Sec-Fetch-Site", of: request) { return site != "same-origin" && site != "none" }
        guard let origin = value("Origin", of: request) else { return false }
        return origin != "http://" + (value("Host", of: request) ?? "")
    }

    /// What a foreign request is answered.
    package static let foreignText = "a page of another origin may not do this\n"

    /// Whether a host, with or without a port, is a name of this machine's loopback interface.
    static func isLoopback(authority: Substring) -> Bool {
        var host = authority.lowercased()[...]
        if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") {
            let port = host[host.index(after: colon)...]
            guard UInt16(port) != nil, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
            host = host[..<colon]
        }
        return host == "127.0.0.1" || host == "localhost" || host == "[::1]"
    }

    /// The value of a header field, ignoring case.
    private static func value(_ name: String, of request: HTTPRequest) -> String? {
        request.headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
