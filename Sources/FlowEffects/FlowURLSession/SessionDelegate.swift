import FlowEffects
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Passes the session's callbacks to the exchanges, and refuses all redirects. This object is the delegate of the session and not of its tasks,
/// because on Linux, Foundation asks only the session's delegate about redirects.
final class SessionDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let exchanges: Exchanges

    init(_ exchanges: Exchanges) { self.exchanges = exchanges }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        // A response that declares a body that is too big is canceled before its body is read.
        if !exchanges.takes(response.expectedContentLength, for: dataTask.taskIdentifier) {
            // The explicit cancellation is for Linux, where Foundation ignores the disposition.
            dataTask.cancel()
            return completionHandler(.cancel)
        }
        if let answer = response as? HTTPURLResponse {
            var headers: [HTTPRequest.Field] = []
            for (name, value) in answer.allHeaderFields {
                if let name = name as? String, let value = value as? String { headers.append(HTTPRequest.Field(name, value)) }
            }
            // Sorted, because the order of a dictionary differs between runs.
            headers.sort { $0.name < $1.name }
            exchanges.begin(dataTask.taskIdentifier, status: answer.statusCode, headers: headers)
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if !exchanges.append(dataTask.taskIdentifier, data) { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        exchanges.complete(task.taskIdentifier, failure: error.map(SessionDelegate.failure))
    }

    private static func failure(_ error: any Error) -> HTTPFailure {
        switch (error as? URLError)?.code {
        case .timedOut?: .timedOut
        case .cancelled?: .canceled
        case _: .connection
        }
    }
}
