import FlowMachine

// What the census of launches asks of a cause.

extension FlowCause.Owner {
    /// Whether an error only points to the owner, so that a pattern says more: who sends an error need not be who made the mistake.
    var isGuessed: Bool {
        switch self {
        case .provider, .adobe, .network: true
        case .viewer, .app, .device, .library: false
        }
    }
}

extension FlowCause.Kind {
    /// Whether most launches have it, whatever else went wrong.
    var isEverywhere: Bool {
        switch self {
        case .versionChanged, .keptSignInExpired, .signInExpired, .accessDenied: true
        case _: false
        }
    }

    /// Whether the cause explains why no viewer was signed in later.
    var endsSignIn: Bool {
        switch self {
        case .keptSignInExpired, .signInExpired, .signInEnded, .signedOutAtReturn: true
        case _: false
        }
    }

    /// Whether the cause says that the vault lost something.
    var isAboutVault: Bool {
        switch self {
        case .vaultEmptied, .missing: true
        case _: false
        }
    }

    /// Whether the cause is a change of a property by which launches are compared. Such a cause always comes with that property.
    var isChange: Bool { self == .settingsChanged || self == .configurationChanged || self == .versionChanged }

    /// Whether the cause is about the clock or the log, which seldom explains a failure by itself.
    var isAside: Bool {
        switch self {
        case .clockWrong, .clockSet, .logDamaged, .lastLineIncomplete: true
        case _: false
        }
    }

    /// Whether another server than Adobe's answered, as far as the launch shows.
    var isAnotherServers: Bool {
        switch self {
        case .otherServer: true
        case .canceledAtProblem(let failure): failure.isInBetween
        case _: false
        }
    }

    /// Whether the request was fulfilled nevertheless.
    var isHarmless: Bool { if case .fulfilledAfterFailures = self { true } else { false } }

    /// The kind under which launches are counted. Details that only say how a fault showed itself do not divide it.
    var counted: FlowCause.Kind {
        switch self {
        case .canceledByApp: .canceledByApp(waitedFor: nil)
        case .singleSignOnRejected(.byProvider): .singleSignOnRejected(.byProvider(nil))
        case .singleSignOnRejected(.byAdobe): .singleSignOnRejected(.byAdobe(nil))
        case _: self
        }
    }
}
