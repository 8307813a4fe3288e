import FlowMachine

/// Adobe's error: the whole body of an answer, or a member of a decision (ERR-02). Everything in it may be missing.
struct ErrorAnswer: Decodable {
    let action: PossibleText?
    let status: PossibleWholeNumber?
    let code: PossibleText?
    let message: PossibleText?
    let details: PossibleText?
    let trace: PossibleText?

    struct PossibleWholeNumber: Decodable {
        let value: Int64?

        init(from decoder: any Decoder) throws {
            value = (try? WholeNumber(from: decoder))?.value
        }
    }

    /// Whether it is one, and not some other JSON.
    var isError: Bool { action?.value != nil || code?.value != nil }

    /// The error with its texts in the store.
    /// - Parameter http: the HTTP status, for an error that bears none.
    func error(http: Int, secrets: any SecretStore) -> AdobeError {
        var text: SecretRef?
        if message?.value != nil || details?.value != nil {
            text = secrets.put(.text(ErrorText(message: message?.value ?? "", details: details?.value)))
        }
        return AdobeError(
            action: ErrorAction(adobe: action?.value ?? ""), status: status?.value ?? Int64(http),
            code: code?.value.flatMap { ErrorCode($0) },
            text: text, trace: trace?.value.flatMap { TraceID($0) })
    }
}

/// The error of registration and token: `{"error": "code"}` (RFC 7591, RFC 6749).
struct RegistrationErrorAnswer: Decodable {
    let error: String
}
