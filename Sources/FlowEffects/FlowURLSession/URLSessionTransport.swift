import FlowEffects
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests with its own `URLSession`, without cookies, cache or credentials. The transport never follows a redirect, because Adobe's
/// redirects are for a user agent.
///
/// The session is invalidated when the transport is released. On Linux, the Foundation of Swift 6.3 terminates the process if a server closes the
/// connection in the middle of a response's header fields. The transport cannot prevent this.
///
/// ```swift
/// let transport = URLSessionTransport(timeout: .seconds(15))
/// ```
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let exchanges: Exchanges

    /// Creates a transport.
    /// - Parameters:
    ///   - timeout: the time without data after which a request fails as `timedOut`; rounded up to whole seconds. If the policy's
    ///     `requestTimeout` is shorter, the flow stops waiting earlier and cancels the request.
    ///   - bodyBound: the maximum size of a body in bytes, after decompression. A request with a bigger body fails as `tooBig`.
    public init(timeout: Duration = .seconds(30), bodyBound: Int = 4 << 20) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        // On Linux, Foundation cuts off fractions of a second, so a timeout of less than a second would end every request at once.
        configuration.timeoutIntervalForRequest = max((timeout / .seconds(1)).rounded(.up), 1)
        exchanges = Exchanges(bodyBound: bodyBound)
        session = URLSession(configuration: configuration, delegate: SessionDelegate(exchanges), delegateQueue: nil)
    }

    deinit { session.invalidateAndCancel() }

    /// Sends `request` once. Canceling the task cancels the request at once.
    /// - Throws: `HTTPFailure` if there is no response: `connection` also for an invalid URL.
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
                // If the task was canceled before its exchange was opened, only this check finishes the exchange.
                if Task.isCancelled { exchanges.finish(key, .failure(.canceled)) } else { task.resume() }
            }
        } onCancel: {
            exchanges.finish(key, .failure(.canceled))
            task.cancel()
        }
        return try result.get()
    }
}
