import FlowEffects

/// The pages that a server has in addition to Adobe's addresses.
package struct Site: Sendable {
    /// The answer to a request for a page.
    package enum Answer: Sendable {
        case whole(HTTPResponse)
        /// An answer that grows until the client leaves. The server calls the function on its thread, about ten times per second; the
        /// function returns the bytes that were added since its last call.
        case stream(HTTPResponse, @Sendable () -> [UInt8])
    }

    /// Returns the answer to a request; `nil` if the request is not for one of the pages. Called on the server's thread.
    package let answer: @Sendable (HTTPRequest) -> Answer?

    /// Observes each request to Adobe's addresses, with the status of its answer and the reason of a refusal. The status is `nil` if the
    /// request gets no answer. Called on the server's thread.
    package let observe: @Sendable (HTTPRequest, Int?, String?) -> Void

    /// Creates the pages. Each parameter sets the property of the same name.
    package init(
        _ answer: @escaping @Sendable (HTTPRequest) -> Answer?,
        observe: @escaping @Sendable (HTTPRequest, Int?, String?) -> Void = { _, _, _ in }
    ) {
        self.answer = answer
        self.observe = observe
    }
}

/// Decides how the server responds to a request.
struct Responder: Sendable {
    let adobe: SharedAdobe
    let site: Site?

    enum Outcome {
        case whole(HTTPResponse)
        case stream(HTTPResponse, @Sendable () -> [UInt8])
        /// The server sends no answer and closes the connection.
        case none
        /// The server sends no answer and keeps the connection open.
        case withheld
    }

    func outcome(of request: HTTPRequest) -> Outcome {
        if let preflight = CrossOrigin.preflight(request) { return .whole(complete(preflight, request)) }
        if let page = SecondScreen.answer(request, adobe) { return .whole(complete(page, request)) }
        switch site?.answer(request) {
        case .whole(let response): return .whole(complete(response, request))
        case .stream(let response, let next): return .stream(complete(response, request), next)
        case nil: break
        }
        guard let failure = adobe.takeFailure(of: request) else {
            let (response, reason) = adobe.explainedAnswer(request)
            site?.observe(request, response.status, reason)
            return .whole(complete(response, request))
        }
        site?.observe(request, nil, failure == .timedOut ? "no answer" : "the connection is closed")
        return failure == .timedOut ? .withheld : .none
    }

    /// Returns the answer to bytes that are not a valid request.
    func refusal(_ status: Int, _ reason: String) -> HTTPResponse {
        adobe.refused("refused a request with \(status) \(HTTPExchange.phrase(status)): \(reason)")
        let fields = [
            HTTPRequest.Field("Date", HTTPDate.text(adobe.now())), HTTPRequest.Field("Content-Type", "text/plain; charset=utf-8"),
        ]
        return HTTPResponse(status: status, headers: fields, body: Array((reason + "\n").utf8))
    }

    private func complete(_ response: HTTPResponse, _ request: HTTPRequest) -> HTTPResponse {
        var response = response
        if response.header("Date") == nil {
            let date = HTTPRequest.Field("Date", HTTPDate.text(adobe.now()))
            response = HTTPResponse(status: response.status, headers: [date] + response.headers, body: response.body)
        }
        let fields = response.header("Access-Control-Allow-Origin") == nil ? CrossOrigin.fields(for: request, response) : []
        return HTTPResponse(status: response.status, headers: response.headers + fields, body: response.body)
    }
}
