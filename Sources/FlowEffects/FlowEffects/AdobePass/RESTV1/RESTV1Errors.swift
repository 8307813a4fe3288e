import FlowMachine

/// Errors of the legacy API: `{status, message, details}`, or Adobe's enhanced errors where they are enabled, and either form as XML from
/// servers that ignore `Accept`.
extension AdobePass {
    /// The kinds of a legacy body, as far as errors are concerned.
    enum LegacyBody {
        /// The body has only white space.
        case empty
        case error(ErrorAnswer)
        /// The endpoint's own result, or a page from another server.
        case other
    }

    func legacyBody(_ response: HTTPResponse) -> LegacyBody {
        if response.body.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { return .empty }
        if let answer = decode(ErrorAnswer.self, response) {
            // Without enhanced errors, the body has only a status and a message.
            return answer.isError || (answer.status != nil && answer.message != nil) ? .error(answer) : .other
        }
        return ErrorAnswer(xml: response.body).map { .error($0) } ?? .other
    }

    /// A success status with an error in its body is a failure: both statuses must report success.
    func refuseError(_ response: HTTPResponse, of endpoint: RESTV1Endpoint.Kind) throws(CallFailure) {
        // A registration code is not an error code.
        guard case .error(let answer) = legacyBody(response), let status = answer.status, status >= 400 else { return }
        throw .refused(http: Int64(response.status), legacyError(answer, Int64(response.status), endpoint))
    }

    /// A success without a required body is not accepted if its body is a page: a captive portal answers every request this way until the
    /// viewer signs in to it.
    func refusePage(_ response: HTTPResponse) throws(CallFailure) {
        let start = String(decoding: response.body.prefix(1024), as: UTF8.self).lowercased()
        if start.contains("<html") || start.contains("<!doctype") { throw .transport(.unreadable) }
    }

    /// If the documented answer is `204 No Content`, any success without a body is accepted, and a success with a body is a failure.
    func refuseBody(_ response: HTTPResponse) throws(CallFailure) {
        guard case .empty = legacyBody(response) else { throw .transport(.unreadable) }
    }

    /// The failure that an answer outside 2xx means. Without Adobe's error only the status is known, and it is meaningful only if the
    /// answer has no body and Adobe's documentation lists that status for the endpoint.
    func legacyFailure(_ response: HTTPResponse, of endpoint: RESTV1Endpoint.Kind) -> CallFailure {
        let status = Int64(response.status)
        let body = legacyBody(response)
        if status == 401 {
            guard case .error(let answer) = body else { return .unauthorized(nil) }
            return .unauthorized(answer.error(http: 401, secrets: secrets))
        }
        switch body {
        case .error(let answer) where (400...599).contains(status):
            return .refused(http: status, legacyError(answer, status, endpoint))
        case .empty:
            let action = impliedAction(status, endpoint)
            return action == .none ? .status(http: status) : .refused(http: status, AdobeError(action: action, status: status, code: nil))
        case .error, .other: return .status(http: status)
        }
    }

    /// Adobe's error. Without a code, the status determines the action.
    private func legacyError(_ answer: ErrorAnswer, _ status: Int64, _ endpoint: RESTV1Endpoint.Kind) -> AdobeError {
        let error = answer.error(http: Int(status), secrets: secrets)
        guard error.code == nil, error.action == .none else { return error }
        let implied = [status, error.status].map { impliedAction($0, endpoint) }.first { $0 != .none }
        return AdobeError(action: implied ?? .none, status: error.status, code: nil, text: error.text, trace: error.trace)
    }

    /// 412: the viewer is no longer signed in. For an endpoint that returns a token, 404 and 410 mean that the token is missing or has
    /// expired; a media token belongs to an authorization.
    private func impliedAction(_ status: Int64, _ endpoint: RESTV1Endpoint.Kind) -> ErrorAction {
        switch status {
        case 412: .authentication
        case 404, 410: endpoint == .mediaToken ? .authorization : status == 410 ? .authentication : .none
        case _: .none
        }
    }

    // MARK: No

    /// Whether a 403 or 404 means that no viewer is signed in: it has no body, or an error that says only that.
    func saysNobody(_ response: HTTPResponse) -> Bool {
        switch legacyBody(response) {
        case .empty: return true
        case .error(let answer):
            let action = ErrorAction(adobe: answer.action ?? "")
            return action == .authentication || (action == .none && answer.code == nil)
        case .other: return false
        }
    }

    /// The denial in a 403; `nil` if the 403 is not a decision: a page from another server, or an error that concerns the app.
    func legacyDenial(_ response: HTTPResponse) -> AdobeError? {
        switch legacyBody(response) {
        case .empty: return AdobeError(action: .none, status: Int64(response.status), code: nil)
        case .error(let answer):
            switch ErrorAction(adobe: answer.action ?? "") {
            case .none, .authentication, .authorization, .retry: return answer.error(http: response.status, secrets: secrets)
            case .configuration, .applicationRegistration: return nil
            }
        case .other: return nil
        }
    }
}

extension ErrorAnswer {
    /// `<error><action>…</action><status>…</status><code>…</code><message>…</message><details>…</details><trace>…</trace></error>`, read
    /// leniently: it has an action, a code or a message, in any order.
    fileprivate init?(xml body: [UInt8]) {
        guard body.count <= 65_536 else { return nil }
        var text = String(decoding: body, as: UTF8.self)[...].drop { $0.isWhitespace }
        if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") { text = text[end.upperBound...].drop { $0.isWhitespace } }
        guard text.hasPrefix("<error>") || text.hasPrefix("<error ") else { return nil }
        action = LegacyXML.element("action", in: text)
        status = LegacyXML.element("status", in: text).flatMap { Int64($0) }.flatMap { ErrorAnswer.status($0) }
        code = LegacyXML.element("code", in: text)
        message = LegacyXML.element("message", in: text)
        details = LegacyXML.element("details", in: text)
        trace = LegacyXML.element("trace", in: text)
        if !isError, message == nil { return nil }
    }
}

/// The subset of XML that an error needs.
private enum LegacyXML {
    static func element(_ name: String, in text: Substring) -> String? {
        guard let start = text.firstRange(of: "<\(name)>"), let end = text[start.upperBound...].firstRange(of: "</\(name)>") else {
            return nil
        }
        return unescaped(text[start.upperBound..<end.lowerBound])
    }

    private static func unescaped(_ text: Substring) -> String {
        var result = String(text)
        for (escape, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")] {
            result = result.split(separator: escape, omittingEmptySubsequences: false).joined(separator: character)
        }
        return result
    }
}
