#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

// Converts the machine's presentations to screens for the app. A presentation refers to secrets; the vault has their values.

extension ShownPresentation {
    /// Creates the screen for `presentation`, with the values from the vault that its references name; `nil` if nothing is shown. If a secret
    /// is lost or a page has no valid URL, the screen is a problem of the vault instead.
    init?(
        _ id: PresentationID, _ presentation: Presentation, in vault: FlowVault, settings: FlowSettings, hosts: AdobeHosts,
        device: DeviceInformation? = nil
    ) {
        switch presentation {
        case .nothing: return nil
        case .providerPicker(let ref):
            guard case .configuration(let directory) = vault.secret(ref) else { self = .lost(id); return }
            self = .providerPicker(ShownPicker(directory.entries.filter { !$0.isTemporary }, id: id))
        case .providerConfirmation(let mvpd):
            let entry = vault.provider(mvpd)
            self = .providerConfirmation(ShownConfirmation(entry ?? ProviderDirectory.Entry(mvpd: mvpd, displayName: mvpd.text), id: id))
        case .profilePicker(let profiles):
            let options = profiles.map { profile in
                let entry = vault.provider(profile.mvpd)
                return ProfileOption(
                    mvpd: profile.mvpd, displayName: entry?.displayName, logoURL: entry?.logoURL, expiry: Date(profile.notAfter))
            }
            self = .profilePicker(ShownProfilePicker(options, id: id))
        case .userAgent(let ref):
            guard let page = ShownPage(ref, id, in: vault) else { self = .lost(id); return }
            self = .userAgent(page)
        case .code(let ref, let notAfter, let isSlow):
            guard case .code(let text) = vault.secret(ref) else { self = .lost(id); return }
            let page = settings.activationURL.flatMap { URL(page: $0) }
            self = .code(ShownCode(text, activationURL: page, expiry: notAfter.map { Date($0) }, isSlow: isSlow, id: id))
        case .codeExpired: self = .codeExpired(ShownExpiredCode(id: id))
        case .signOutUserAgent(let ref):
            guard let page = ShownPage(ref, id, in: vault) else { self = .lost(id); return }
            self = .signOutUserAgent(page)
        case .legacySignOut:
            let link = AdobePass.legacySignOutLink(settings, hosts: hosts, device: vault.deviceIdentifier(), device)
            guard let url = URL(page: link) else { self = .lost(id); return }
            self = .signOutUserAgent(ShownPage(url: url, id: id))
        case .signOutInSettings: self = .signOutInSettings(ShownSettingsPrompt(path: settings.platform.providerSettingsPath, id: id))
        case .problem(let problem): self = .problem(ShownProblem(problem, id: id, in: vault))
        }
    }

    /// Returns the problem to show if a secret is lost, or if no user agent could open a page.
    private static func lost(_ id: PresentationID) -> Self { .problem(ShownProblem(.vault, options: [.cancel], id: id)) }
}

extension ShownPage {
    fileprivate init?(_ ref: SecretRef, _ id: PresentationID, in vault: FlowVault) {
        guard case .link(let link) = vault.secret(ref), let url = URL(page: link) else { return nil }
        self.init(url: url, id: id)
    }
}

extension ShownProblem {
    init(_ problem: Problem, id: PresentationID, in vault: FlowVault) {
        let text = problem.error?.text.flatMap { vault.errorText($0) }
        self.init(
            problem.reason, code: problem.error?.code?.text, trace: problem.error?.trace?.text, message: text?.message,
            details: text?.details, options: problem.options, id: id)
    }
}

extension FlowVault {
    func errorText(_ ref: SecretRef) -> ErrorText? {
        if case .text(let text) = secret(ref) { text } else { nil }
    }
}
