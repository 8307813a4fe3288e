// The part of Apple's Authentication Services that FlowWebAuthentication uses, with the names and shapes of its public
// documentation. A test decides how a page ends: see `StandInBrowser`.

// Apple's module also exports Foundation and the windows.
@_exported import Foundation
import Synchronization
@_exported import UIKitStandIn

/// https://developer.apple.com/documentation/authenticationservices/aspresentationanchor
public typealias ASPresentationAnchor = UIWindow

/// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationpresentationcontextproviding
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationpresentationcontextproviding/presentationanchor(for:)
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

/// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerrordomain
public let ASWebAuthenticationSessionErrorDomain = "com.apple.AuthenticationServices.WebAuthenticationSession"

/// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror
public struct ASWebAuthenticationSessionError {
    /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsessionerror/code
    public enum Code: Int, Sendable {
        case canceledLogin = 1
        case presentationContextNotProvided, presentationContextInvalid
    }
}

/// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession
open class ASWebAuthenticationSession: NSObject {
    /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/completionhandler
    public typealias CompletionHandler = (URL?, (any Error)?) -> Void

    /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback
    public final class Callback: NSObject {
        let host: String?
        let path: String?
        let scheme: String?

        private init(host: String?, path: String?, scheme: String?) {
            self.host = host
            self.path = path
            self.scheme = scheme
        }

        /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback/https(host:path:)
        public static func https(host: String, path: String) -> Callback { Callback(host: host, path: path, scheme: nil) }

        /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/callback/customscheme(_:)
        public static func customScheme(_ customScheme: String) -> Callback { Callback(host: nil, path: nil, scheme: customScheme) }
    }

    private let shown: StandInBrowser.Page
    private let browser = StandInBrowser.current

    /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/init(url:callback:completionhandler:)-6nut7
    public init(url URL: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {
        shown = .init(url: URL.absoluteString, host: callback.host, path: callback.path, scheme: callback.scheme, completionHandler)
    }

    /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/init(url:callbackurlscheme:completionhandler:)-7fpox
    public init(url URL: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {
        shown = .init(url: URL.absoluteString, host: nil, path: nil, scheme: callbackURLScheme, completionHandler)
    }

    /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/presentationcontextprovider
    open weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?

    /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/prefersephemeralwebbrowsersession
    open var prefersEphemeralWebBrowserSession = false

    /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/start()
    @MainActor open func start() -> Bool {
        let anchor = presentationContextProvider?.presentationAnchor(for: self)
        return browser.start(shown, isEphemeral: prefersEphemeralWebBrowserSession, hasAnchor: anchor != nil)
    }

    /// https://developer.apple.com/documentation/authenticationservices/aswebauthenticationsession/cancel()
    open func cancel() { browser.cancel(shown) }
}
