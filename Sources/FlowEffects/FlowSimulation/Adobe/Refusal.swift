extension SimulatedAdobe {
    /// The refusal of a request: the server's answer, and the reason, from which a developer knows what to change.
    struct Refusal: Error {
        enum Kind {
            case cataloged(CatalogedError)
            case registration(String)
            case status(Int)
            /// A status with an empty JSON object instead of one of Adobe's errors.
            case uncoded(Int)
            /// The method of the request is not one of the allowed methods.
            case method(allowed: [String])
            case page(Int)
            /// An error in the form of the legacy API.
            case legacy(Int, String, details: String?)
        }

        let kind: Kind
        /// The problem with the request; `nil` if the code alone explains it.
        var reason: String?

        static func cataloged(_ error: CatalogedError) -> Refusal {
            Refusal(kind: .cataloged(error), reason: reasons[error.code])
        }

        static func error(_ code: String, _ reason: String? = nil) -> Refusal {
            Refusal(kind: .cataloged(CatalogedError(code)), reason: reason ?? reasons[code])
        }

        static func registration(_ code: String, _ reason: String) -> Refusal { Refusal(kind: .registration(code), reason: reason) }

        static func status(_ status: Int, _ reason: String? = nil) -> Refusal { Refusal(kind: .status(status), reason: reason) }

        static func uncoded(_ status: Int, _ reason: String? = nil) -> Refusal { Refusal(kind: .uncoded(status), reason: reason) }

        static func page(_ status: Int) -> Refusal { Refusal(kind: .page(status)) }

        static func legacy(_ status: Int, _ message: String, details: String? = nil, _ reason: String? = nil) -> Refusal {
            Refusal(kind: .legacy(status, message, details: details), reason: reason ?? message)
        }

        /// The same refusal, but with the reason that a test requested this answer.
        var scripted: Refusal { Refusal(kind: kind, reason: "the script requested this answer") }

        /// The answer and the reason, for example `400 invalid_request: the header X-Device-Info is missing`.
        var text: String {
            let answer: String
            switch kind {
            case .cataloged(let error): answer = "\(error.status) \(error.code)"
            case .registration(let code): answer = "400 \(code)"
            case .method: answer = "405 \(HTTPExchange.phrase(405))"
            case .status(let status), .uncoded(let status), .page(let status), .legacy(let status, _, _):
                answer = "\(status) \(HTTPExchange.phrase(status))"
            }
            return reason.map { "\(answer): \($0)" } ?? answer
        }

        /// The reasons for Adobe's codes about mistakes in the request.
        private static let reasons = [
            "invalid_authentication_session": "no open session has this code",
            "invalid_header_device_identifier": "the header AP-Device-Identifier is missing, or is not \"fingerprint \" and Base64",
            "invalid_header_pfs_permission_access_not_present":
                "the header AP-Partner-Framework-Status is not Base64 of JSON with frameworkPermissionInfo.accessStatus",
            "invalid_integration": "the provider is not integrated with this service provider",
            "invalid_parameter_code": "a code consists of \(SimulatedAdobe.codeLength) capital letters and digits",
            "invalid_parameter_mvpd": "no provider has this id",
            "invalid_parameter_partner": "the only partner is Apple",
            "invalid_parameter_redirect_url": "redirectUrl is missing, or is not a URL",
            "invalid_parameter_resources": "the body is not JSON with a list of resources, or its Content-Type is not application/json",
            "invalid_parameter_saml_response": "SAMLResponse is missing, or is not Base64 of XML",
            "too_many_resources": "one request cannot name so many resources",
        ]
    }
}
