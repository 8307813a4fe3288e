import FlowMachine

/// Whether the device's TV provider account signs the viewer in, and the reason if it does not. The app can show this value as a hint and report it
/// to support.
///
/// The value is `unknown` while the account may still sign the viewer in. After a sign-out, the value repeats the device's last report.
public enum SingleSignOn: Hashable, Sendable {
    /// The flow has not asked the partner framework yet.
    case unknown
    /// The viewer is signed in by the device's account.
    case used
    /// The device's account does not sign the viewer in.
    case notUsed(Reason)

    /// The reason why the device's account does not sign the viewer in.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// The device has no partner framework, or the settings name none.
        case notAvailable
        /// The device has not yet asked the viewer whether the app may use the TV provider account (V2-B-04).
        case permissionNotDetermined
        /// The viewer does not allow the app to use the TV provider account. The viewer can change this in the device's settings (V2-C-08).
        case permissionDenied
        /// The device does not allow any app to use the account, for example because of a restriction (V2-C-08).
        case permissionRestricted
        /// No viewer is signed in to a TV provider on the device.
        case noAccount
        /// The app does not offer the account's provider for single sign-on, or the viewer chose a different provider (V2-C-11 to V2-C-13).
        case otherProvider
        /// The viewer closed the framework's picker (V2-C-14).
        case declined
        /// The app could not show the framework's screen.
        case notShown
        /// The framework failed with this error code (V2-C-14).
        case failed(code: Int64)
        /// The account's provider would have to ask the viewer again, or refused the request (V2-C-22).
        case rejected
        /// Adobe treats every viewer as signed in for now, without an account (V2-D-16).
        case degraded
        /// Temporary access is in use, which belongs to no account (V2-T-01).
        case temporaryAccess
        /// There is an account, but Adobe or the provider requires another sign-in method.
        case notSupported
    }
}

/// Follows the records and derives the state of single sign-on from them.
struct SingleSignOnTracker: Sendable {
    private(set) var outcome: SingleSignOn
    /// The partner framework's last answer, as a reason; `nil` before its first answer.
    private var found: SingleSignOn.Reason?

    init(_ settings: FlowSettings) {
        outcome = settings.partner == .absent ? .notUsed(.notAvailable) : .unknown
        found = settings.partner == .absent ? .notAvailable : nil
    }

    mutating func note(_ record: DecidedRecord) {
        if case .reply(_, let reply) = record.event.origin, case .partner(let answer) = reply.result, found != .notAvailable {
            let reason = SingleSignOnTracker.reason(answer)
            // The viewer's own earlier choice is more informative than the absence of an account on the device.
            if reason != .noAccount || (found != .declined && found != .otherProvider) { found = reason }
        }
        guard case .deciding(let state) = record.state else {
            // If there is an account, it may still sign the viewer in.
            outcome = found.map { $0 == .notSupported ? .unknown : .notUsed($0) } ?? .unknown
            return
        }
        outcome = SingleSignOnTracker.outcome(state.access, found)
    }

    private static func outcome(_ access: Access, _ found: SingleSignOn.Reason?) -> SingleSignOn {
        if access.isTemporary { return .notUsed(.temporaryAccess) }
        switch access.method {
        case .partnerFramework: return .used
        case .degradation: return .notUsed(.degraded)
        // The flow may find a sign-in of an earlier launch before it asks the framework.
        case .basicAuthentication, .unknown: return found.map { .notUsed($0) } ?? .unknown
        }
    }

    private static func reason(_ answer: PartnerAnswer) -> SingleSignOn.Reason {
        switch answer.status.permission {
        case .notDetermined: return .permissionNotDetermined
        case .denied: return .permissionDenied
        case .restricted: return .permissionRestricted
        case .granted: break
        }
        switch answer.error {
        case .unsupportedProvider: return .otherProvider
        case .canceled: return .declined
        case .rejected: return .rejected
        case .notShown: return .notShown
        case .other(let code): return .failed(code: code)
        case nil: return answer.status.mapping == nil ? .noAccount : .notSupported
        }
    }
}
