import FlowMachine

/// What the app shows, with everything it needs. The app words and localizes it, and reports the viewer's choice with
/// ``Flow/send(_:for:)``.
public struct ShownPresentation: Equatable, Sendable {
    /// Sent back with the viewer's choice; `nil` before anything was shown.
    let id: PresentationID?
    /// What the app shows.
    public let content: Content

    /// What the app shows, and the choices that the viewer has.
    public enum Content: Equatable, Sendable {
        /// Nothing.
        case nothing
        /// A provider picker. Choices: `provider`, `cancel`.
        case providerPicker([ProviderDirectory.Entry])
        /// Sign in with this provider, the one used last (V2-F-21)? Choices: `provider` with its id, `otherProvider`, `cancel`.
        case providerConfirmation(ProviderDirectory.Entry)
        /// Which of these sign-ins? Choices: `profile`, `cancel`.
        case profilePicker([ProfileOption])
        /// A user agent at this URL (V2-F-04). Choices: `redirectReached`, `userAgentClosed`, `cancel`.
        case userAgent(url: String)
        /// A code that the viewer types on a second screen (V2-F-06, V2-F-07). Choices: `newCode`, `otherProvider`, `cancel`.
        case code(ShownCode)
        /// The code expired unused (V2-F-15). Choices: `newCode`, `otherProvider`, `cancel`.
        case codeExpired
        /// A user agent at this URL, to finish signing out (V2-E-04). Choices: `redirectReached`, `userAgentClosed`, `cancel`.
        case signOutUserAgent(url: String)
        /// The viewer must sign out in the system's settings (V2-E-05, V1-31). Choices: `done`, `cancel`.
        ///
        /// Where the platform has a URL for that page, open it: `VideoSubscriberFramework.settingsURL`. `path` names the page in
        /// English, as a fallback; an app that shows it in another language words it itself.
        case signOutInSettings(path: [String])
        /// Something went wrong. Choices: those in `options`.
        case problem(ShownProblem)
    }
}

/// One of several sign-ins.
public struct ProfileOption: Hashable, Sendable {
    /// The provider.
    public let provider: MVPDID
    /// The provider's name, if a configuration contained it.
    public let displayName: String?
    /// The URL of the provider's logo, if a configuration contained it.
    public let logoURL: String?
    /// When the sign-in expires, by Adobe's clock, in milliseconds since 1970.
    public let notAfter: Instant
}

/// A code and where to type it.
public struct ShownCode: Hashable, Sendable {
    /// The code.
    public let text: String
    /// The page where it is typed.
    public let activationURL: String?
    /// The same page with the code, for a QR code. Opening it begins a sign-in on this device, so the page must show the code and the
    /// device, and ask before it continues.
    public let link: String?
    /// When the code expires by the device's clock, if Adobe reported it; for a countdown. Adobe's own clock may differ from the device's.
    public let notAfter: Instant?
    /// Whether Adobe answers late at the moment, so that a sign-in appears here later than usual (V2-F-25). Show this to the viewer.
    public let isSlow: Bool

    init(_ text: String, activationURL: String?, notAfter: Instant?, isSlow: Bool) {
        self.text = text
        self.isSlow = isSlow
        self.activationURL = activationURL
        self.notAfter = notAfter
        link = activationURL.map { url in
            // A fragment is at the end of a URL.
            let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let page = String(parts[0])
            let fragment = parts.count > 1 ? "#\(parts[1])" : ""
            return "\(page)\(page.contains("?") ? "&" : "?")code=\(PercentEncoding.encode(text))\(fragment)"
        }
    }
}

/// What went wrong, with its texts.
public struct ShownProblem: Hashable, Sendable {
    /// What went wrong.
    public let reason: Problem.Reason
    /// Adobe's error code, if it reported one.
    public let code: String?
    /// Adobe's trace id, to quote to its support.
    public let trace: String?
    /// Adobe's message, meant for developers rather than viewers.
    public let message: String?
    /// The provider's or programmer's text for the viewer.
    public let details: String?
    /// What the viewer can do about it.
    public let options: [Problem.Option]
}

extension ShownPresentation.Content: Redacted {
    /// The name only: codes and URLs are secret.
    public var description: String {
        switch self {
        case .nothing: "nothing"
        case .providerPicker: "providerPicker"
        case .providerConfirmation: "providerConfirmation"
        case .profilePicker: "profilePicker"
        case .userAgent: "userAgent"
        case .code: "code"
        case .codeExpired: "codeExpired"
        case .signOutUserAgent: "signOutUserAgent"
        case .signOutInSettings: "signOutInSettings"
        case .problem: "problem"
        }
    }
}

extension ShownCode: Redacted {
    /// Redacted: does not reveal the code.
    public var description: String { "<code>" }
}

extension ShownProblem: Redacted {
    /// The reason and the code, none of the texts.
    public var description: String { "\(reason.rawValue)\(code.map { " (\($0))" } ?? "")" }
}

extension ShownPresentation {
    static let nothing = ShownPresentation(id: nil, content: .nothing)

    /// `presentation` with the values that its references name. If a secret is lost, this is a problem of the vault instead.
    init(
        _ id: PresentationID, _ presentation: Presentation, in vault: FlowVault, settings: FlowSettings, hosts: AdobeHosts,
        device: DeviceInformation? = nil
    ) {
        self.id = id
        content = Content(presentation, in: vault, settings: settings, hosts: hosts, device: device) ?? .problem(.lost)
    }
}

extension ShownPresentation.Content {
    init?(_ presentation: Presentation, in vault: FlowVault, settings: FlowSettings, hosts: AdobeHosts, device: DeviceInformation?) {
        switch presentation {
        case .nothing: self = .nothing
        case .providerPicker(let ref):
            guard case .configuration(let directory) = vault.secret(ref) else { return nil }
            self = .providerPicker(directory.entries.filter { !$0.isTemporary })
        case .providerConfirmation(let mvpd):
            let entry = vault.provider(mvpd)
            self = .providerConfirmation(
                entry ?? ProviderDirectory.Entry(mvpd: mvpd, displayName: mvpd.text, logoURL: nil, isTemporary: false))
        case .profilePicker(let profiles):
            self = .profilePicker(
                profiles.map { profile in
                    let entry = vault.provider(profile.mvpd)
                    return ProfileOption(
                        provider: profile.mvpd, displayName: entry?.displayName, logoURL: entry?.logoURL, notAfter: profile.notAfter)
                })
        case .userAgent(let ref):
            guard case .link(let url) = vault.secret(ref) else { return nil }
            self = .userAgent(url: url)
        case .code(let ref, let notAfter, let isSlow):
            guard case .code(let text) = vault.secret(ref) else { return nil }
            self = .code(ShownCode(text, activationURL: settings.activationURL, notAfter: notAfter, isSlow: isSlow))
        case .codeExpired: self = .codeExpired
        case .signOutUserAgent(let ref):
            guard case .link(let url) = vault.secret(ref) else { return nil }
            self = .signOutUserAgent(url: url)
        case .legacySignOut:
            let identifier = vault.deviceIdentifier()
            self = .signOutUserAgent(url: AdobePass.legacySignOutLink(settings, hosts: hosts, device: identifier, device))
        case .signOutInSettings: self = .signOutInSettings(path: settings.platform.providerSettingsPath)
        case .problem(let problem): self = .problem(ShownProblem(problem, in: vault))
        }
    }
}

extension ShownProblem {
    static let lost = ShownProblem(reason: .vault, code: nil, trace: nil, message: nil, details: nil, options: [.cancel])

    init(_ problem: Problem, in vault: FlowVault) {
        let text = problem.error?.text.flatMap { vault.errorText($0) }
        self.init(
            reason: problem.reason, code: problem.error?.code?.text, trace: problem.error?.trace?.text, message: text?.message,
            details: text?.details, options: problem.options)
    }
}

extension FlowVault {
    func errorText(_ ref: SecretRef) -> ErrorText? {
        if case .text(let text) = secret(ref) { text } else { nil }
    }
}
