import FlowEffects
import Foundation

/// The view of a presentation: texts and buttons, without logic.
public struct SignInScreen: Equatable, Sendable, Identifiable {
    /// A button, and what the viewer chooses with it.
    public struct Button: Equatable, Sendable, Identifiable {
        /// The text on it.
        public let title: String
        /// The logo beside the text, if there is one.
        public let logoURL: URL?
        /// The choice that the flow gets.
        public let choice: ViewerChoice

        /// The choice, which no other button of a screen has.
        public var id: ViewerChoice { choice }

        init(_ title: String, _ choice: ViewerChoice, logoURL: URL? = nil) {
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
    /// Identifies the screen.
    public let id: PresentationID

    private init(_ shown: some ShownScreen, _ title: String, _ message: String? = nil, _ buttons: [Button] = []) {
        id = shown.id
        self.title = title
        self.message = message
        self.buttons = buttons + [Button(localized("Cancel"), shown.cancel)]
    }

    /// The screen for `shown`; `nil` if there is none, or if the web authentication session shows it.
    public init?(_ shown: ShownPresentation) {
        switch shown {
        case .userAgent, .signOutUserAgent: return nil
        case .providerPicker(let picker):
            self.init(
                picker, localized("Choose your TV provider"), nil,
                picker.providers.map { Button($0.displayName, picker.choice(of: $0), logoURL: $0.logoURL) })
        case .providerConfirmation(let last):
            self.init(
                last, localized("Sign in with %@?", last.provider.displayName), nil,
                [Button(localized("Continue"), last.confirm, logoURL: last.provider.logoURL), .otherProvider(last.otherProvider)])
        case .profilePicker(let picker):
            self.init(
                picker, localized("Which account?"), nil,
                picker.profiles.map { Button($0.displayName ?? $0.mvpd.text, picker.choice(of: $0), logoURL: $0.logoURL) })
        case .code(let code):
            self.init(
                code, localized("Sign in on your phone or computer"),
                code.isSlow ? localized("Your sign-in may take longer than usual to appear here.") : nil,
                [Button(localized("New code"), code.newCode), .otherProvider(code.otherProvider)])
            self.code = code
        case .codeExpired(let code):
            self.init(
                code, localized("This code has expired"), nil,
                [Button(localized("New code"), code.newCode), .otherProvider(code.otherProvider)])
        case .signOutInSettings(let settings):
            self.init(
                settings, localized("Sign out of your TV provider too"),
                localized("You signed in with the account of this device. Sign out in %@.", settings.path.joined(separator: " > ")),
                [Button(localized("Done"), settings.done)])
            opensSettings = true
        case .problem(let problem): self.init(problem)
        }
    }

    private init(_ problem: ShownProblem) {
        self.init(problem, problem.title, problem.details)
        // Only what can help: a way that leads back to the same problem is not among them.
        buttons = problem.options.compactMap { option in
            switch option {
            case .retry: Button(localized("Try again"), problem.choice(of: option))
            case .otherProvider: .otherProvider(problem.choice(of: option))
            case .cancel: Button(localized("Cancel"), problem.choice(of: option))
            // An option that a later version of the library adds: this app has no words for it.
            @unknown default: nil
            }
        }
    }
}

extension SignInScreen.Button {
    fileprivate static func otherProvider(_ choice: ViewerChoice) -> Self { Self(localized("Another provider"), choice) }
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
        case .unreachable: localized("There is no connection")
        case .service, .throttled, .vault: localized("Signing in does not work at the moment")
        case .registration, .setup: localized("This version of the app cannot sign in")
        case .noProviders: localized("There is no TV provider to choose")
        case .provider: localized("Signing in with this provider does not work")
        case .apiEnded: localized("Update the app to sign in")
        case .partnerStatus, .authentication: localized("You need to sign in again")
        // A reason that a later version of the library adds.
        @unknown default: localized("Signing in does not work at the moment")
        }
    }
}
