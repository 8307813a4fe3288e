import FlowMachine

extension FlowCause {
    /// The reason why a request was refused or denied.
    package enum RefusedFinding: Sendable {
        case refused(Refused)
        case nobodySignedIn
        case keptSignInUnchecked(MVPDID, FailedCalls)
        case keptSignInExpiredBefore(Profile)
        /// A viewer had signed out at `event`, before the request.
        case signedOutBefore(event: Int64)
        case temporaryAccessNotSetUp
        case ownTokensRefused(FailedCalls)
        case otherServer(ReportedError?, FailedCalls)
        case apiEnded(FailedCalls)
        case denied(Denied)
        case signOutNotReached(FailedCalls)

        /// The kind of the finding, by which findings are counted, grouped and compared.
        package var kind: Kind {
            switch self {
            case .refused(let refused): .refused(refused.reason, refused.error)
            case .nobodySignedIn: .nobodySignedIn
            case .keptSignInUnchecked: .keptSignInUnchecked
            case .keptSignInExpiredBefore: .keptSignInExpiredBefore
            case .signedOutBefore: .signedOutBefore
            case .temporaryAccessNotSetUp: .temporaryAccessNotSetUp
            case .ownTokensRefused: .ownTokensRefused
            case .otherServer: .otherServer
            case .apiEnded: .apiEnded
            case .denied(let denied): .denied(denied.error, denied.denial)
            case .signOutNotReached: .signOutNotReached
            }
        }

        /// The party that can act on the finding.
        package var owner: Owner {
            switch self {
            case .refused(let refused): refused.owner
            case .nobodySignedIn, .temporaryAccessNotSetUp, .apiEnded: .app
            case .keptSignInUnchecked(_, let failed), .signOutNotReached(let failed): failed.owner
            case .keptSignInExpiredBefore: .provider
            case .signedOutBefore: .viewer
            case .ownTokensRefused: .adobe
            case .otherServer: .network
            case .denied(let denied): denied.owner
            }
        }
    }

    /// A refusal that has no better explanation than its reason.
    package struct Refused: Sendable {
        package let reason: Refusal.Reason
        package let error: ReportedError?
        package let failed: FailedCalls
        /// The playbacks for which temporary access was used.
        package let temporary: [Witness]

        /// Whether the provider permits the playback only at the viewer's home.
        package var isHomeOnly: Bool { if case .code(let code) = error { Denier(code) == .homeOnly } else { false } }

        /// Whether Adobe rejected a parameter of the request.
        package var isAboutParameter: Bool { if case .code(let code) = error { code.isAboutParameter } else { false } }
    }

    /// A denied playback, and the party that denied it.
    package struct Denied: Sendable {
        package let error: ReportedError
        package let denier: Denier
        package let subject: Subject
        package let circumstance: Circumstance

        /// Returns this denial with `circumstance` as its explanation.
        package func explained(by circumstance: Circumstance) -> Denied {
            Denied(error: error, denier: denier, subject: subject, circumstance: circumstance)
        }

        /// A further explanation of a denial.
        package enum Circumstance: Sendable {
            case none
            /// The viewer's provider changed at `event`. `launch` is the beginning of the launch with that event; `nil` for the launch of the denial.
            case providerChanged(from: MVPDID, to: MVPDID, event: Int64, launch: Instant?)
            /// Adobe had several sign-ins, and the flow chose one of them (`taken`) without asking the viewer.
            case severalSignIns([MVPDID], taken: MVPDID, event: Int64)
            /// The viewer began to sign in with another provider, and did not finish.
            case unfinishedChange(event: Int64)
        }
    }

    /// The party that denied a playback. A part of Adobe's error code determines the party, so new codes with the same part are understood.
    package enum Denier: Sendable {
        case degradationRule, parentalControls, provider, adobe
        /// The provider, which permits the playback only at the viewer's home (home-based authentication, hba).
        case homeOnly

        package init(_ code: ErrorCode?) {
            guard let code = code?.text else {
                self = .adobe
                return
            }
            self =
                code.contains(text: "degradation")
                ? .degradationRule
                : code.contains(text: "parental")
                    ? .parentalControls : code.contains(text: "_hba_") ? .homeOnly : code.hasSuffix("by_mvpd") ? .provider : .adobe
        }
    }
}

extension FlowCause.Refused {
    package var owner: FlowCause.Owner {
        switch reason {
        case .canceled, .signedOut: .viewer
        case .temporaryAccess: temporary.isEmpty ? .adobe : .app
        case .service: isAboutParameter ? .app : .adobe
        case .authentication where isHomeOnly: .provider
        case .noDecision, .authentication: .adobe
        case .unreachable: failed.owner
        case .tooManyWishes, .registration, .setup, .apiEnded, .notSignedIn: .app
        }
    }
}

extension FlowCause.Denied {
    package var denial: FlowCause.Denial {
        switch circumstance {
        case .none, .unfinishedChange: .alone
        case .providerChanged: .afterChangeOfProvider
        case .severalSignIns: .byOneOfSeveralSignIns
        }
    }

    package var owner: FlowCause.Owner {
        switch circumstance {
        case .providerChanged: return .viewer
        case .severalSignIns: return .app
        case .none, .unfinishedChange: break
        }
        return denier.owner
    }
}

extension FlowCause.Denier {
    /// The party that can act on the denial. Findings and the list of error codes both use it.
    package var owner: FlowCause.Owner {
        switch self {
        case .degradationRule, .adobe: .adobe
        case .parentalControls: .viewer
        case .provider, .homeOnly: .provider
        }
    }
}

extension ErrorCode {
    /// Whether Adobe rejected a parameter of the request, which the app sets. The legacy API has names of its own.
    package var isAboutParameter: Bool {
        text.hasPrefix("invalid_parameter") || text == "invalid_requestor" || text == "missing_resource"
            || text == "malformed_authz_request"
    }

    /// The party that can act if Adobe rejects a request with this code. Findings and the list of error codes both use it.
    package var ownerOfRejection: FlowCause.Owner { isAboutParameter || isTooMany ? .app : .adobe }
}
