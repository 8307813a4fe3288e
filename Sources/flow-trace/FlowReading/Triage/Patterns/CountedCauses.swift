import FlowMachine

// The properties of a cause that `LaunchCensus` needs.

extension FlowCause.Owner {
    /// Whether the error only suggests the owner: the party that sends an error need not have made the mistake. A pattern is more reliable.
    var isGuessed: Bool {
        switch self {
        case .provider, .adobe, .network: true
        case .viewer, .app, .device, .library: false
        }
    }
}

extension FlowCause.Kind {
    /// Whether the cause is so common in launches without a fault that it says little about a failure.
    var isEverywhere: Bool {
        switch self {
        case .versionChanged, .keptSignInExpired, .signInExpired, .accessDenied: true
        case _: false
        }
    }

    /// Whether the cause explains why no viewer was signed in later.
    var endsSignIn: Bool {
        switch self {
        case .keptSignInExpired, .signInExpired, .signInEnded, .registrationRejected, .signedOutAtReturn: true
        case _: false
        }
    }

    /// Whether Adobe's two APIs report the cause with different errors, so that each error occurs with only one API.
    var differsByAPI: Bool {
        switch self {
        case .denied, .refused(_, _?): true
        case _: false
        }
    }

    /// Whether the error itself names its owner, so that the pattern of the launches does not revise the owner: a degradation rule and the integration
    /// with a provider are set in Adobe's dashboard, and Adobe applies them without asking the provider.
    var namesOwner: Bool {
        switch self {
        case .denied(.code(let code), _): if case .degradationRule = FlowCause.Denier(code) { true } else { false }
        case .singleSignOnRejected(.declined(.configurationFallback)): true
        // The software statement is part of the app.
        case .refused(.registration, _), .registrationRejected: true
        case _: lacksIntegration
        }
    }

    /// Whether Adobe's configuration does not contain what the app asks for.
    var lacksIntegration: Bool {
        switch self {
        case .refused(_, .code(let code)?), .canceledAtProblem(.refused(_, let code?)):
            ["invalid_integration", "unknown_integration"].contains(code.text)
        case _: false
        }
    }

    /// The settings that may explain the cause, if their values differ between launches with and without the cause.
    var settings: [String] {
        switch self {
        case .tokensReplacedEarly: ["policy.tokenMargin"]
        case .methodChanged: ["partner", "policy.statusWithoutExpiry"]
        case .codeUnused, .codeExpired, .canceledByViewer(at: .code), .canceledByViewer(at: .codeExpired):
            ["hasUserAgent", "activationURL", "policy.pollInterval"]
        case .canceledByViewer(at: nil), .canceledByViewer(at: .providerPicker): ["policy.opensOwnPickerAfterCancel", "host"]
        case .codeGivenUp: ["policy.sessionLifetime"]
        case .redirectMissing, .redirectUnconfirmed, .pageClosed, .canceledByViewer(at: .userAgent):
            ["hasUserAgent", "redirectURL", "policy.userAgentGrace"]
        case .unansweredAfterFailures, .slow(.pause, _): ["policy.breakerThreshold", "policy.breakerPause"]
        case .registrationRejected, .refused(.registration, _): ["host", "serviceProvider"]
        case .refused(.unreachable, _), .fulfilledAfterFailures: ["policy.requestTimeout", "policy.attempts"]
        case _: []
        }
    }

    /// Whether the cause is an act of the viewer. If viewers act in this way far more often with one provider or one version, there is a reason for
    /// it.
    var isViewersAct: Bool {
        switch self {
        case .canceledByViewer, .codeUnused, .codeExpired, .pageClosed: true
        case _: false
        }
    }

    /// Whether somebody in a household can cause it in the settings of a device.
    var isHouseholds: Bool {
        switch self {
        case .providerChanged, .methodChanged: true
        case _: isViewersAct
        }
    }

    /// Whether the cause follows from another one, if both are found together.
    var isConsequence: Bool {
        switch self {
        case .nobodySignedIn, .playNeverAsks, .signedOutBefore, .keptSignInExpiredBefore, .methodChanged, .canceledByViewer,
            .fulfilledAfterFailures,
            .keptSignInExpired, .vaultEmptied, .missing, .unanswered, .unansweredAtScreen, .endedAtScreen:
            true
        case _: false
        }
    }

    /// Whether the cause explains those that follow from another one.
    var explainsOthers: Bool {
        if case .singleSignOnRejected = self { return true }
        return !isConsequence && !isHarmless && !isCircumstance
    }

    /// The names of the properties that only repeat the cause, in a fixed order. `sign-in`, the age of the sign-in, is among them unless the cause
    /// depends on the viewer's rights.
    var repeatedProperties: [String] {
        // Only at a code does the page for codes matter; otherwise it only distinguishes devices with a code from those with a page.
        let others = losesKeptValues ? [] : ["last launch"]
        let temporary = if case .refused(.temporaryAccess, _) = self { false } else { true }
        return propertiesOfSignIns + others + (temporary ? ["earlier temporary access"] : [])
            + (settings.contains("activationURL") ? [] : ["activationURL"])
    }

    /// Whether values that an earlier launch kept are gone, as after a long time without a launch.
    var losesKeptValues: Bool {
        switch self {
        case .vaultEmptied, .missing: true
        case _: false
        }
    }

    private var propertiesOfSignIns: [String] {
        switch self {
        // Viewers who had been signed in before close a picker more often, whatever the reason.
        case .vaultEmptied, .missing, .canceledByViewer: ["sign-in", "vault"]
        // The provider to which the viewer changed.
        case .providerChanged: ["sign-in", "provider", "account", "kept provider"]
        case .launchesOverlap: ["clock", "sign-in"]
        case .denied: []
        case _: ["sign-in"]
        }
    }

    /// Whether the cause may depend on the sign-in, because Adobe or the provider judged it.
    var dependsOnSignIn: Bool {
        switch self {
        case .denied, .refused(_, .code?), .signInEnded: true
        case _: false
        }
    }

    /// Whether the cause denied or refused a play, so that the time of the play decides, not that of the launch.
    var dependsOnHour: Bool {
        switch self {
        case .denied, .refused: true
        case _: false
        }
    }

    /// Whether a play was denied.
    var isDenial: Bool { if case .denied = self { true } else { false } }

    /// Whether temporary access was refused to devices that had it in an earlier launch.
    func isUsedUp(_ properties: [Correlation.Property]) -> Bool {
        guard case .refused(.temporaryAccess, _) = self else { return false }
        return properties.contains { $0.name == "earlier temporary access" && $0.value == "used" }
    }

    /// Whether calls to Adobe failed without an answer.
    var isUnreachable: Bool {
        if case .refused(.unreachable, _) = self { true } else { false }
    }

    /// Whether calls to Adobe failed without an answer, and the flow refused the request or showed a problem.
    var isWithoutAnswer: Bool {
        switch self {
        case .canceledAtProblem(.transport), .refused(.unreachable, _): true
        case _: false
        }
    }

    /// Whether the cause is a change of a property by which launches are compared. Such a cause always occurs together with the property.
    var isChange: Bool { self == .settingsChanged || self == .configurationChanged || self == .versionChanged }

    /// Whether the viewer signed in in another way than before.
    var isChangeOfMethod: Bool { if case .methodChanged = self { true } else { false } }

    /// Whether the cause is about the clock or the log, which seldom explains a failure by itself.
    var isAside: Bool {
        switch self {
        case .clockWrong, .clockSet, .logDamaged, .lastLineIncomplete: true
        case _: false
        }
    }

    /// Whether the launch shows that another server answered in place of Adobe.
    var isAnotherServers: Bool {
        switch self {
        case .otherServer: true
        case .canceledAtProblem(let failure): failure.isInBetween
        case _: false
        }
    }

    /// Whether such a cause is also found now and then without any fault, for example because a connection was lost.
    var isNoise: Bool { isHarmless || isSlow || isUnreachable || isWithoutAnswer }

    /// Whether a request was fulfilled late because it waited.
    var isSlow: Bool { if case .slow = self { true } else { false } }

    /// Whether previews name more resources than Adobe decides in one call. The library then splits them, and makes more calls.
    var splitsPreviews: Bool { if case .fulfilledAfterFailures(let failure) = self { failure.code?.isTooMany ?? false } else { false } }

    /// Whether the request was fulfilled despite the cause.
    var isHarmless: Bool { if case .fulfilledAfterFailures = self { true } else { false } }

    /// The kind under which launches are counted. It omits details about the form in which a fault appeared.
    var counted: FlowCause.Kind {
        switch self {
        case .canceledByApp: .canceledByApp(waitedFor: nil)
        case .singleSignOnRejected(.byProvider): .singleSignOnRejected(.byProvider(nil))
        case .singleSignOnRejected(.byAdobe): .singleSignOnRejected(.byAdobe(nil))
        case _: self
        }
    }
}
