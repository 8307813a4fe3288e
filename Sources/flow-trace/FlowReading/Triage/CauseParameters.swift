import FlowMachine

extension TriageCause {
    /// A detail of a cause, for programs.
    public struct Parameter: Hashable, Sendable {
        /// The name of the parameter, for example `code`. `Specs/causes.md` lists the parameters of each cause.
        public let name: String
        /// The value of the parameter: a word or a name from the log.
        public let value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The parameters that distinguish causes with the same id, in a fixed order. Values that the log does not contain are omitted.
    public var parameters: [Parameter] { TriageCause.parameters(of: kind, subject, expiry(by: .utc)) }

    static func parameters(of kind: FlowCause.Kind, _ subject: FlowCause.Subject?, _ expiry: TimeOfDay?) -> [Parameter] {
        var parameters = kind.parameters
        if let mvpd = subject?.mvpd { parameters.append(Parameter("provider", mvpd.text)) }
        if let resource = subject?.resource { parameters.append(Parameter("resource", resource.name)) }
        if let expiry { parameters.append(Parameter("time", expiry.words)) }
        return parameters
    }
}

extension FlowCause.Kind {
    fileprivate var parameters: [TriageCause.Parameter] {
        typealias Parameter = TriageCause.Parameter
        switch self {
        case .canceledByApp(let party): return party.map { [Parameter("waitedFor", $0.word)] } ?? []
        case .canceledByViewer(let screen): return screen.map { [Parameter("screen", $0.rawValue)] } ?? []
        case .canceledAtProblem(let failure): return [Parameter("failure", failure.sentence)]
        case .fulfilledAfterFailures(let failure): return [Parameter("failure", failure.sentence)]
        case .singleSignOnRejected(let rejection): return rejection.detail.map { [Parameter("reason", $0)] } ?? []
        case .refused(_, let error): return error.map { [$0.parameter] } ?? []
        case .denied(let error, _): return [error.parameter]
        case .slow(let awaited, _):
            return [Parameter("waitedFor", awaited.party.word)] + (awaited.what.isEmpty ? [] : [Parameter("for", awaited.what)])
        case .signInEnded(let code), .registrationRejected(let code): return code.map { [Parameter("code", $0.text)] } ?? []
        case .missing(let value): return [Parameter("value", value.rawValue)]
        case .methodChanged(let old, let new): return [Parameter("from", old.word), Parameter("to", new.word)]
        case .endedInBackground, .endedAtScreen, .problemUnanswered, .unansweredAtScreen, .unansweredAfterFailures, .unanswered, .shutDown,
            .pageClosed, .redirectMissing, .redirectUnconfirmed, .codeGivenUp, .accountLeftOnDevice, .foregroundUnreported, .codeExpired,
            .pollsFailed, .nobodySignedIn, .keptSignInUnchecked,
            .keptSignInExpiredBefore, .signedOutBefore, .playNeverAsks,
            .temporaryAccessNotSetUp, .ownTokensRefused, .otherServer, .apiEnded, .signOutNotReached, .splitPreview, .keptSignInExpired,
            .signInExpired, .signedOutAtReturn,
            .requestLoop, .permittedAgain, .tokensReplacedEarly, .codeUnused, .previewFlood, .answerMayBeDamaged, .answerMissing,
            .vaultShared,
            .providerChanged, .clockWrong, .vaultFailed, .accessDenied, .secretLost, .signOutPending, .launchesOverlap, .vaultEmptied,
            .signedInAfterAll, .endedInForeground, .configurationChanged, .settingsChanged, .versionChanged, .clockSet, .eventsMissing,
            .beginsInTheMiddle, .logDamaged, .lastLineIncomplete, .decidedDifferently:
            return []
        }
    }
}

extension FlowCause.ReportedError {
    fileprivate var parameter: TriageCause.Parameter {
        switch self {
        case .code(let code): TriageCause.Parameter("code", code.text)
        case .status(let status): TriageCause.Parameter("status", String(status))
        }
    }
}
