/// One HTTP request, ready to be sent.
public struct HTTPRequest: Sendable, Equatable {
    /// One header field of a message.
    public struct Field: Sendable, Equatable {
        /// The name of the field.
        public let name: String
        /// The value of the field, as it is sent.
        public let value: String

        /// Creates a header field. Each parameter sets the property of the same name.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The method, in capitals.
    public let method: String
    /// The absolute, encoded URL. A `String`, because Adobe must receive exactly these bytes, and `URL(string:)` may encode some bytes again.
    public let url: String
    /// The header fields, in order.
    public let headers: [Field]
    /// The body; `nil` if there is none.
    public let body: [UInt8]?

    /// Creates an HTTP request with all its parts. Each parameter sets the property of the same name.
    public init(method: String, url: String, headers: [Field], body: [UInt8]? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

extension HTTPRequest.Field: Redacted {
    /// The field's name only, because the value may be a token.
    public var description: String { "<header \(name)>" }
}

extension HTTPRequest: Redacted {
    /// The method only, because the URL, the headers and the body contain secrets.
    public var description: String { "<\(method) request>" }
}

/// The complete answer to an HTTP request.
public struct HTTPResponse: Sendable, Equatable {
    /// The status, for example 200.
    public let status: Int
    /// The header fields, in the order in which they arrived.
    public let headers: [HTTPRequest.Field]
    /// The body, after decoding any transfer or content encoding.
    public let body: [UInt8]

    /// Creates an HTTP response. Each parameter sets the property of the same name.
    public init(status: Int, headers: [HTTPRequest.Field] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns the value of the first field with this name, ignoring case; `nil` if there is none.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

extension HTTPResponse: Redacted {
    /// The status only, because the body contains secrets.
    public var description: String { "<\(status) response>" }
}

/// The reason why a request has no response.
@nonexhaustive
public enum HTTPFailure: Error, Sendable, Equatable {
    /// No data arrived before the request timed out.
    case timedOut
    /// There was no connection, or it was lost.
    case connection
    /// The body was bigger than allowed.
    case tooBig
    /// The task was canceled.
    case canceled
}

/// The connection to Adobe's servers: sends HTTP requests and returns their responses. Follows no redirects.
public protocol HTTPTransport: Sendable {
    /// Sends `request`.
    /// - Throws: `HTTPFailure` if there is no response.
    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}
