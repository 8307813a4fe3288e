import FlowMachine

extension AdobePass {
    /// The maximum size of a body that is read: 4 MiB.
    static let bodyBound = 4 << 20

    /// Reads the body of a response as `Answer`.
    /// - Throws: `.transport(.unreadable)` if the body is too big or does not have the form of `Answer`.
    func read<Answer: JSONReadable>(_ type: Answer.Type, _ response: HTTPResponse) throws(CallFailure) -> Answer {
        guard let answer = decode(type, response) else { throw .transport(.unreadable) }
        return answer
    }

    /// Returns the failure for an answer whose status is not 2xx. The status alone decides whether Adobe rejected the token or the request rate.
    /// In every other case, Adobe's error decides, if the answer contains one (G-31).
    func failure(of endpoint: Endpoint, _ response: HTTPResponse) -> CallFailure {
        if response.status == 429 { return .throttled }
        if case .restV1(let legacy) = endpoint { return legacyFailure(response, of: legacy.kind) }
        switch endpoint.descriptor.api {
        case .restV1: return .status(http: Int64(response.status))
        case .registration:
            guard let answer = decode(RegistrationErrorAnswer.self, response), let code = ErrorCode(answer.error) else {
                return .status(http: Int64(response.status))
            }
            return .registrationRefused(code)
        case .restV2:
            let answer = decode(ErrorAnswer.self, response).flatMap { $0.isError ? $0 : nil }
            let error = answer.map { $0.error(http: response.status, secrets: secrets) }
            if response.status == 401 { return .unauthorized(error) }
            return error.map { .refused(http: Int64(response.status), $0) } ?? .status(http: Int64(response.status))
        }
    }

    func decode<Answer: JSONReadable>(_ type: Answer.Type, _ response: HTTPResponse) -> Answer? {
        guard response.body.count <= AdobePass.bodyBound, let json = JSONParser.parse(response.body) else { return nil }
        return try? Answer(json)
    }
}
