import FlowMachine

/// The activities that a launch tried. A finding about an activity can occur only in a launch that tried it, so only such launches are compared.
struct Attempts: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    /// A request of the app or the viewer.
    static let request = Attempts(rawValue: 1)
    /// A play or a preview while no viewer was signed in.
    static let unsignedRequest = Attempts(rawValue: 1 << 1)
    /// A play that was permitted or denied.
    static let decision = Attempts(rawValue: 1 << 2)
    static let preview = Attempts(rawValue: 1 << 3)
    static let picker = Attempts(rawValue: 1 << 4)
    static let page = Attempts(rawValue: 1 << 5)
    static let code = Attempts(rawValue: 1 << 6)
    /// Apple's framework was asked which account the device has.
    static let status = Attempts(rawValue: 1 << 7)
    /// Apple's framework was asked for a sign-in with the account on the device.
    static let account = Attempts(rawValue: 1 << 8)
    /// Adobe was asked to accept a sign-in with the account on the device.
    static let exchange = Attempts(rawValue: 1 << 9)
    static let registration = Attempts(rawValue: 1 << 10)
    static let temporary = Attempts(rawValue: 1 << 11)
    /// The viewer was signed in at some time.
    static let signedIn = Attempts(rawValue: 1 << 12)
    /// The app returned from the background.
    static let returned = Attempts(rawValue: 1 << 13)
    static let token = Attempts(rawValue: 1 << 14)
    /// The system asked the viewer whether the app may access the TV provider.
    static let access = Attempts(rawValue: 1 << 15)
    /// The viewer was asked to sign in on a page or with a code.
    static let screen = Attempts(rawValue: 1 << 16)

    /// A play that was denied.
    static let denial = Attempts(rawValue: 1 << 17)
    /// Adobe was asked whether Apple's single sign-on can be used.
    static let partnerSession = Attempts(rawValue: 1 << 18)

    /// `request` if each of these activities is a request, so that a launch that tried any of them has made a request; otherwise empty.
    var common: Attempts {
        let requests: Attempts = [.request, .unsignedRequest, .decision, .denial, .preview, .picker, .page, .code, .temporary]
        return subtracting(requests).isEmpty && !isEmpty ? .request : []
    }

    /// The words that follow `launches` in a sentence, such as `that showed a code`; empty if this is not exactly one activity.
    var words: String {
        switch self {
        case .request: "with a request"
        case .unsignedRequest: "with a request while nobody was signed in"
        case .decision: "with a decision about a play"
        case .denial: "with a denied play"
        case .preview: "with a preview"
        case .picker: "that showed the provider picker"
        case .page: "that showed the provider's page"
        case .code: "that showed a code"
        case .status: "that asked Apple for the account"
        case .account: "that asked Apple for a sign-in"
        case .partnerSession: "that asked Adobe for Apple's single sign-on"
        case .exchange: "that asked Adobe to accept Apple's sign-in"
        case .registration: "that registered"
        case .temporary: "with a request for temporary access"
        case .signedIn: "with a sign-in"
        case .returned: "that returned from the background"
        case .access: "that asked for access to the TV provider"
        case .token: "that requested an access token"
        case .screen: "that showed the provider's page or a code, on platforms that showed both"
        case _: ""
        }
    }
}

/// Collects what a launch tries, event by event.
struct AttemptsReader {
    private(set) var found: Attempts = []
    private var isSignedIn = false

    mutating func note(_ record: LogRecord) {
        switch record.event.origin {
        case .app(.launched(let kept)):
            isSignedIn = kept.profile.map { $0.notAfter > record.event.time } ?? false
            if kept.code != nil { found.formUnion([.code, .screen]) }
        case .app(.foregrounded): found.insert(.returned)
        case .app, .timer: break
        case .user(let user): note(user)
        case .reply(_, let reply): if reply.result.hasProfile { isSignedIn = true }
        }
        for effect in record.effects { note(effect) }
        if isSignedIn { found.insert(.signedIn) }
    }

    private mutating func note(_ user: UserEvent) {
        guard user.opens else { return }
        found.insert(.request)
        switch user {
        case .play(_, _, .temporary): found.insert(.temporary)
        case .play: if !isSignedIn { found.insert(.unsignedRequest) }
        case .preview:
            found.insert(.preview)
            if !isSignedIn { found.insert(.unsignedRequest) }
        case .signIn, .otherProvider, .userMetadata, .signOut, .cancel, .chose: break
        }
    }

    private mutating func note(_ effect: Effect) {
        switch effect {
        case .present(_, let presentation):
            switch Screen(presentation) {
            case .providerPicker: found.insert(.picker)
            case .userAgent: found.formUnion([.page, .screen])
            case .code: found.formUnion([.code, .screen])
            case .own, .providerConfirmation, .profilePicker, .codeExpired, .signOutPage, .signOutInSettings, .problem: break
            }
        case .partner(_, .status): found.insert(.status)
        case .partner(_, .authentication): found.insert(.account)
        case .partner(_, .choice): break
        case .call(_, let call): note(EndpointKind(call.endpoint))
        case .answer(_, .permitted): found.insert(.decision)
        case .answer(_, .denied): found.formUnion([.decision, .denial])
        case .answer(_, .signedOut), .forget(.fact(.profile)): isSignedIn = false
        case .keep(.profile): isSignedIn = true
        case .answer, .keep, .forget, .cancel, .arm, .disarm: break
        }
    }

    private mutating func note(_ endpoint: EndpointKind) {
        switch endpoint {
        case .other(.createPartnerProfile), .restV1(.exchange): found.insert(.exchange)
        case .other(.partnerSession): found.insert(.partnerSession)
        case .other(.register): found.insert(.registration)
        case .other(.token): found.insert(.token)
        case .other, .restV1: break
        }
    }
}

extension FlowCause.Finding {
    /// What a launch must have tried to show the finding; empty if every launch could have shown it.
    var attempt: Attempts {
        switch self {
        case .canceled(.canceledByApp(_, .at(let screen))): Attempts(screen)
        case _: kind.attempt
        }
    }
}

extension Attempts {
    /// The activity that shows this screen; `request` if several activities may show it.
    fileprivate init(_ screen: Screen?) {
        switch screen {
        case .providerPicker?: self = .picker
        case .userAgent?: self = .page
        case .code?, .codeExpired?: self = .code
        case .own?, .providerConfirmation?, .profilePicker?, .signOutPage?, .signOutInSettings?, .problem?, nil: self = .request
        }
    }
}

extension FlowCause.Kind {
    /// What a launch must have tried to show a cause of this kind; empty if every launch could have shown it.
    var attempt: Attempts {
        switch self {
        case .codeExpired, .codeGivenUp, .codeUnused: .code
        case .canceledByViewer(at: let screen): Attempts(screen)
        case .pageClosed, .redirectMissing, .redirectUnconfirmed: .page
        case .denied, .permittedAgain: .decision
        case .slow(.partnerStatus, _): .status
        case .slow(.answer(.decision), _): .decision
        case .splitPreview, .previewFlood: .preview
        case .fulfilledAfterFailures where splitsPreviews: .preview
        case .slow, .fulfilledAfterFailures, .refused(.unreachable, _), .refused(.service, _), .canceledByApp, .canceledAtProblem: .request
        case .singleSignOnRejected(.byProvider): .account
        case .singleSignOnRejected(.byAdobe): .exchange
        case .singleSignOnRejected(.declined): .partnerSession
        case .refused(.registration, _): .registration
        case .refused(.temporaryAccess, _), .temporaryAccessNotSetUp: .temporary
        case .nobodySignedIn, .playNeverAsks, .keptSignInExpiredBefore: .unsignedRequest
        case .signedOutAtReturn: .returned
        case .signInEnded: .signedIn
        case .tokensReplacedEarly: .token
        case _: []
        }
    }
}
