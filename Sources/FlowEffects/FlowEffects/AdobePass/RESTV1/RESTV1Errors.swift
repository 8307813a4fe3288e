import FlowMachine

/// Reads the errors of the legacy API. An error is `{status, message, details}`, or one of Adobe's enhanced errors if these are enabled. Servers
/// that ignore the header `Accept` send either form as XML.
extension AdobePass {
    /// The kinds of bodies that an answer of the legacy API can have.
    enum LegacyBody {
        /// The body is empty or contains only white space.
        case empty
        case error(ErrorAnswer)
        /// The body is the endpoint's own result, or a page from another server.
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

    /// Throws if the body of an answer with a success status contains an error whose own status is at least 400.
    func refuseError(_ response: HTTPResponse, of endpoint: RESTV1Endpoint.Kind) throws(CallFailure) {
        // A body whose status is missing or below 400 is no error. Its `code` may be a registration code.
        guard case .error(let answer) = legacyBody(response), let status = answer.status, status >= 400 else { return }
        throw .refused(http: Int64(response.status), legacyError(answer, Int64(response.status), endpoint))
    }

    /// Throws if the body of an answer is an HTML page. Called where a success needs no body, because a captive portal answers every request with
    /// a page until the viewer signs in to the portal.
    func refusePage(_ response: HTTPResponse) throws(CallFailure) {
        let start = String(decoding: response.body.prefix(1024), as: UTF8.self).lowercased()
        if start.contains("<html") || start.contains("<!doctype") { throw .transport(.unreadable) }
    }

    /// Throws if an answer has a body. Called where the documented answer is `204 No Content`; any other success without a body is accepted, too.
    func refuseBody(_ response: HTTPResponse) throws(CallFailure) {
        guard case .empty = legacyBody(response) else { throw .transport(.unreadable) }
    }

    /// Returns the failure for an answer whose status is not 2xx. If the answer contains no error of Adobe's, only the status is known. This status
    /// determines an action only if the answer has no body and Adobe documents the status for the endpoint.
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

    /// Returns Adobe's error. If the error has neither a code nor an action, its status determines the action.
    private func legacyError(_ answer: ErrorAnswer, _ status: Int64, _ endpoint: RESTV1Endpoint.Kind) -> AdobeError {
        let error = answer.error(http: Int(status), secrets: secrets)
        guard error.code == nil, error.action == .none else { return error }
        let implied = [status, error.status].map { impliedAction($0, endpoint) }.first { $0 != .none }
        return AdobeError(action: implied ?? .none, status: error.status, code: nil, text: error.text, trace: error.trace)
    }

    /// Returns the action that a status alone implies. A 412 means that the viewer is no longer signed in, and a 410 that a token has expired: both
    /// require a sign-in. For a media token, 404 and 410 require a new authorization, because media tokens belong to authorizations.
    private func impliedAction(_ status: Int64, _ endpoint: RESTV1Endpoint.Kind) -> ErrorAction {
        switch status {
        case 412: .authentication
        case 404, 410: endpoint == .mediaToken ? .authorization : status == 410 ? .authentication : .none
        case _: .none
        }
    }

    // MARK: Negative answers

    /// Returns whether a negative answer means that no viewer is signed in: the answer has no body, or its error names no other reason.
    func saysNobody(_ response: HTTPResponse) -> Bool {
        switch legacyBody(response) {
        case .empty: return true
        case .error(let answer):
            let action = ErrorAction(adobe: answer.action ?? "")
            return action == .authentication || (action == .none && answer.code == nil)
        case .other: return false
        }
    }

    /// Returns the denial in an answer with status 403; `nil` if the answer is not a decision, but a page from another server or an error that
    /// concerns the app.
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
    /// Reads `<error><action>…</action><status>…</status><code>…</code><message>…</message><details>…</details><trace>…</trace></error>`. The
    /// elements may be in any order, and only an action, a code or a message is required; `nil` if all three are missing.
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

/// Reads the subset of XML that occurs in errors.
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
