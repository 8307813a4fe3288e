import FlowMachine

extension AdobePass {
    /// The maximum size of a body that is read.
    static let bodyBound = 4 << 20

    /// The body as `Answer`.
    /// - Throws: `.transport(.unreadable)` if the body is too big, or does not have the endpoint's form.
    func read<Answer: JSONReadable>(_ type: Answer.Type, _ response: HTTPResponse) throws(CallFailure) -> Answer {
        guard let answer = decode(type, response) else { throw .transport(.unreadable) }
        return answer
    }

    /// The failure that an answer outside 2xx means. The status reports whether the token or the request rate was rejected; in every other
    /// case Adobe's error decides, if there is one (G-31).
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
