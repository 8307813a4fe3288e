import FlowMachine

/// The parts of every request to one endpoint, in order, except the method and the path. Requests are built from the templates, and so is the
/// contract for interpreters in other languages.
package struct RequestTemplate: Sendable {
    /// The query parameters.
    package var query: [Part] = []
    /// The header fields, in the order of Adobe's samples.
    package var headers: [Part] = []
    /// The body of the request, in the form that Adobe expects.
    package var body = Body.none

    /// The body of a request.
    package enum Body: Sendable {
        case none
        /// A form with these fields, as `application/x-www-form-urlencoded`.
        case form([Part])
        /// A JSON object with these members.
        case json([Part])
    }

    /// A named part of a request: a header field, a parameter or a member of JSON. A part whose value is missing is not sent.
    package struct Part: Sendable {
        /// The name of the header field, the parameter or the member.
        package let name: String
        /// The value of the part, before it is encoded.
        package let value: Value
        /// The encodings of the value, in order. In a query or a form, the result is also percent-encoded.
        package let encodings: [Encoding]
        /// The text that precedes the encoded value.
        package let prefix: String
        /// Whether the part is sent only if the app sends the device headers everywhere (G-65).
        package var needsDeviceEverywhere = false

        /// Creates a part whose value depends on the app or the call.
        init(_ name: String, _ value: Value, _ encodings: Encoding..., prefix: String = "") {
            self.name = name
            self.value = value
            self.encodings = encodings
            self.prefix = prefix
        }

        /// Creates a part whose value is a constant.
        init(_ name: String, text: String) { self.init(name, .none, prefix: text) }
    }

    /// An encoding of text.
    package enum Encoding: String, Sendable {
        /// Base64 of the text's UTF-8 bytes.
        case base64
        /// Percent-encoding for a URL.
        case percent

        func encode(_ text: String) -> String {
            switch self {
            case .base64: Base64.encode(text)
            case .percent: PercentEncoding.encode(text)
            }
        }
    }

    /// The source of a value.
    package enum Value: String, CaseIterable, Sendable {
        /// No source, because the part is a constant.
        case none
        // Values from the settings.
        case serviceProvider, domainName, redirectURL, partner, deviceType
        // Values from the app.
        case softwareStatement, deviceIdentifier, deviceInformation, userAgent, visitor, serviceToken
        // Values from the call.
        case mvpd, partnerStatus
        // Values of the secrets that the call names.
        case accessToken, clientID, clientSecret, grantType, code, saml, resource, resources, resourceList, identity
    }
}

extension RequestTemplate {
    /// Returns the value that replaces a segment in braces of an endpoint's path; `nil` for a constant segment.
    package static func placeholder(_ segment: Substring) -> Value? {
        segment.hasPrefix("{") && segment.hasSuffix("}") ? Value(rawValue: String(segment.dropFirst().dropLast())) : nil
    }
}
