#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

/// A screen that the flow asks the app to show, with all the values that the screen needs. The app words and localizes the screen.
///
/// Each screen creates the choices that it offers to the viewer. Pass the viewer's choice to ``Flow/send(_:)``:
///
/// ```swift
/// case .providerPicker(let picker):
///     ForEach(picker.providers) { button($0.displayName, picker.choice(of: $0)) }
/// ```
///
/// An app's previews and tests create the values themselves: `ShownPresentation.code(ShownCode("AB12CD", activationURL: url))`.
/// A choice for such a screen is not accepted by any flow.
public enum ShownPresentation: Hashable, Sendable {
    /// A picker that lists providers.
    case providerPicker(ShownPicker)
    /// A question whether to sign in with the provider that was used last (V2-F-21).
    case providerConfirmation(ShownConfirmation)
    /// A picker that lists the viewer's sign-ins with several providers.
    case profilePicker(ShownProfilePicker)
    /// A page in a user agent, to sign in (V2-F-04).
    case userAgent(ShownPage)
    /// A code that the viewer types on a second screen (V2-F-06, V2-F-07).
    case code(ShownCode)
    /// A notice that the code expired unused (V2-F-15).
    case codeExpired(ShownExpiredCode)
    /// A page in a user agent, to finish signing out (V2-E-04).
    case signOutUserAgent(ShownPage)
    /// A request to sign out in the system's settings, too (V2-E-05, V1-31).
    case signOutInSettings(ShownSettingsPrompt)
    /// A problem, with the options that the viewer has.
    case problem(ShownProblem)
}

/// The members that all screens have: an id and the choice to cancel.
public protocol ShownScreen: Hashable, Sendable, Identifiable where ID == PresentationID {}

extension ShownScreen {
    /// The choice to cancel, which every screen has.
    public var cancel: ViewerChoice { ViewerChoice(.cancel, on: id) }
}

extension PresentationID {
    /// The id of screens that an app creates for its previews and tests; no flow uses it.
    public static let preview = PresentationID(0)
}

/// A viewer's choice on a screen. The screen's members create the choice, for example ``ShownCode/newCode``.
public struct ViewerChoice: Hashable, Sendable {
    /// The screen on which the viewer chose.
    public let screen: PresentationID
    let choice: Choice

    package init(_ choice: Choice, on screen: PresentationID) {
        self.screen = screen
        self.choice = choice
    }
}

extension ViewerChoice: CustomStringConvertible {
    /// The kind of choice and the number of the screen, without the chosen provider.
    public var description: String { "\(choice.kind.rawValue) on screen \(screen.number)" }
}

extension ShownPresentation: ShownScreen {
    /// The id of the screen. Each new screen has a new id; a code that is shown again because Adobe answers late keeps its id.
    public var id: PresentationID {
        switch self {
        case .providerPicker(let shown): shown.id
        case .providerConfirmation(let shown): shown.id
        case .profilePicker(let shown): shown.id
        case .userAgent(let shown), .signOutUserAgent(let shown): shown.id
        case .code(let shown): shown.id
        case .codeExpired(let shown): shown.id
        case .signOutInSettings(let shown): shown.id
        case .problem(let shown): shown.id
        }
    }
}

extension ShownPresentation {
    /// The page that the app opens in a user agent, to sign in or out; `nil` on any other screen.
    public var page: ShownPage? {
        switch self {
        case .userAgent(let page), .signOutUserAgent(let page): page
        case .providerPicker, .providerConfirmation, .profilePicker, .code, .codeExpired, .signOutInSettings, .problem: nil
        }
    }
}

/// The app's own provider picker.
public struct ShownPicker: ShownScreen {
    /// The id of the screen.
    public let id: PresentationID
    /// The providers, in Adobe's order.
    public let providers: [ProviderDirectory.Entry]

    /// Creates a picker, for previews and tests. Each parameter sets the property of the same name.
    public init(_ providers: [ProviderDirectory.Entry], id: PresentationID = .preview) {
        self.id = id
        self.providers = providers
    }

    /// Returns the choice to sign in with `provider`.
    public func choice(of provider: ProviderDirectory.Entry) -> ViewerChoice { choice(of: provider.mvpd) }

    /// Returns the choice to sign in with the provider that has the id `provider`.
    public func choice(of provider: MVPDID) -> ViewerChoice { ViewerChoice(.provider(provider), on: id) }
}

/// The question whether to sign in with the provider that was used last.
public struct ShownConfirmation: ShownScreen {
    /// The id of the screen.
    public let id: PresentationID
    /// The provider that was used last.
    public let provider: ProviderDirectory.Entry

    /// Creates a question, for previews and tests. Each parameter sets the property of the same name.
    public init(_ provider: ProviderDirectory.Entry, id: PresentationID = .preview) {
        self.id = id
        self.provider = provider
    }

    /// The choice to sign in with ``provider``.
    public var confirm: ViewerChoice { ViewerChoice(.provider(provider.mvpd), on: id) }
    /// The choice to sign in with another provider.
    public var otherProvider: ViewerChoice { ViewerChoice(.otherProvider, on: id) }
}

/// A choice between several sign-ins.
public struct ShownProfilePicker: ShownScreen {
    /// The id of the screen.
    public let id: PresentationID
    /// The sign-ins from which the viewer picks one.
    public let profiles: [ProfileOption]

    /// Creates a choice between sign-ins, for previews and tests. Each parameter sets the property of the same name.
    public init(_ profiles: [ProfileOption], id: PresentationID = .preview) {
        self.id = id
        self.profiles = profiles
    }

    /// Returns the choice to use the sign-in `profile`.
    public func choice(of profile: ProfileOption) -> ViewerChoice { ViewerChoice(.profile(profile.mvpd), on: id) }
}

/// One of the viewer's sign-ins in a picker, with its provider.
public struct ProfileOption: Hashable, Sendable, Identifiable {
    /// Adobe's id of the provider.
    public let mvpd: MVPDID
    /// The provider's name; `nil` if no configuration contained it.
    public let displayName: String?
    /// The URL of the provider's logo; `nil` if no configuration contained it.
    public let logoURL: URL?
    /// The time when the sign-in expires, by Adobe's clock.
    public let expiry: Date

    /// Adobe's id of the provider, which identifies the option.
    public var id: MVPDID { mvpd }

    /// Creates a sign-in, for previews and tests. Each parameter sets the property of the same name.
    public init(mvpd: MVPDID, displayName: String? = nil, logoURL: URL? = nil, expiry: Date) {
        self.mvpd = mvpd
        self.displayName = displayName
        self.logoURL = logoURL
        self.expiry = expiry
    }
}

/// A page that the app opens in a user agent.
public struct ShownPage: ShownScreen {
    /// The id of the screen.
    public let id: PresentationID
    /// The page's URL. It is a secret of the viewer: do not log it.
    public let url: URL

    /// Creates a page, for previews and tests. Each parameter sets the property of the same name.
    public init(url: URL, id: PresentationID = .preview) {
        self.id = id
        self.url = url
    }

    /// The report that the user agent reached the redirect URL (V2-F-05).
    public var redirectReached: ViewerChoice { ViewerChoice(.redirectReached, on: id) }
    /// The report that the user agent was closed before it reached the redirect URL (V2-F-22).
    public var closed: ViewerChoice { ViewerChoice(.userAgentClosed, on: id) }
}

/// A code that the viewer types on another device, and the page for it.
public struct ShownCode: ShownScreen {
    /// The id of the screen.
    public let id: PresentationID
    /// The code that the viewer types on another device.
    public let text: String
    /// The page where the viewer types the code.
    public let activationURL: URL?
    /// The URL of the activation page with the code in its query, for a QR code. Opening the URL begins a sign-in on this device, so the page
    /// must show the code and the device, and ask before it continues.
    public let link: URL?
    /// The time when the code expires, by the device's clock, for a countdown; `nil` if Adobe did not report it. Adobe's own clock may differ.
    public let expiry: Date?
    /// Whether Adobe answers late at the moment, so that a sign-in takes effect later than usual (V2-F-25). Say so to the viewer.
    public let isSlow: Bool

    /// Creates a code, for previews and tests. Each parameter sets the property of the same name.
    public init(
        _ text: String, activationURL: URL?, expiry: Date? = nil, isSlow: Bool = false, id: PresentationID = .preview
    ) {
        self.id = id
        self.text = text
        self.isSlow = isSlow
        self.activationURL = activationURL
        self.expiry = expiry
        link = activationURL.flatMap { url in
            // The query precedes the fragment of a URL.
            let parts = url.absoluteString.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let page = String(parts[0])
            let fragment = parts.count > 1 ? "#\(parts[1])" : ""
            return URL(string: "\(page)\(page.contains("?") ? "&" : "?")code=\(PercentEncoding.encode(text))\(fragment)")
        }
    }

    /// The choice to request a new code.
    public var newCode: ViewerChoice { ViewerChoice(.newCode, on: id) }
    /// The choice to sign in with another provider.
    public var otherProvider: ViewerChoice { ViewerChoice(.otherProvider, on: id) }
}

/// A code that expired unused.
public struct ShownExpiredCode: ShownScreen {
    /// The id of the screen.
    public let id: PresentationID

    /// Creates an expired code, for previews and tests.
    public init(id: PresentationID = .preview) { self.id = id }

    /// The choice to request a new code.
    public var newCode: ViewerChoice { ViewerChoice(.newCode, on: id) }
    /// The choice to sign in with another provider.
    public var otherProvider: ViewerChoice { ViewerChoice(.otherProvider, on: id) }
}

/// The request that the viewer, after the sign-out in the app, also sign out in the system's settings.
///
/// If `VideoSubscriberFramework.settingsURL` is not `nil`, open that URL. It leads to the TV provider's page of the settings.
public struct ShownSettingsPrompt: ShownScreen {
    /// The id of the screen.
    public let id: PresentationID
    /// The titles of the nested settings pages that lead to the sign-out, in English. An app in another language translates them.
    public let path: [String]

    /// Creates a request, for previews and tests. Each parameter sets the property of the same name.
    public init(path: [String], id: PresentationID = .preview) {
        self.id = id
        self.path = path
    }

    /// The report that the viewer has read the request, or has signed out in the settings.
    public var done: ViewerChoice { ViewerChoice(.done, on: id) }
}

/// A screen that reports a problem, with the texts of Adobe and of the provider.
public struct ShownProblem: ShownScreen {
    /// The id of the screen.
    public let id: PresentationID
    /// The kind of problem.
    public let reason: Problem.Reason
    /// Adobe's error code; `nil` if Adobe reported no code.
    public let code: String?
    /// Adobe's trace id, to quote to Adobe's support.
    public let trace: String?
    /// Adobe's message, meant for developers rather than viewers.
    public let message: String?
    /// The provider's or programmer's text for the viewer.
    public let details: String?
    /// The options that the viewer has.
    public let options: [Problem.Option]

    /// Creates a problem, for previews and tests. Each parameter sets the property of the same name.
    public init(
        _ reason: Problem.Reason, code: String? = nil, trace: String? = nil, message: String? = nil, details: String? = nil,
        options: [Problem.Option] = [.retry, .otherProvider, .cancel], id: PresentationID = .preview
    ) {
        self.id = id
        self.reason = reason
        self.code = code
        self.trace = trace
        self.message = message
        self.details = details
        self.options = options
    }

    /// The address of the documentation of ``code``, relative to the root of the documentation site; `nil` without a code.
    public var documentation: String? { code.map { DocumentationAnchor.code($0) } }

    /// Returns the viewer's choice of `option`. A flow accepts only the options in ``options``.
    public func choice(of option: Problem.Option) -> ViewerChoice {
        switch option {
        case .retry: ViewerChoice(.retry, on: id)
        case .otherProvider: ViewerChoice(.otherProvider, on: id)
        case .cancel: cancel
        }
    }

    /// Returns whether this screen offers `choice` to the viewer.
    func offers(_ choice: ViewerChoice) -> Bool { options.contains { self.choice(of: $0) == choice } }
}

extension ShownPresentation: Redacted {
    /// The kind of screen only, because codes and URLs are secret.
    public var description: String {
        switch self {
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

extension ShownPage: Redacted {
    /// Redacted: does not reveal the URL.
    public var description: String { "<page>" }
}

extension ShownCode: Redacted {
    /// Redacted: does not reveal the code.
    public var description: String { "<code>" }
}

extension ShownProblem: Redacted {
    /// The reason and Adobe's error code, without the texts.
    public var description: String { "\(reason.rawValue)\(code.map { " (\($0))" } ?? "")" }
}
