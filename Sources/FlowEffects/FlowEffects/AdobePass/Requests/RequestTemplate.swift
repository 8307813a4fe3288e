import FlowMachine

/// The parts of every request to one endpoint, in order, beside the method and the path. Requests are built from it, and the contract for
/// interpreters in other languages is made of it.
package struct RequestTemplate: Sendable {
    /// The parameters after the path.
    package var query: [Part] = []
    /// The header fields, in the order of Adobe's samples.
    package var headers: [Part] = []
    /// The body of the request, in the form that Adobe expects.
    package var body = Body.none

    /// The body of a request.
    package enum Body: Sendable {
        case none
        /// `application/x-www-form-urlencoded`.
        case form([Part])
        /// A JSON object with these members.
        case json([Part])
    }

    /// A value under a name. Without a value there is no part.
    package struct Part: Sendable {
        /// The name of the header field, the parameter or the member.
        package let name: String
        /// The value of the part, before it is encoded.
        package let value: Value
        /// The encodings of the value, in order. A query and a form are percent-encoded besides.
        package let encodings: [Encoding]
        /// Text before the encoded value.
        package let prefix: String
        /// Whether the part is sent only if the app sends the device headers everywhere (G-65).
        package var needsDeviceEverywhere = false

        /// A value under a name.
        init(_ name: String, _ value: Value, _ encodings: Encoding..., prefix: String = "") {
            self.name = name
            self.value = value
            self.encodings = encodings
            self.prefix = prefix
        }

        /// A constant under a name.
        init(_ name: String, text: String) { self.init(name, .none, prefix: text) }
    }

    /// An encoding of text.
    package enum Encoding: String, Sendable {
        /// Base64 of the text's UTF-8.
        case base64
        /// The value is percent-encoded for a URL.
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
        /// Nothing: the part is a constant.
        case none
        // The settings.
        case serviceProvider, domainName, redirectURL, partner, deviceType
        // The app.
        case softwareStatement, deviceIdentifier, deviceInformation, userAgent, visitor, serviceToken
        // The call.
        case mvpd, partnerStatus
        // Secrets that the call names.
        case accessToken, clientID, clientSecret, grantType, code, saml, resource, resources, resourceList, identity
    }
}

extension RequestTemplate {
    /// The text in braces of an endpoint's path, as the value that replaces it.
    package static func placeholder(_ segment: Substring) -> Value? {
        segment.hasPrefix("{") && segment.hasSuffix("}") ? Value(rawValue: String(segment.dropFirst().dropLast())) : nil
    }
}
