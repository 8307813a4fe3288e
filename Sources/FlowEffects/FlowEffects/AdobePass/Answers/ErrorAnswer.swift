import FlowMachine

/// Adobe's error: the whole body of an answer, or a member of a decision (ERR-02). Any of its members may be missing.
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

    /// The number, if it is an HTTP status.
    static func status(_ number: Int64) -> Int64? { (100...999).contains(number) ? number : nil }

    /// Whether this is an error, and not some other JSON.
    var isError: Bool { action != nil || code != nil }

    /// The error with its texts in the store. A trace is a UUID in all of Adobe's samples; any other text in its place is kept out of the
    /// log.
    /// - Parameter http: the HTTP status, for an error that contains no status.
    func error(http: Int, secrets: any SecretStore) -> AdobeError {
        var text: SecretRef?
        if message != nil || details != nil { text = secrets.put(.text(ErrorText(message: message ?? "", details: details))) }
        return AdobeError(
            action: ErrorAction(adobe: action ?? ""), status: status ?? Int64(http), code: code.flatMap { ErrorCode($0) },
            text: text, trace: trace.flatMap { TraceID(uuid: $0) })
    }
}

/// The error of registration and token: `{"error": "code"}` (RFC 7591, RFC 6749).
struct RegistrationErrorAnswer: JSONReadable {
    let error: String

    init(_ json: JSONValue) throws(CallFailure) { error = try JSONObject(json).required("error") }
}
