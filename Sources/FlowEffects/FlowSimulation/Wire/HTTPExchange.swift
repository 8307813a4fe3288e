import FlowEffects

/// HTTP/1.1 as far as a test server needs it: requests with a known length in, answers with a known length out.
enum HTTPExchange {
    /// The most bytes of one request; a client that sends more is cut off.
    static let bound = 1 << 20

    /// What the bytes received so far hold.
    enum Reading {
        /// Not yet a whole request.
        case incomplete
        /// A request, and how many bytes it took.
        case request(HTTPRequest, length: Int)
        /// Nothing that can become a request.
        case broken
    }

    static func read(_ bytes: [UInt8]) -> Reading {
        guard bytes.count <= bound else { return .broken }
        guard let end = bytes.firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A]) else { return .incomplete }
        var lines = bytes[..<end.lowerBound].split(separator: 0x0A).map { line in
            String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        }
        guard !lines.isEmpty else { return .broken }
        let start = lines.removeFirst().split(separator: " ")
        guard start.count == 3 else { return .broken }
        var headers: [HTTPRequest.Field] = []
        var length = 0
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { return .broken }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            let field = HTTPRequest.Field(String(line[..<colon]), String(value))
            if field.name.lowercased() == "content-length" {
                guard let number = Int(field.value), (0...bound).contains(number) else { return .broken }
                length = number
            }
            headers.append(field)
        }
        let whole = end.upperBound + length
        guard bytes.count >= whole else { return .incomplete }
        let body = length > 0 ? Array(bytes[end.upperBound..<whole]) : nil
        return .request(HTTPRequest(method: String(start[0]), url: String(start[1]), headers: headers, body: body), length: whole)
    }

    static func write(_ response: HTTPResponse) -> [UInt8] {
        var head = "HTTP/1.1 \(response.status) \(response.status < 400 ? "OK" : "Error")\r\n"
        for field in response.headers { head += "\(field.name): \(field.value)\r\n" }
        head += "Content-Length: \(response.body.count)\r\n\r\n"
        return Array(head.utf8) + response.body
    }
}
