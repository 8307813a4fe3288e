import FlowEffects
import FlowMachine

/// Why something does not play, in words for the viewer, with what the app can offer.
public struct RefusalText: Equatable, Sendable {
    /// The headline.
    public let title: String
    /// The provider's own words, where there are some; shown as they are.
    public let details: String?
    /// The details for a call to support: Adobe's error code and trace id, if there are any.
    public let reference: String?
    /// The options that the app can offer.
    public let options: [Problem.Option]

    /// The words for `refusal`; `nil` if the viewer gave up and needs none.
    public init?(_ refusal: FlowRefusal) {
        if refusal.isCancellation { return nil }
        title = refusal.title
        details = refusal.details
        let reference = [refusal.code, refusal.trace].compactMap { $0 }
        self.reference = reference.isEmpty ? nil : reference.joined(separator: ", ")
        options = refusal.options
    }

    /// The permit was redeemed too late.
    static let permitEnded = RefusalText(title: "That took too long", options: [.retry])
    /// The app's server did not accept the media token, or could not be reached.
    static let noStream = RefusalText(title: "This cannot be played at the moment", options: [.retry])

    private init(title: String, options: [Problem.Option]) {
        self.title = title
        self.options = options
        details = nil
        reference = nil
    }
}

extension FlowRefusal {
    fileprivate var title: String {
        switch reason {
        case .denied:
            switch code {
            case "authorization_denied_by_parental_controls": "Parental controls block this"
            case _: "Your subscription does not include this"
            }
        case .notSignedIn: "Sign in to watch"
        case .temporaryAccess: "There is no free preview now"
        case .unreachable: "There is no connection"
        case .registration: "The app cannot sign in: restart it, and update it if there is an update"
        case .setup: "This version of the app cannot sign in: update it if there is an update"
        case .apiEnded: "Update the app to watch"
        case .authentication: "Your sign-in cannot be used for this"
        case .service:
            switch code {
            // The provider was asked three times and did not answer: that says nothing about the subscription.
            case "network_connection_timeout", "network_received_error", "maximum_execution_time_exceeded":
                "Your TV provider does not answer at the moment"
            case _: "This cannot be played at the moment"
            }
        case .noDecision, .tooManyWishes: "This cannot be played at the moment"
        // A reason that a later version of the library adds.
        @unknown default: "This cannot be played at the moment"
        }
    }
}
