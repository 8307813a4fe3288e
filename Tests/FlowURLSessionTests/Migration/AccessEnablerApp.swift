import FlowEffects
import FlowMachine
import Foundation

// GUIDE: begin
/// Replaces the app's `EntitlementDelegate`: the screens that the app shows.
@MainActor protocol EntitlementScreens: AnyObject {
    /// Was `displayProviderDialog:`.
    func chooseProvider(_ providers: [ProviderDirectory.Entry], of shown: ShownPresentation)
    /// Was the status `REGCODE` on tvOS.
    func showCode(_ code: ShownCode, of shown: ShownPresentation)
    /// Was `navigateToUrl:`, for the sign-in and for the sign-out. An app that uses `WebAuthentication` shows nothing here.
    func openPage(_ url: String, of shown: ShownPresentation)
    /// Was the status `VSA203`.
    func askToSignOutInSettings(_ path: [String], of shown: ShownPresentation)
    /// Was an error in `setAuthenticationStatus:errorCode:`. The `options` of the problem are the buttons.
    func showProblem(_ problem: ShownProblem, of shown: ShownPresentation)
    /// New: the viewer used this provider last, or several sign-ins are known, or a code has expired.
    func confirm(_ choices: [Choice], of shown: ShownPresentation)
    /// Removes the current screen.
    func dismiss()
}

/// Replaces the app's `AccessEnabler`, with the names of its calls.
@MainActor final class Entitlements {
    private let flow: Flow
    private weak var screens: (any EntitlementScreens)?

    /// Was `init:softwareStatement`, `setRequestor:` and `setOptions:`, whose values the flow is created with.
    init(_ flow: Flow, screens: any EntitlementScreens) {
        self.flow = flow
        self.screens = screens
    }

    /// Was the delegate: call it once, in a task. It returns when the flow is shut down.
    func present() async {
        for await shown in flow.presentation.values {
            switch shown.content {
            case .nothing: screens?.dismiss()
            case .providerPicker(let providers): screens?.chooseProvider(providers, of: shown)
            case .code(let code): screens?.showCode(code, of: shown)
            case .userAgent(let url), .signOutUserAgent(let url): screens?.openPage(url, of: shown)
            case .signOutInSettings(let path): screens?.askToSignOutInSettings(path, of: shown)
            case .problem(let problem): screens?.showProblem(problem, of: shown)
            case .providerConfirmation(let last): screens?.confirm([.provider(last.mvpd), .otherProvider], of: shown)
            case .profilePicker(let profiles): screens?.confirm(profiles.map { .profile($0.provider) }, of: shown)
            case .codeExpired: screens?.confirm([.newCode, .otherProvider], of: shown)
            }
        }
    }

    /// Was `setAuthenticationStatus:errorCode:`, which answered `checkAuthentication`: who is signed in, now and after each change.
    var authenticationStatus: AsyncStream<FlowStatus> { flow.status.values }

    /// Was `getAuthentication`. A `FlowRefusal` with the reason `canceled` was `PROVIDER_NOT_SELECTED_ERROR`.
    func getAuthentication() async throws -> MVPDID? { try await flow.signIn().provider }

    /// Was `setSelectedProvider:`; `nil` gives up.
    func setSelectedProvider(_ provider: MVPDID?, of shown: ShownPresentation) async {
        await flow.send(provider.map { .provider($0) } ?? .cancel, for: shown)
    }

    /// Was `handleExternalURL:`. Returns whether the flow used the URL.
    func handleExternalURL(_ url: URL) async -> Bool { await flow.handle(url: url) }

    /// Was `checkPreauthorizedResources:` and `preauthorizedResources:`.
    func preauthorizedResources(of resources: [String]) async throws -> [String] {
        try await flow.preview(resources).filter(\.isPermitted).map(\.resource)
    }

    /// Was `getAuthorization:` with `setToken:forResource:` and `tokenRequestFailed:errorCode:errorDescription:`. The description is
    /// `details` of the `FlowRefusal` that is thrown.
    func getAuthorization(for resource: String) async throws -> String { try await flow.play(resource).redeem() }

    /// Was `checkAuthorization:`, which never asks the viewer to sign in.
    func checkAuthorization(for resource: String) async throws -> String {
        try await flow.play(resource, under: .ifSignedIn).redeem()
    }

    /// Was `getMetadata:` with the key `METADATA_USER_META`.
    func userMetadata() async throws -> UserMetadata { try await flow.userMetadata() }

    /// Was `getMetadata:` with `METADATA_AUTHENTICATION`: when the sign-in expires.
    var authenticationEnd: Instant? {
        if case .signedIn(let viewer) = flow.status.value { viewer.notAfter } else { nil }
    }

    /// Was `getSelectedProvider` and `selectedProvider:`.
    var selectedProvider: MVPDID? {
        if case .signedIn(let viewer) = flow.status.value { viewer.provider } else { nil }
    }

    /// Was `logout`. Returns whether Adobe has already received it.
    func logout() async throws -> Bool { try await flow.signOut() == .complete }
}
// GUIDE: end
