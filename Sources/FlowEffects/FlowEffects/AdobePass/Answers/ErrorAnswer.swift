import FlowMachine

/// Adobe's error, which is the whole body of an answer or a member of a decision (ERR-02). Any member of an error may be missing.
struct ErrorAnswer: JSONReadable {
    let action: String?
    let status: Int64?
    let code: String?
    let message: String?
    let details: String?
    let trace: String?

    init(_ json: JSONValue) throws(CallFailure) {
        let object = try JSONObject(json)
        action = object.possibleText("action")
        status = object.value("status").flatMap { try? WholeNumber($0) }.flatMap { ErrorAnswer.status($0.value) }
        code = object.possibleText("code")
        message = object.possibleText("message")
        details = object.possibleText("details")
        trace = object.possibleText("trace")
    }

    /// Returns `number` if it can be an HTTP status: 100 to 999.
    static func status(_ number: Int64) -> Int64? { (100...999).contains(number) ? number : nil }

    /// Whether the JSON is an error, because it has an action or a code.
    var isError: Bool { action != nil || code != nil }

    /// Returns the error for the machine, and puts its texts into the store. A trace is a UUID in all of Adobe's samples; another text in its place
    /// is dropped, so that it cannot enter the log.
    /// - Parameters:
    ///   - http: the HTTP status, for an error that contains no status.
    ///   - secrets: the store.
    func error(http: Int, secrets: any SecretStore) -> AdobeError {
        var text: SecretRef?
        if message != nil || details != nil { text = secrets.put(.text(ErrorText(message: message ?? "", details: details))) }
        return AdobeError(
            action: ErrorAction(adobe: action ?? ""), status: status ?? Int64(http), code: code.flatMap { ErrorCode($0) },
            text: text, trace: trace.flatMap { TraceID(uuid: $0) })
    }
}

/// An error of the endpoints for registration and tokens: `{"error": "code"}` (RFC 7591, RFC 6749).
struct RegistrationErrorAnswer: JSONReadable {
    let error: String

    init(_ json: JSONValue) throws(CallFailure) { error = try JSONObject(json).required("error") }
}
