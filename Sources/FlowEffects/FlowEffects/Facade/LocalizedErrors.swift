import FlowMachine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// The text that `localizedDescription` returns for each error of this library: in English, for the app's log and its developers, without
// secrets. The app itself words the texts for viewers, according to the error's reason.

extension FlowRefusal: LocalizedError {
    /// The reason in a sentence, with Adobe's code and trace id if there are any.
    public var errorDescription: String? {
        let marks = [code, trace.map { "trace \($0)" }].compactMap { $0 }
        return reason.sentence + (marks.isEmpty ? "." : " (\(marks.joined(separator: ", "))).")
    }
}

extension FlowRefusal.Reason {
    fileprivate var sentence: String {
        switch self {
        case .denied: "The provider or Adobe does not allow this resource"
        case .notSignedIn: "No viewer is signed in"
        case .canceled: "The viewer gave up, or a request for temporary access replaced this sign-in"
        case .signedOut: "The viewer signed out meanwhile"
        case .shutDown: "The flow was shut down"
        case .vaultInUse: "Another flow uses the vault: create one flow for a vault, or shut the first one down"
        case .temporaryAccess: "Temporary access is not configured, or has been used up"
        case .tooManyWishes: "Too many requests of the app are open"
        case .service: "Adobe failed, or a server on the way"
        case .noDecision: "Adobe answered without a decision about this resource"
        case .unreachable: "Adobe could not be reached"
        case .registration: "Adobe refused the registration of the app"
        case .setup: "The app is set up wrongly at Adobe, or its settings are wrong"
        case .authentication: "The viewer's sign-in cannot be used for this"
        case .apiEnded: "Adobe has shut down the API that this version of the app uses"
        }
    }
}

extension PermitFailure: LocalizedError, CustomStringConvertible {
    /// The reason why there is no media token, and the remedy.
    public var description: String {
        switch self {
        case .alreadyRedeemed: "The permit's media token was returned before: play again."
        case .expired: "The permit's media token has expired: play again."
        case .signedOut: "The viewer has signed out since the permit was granted."
        case .shutDown: "The flow was shut down since the permit was granted."
        }
    }
    /// The value of `description`.
    public var errorDescription: String? { description }
}

extension HTTPFailure: LocalizedError, CustomStringConvertible {
    /// The reason why the request has no response.
    public var description: String {
        switch self {
        case .timedOut: "No data arrived in time."
        case .connection: "There was no connection, or it was lost."
        case .tooBig: "The response's body is bigger than allowed."
        case .canceled: "The request was canceled."
        }
    }
    /// The value of `description`.
    public var errorDescription: String? { description }
}

extension FlowFailure: LocalizedError, CustomStringConvertible {
    /// The value of `text`.
    public var description: String { text }
    /// The value of `text`.
    public var errorDescription: String? { text }
}

extension EventLogFailure: LocalizedError {
    /// The value of `text`.
    public var errorDescription: String? { text }
}

extension FlowVaultFailure: LocalizedError {
    /// The value of `text`.
    public var errorDescription: String? { text }
}

extension LogFailure: LocalizedError {
    /// The value of `description`.
    public var errorDescription: String? { description }
}

extension CodingFailure: LocalizedError {
    /// The value of `description`.
    public var errorDescription: String? { description }
}

extension ReplayFailure: LocalizedError {
    /// The value of `description`.
    public var errorDescription: String? { description }
}

extension FlowSetupFailure: LocalizedError, CustomStringConvertible {
    /// The value of `text`, for the app's log.
    public var description: String { text }
    /// The value of `text`, for the app's log.
    public var errorDescription: String? { text }
}

extension SettingsFailure: LocalizedError {
    /// The value of `text`, for the app's log.
    public var errorDescription: String? { text }
}
