// The part of Apple's Video Subscriber Account framework that the adapter uses, with the names and shapes of its public
// documentation, so that the adapter is compiled and run where Apple's own does not exist. Each symbol names its page
// there. A test decides what a call does: see `StandInDevice`.

// Apple's module also exports Foundation, and uses UIKit's view controllers.
@_exported import Foundation
@_exported import UIKitStandIn

/// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountaccessstatus
public enum VSAccountAccessStatus: Int, Sendable {
    case notDetermined, restricted, denied, granted
}

/// https://developer.apple.com/documentation/videosubscriberaccount/vscheckaccessoption
public struct VSCheckAccessOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// https://developer.apple.com/documentation/videosubscriberaccount/vscheckaccessoption/prompt
    public static let prompt = VSCheckAccessOption(rawValue: "VSCheckAccessOptionPrompt")
}

/// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmanager
open class VSAccountManager: NSObject {
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmanager/delegate
    open weak var delegate: (any VSAccountManagerDelegate)?

    private let device = StandInDevice.current

    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmanager/checkaccessstatus(options:completionhandler:)
    open func checkAccessStatus(
        options: [VSCheckAccessOption: Any] = [:], completionHandler: @escaping @Sendable (VSAccountAccessStatus, (any Error)?) -> Void
    ) {
        device.check(prompt: options[.prompt] as? Bool ?? false, StandInCheck(self, completionHandler))
    }

    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmanager/enqueue(_:completionhandler:)
    open func enqueue(
        _ request: VSAccountMetadataRequest, completionHandler: @escaping @Sendable (VSAccountMetadata?, (any Error)?) -> Void
    ) -> VSAccountManagerResult {
        let enqueued = StandInRequest(self, request, completionHandler)
        device.enqueue(enqueued)
        return VSAccountManagerResult(enqueued)
    }
}

/// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmanagerdelegate
public protocol VSAccountManagerDelegate: NSObjectProtocol {
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmanagerdelegate/accountmanager(_:present:)
    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController)
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmanagerdelegate/accountmanager(_:dismiss:)
    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController)
    /// Optional in Apple's framework, where a delegate without it means `true`.
    ///
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmanagerdelegate/accountmanager(_:shouldauthenticateaccountproviderwithidentifier:)
    func accountManager(
        _ accountManager: VSAccountManager, shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool
}

/// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmanagerresult
open class VSAccountManagerResult: NSObject {
    private let request: StandInRequest

    init(_ request: StandInRequest) { self.request = request }

    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmanagerresult/cancel()
    open func cancel() { request.noteCancelled() }
}

/// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmetadatarequest
open class VSAccountMetadataRequest: NSObject {
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmetadatarequest/channelidentifier
    open var channelIdentifier: String?
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmetadatarequest/supportedaccountprovideridentifiers
    open var supportedAccountProviderIdentifiers: [String] = []
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmetadatarequest/featuredaccountprovideridentifiers
    open var featuredAccountProviderIdentifiers: [String] = []
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmetadatarequest/verificationtoken
    open var verificationToken: String?
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmetadatarequest/includeaccountprovideridentifier
    open var includeAccountProviderIdentifier = false
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmetadatarequest/includeauthenticationexpirationdate
    open var includeAuthenticationExpirationDate = false
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmetadatarequest/isinterruptionallowed
    open var isInterruptionAllowed = false
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmetadatarequest/attributenames
    open var attributeNames: [String] = []
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmetadatarequest/supportedauthenticationschemes
    open var supportedAuthenticationSchemes: [VSAccountProviderAuthenticationScheme] = [.saml]
}

/// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmetadata
open class VSAccountMetadata: NSObject {
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmetadata/accountprovideridentifier
    public let accountProviderIdentifier: String?
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmetadata/authenticationexpirationdate
    public let authenticationExpirationDate: Date?
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmetadata/samlattributequeryresponse
    public let samlAttributeQueryResponse: String?
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountmetadata/accountproviderresponse
    public let accountProviderResponse: VSAccountProviderResponse?

    init(_ answer: StandInRequest.Metadata) {
        accountProviderIdentifier = answer.provider
        authenticationExpirationDate = answer.expiration
        samlAttributeQueryResponse = answer.saml
        accountProviderResponse = answer.response.map { VSAccountProviderResponse(scheme: $0.scheme, body: $0.body) }
    }
}

/// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountproviderauthenticationscheme
public struct VSAccountProviderAuthenticationScheme: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountproviderauthenticationscheme/saml
    public static let saml = VSAccountProviderAuthenticationScheme(rawValue: "SAML")
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountproviderauthenticationscheme/api
    public static let api = VSAccountProviderAuthenticationScheme(rawValue: "API")
}

/// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountproviderresponse
open class VSAccountProviderResponse: NSObject {
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountproviderresponse/authenticationscheme
    public let authenticationScheme: VSAccountProviderAuthenticationScheme
    /// https://developer.apple.com/documentation/videosubscriberaccount/vsaccountproviderresponse/body
    public let body: String?

    init(scheme: VSAccountProviderAuthenticationScheme, body: String?) {
        authenticationScheme = scheme
        self.body = body
    }
}

/// https://developer.apple.com/documentation/videosubscriberaccount/vsopentvprovidersettingsurlstring
///
/// The documentation does not give the text.
public let VSOpenTVProviderSettingsURLString = "stand-in-settings:tv-provider"

/// https://developer.apple.com/documentation/videosubscriberaccount/vserrordomain
public let VSErrorDomain = "VSErrorDomain"

/// https://developer.apple.com/documentation/videosubscriberaccount/vserrorinfokeyunsupportedprovideridentifier
public let VSErrorInfoKeyUnsupportedProviderIdentifier = "VSErrorInfoKeyUnsupportedProviderIdentifier"

/// https://developer.apple.com/documentation/videosubscriberaccount/vserror
public struct VSError {
    /// https://developer.apple.com/documentation/videosubscriberaccount/vserror/code
    public enum Code: Int, Sendable {
        case accessNotGranted, unsupportedProvider, userCancelled, serviceTemporarilyUnavailable, providerRejected
        case invalidVerificationToken, rejected, unsupported
    }
}
