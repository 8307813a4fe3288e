import FlowMachine

/// Errors of the legacy API: `{status, message, details}`, Adobe's enhanced errors where they are switched on, and XML from
/// servers that do not heed `Accept`.
extension AdobePass {
    func legacyError(_ response: HTTPResponse) -> AdobeError {
        if let answer = decode(ErrorAnswer.self, response) { return answer.error(http: response.status, secrets: secrets) }
        let xml = LegacyXMLError(response.body)
        var text: SecretRef?
        if let xml { text = secrets.put(.text(ErrorText(message: xml.message, details: xml.details))) }
        return AdobeError(action: .none, status: Int64(response.status), code: nil, text: text)
    }

    /// A success that needs no words is none if it comes as a page: a network that wants to be signed in to first answers so
    /// to everything.
    func refusePage(_ response: HTTPResponse) throws(CallFailure) {
        let start = String(decoding: response.body.prefix(1024), as: UTF8.self).lowercased()
        if start.contains("<html") || start.contains("<!doctype") { throw .transport(.unreadable) }
    }

    /// Why an answer outside 2xx that is no plain no is a failure. Without an error code, the status says what to do: 412 means
    /// that nobody is signed in any more.
    func legacyFailure(_ response: HTTPResponse) -> CallFailure {
        if response.status == 401 { return .unauthorized(decode(ErrorAnswer.self, response).map { $0.error(http: 401, secrets: secrets) }) }
        guard (400...499).contains(response.status) else { return .status(http: Int64(response.status)) }
        let error = legacyError(response)
        let isSignedOut = response.status == 412 || response.status == 410
        guard error.code == nil, isSignedOut else { return .refused(http: Int64(response.status), error) }
        return .refused(
            http: Int64(response.status), AdobeError(action: .authentication, status: error.status, code: nil, text: error.text))
    }
}

/// `<error><status>…</status><message>…</message><details>…</details></error>`, read leniently: two elements count.
struct LegacyXMLError {
    let message: String
    let details: String?

    /// The error in `body`; `nil` if there is none.
    init?(_ body: [UInt8]) {
        guard body.count <= 65_536 else { return nil }
        let text = String(decoding: body, as: UTF8.self)
        guard text.contains("<error"), let message = LegacyXMLError.element("message", in: text) else { return nil }
        self.message = message
        details = LegacyXMLError.element("details", in: text)
    }

    private static func element(_ name: String, in text: String) -> String? {
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
