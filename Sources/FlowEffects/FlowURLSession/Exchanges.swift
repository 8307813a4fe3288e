import FlowEffects
import Foundation

/// The requests in progress, by their task's number, each with the data received so far. Each is finished once; later data is dropped.
final class Exchanges: @unchecked Sendable {
    // Sound: `open` is only touched while `lock` is held, and no continuation is resumed meanwhile.
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

    /// Whether a body of this length, if it is known, is within bounds; finishes the exchange if it is not.
    func takes(_ length: Int64, for key: Int) -> Bool {
        if length <= bodyBound { return true }
        finish(key, .failure(.tooBig))
        return false
    }

    /// Appends to the body; finishes the exchange and returns `false` if the body grows too big.
    func append(_ key: Int, _ data: Data) -> Bool {
        let fits = lock.withLock {
            // No other reference may exist meanwhile, or each chunk would copy all earlier data.
            guard let count = open[key]?.body.count else { return true }
            guard count + data.count <= bodyBound else { return false }
            open[key]?.body.append(contentsOf: data)
            return true
        }
        if !fits { finish(key, .failure(.tooBig)) }
        return fits
    }

    /// Finishes the exchange with the data received, or with `failure`.
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
