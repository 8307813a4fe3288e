import FlowEffects
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests with a `URLSession` of its own: without cookies, cache or credentials, and it never follows a redirect,
/// because Adobe's are for a user agent.
///
/// The session ends with the transport. On Linux, Foundation (of Swift 6.3) ends the process when a server hangs up in the
/// middle of an answer's header fields; nothing here can prevent that.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let exchanges: Exchanges

    /// A transport.
    /// - Parameters:
    ///   - timeout: how long nothing may come, in seconds, before a request fails as timed out; rounded up to whole seconds.
    ///   - bodyBound: the most bytes of a body, after decompression; one that is bigger fails as too big.
    public init(timeout: Double = 30, bodyBound: Int = 4 << 20) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        // On Linux a fraction is cut off, and less than a second ends every request at once.
        configuration.timeoutIntervalForRequest = max(timeout.rounded(.up), 1)
        exchanges = Exchanges(bodyBound: bodyBound)
        session = URLSession(configuration: configuration, delegate: SessionDelegate(exchanges), delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    /// Sends `request` once. Cancelling the task ends it at once.
    /// - Throws: `HTTPFailure` when there is no answer; a URL that cannot be one counts as no connection.
    public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        guard let url = URL(string: request.url) else { throw .connection }
        var outgoing = URLRequest(url: url)
        outgoing.httpMethod = request.method
        outgoing.httpShouldHandleCookies = false
        for field in request.headers { outgoing.setValue(field.value, forHTTPHeaderField: field.name) }
        if let body = request.body { outgoing.httpBody = Data(body) }

        let task = session.dataTask(with: outgoing)
        let key = task.taskIdentifier
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.open(key, continuation)
                // Cancelled before it was open, it would never be ended.
                if Task.isCancelled { exchanges.finish(key, .failure(.cancelled)) } else { task.resume() }
            }
        } onCancel: {
            exchanges.finish(key, .failure(.cancelled))
            task.cancel()
        }
        return try result.get()
    }
}
