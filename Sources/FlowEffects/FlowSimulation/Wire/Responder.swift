import FlowEffects

/// Pages that a server has beside Adobe's addresses.
package struct Site: Sendable {
    /// An answer of a page.
    package enum Answer: Sendable {
        case whole(HTTPResponse)
        /// An answer without an end. The function returns the bytes that were added since it was called last; it is called about ten times per
        /// second, on the server's thread, until the client leaves.
        case stream(HTTPResponse, @Sendable () -> [UInt8])
    }

    /// The answer to a request; `nil` if it is for none of the pages. Called on the server's thread.
    package let answer: @Sendable (HTTPRequest) -> Answer?

    /// Called on the server's thread with each request to Adobe's addresses, the status of its answer, and the reason if it is refused. The
    /// status is `nil` if the request gets no answer.
    package let observe: @Sendable (HTTPRequest, Int?, String?) -> Void

    /// Creates the pages from what answers their requests.
    package init(
        _ answer: @escaping @Sendable (HTTPRequest) -> Answer?,
        observe: @escaping @Sendable (HTTPRequest, Int?, String?) -> Void = { _, _, _ in }
    ) {
        self.answer = answer
        self.observe = observe
    }
}

/// Decides what a request gets.
struct Responder: Sendable {
    let adobe: SharedAdobe
    let site: Site?

    enum Outcome {
        case whole(HTTPResponse)
        case stream(HTTPResponse, @Sendable () -> [UInt8])
        /// No answer, and the connection is closed.
        case none
        /// No answer, and the connection stays open.
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

    /// The answer to bytes that are not a request.
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
