import FlowEffects

/// The first line and the header fields of a request, checked by the rules of RFC 9112.
struct RequestHead: Sendable {
    let method: String
    let target: String
    private(set) var fields: [HTTPRequest.Field] = []
    /// The length of the body in bytes; `nil` if the request does not contain it.
    private(set) var length: Int?
    private(set) var isChunked = false
    private(set) var keepsOpen: Bool
    private(set) var expectsContinue = false
    private let isOld: Bool

    init(_ lines: [String]) throws(RequestReader.Malformed) {
        let start = lines[0].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard start.count == 3, isToken(start[0]), !start[1].isEmpty, start[2].hasPrefix("HTTP/") else {
            throw Self.malformed("its first line is not a method, a target and an HTTP version")
        }
        guard start[2].utf8.count == 8, start[2].hasPrefix("HTTP/1."), ("0"..."9").contains(start[2].suffix(1)) else {
            throw RequestReader.Malformed(status: 505, reason: "its version is not HTTP/1.1 or HTTP/1.0")
        }
        (method, target) = (start[0], start[1])
        isOld = start[2] == "HTTP/1.0"
        keepsOpen = !isOld
        for line in lines.dropFirst() { try take(Self.field(line)) }
        try check()
    }

    private static func malformed(_ reason: String) -> RequestReader.Malformed { RequestReader.Malformed(status: 400, reason: reason) }

    private static func field(_ line: String) throws(RequestReader.Malformed) -> HTTPRequest.Field {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { throw malformed("a header field has no colon") }
        let name = String(line[..<colon])
        guard isToken(name) else { throw malformed("the name of a header field is not a token") }
        return HTTPRequest.Field(name, trimmed(line[line.utf8.index(after: colon)...]))
    }

    /// Returns the text without spaces and tabs around it, which are not part of a field's value.
    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }

    private mutating func take(_ field: HTTPRequest.Field) throws(RequestReader.Malformed) {
        fields.append(field)
        switch field.name.lowercased() {
        case "content-length":
            guard !field.value.isEmpty, field.value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw Self.malformed("its Content-Length is not a number of bytes")
            }
            let number = Int(field.value) ?? .max
            guard length == nil || length == number else { throw Self.malformed("it has two different values of Content-Length") }
            length = number
        case "transfer-encoding":
            guard field.value.lowercased() == "chunked", !isChunked else {
                throw RequestReader.Malformed(status: 501, reason: "its Transfer-Encoding is not chunked")
            }
            isChunked = true
        case "connection":
            let options = field.value.lowercased().split(separator: ",").map { Self.trimmed($0) }
            if options.contains("close") { keepsOpen = false }
        case "expect":
            guard field.value.lowercased() == "100-continue" else {
                throw RequestReader.Malformed(
                    status: 417, reason: "it expects \"\(field.value.prefix(40))\"; the server only knows 100-continue")
            }
            expectsContinue = !isOld
        case _: break
        }
    }

    /// Checks the rules that concern several fields.
    private func check() throws(RequestReader.Malformed) {
        if isChunked, isOld || length != nil {
            throw Self.malformed("it has a Transfer-Encoding and also a Content-Length, or the version HTTP/1.0")
        }
        let hosts = fields.filter { $0.name.lowercased() == "host" }
        guard hosts.count == 1 || (isOld && hosts.isEmpty) else {
            throw Self.malformed(hosts.isEmpty ? "it has no Host" : "it has more than one Host")
        }
        // A website can make its own host name resolve to this machine. Its pages would then have the same origin as this server.
        var authority = (hosts.first?.value ?? "localhost")[...]
        if !target.hasPrefix("/"), let scheme = target.firstRange(of: "://") {
            authority = target[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" }
        }
        guard CrossOrigin.isLoopback(authority: authority) else {
            throw RequestReader.Malformed(status: 421, reason: "it is for the host \(authority.prefix(80)), not for 127.0.0.1 or localhost")
        }
    }
}

/// Returns whether the text is a token of RFC 9110, such as a method or the name of a field.
func isToken(_ text: String) -> Bool {
    let others = Array("!#$%&'*+-.^_`|~".utf8)
    return !text.isEmpty
        && text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || others.contains($0)
        }
}
