/// The values by which Adobe's support can find an answer. None of them identifies a viewer.
public struct AnswerTrace: Hashable, Sendable, LogObject {
    /// The values, stored behind one reference. Most answers have none, and without the reference every event would reserve space for the
    /// values.
    private let storage: Storage

    private indirect enum Storage: Hashable, Sendable {
        case ids(http: Int64?, request: TraceID?, session: TraceID?)
    }

    /// Creates the values for an answer; `nil` if all parameters are `nil`.
    /// - Parameters:
    ///   - http: the HTTP status of an unusable answer.
    ///   - request: Adobe's id of the request (`Adobe-Request-Id`).
    ///   - session: Adobe's id of the authentication session (`sessionId`).
    public init?(http: Int64? = nil, request: TraceID? = nil, session: TraceID? = nil) {
        if http == nil, request == nil, session == nil { return nil }
        storage = .ids(http: http, request: request, session: session)
    }

    /// The HTTP status of an unusable answer; `nil` for a usable answer.
    public var http: Int64? { if case .ids(let http, _, _) = storage { http } else { nil } }
    /// Adobe's id of the request; `nil` if the answer contains none.
    public var request: TraceID? { if case .ids(_, let request, _) = storage { request } else { nil } }
    /// Adobe's id of the authentication session; `nil` if the answer contains none.
    public var session: TraceID? { if case .ids(_, _, let session) = storage { session } else { nil } }

    private init(_ storage: Storage) { self.storage = storage }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("http", http)
        sink.field("request", request)
        sink.field("session", session)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        AnswerTrace(
            .ids(http: try source.field("http"), request: try source.field("request"), session: try source.field("session")))
    }
}
