import FlowEffects
import Foundation

// GUIDE: begin
/// Replaces the app's `EntitlementDelegate`: the screens that the app shows.
@MainActor protocol EntitlementScreens: AnyObject {
    /// Was `displayProviderDialog:`.
    func chooseProvider(_ picker: ShownPicker)
    /// Was the status `REGCODE` on tvOS.
    func showCode(_ code: ShownCode)
    /// Was `navigateToUrl:`, for the sign-in and for the sign-out. An app that uses `WebAuthentication` shows nothing here.
    func openPage(_ page: ShownPage)
    /// Was the status `VSA203`.
    func askToSignOutInSettings(_ settings: ShownSettingsPrompt)
    /// Was an error in `setAuthenticationStatus:errorCode:`. The `options` of the problem are the buttons.
    func showProblem(_ problem: ShownProblem)
    /// New: the viewer used this provider last.
    func confirm(_ last: ShownConfirmation)
    /// New: several sign-ins are known.
    func chooseProfile(_ picker: ShownProfilePicker)
    /// New: a code has expired.
    func offerNewCode(_ code: ShownExpiredCode)
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
        await flow.start()
        for await shown in flow.presentation {
            switch shown {
            case nil: screens?.dismiss()
            case .providerPicker(let picker): screens?.chooseProvider(picker)
            case .code(let code): screens?.showCode(code)
            case .userAgent(let page), .signOutUserAgent(let page): screens?.openPage(page)
            case .signOutInSettings(let settings): screens?.askToSignOutInSettings(settings)
            case .problem(let problem): screens?.showProblem(problem)
            case .providerConfirmation(let last): screens?.confirm(last)
            case .profilePicker(let picker): screens?.chooseProfile(picker)
            case .codeExpired(let code): screens?.offerNewCode(code)
            }
        }
    }

    /// Was `setAuthenticationStatus:errorCode:`, which answered `checkAuthentication`: who is signed in, now and after each change.
    var authenticationStatus: Current<FlowStatus> { flow.status }

    /// Was `getAuthentication`. A `FlowRefusal` with the reason `canceled` was `PROVIDER_NOT_SELECTED_ERROR`.
    func getAuthentication() async throws -> MVPDID? { try await flow.signIn().mvpd }

    /// Was `setSelectedProvider:`; `nil` gives up.
    func setSelectedProvider(_ provider: MVPDID?, in picker: ShownPicker) async {
        await flow.send(provider.map { picker.choice(of: $0) } ?? picker.cancel)
    }

    /// Was `handleExternalURL:`. Returns whether the flow used the URL.
    func handleExternalURL(_ url: URL) async -> Bool { await flow.handle(url) }

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
    var authenticationEnd: Date? {
        flow.status.value.viewer?.expiry
    }

    /// Was `getSelectedProvider` and `selectedProvider:`.
    var selectedProvider: MVPDID? {
        flow.status.value.viewer?.mvpd
    }

    /// Was `logout`. Returns whether Adobe has already received it.
    func logout() async throws -> Bool { try await flow.signOut() != .owed }
}
// GUIDE: end
