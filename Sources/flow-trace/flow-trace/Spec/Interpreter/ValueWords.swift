import FlowEffects
import FlowMachine
import FlowReading

/// The sources of the values in requests, in words.
enum ValueWords {
    static func source(of value: RequestTemplate.Value) -> String {
        switch value {
        case .none: ""
        case .serviceProvider: "settings.serviceProvider"
        case .domainName: "settings.domainName"
        case .redirectURL: "settings.redirectURL"
        case .partner: "the text Apple"
        case .deviceType: "tvOS if settings.platform is tvOS, else iOS"
        case .softwareStatement: "the app's software statement, as Adobe issued it"
        case .deviceIdentifier: "the text that identifies this device permanently: 64 hexadecimal digits of a SHA-256"
        case .deviceInformation: "the JSON object that describes the device: see device"
        case .userAgent: "the app's User-Agent"
        case .visitor: "the app's Experience Cloud ID, 1 to 64 digits; absent if the app has none"
        case .serviceToken: "the app's service token, a JWS of at most 8192 bytes; absent if the app has none"
        case .mvpd: "endpoint.mvpd; may be absent"
        case .partnerStatus:
            "endpoint.status as JSON: {\"frameworkPermissionInfo\":{\"accessStatus\":permission},\"frameworkProviderInfo\":"
                + "{\"id\":provider,\"expirationDate\":expiry as text}} without the members that the status has not; absent without a status"
        case .accessToken: "the secret call.token"
        case .clientID: "the member id of the secret endpoint.client"
        case .clientSecret: "the member secret of the secret endpoint.client"
        case .grantType: "of the member grantTypes of the secret endpoint.client: client_credentials if listed or none is, else the first"
        case .code: "the secret endpoint.code"
        case .saml: "the secret endpoint.saml"
        case .resource: "the secret endpoint.resource"
        case .resources: "a JSON list of texts: the secrets endpoint.resources, or the one secret endpoint.resource"
        case .resourceList: "the secrets endpoint.resources without those that contain a comma, joined by commas"
        case .identity: "the secret endpoint.identity; may be absent"
        }
    }

    /// Returns the kind of secret that contains the value; `nil` if the value is not secret.
    static func secret(of value: RequestTemplate.Value) -> SecretRef.Kind? {
        switch value {
        case .accessToken: .token
        case .clientID, .clientSecret, .grantType: .client
        case .code: .code
        case .saml: .saml
        case .resource, .resources, .resourceList: .resource
        case .identity: .identity
        case .none, .serviceProvider, .domainName, .redirectURL, .partner, .deviceType, .softwareStatement, .deviceIdentifier,
            .deviceInformation, .userAgent, .visitor, .serviceToken, .mvpd, .partnerStatus:
            nil
        }
    }

    /// Returns the form in which `vectors.json` writes a secret.
    static func form(of kind: SecretRef.Kind) -> String {
        switch kind {
        case .client: "object: id, secret, grantTypes"
        case .token: "text: the access token"
        case .code: "text: the code that a viewer types"
        case .link: "text: an absolute URL for the user agent"
        case .request: "object: request, type (may be absent), attributeNames; the partner framework's question"
        case .saml: "text: the normalized SAML response"
        case .media: "text: the serialized media token"
        case .attributes: "object: attributes, a list of name, json (text) and isEncrypted"
        case .configuration:
            "object: entries (a list of mvpd, displayName, logoURL, which may be absent, isTemporary, requiredMetadataFields), supported, "
                + "featured, isLimited"
        case .text: "object: message, details (may be absent)"
        case .resource: "text: the resource's identifier; equal resources have equal references"
        case .identity: "text: the identity of a promotional temporary access"
        }
    }

    static let hosts = [
        "The hosts are those of the environment whose restV2 is settings.host in lower case; else settings.host for all three APIs.",
        "Slashes at the end of a host and user information before an @ are removed. http:// becomes https:// unless the host is localhost, "
            + "a name that ends in .localhost, four decimal numbers of which the first is 127, or [::1].",
        "A request goes to the host of its api, with the path after it.",
    ]

    static let encodings = [
        "A part whose value is absent is left out. A secret that is not in the store fails the call without a request: transport, "
            + "secretMissing.",
        "A part with if is sent only if the app sends the device headers everywhere, which Adobe's checklist requires.",
        "percent: every byte of the UTF-8 except A-Z a-z 0-9 - . _ ~ as % and two hexadecimal digits in upper case.",
        "base64: of the UTF-8, standard alphabet, padded, without line breaks.",
        "encodings are applied in their order, then prefix is put before the result. A part with text is a constant.",
        "Path: a segment in braces is replaced by that value, then every segment is percent-encoded. A segment . or .. fails the call "
            + "without a request: transport, unreadable.",
        "query and form: name=value, both percent-encoded, joined by &, in order. Without a part a URL has no question mark.",
        "json: one object, members in order, no blanks. Of the characters only \" \\ and those below U+0020 are escaped: "
            + "\\\" \\\\ \\n \\r \\t, else \\u and four hexadecimal digits in lower case.",
        "SAML normalization, before a response of the partner framework is kept: every run of blanks and tabs becomes one blank, then "
            + "CR and LF are removed, then blanks at both ends.",
        "restV1 preauthorize sends no request if no resource is left in resourceList: each is denied with action none and status 200.",
    ]

    static let device = [
        "primaryHardwareType, model, version, manufacturer, vendor (the manufacturer), osName, osFamily (osName, but macOS for Mac OS and "
            + "OS X), osVendor (the manufacturer), osVersion: texts",
        "displayWidth, displayHeight, displayPpi: numbers; each absent if unknown",
        "connectionIp (text), connectionPort (number): absent if unknown; connectionType (text); connectionSecure (Boolean, absent if unknown)",
        "applicationId: text. The members are in this order, without blanks.",
    ]
}
