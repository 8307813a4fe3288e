import FlowEffects
import Foundation

/// The requests in progress, by the identifiers of their tasks, with the data received so far. Each request is finished once; later data is
/// dropped.
final class Exchanges: @unchecked Sendable {
    // `@unchecked Sendable` is safe, because `open` is accessed only while `lock` is held. No continuation is resumed while the lock is held.
    private let lock = NSLock()
    private var open: [Int: Exchange] = [:]
    private let bodyBound: Int

    typealias Answer = Result<HTTPResponse, HTTPFailure>

    private struct Exchange {
        let continuation: CheckedContinuation<Answer, Never>
        var status: Int?
        var headers: [HTTPRequest.Field] = []
        var body: [UInt8] = []
    }

    init(bodyBound: Int) { self.bodyBound = bodyBound }

    func open(_ key: Int, _ continuation: CheckedContinuation<Answer, Never>) {
        lock.withLock { open[key] = Exchange(continuation: continuation) }
    }

    func begin(_ key: Int, status: Int, headers: [HTTPRequest.Field]) {
        lock.withLock {
            open[key]?.status = status
            open[key]?.headers = headers
        }
    }

    /// Returns whether a body of this length is within bounds. An unknown length is negative and treated as within bounds. If the body is too big,
    /// finishes the exchange as `tooBig`.
    func takes(_ length: Int64, for key: Int) -> Bool {
        if length <= bodyBound { return true }
        finish(key, .failure(.tooBig))
        return false
    }

    /// Appends data to the body. If the body would be too big, finishes the exchange as `tooBig` and returns `false`.
    func append(_ key: Int, _ data: Data) -> Bool {
        let fits = lock.withLock {
            // Appends in place: a second reference to the body would make each chunk copy all earlier data.
            guard let count = open[key]?.body.count else { return true }
            guard count + data.count <= bodyBound else { return false }
            open[key]?.body.append(contentsOf: data)
            return true
        }
        if !fits { finish(key, .failure(.tooBig)) }
        return fits
    }

    /// Finishes the exchange with `failure` or, if `failure` is `nil`, with the response received so far.
    func complete(_ key: Int, failure: HTTPFailure?) {
        let exchange = lock.withLock { open[key] }
        guard let exchange else { return }
        if let failure { return finish(key, .failure(failure)) }
        guard let status = exchange.status else { return finish(key, .failure(.connection)) }
        finish(key, .success(HTTPResponse(status: status, headers: exchange.headers, body: exchange.body)))
    }

    func finish(_ key: Int, _ answer: Answer) {
        let exchange = lock.withLock { open.removeValue(forKey: key) }
        exchange?.continuation.resume(returning: answer)
    }
}
