/// The error for a setting whose value would prevent every sign-in.
public struct SettingsFailure: Error, Hashable, Sendable {
    /// The settings that can be invalid.
    @nonexhaustive
    public enum Setting: String, Sendable {
        /// `FlowSettings.serviceProvider`.
        case serviceProvider
        /// `FlowSettings.host`.
        case host
        /// `FlowSettings.domainName`.
        case domainName
        /// `FlowSettings.redirectURL`.
        case redirectURL
        /// `FlowSettings.activationURL`.
        case activationURL
        /// `FlowSettings.partner`.
        case partner
        /// `FlowSettings.hasUserAgent`.
        case hasUserAgent
    }

    /// The reasons that a setting cannot work.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// The setting is empty.
        case empty
        /// The setting contains white space or a control character.
        case space
        /// The setting cannot be a part of a path: it is `.` or `..`, or contains a slash.
        case noPathPart
        /// The setting is not `https://` or `http://` followed by a host, or has a query or a fragment.
        case noHost
        /// The setting is not a domain like `example.com`: it has a scheme, a port or a path.
        case noDomain
        /// The setting does not begin with a scheme, such as `demotv:` in `demotv://signed-in`.
        case noScheme
        /// The platform does not have the ability. An Apple TV has no user agent (V2-F-01), and Apple's framework exists only on iOS,
        /// iPadOS, tvOS and visionOS.
        case notOnPlatform(FlowSettings.Platform)
    }

    /// The setting that cannot work.
    public let setting: Setting
    /// The reason that the setting cannot work.
    public let reason: Reason

    /// Creates the error for a setting that cannot work. Each parameter sets the property of the same name.
    public init(_ setting: Setting, _ reason: Reason) {
        self.setting = setting
        self.reason = reason
    }

    /// The name of the setting, the problem, and the fix. The text does not contain the setting's value.
    public var text: String { plainText.string }

    var plainText: PlainText {
        let problem: PlainText =
            switch reason {
            case .empty: "is empty: \(setting.advice)"
            case .space: "contains white space or a control character: \(setting.advice)"
            case .noPathPart: "cannot be part of a path: leave out slashes, and give neither . nor .."
            case .noHost: "is not a scheme and a host: \(setting.advice)"
            case .noDomain: "is not a domain: \(setting.advice)"
            case .noScheme: "has no scheme: \(setting.advice)"
            case .notOnPlatform(let platform): "does not exist on the platform \(platform.rawValue): \(setting.advice)"
            }
        return "\(setting.rawValue) \(problem)"
    }
}

extension SettingsFailure.Setting {
    /// The fix for this setting, as part of the text.
    fileprivate var advice: PlainText {
        switch self {
        case .serviceProvider: "give the service provider (requestor) id that Adobe issued"
        case .host: "write it like https://sp.auth.adobe.com"
        case .domainName: "write it like example.com, without scheme, port and path"
        case .redirectURL: "write it like demotv://signed-in"
        case .activationURL: "write it like https://example.com/activate"
        case .partner: "leave out the partner framework (FlowPorts.partnerFramework)"
        case .hasUserAgent: "set it to false; viewers type a code on another device"
        }
    }
}

extension SettingsFailure: CustomStringConvertible {
    /// The text of the error, equal to `text`, for the app's log.
    public var description: String { text }
}

extension FlowSettings {
    /// Checks that no text is empty or malformed, and that the platform has every ability that the settings name.
    ///
    /// The policy needs no check, because the flow limits each value to the bounds in the comments of ``Policy``.
    /// - Throws: `SettingsFailure` for the first invalid setting.
    public func validate() throws(SettingsFailure) {
        try check(serviceProvider, .serviceProvider)
        if serviceProvider == "." || serviceProvider == ".." || serviceProvider.utf8.contains(0x2F) {
            throw SettingsFailure(.serviceProvider, .noPathPart)
        }
        try check(host, .host)
        if !isHost(Array(host.utf8)) { throw SettingsFailure(.host, .noHost) }
        try check(domainName, .domainName)
        if domainName.utf8.contains(where: { $0 == 0x3A || $0 == 0x2F }) { throw SettingsFailure(.domainName, .noDomain) }
        try check(redirectURL, .redirectURL)
        if !hasScheme(redirectURL) { throw SettingsFailure(.redirectURL, .noScheme) }
        if let activationURL {
            try check(activationURL, .activationURL)
            // A QR code without a scheme is not a link.
            if !hasScheme(activationURL) { throw SettingsFailure(.activationURL, .noScheme) }
        }
        if hasUserAgent, platform == .tvOS { throw SettingsFailure(.hasUserAgent, .notOnPlatform(platform)) }
        if partner == .apple, !platform.hasPartnerFramework { throw SettingsFailure(.partner, .notOnPlatform(platform)) }
    }

    private func check(_ text: String, _ setting: SettingsFailure.Setting) throws(SettingsFailure) {
        if text.utf8.isEmpty { throw SettingsFailure(setting, .empty) }
        if text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) { throw SettingsFailure(setting, .space) }
    }

    private func isHost(_ url: [UInt8]) -> Bool {
        let lower = url.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        for scheme in ["https://", "http://"] where lower.starts(with: scheme.utf8) {
            guard lower.count > scheme.utf8.count, lower[scheme.utf8.count] != 0x2F else { return false }
            return !lower.contains { $0 == 0x3F || $0 == 0x23 }
        }
        return false
    }

    /// Returns whether `url` begins with a scheme: a letter, then letters, digits, `+`, `-` and `.`, and a colon (RFC 3986, 3.1).
    private func hasScheme(_ url: String) -> Bool {
        var isFirst = true
        for byte in url.utf8 {
            switch byte {
            case 0x3A: return !isFirst
            case 0x41...0x5A, 0x61...0x7A: isFirst = false
            case 0x30...0x39, 0x2B, 0x2D, 0x2E: if isFirst { return false }
            case _: return false
            }
        }
        return false
    }
}
