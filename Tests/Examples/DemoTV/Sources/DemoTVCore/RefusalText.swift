import FlowEffects

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
        guard let title = refusal.title else { return nil }
        self.title = title
        details = refusal.details
        let reference = [refusal.code, refusal.trace].compactMap { $0 }
        self.reference = reference.isEmpty ? nil : reference.joined(separator: ", ")
        options = refusal.options
    }

    /// The permit was redeemed too late.
    static var permitEnded: RefusalText { RefusalText(title: localized("That took too long"), options: [.retry]) }
    /// The app's server did not accept the media token, or could not be reached.
    static var noStream: RefusalText { RefusalText(title: localized("This cannot be played at the moment"), options: [.retry]) }

    private init(title: String, options: [Problem.Option]) {
        self.title = title
        self.options = options
        details = nil
        reference = nil
    }
}

extension FlowRefusal {
    fileprivate var title: String? {
        switch reason {
        // The viewer or the app gave it up (`isCancellation`).
        case .canceled, .signedOut, .shutDown: nil
        case .denied:
            switch code {
            case "authorization_denied_by_parental_controls": localized("Parental controls block this")
            case _: localized("Your subscription does not include this")
            }
        case .notSignedIn: localized("Sign in to watch")
        case .temporaryAccess: localized("There is no free preview now")
        case .unreachable: localized("There is no connection")
        case .registration: localized("The app cannot sign in: restart it, and update it if there is an update")
        case .setup: localized("This version of the app cannot sign in: update it if there is an update")
        case .apiEnded: localized("Update the app to watch")
        case .authentication: localized("Your sign-in cannot be used for this")
        case .service:
            switch code {
            // The provider was asked three times and did not answer: that says nothing about the subscription.
            case "network_connection_timeout", "network_received_error", "maximum_execution_time_exceeded":
                localized("Your TV provider does not answer at the moment")
            case _: localized("This cannot be played at the moment")
            }
        case .noDecision, .tooManyWishes, .vaultInUse: localized("This cannot be played at the moment")
        // A reason that a later version of the library adds.
        @unknown default: localized("This cannot be played at the moment")
        }
    }
}
