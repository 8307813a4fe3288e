import FlowMachine

extension FlowCause {
    /// A defect of a launch as a whole, not of a single request.
    package enum LaunchFinding: Sendable {
        case keptSignInExpired(Profile, launched: Instant)
        /// The sign-in expired while the app ran.
        case signInExpired(Profile)
        case signInEnded(EndedSignIns.End)
        case signedOutAtReturn(SignOutsAtReturn.Found)
        case providerChanged(from: MVPDID, to: Profile, event: Int64)
        /// The device's clock was `ahead` milliseconds ahead of Adobe's; negative if it was behind.
        case clockWrong(ahead: Int64)
        case vaultFailed
        case accessDenied
        case foregroundUnreported(UnreportedForeground.Gap)
        case accountLeftOnDevice
        case secretLost
        case requestLoop(RequestLoops.Loop)
        case permittedAgain(PermittedAgain.Run)
        case tokensReplacedEarly(TokenReplacements.Run)
        case previewFlood(PreviewFloods.Flood)
        case singleSignOnRejected(SingleSignOnRejection)
        /// The other apps that use the vault.
        case vaultShared([String])
        /// Logouts are pending. `answered` is the number of other calls that Adobe answered.
        case signOutPending([OwedLogout], FailedCalls, answered: Int)

        /// The kind of the finding, by which findings are counted, grouped and compared.
        package var kind: Kind {
            switch self {
            case .keptSignInExpired: .keptSignInExpired
            case .signInExpired: .signInExpired
            case .signInEnded(let end): end.kind
            case .signedOutAtReturn: .signedOutAtReturn
            case .providerChanged: .providerChanged
            case .clockWrong(let ahead): .clockWrong(isBehind: ahead < 0)
            case .vaultFailed: .vaultFailed
            case .accessDenied: .accessDenied
            case .foregroundUnreported: .foregroundUnreported
            case .accountLeftOnDevice: .accountLeftOnDevice
            case .secretLost: .secretLost
            case .requestLoop: .requestLoop
            case .permittedAgain: .permittedAgain
            case .tokensReplacedEarly: .tokensReplacedEarly
            case .previewFlood: .previewFlood
            case .singleSignOnRejected(let rejection): .singleSignOnRejected(rejection)
            case .vaultShared: .vaultShared
            case .signOutPending: .signOutPending
            }
        }

        /// The party that can act on the finding.
        package var owner: Owner {
            switch self {
            case .providerChanged, .accessDenied, .accountLeftOnDevice: .viewer
            case .keptSignInExpired, .signInExpired: .provider
            case .signInEnded(let end): end.owner
            case .clockWrong, .vaultFailed, .secretLost: .device
            case .requestLoop, .permittedAgain, .tokensReplacedEarly, .previewFlood, .vaultShared, .foregroundUnreported,
                .signedOutAtReturn:
                .app
            case .singleSignOnRejected(let rejection): rejection.owner
            case .signOutPending(_, let failed, _): failed.isEmpty ? .network : failed.owner
            }
        }
    }
}

extension FlowCause.SingleSignOnRejection {
    package var owner: FlowCause.Owner {
        switch self {
        case .byProvider: .provider
        case .declined(.missingParametersFallback): .app
        case .byAdobe, .declined: .adobe
        }
    }
}

extension EndedSignIns.End {
    fileprivate var kind: FlowCause.Kind {
        switch reason {
        case .refused(let code): .signInEnded(code)
        case .gone: .signInEnded(nil)
        case .registrationRejected(let code): .registrationRejected(code)
        }
    }

    fileprivate var owner: FlowCause.Owner {
        switch reason {
        case .refused, .gone: .provider
        case .registrationRejected: .adobe
        }
    }
}
