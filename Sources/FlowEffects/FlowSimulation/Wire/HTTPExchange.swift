import FlowEffects

/// Writes answers to a connection (RFC 9112).
enum HTTPExchange {
    /// Returns the bytes of an answer.
    /// - Parameters:
    ///   - response: the answer.
    ///   - isHead: whether the method of the request was HEAD. The answer then has the same fields as for GET, but no body.
    ///   - isStream: whether the body follows later and ends with the connection.
    static func write(_ response: HTTPResponse, isHead: Bool = false, isStream: Bool = false) -> [UInt8] {
        var head = "HTTP/1.1 \(response.status) \(phrase(response.status))\r\n"
        for field in response.headers { head += "\(oneLine(field.name)): \(oneLine(field.value))\r\n" }
        // An answer with one of these statuses has no body, so it must not have a length.
        let isBodiless = response.status < 200 || response.status == 204 || response.status == 304
        if !isBodiless, !isStream { head += "Content-Length: \(response.body.count)\r\n" }
        return Array((head + "\r\n").utf8) + (isHead || isBodiless ? [] : response.body)
    }

    /// Returns the text with spaces in place of control characters, which could end the field and begin another field.
    private static func oneLine(_ text: String) -> String {
        text.utf8.allSatisfy { $0 >= 0x20 } ? text : String(text.unicodeScalars.map { $0.value < 0x20 ? " " : Character($0) })
    }

    /// Returns the reason phrase of an HTTP status, from RFC 9110 or RFC 6585.
    static func phrase(_ status: Int) -> String {
        phrases[status] ?? (status < 400 ? "OK" : status < 500 ? "Client Error" : "Server Error")
    }

    private static let phrases = [
        100: "Continue", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 301: "Moved Permanently", 302: "Found",
        303: "See Other",
        304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
        402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required",
        412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
        416: "Range Not Satisfiable", 417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content",
        426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
        505: "HTTP Version Not Supported", 511: "Network Authentication Required",
    ]
}
