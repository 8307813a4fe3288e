import FlowEffects
import Testing

@testable import FlowSimulation

@Suite("The bytes of a connection become requests as RFC 9112 says") struct RequestReaderTests {
    /// What a reader reports about bytes, one line per request.
    private func read(_ text: String, by count: Int = .max) -> [String] {
        var reader = RequestReader()
        var found: [String] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            reader.take(rest.prefix(count))
            rest = rest.dropFirst(count)
            reading: while true {
                switch reader.next() {
                case .incomplete: break reading
                case .expectsContinue: found.append("100")
                case .refused(let status, _): return found + ["\(status)"]
                case .request(let request, let keepsOpen):
                    let body = request.body.map { String(decoding: $0, as: UTF8.self) }
                    found.append("\(request.method) \(request.url) \(body ?? "-") \(keepsOpen ? "open" : "close")")
                }
            }
        }
        return found + (reader.hasBegun ? ["…"] : [])
    }

    private static let head = "POST /a HTTP/1.1\r\nHost: 127.0.0.1:80\r\n"

    private static let wellFormed: [(String, [String])] = [
        ("GET /a?b=c HTTP/1.1\r\nHost: localhost\r\n\r\n", ["GET /a?b=c - open"]),
        ("\r\n\r\nGET / HTTP/1.1\nhost:\t[::1]:9 \t\n\n\r\n", ["GET / - open"]),
        ("GET / HTTP/1.0\r\n\r\n", ["GET / - close"]),
        (head + "Connection: Keep-Alive, Close\r\n\r\n", ["POST /a - close"]),
        (head + "Content-Length: 3 \r\n\r\nabcGET / HTTP/1.1\r\nHost: localhost\r\n\r\n", ["POST /a abc open", "GET / - open"]),
        (head + "Transfer-Encoding: chunked\r\n\r\n4;x=y\r\na=b&\r\n3\r\nc=d\r\n0\r\nT: x\r\n\r\n", ["POST /a a=b&c=d open"]),
        (head + "Transfer-Encoding: Chunked\r\n\r\n0\r\n\r\n", ["POST /a - open"]),
        ("GET http://127.0.0.1:80/x HTTP/1.1\r\nHost: evil.example\r\n\r\n", ["GET http://127.0.0.1:80/x - open"]),
        (head + "Content-Length: 3\r\n\r\nab", ["…"]),
    ]

    @Test(arguments: wellFormed)
    func `requests are read whole, also byte by byte`(bytes: String, expected: [String]) {
        #expect(read(bytes) == expected)
        #expect(read(bytes, by: 1) == expected)
    }

    private static let malformed = [
        ("hello\r\n\r\n", "400"), ("GET  / HTTP/1.1\r\n\r\n", "400"), ("GET / HTTP/2.0\r\n\r\n", "505"), ("GET / HTTP/1.1\r\n\r\n", "400"),
        (head + "Host: localhost\r\n\r\n", "400"), ("GET / HTTP/1.1\r\nHost: rebind.example\r\n\r\n", "421"),
        ("GET http://sp.auth.adobe.com/ HTTP/1.1\r\nHost: localhost\r\n\r\n", "421"), (head + "no colon\r\n\r\n", "400"),
        (head + "X : a\r\n\r\n", "400"), (head + "X: a\r\n folded\r\n\r\n", "400"), (head + "X: a\rb\r\n\r\n", "400"),
        (head + "X: \0\r\n\r\n", "400"),
        (head + "Content-Length: -1\r\n\r\n", "400"), (head + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", "400"),
        (head + "Content-Length: 99999999999999999999\r\n\r\n", "413"), (head + "Transfer-Encoding: gzip\r\n\r\n", "501"),
        (head + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n", "400"), (head + "Expect: tea\r\n\r\n", "417"),
        (head + "Transfer-Encoding: chunked\r\n\r\n-1\r\n", "400"), (head + "Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n", "400"),
        (head + "Transfer-Encoding: chunked\r\n\r\n100001\r\n", "413"),
        (head + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffffff\r\n", "413"),
        ("GET /" + String(repeating: "x", count: 70_000), "414"), (head + "X: " + String(repeating: "x", count: 70_000), "431"),
    ]

    @Test(arguments: malformed)
    func `bytes that break a rule are refused`(bytes: String, status: String) { #expect(read(bytes) == [status]) }

    @Test func `a client that waits for 100 is asked for the body once, unless the body is here`() {
        let head = Self.head + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        #expect(read(head) == ["100", "…"])
        #expect(read(head + "ab") == ["POST /a ab open"])
        #expect(read(head + "ab", by: head.utf8.count) == ["100", "POST /a ab open"])
        #expect(read("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n") == ["…"])
    }
}
