import FlowEffects

/// The subset of HTTP/1.1 that a test server needs: requests and answers with a known length.
enum HTTPExchange {
    /// The maximum number of bytes in one request.
    static let bound = 1 << 20

    /// The maximum number of bytes in a request before its body.
    static let headBound = 1 << 16

    /// The content of the bytes received so far.
    enum Reading {
        /// Not yet a whole request.
        case incomplete
        /// A request, and its length in bytes.
        case request(HTTPRequest, length: Int)
        /// Bytes that cannot become a request: the status to answer with, and the reason. Later bytes on the connection cannot be read.
        case refused(status: Int, reason: String)
    }

    static func read(_ bytes: [UInt8]) -> Reading {
        guard let end = bytes.prefix(headBound).firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A]) else {
            guard bytes.count >= headBound else { return .incomplete }
            return .refused(status: 431, reason: "its header fields are longer than \(headBound) bytes")
        }
        var lines = bytes[..<end.lowerBound].split(separator: 0x0A).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
        let start = lines.isEmpty ? [] : lines.removeFirst().split(separator: " ")
        guard start.count == 3, start[2].hasPrefix("HTTP/") else {
            return .refused(status: 400, reason: "its first line is not a method, a target and an HTTP version")
        }
        var headers: [HTTPRequest.Field] = []
        var length: Int?
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { return .refused(status: 400, reason: "a header field has no colon") }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            let field = HTTPRequest.Field(String(line[..<colon]), String(value))
            switch field.name.lowercased() {
            case "transfer-encoding": return .refused(status: 501, reason: "it has a Transfer-Encoding: send a Content-Length instead")
            case "content-length":
                guard !field.value.isEmpty, field.value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                    return .refused(status: 400, reason: "its Content-Length is not a number of bytes")
                }
                guard let number = Int(field.value), number <= bound else {
                    return .refused(status: 413, reason: "its Content-Length is above \(bound)")
                }
                guard length == nil || length == number else {
                    return .refused(status: 400, reason: "it has two different values of Content-Length")
                }
                length = number
            case _: break
            }
            headers.append(field)
        }
        let whole = end.upperBound + (length ?? 0)
        guard bytes.count >= whole else { return .incomplete }
        let body = length ?? 0 > 0 ? Array(bytes[end.upperBound..<whole]) : nil
        return .request(HTTPRequest(method: String(start[0]), url: String(start[1]), headers: headers, body: body), length: whole)
    }

    static func write(_ response: HTTPResponse) -> [UInt8] {
        var head = "HTTP/1.1 \(response.status) \(phrase(response.status))\r\n"
        for field in response.headers { head += "\(field.name): \(field.value)\r\n" }
        // An answer with this status has no body, so it has no length either.
        if response.status != 204 { head += "Content-Length: \(response.body.count)\r\n" }
        return Array((head + "\r\n").utf8) + response.body
    }

    /// The standard's phrase (RFC 9110, RFC 6585) for a status.
    static func phrase(_ status: Int) -> String {
        phrases[status] ?? (status < 400 ? "OK" : status < 500 ? "Client Error" : "Server Error")
    }

    private static let phrases = [
        200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 301: "Moved Permanently", 302: "Found", 303: "See Other",
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
