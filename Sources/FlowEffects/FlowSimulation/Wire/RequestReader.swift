import FlowEffects

/// Reads the requests of one connection from its bytes, by the rules of HTTP/1.1 (RFC 9112). The reader examines every byte only once, even
/// if the client sends the bytes slowly.
struct RequestReader: Sendable {
    /// The maximum number of bytes in a request's body.
    static let bodyBound = 1 << 20

    /// The maximum number of bytes in a request before its body, in a line of a chunked body, and in the trailer after a chunked body.
    static let headBound = 1 << 16

    /// The result of reading the bytes received so far.
    enum Reading {
        /// The bytes are not yet a complete request.
        case incomplete
        /// The client waits for 100 (Continue) before it sends the body. Reported once.
        case expectsContinue
        /// The bytes contain a complete request. `keepsOpen`: whether the client wants the connection to stay open after the answer.
        case request(HTTPRequest, keepsOpen: Bool)
        /// The bytes cannot become a request. `status` is the status of the answer. Later bytes on the connection cannot be read.
        case refused(status: Int, reason: String)
    }

    private enum Phase: Sendable {
        case head
        /// A body of known length.
        case body(length: Int)
        /// The line with the size of a chunk.
        case chunkSize
        case chunk(length: Int)
        /// The end of the line after a chunk.
        case chunkEnd
        case trailer
    }

    private var phase = Phase.head
    /// The head of the request whose body is being read.
    private var head: RequestHead?
    /// The part of the body that was read.
    private var body: [UInt8] = []
    private var lines: [String] = []
    private var bytes: [UInt8] = []
    /// The position of the first byte that is not part of an earlier line or body.
    private var start = 0
    /// The position of the first byte that has not been searched for the end of a line.
    private var searched = 0
    /// The number of bytes in the lines that were read since the last body or chunk.
    private var lineLength = 0

    /// Whether there is an incomplete request.
    var hasBegun: Bool {
        if case .head = phase { return !lines.isEmpty || start < bytes.count }
        return true
    }

    mutating func take(_ new: ArraySlice<UInt8>) {
        if start == bytes.count || start > Self.headBound {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes += new
    }

    /// Reads the next request if all of its bytes have arrived.
    mutating func next() -> Reading {
        do throws(Malformed) {
            while true {
                if let reading = try step() { return reading }
            }
        } catch {
            return .refused(status: error.status, reason: error.reason)
        }
    }

    /// A request that breaks a rule of HTTP, or exceeds a bound.
    struct Malformed: Error {
        let status: Int
        let reason: String
    }

    /// Reads the next part of a request. Returns `nil` if the next part may be read at once.
    private mutating func step() throws(Malformed) -> Reading? {
        switch phase {
        case .head:
            guard let line = try line(tooLong: lines.isEmpty ? 414 : 431) else { return .incomplete }
            return try takeHead(line)
        case .body(let length):
            guard bytes.count - start >= length else { return .incomplete }
            takeBytes(length)
            return finish()
        case .chunkSize:
            guard let line = try line(tooLong: 413) else { return .incomplete }
            let digits = line.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
            guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
                throw Malformed(status: 400, reason: "a chunk does not begin with its size")
            }
            guard let size = Int(digits, radix: 16), size <= Self.bodyBound - body.count else { throw Self.tooLarge }
            phase = size == 0 ? .trailer : .chunk(length: size)
        case .chunk(let length):
            guard bytes.count - start >= length else { return .incomplete }
            takeBytes(length)
            phase = .chunkEnd
        case .chunkEnd:
            guard let line = try line(tooLong: 400) else { return .incomplete }
            guard line.isEmpty else { throw Malformed(status: 400, reason: "a chunk is longer than its size") }
            lineLength = 0
            phase = .chunkSize
        case .trailer:
            guard let line = try line(tooLong: 431) else { return .incomplete }
            if line.isEmpty { return finish() }
        }
        return nil
    }

    private static let tooLarge = Malformed(status: 413, reason: "its body is longer than \(bodyBound) bytes")

    private mutating func takeHead(_ line: String) throws(Malformed) -> Reading? {
        guard line.isEmpty else {
            lines.append(line)
            return nil
        }
        // Skips empty lines before a request, because some clients send an empty line after a body.
        if lines.isEmpty { return nil }
        let head = try RequestHead(lines)
        self.head = head
        if head.isChunked {
            phase = .chunkSize
        } else if let length = head.length, length > 0 {
            guard length <= Self.bodyBound else { throw Self.tooLarge }
            phase = .body(length: length)
        } else {
            return finish()
        }
        lineLength = 0
        return head.expectsContinue && start == bytes.count ? .expectsContinue : nil
    }

    private mutating func finish() -> Reading {
        guard let head else { return .incomplete }
        let request = HTTPRequest(method: head.method, url: head.target, headers: head.fields, body: body.isEmpty ? nil : body)
        (phase, self.head, body, lines, lineLength) = (.head, nil, [], [], 0)
        return .request(request, keepsOpen: head.keepsOpen)
    }

    /// Returns the next line without its line break; `nil` if the line break has not arrived yet.
    private mutating func line(tooLong status: Int) throws(Malformed) -> String? {
        let end = bytes[searched...].firstIndex(of: 0x0A)
        searched = end ?? bytes.count
        guard lineLength + searched - start < Self.headBound else {
            throw Malformed(
                status: status, reason: "its \(status == 414 ? "first line is" : "lines are") longer than \(Self.headBound) bytes")
        }
        guard let end else { return nil }
        var line = bytes[start..<end]
        if line.last == 0x0D { line = line.dropLast() }
        lineLength += end + 1 - start
        start = end + 1
        searched = start
        guard !line.contains(0x0D), !line.contains(0) else {
            throw Malformed(status: 400, reason: "a line contains a carriage return or a zero byte")
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// Moves bytes to the body.
    private mutating func takeBytes(_ count: Int) {
        body += bytes[start..<start + count]
        start += count
        searched = start
    }
}
