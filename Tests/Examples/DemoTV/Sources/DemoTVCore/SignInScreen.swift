import FlowEffects
import FlowMachine

/// The view of a presentation: texts and buttons, without logic.
public struct SignInScreen: Equatable, Sendable {
    /// A button, and what the viewer chooses with it.
    public struct Button: Equatable, Sendable, Identifiable {
        /// The text on it.
        public let title: String
        /// The logo beside the text, if there is one.
        public let logoURL: String?
        /// The choice that the flow gets.
        public let choice: Choice

        /// The choice, which no other button of a screen has.
        public var id: Choice { choice }

        init(_ title: String, _ choice: Choice, logoURL: String? = nil) {
            self.title = title
            self.choice = choice
            self.logoURL = logoURL
        }
    }

    /// The headline.
    public private(set) var title: String
    /// The instruction, or the reason.
    public private(set) var message: String?
    /// The code for a second screen, if there is one.
    public private(set) var code: ShownCode?
    /// Whether a button should open the TV provider page of the system's settings.
    public private(set) var opensSettings = false
    /// The buttons, the most likely first.
    public private(set) var buttons: [Button]
    /// The presentation of this screen; a choice returns it to the flow.
    public let presentation: ShownPresentation

    private init(_ presentation: ShownPresentation, _ title: String, _ message: String? = nil, _ buttons: [Button] = []) {
        self.presentation = presentation
        self.title = title
        self.message = message
        self.buttons = buttons + [Button("Cancel", .cancel)]
    }

    /// The screen for `shown`; `nil` if there is none, or if the web authentication session shows it.
    public init?(_ shown: ShownPresentation) {
        switch shown.content {
        case .nothing, .userAgent, .signOutUserAgent: return nil
        case .providerPicker(let providers):
            self.init(
                shown, "Choose your TV provider", nil,
                providers.map { Button($0.displayName, .provider($0.mvpd), logoURL: $0.logoURL) })
        case .providerConfirmation(let last):
            self.init(
                shown, "Sign in with \(last.displayName)?", nil,
                [Button("Continue", .provider(last.mvpd), logoURL: last.logoURL), .otherProvider])
        case .profilePicker(let profiles):
            self.init(
                shown, "Which account?", nil,
                profiles.map { Button($0.displayName ?? $0.provider.text, .profile($0.provider), logoURL: $0.logoURL) })
        case .code(let code):
            self.init(
                shown, "Sign in on your phone or computer",
                code.isSlow ? "It takes longer than usual until a sign-in shows here." : nil,
                [Button("New code", .newCode), .otherProvider])
            self.code = code
        case .codeExpired:
            self.init(shown, "This code has expired", nil, [Button("New code", .newCode), .otherProvider])
        case .signOutInSettings(let path):
            self.init(
                shown, "Sign out of your TV provider too",
                "You signed in with the account of this device. Sign out in \(path.joined(separator: " > ")).", [Button("Done", .done)])
            opensSettings = true
        case .problem(let problem):
            self.init(shown, problem)
        }
    }

    private init(_ shown: ShownPresentation, _ problem: ShownProblem) {
        self.init(shown, problem.title, problem.details)
        // Only what can help: a way that leads back to the same problem is not among them.
        buttons = problem.options.compactMap { option in
            switch option {
            case .retry: Button("Try again", .retry)
            case .otherProvider: .otherProvider
            case .cancel: Button("Cancel", .cancel)
            // An option that a later version of the library adds: this app has no words for it.
            @unknown default: nil
            }
        }
    }
}

extension SignInScreen.Button {
    fileprivate static let otherProvider = Self("Another provider", .otherProvider)
}

extension SignInScreen: CustomStringConvertible, CustomReflectable {
    /// The title only: the code must not get into the app's own log.
    public var description: String { title }
    /// An empty mirror, for the same reason.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ShownProblem {
    fileprivate var title: String {
        switch reason {
        case .unreachable: "There is no connection"
        case .service, .throttled, .vault: "Signing in does not work at the moment"
        case .registration, .setup: "This version of the app cannot sign in"
        case .noProviders: "There is no TV provider to choose"
        case .provider: "Signing in with this provider does not work"
        case .apiEnded: "Update the app to sign in"
        case .partnerStatus, .authentication: "You need to sign in again"
        // A reason that a later version of the library adds.
        @unknown default: "Signing in does not work at the moment"
        }
    }
}
