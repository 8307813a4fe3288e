import FlowEffects
import FlowMachine

/// The partner framework of a device together with its viewer, as a value: an account, a permission, and the viewer's responses.
///
/// ```swift
/// let partner = SimulatedPartnerFramework(pickerActions: [.choose(.spectrum)])
/// ```
public struct SimulatedPartnerFramework: Sendable, Equatable {
    /// A viewer's sign-in in the device's settings.
    public struct Account: Sendable, Equatable {
        /// The platform mapping id of the provider, for example `AppleMSO_Cablevision`: the framework's id, not the id of the MVPD.
        public var mapping: String
        /// The expiry of the sign-in; `nil` if the framework does not report it.
        public var expiry: Instant?

        /// Creates a viewer's sign-in.
        /// - Parameters:
        ///   - mapping: the platform mapping id of the provider (`SimulatedProvider.platformMappingID`), not the id of the MVPD. Any text
        ///     is accepted, so that tests can use an account with a provider that the app does not support.
        ///   - expiry: the expiry of the sign-in; `nil` if the framework does not report it.
        public init(mapping: String, expiry: Instant? = nil) {
            self.mapping = mapping
            self.expiry = expiry
        }

        /// An account with the sample provider `Cablevision`. It expires in 2100, so it is valid both in a simulated world and in a test
        /// that uses the system's clock.
        public static let cablevision = Account(mapping: "AppleMSO_Cablevision", expiry: year2100)
        /// An account with the sample provider `Spectrum`. It expires in 2100.
        public static let spectrum = Account(mapping: "AppleMSO_Spectrum", expiry: year2100)

        private static let year2100 = Instant(milliseconds: 4_102_444_800_000)
    }

    /// The actions of a viewer in the framework's picker.
    public enum PickerAction: Sendable, Equatable {
        /// The viewer signs in with this account. If the app does not support the provider, the result is the same as for `unsupported`.
        case choose(Account)
        /// The viewer closes the picker without choosing.
        case cancel
        /// The viewer chooses "Other TV Provider", because the viewer's provider is not listed.
        case otherProvider
        /// The viewer chooses the provider with this platform mapping id, whose viewers cannot sign in through the framework.
        case unsupported(String)
        /// The viewer leaves without a choice, and the framework reports no error.
        case nothing
    }

    /// The result of a SAML request.
    public enum Exchange: Sendable, Equatable {
        /// The provider returns this SAML response.
        case response(String)
        /// The framework returns no response and no error.
        case missing
        /// The provider rejects the sign-in.
        case rejected
        /// The viewer switches to this account before the provider answers, and this account's provider returns the response.
        case switched(Account, response: String)
        /// The viewer withdraws the permission before the provider answers, so there is no response.
        case permissionWithdrawn
    }

    /// The permission that the viewer granted the app.
    public var permission: Permission
    /// The viewer's answer to the permission dialog, while the permission is not determined.
    public var promptAnswer: Permission
    /// The account that is signed in on the device; `nil` if there is none.
    public var account: Account?
    /// The viewer's actions in the picker, one for each time that the picker opens. If no action is left, the viewer closes the picker.
    public var pickerActions: [PickerAction]
    /// The results of SAML requests, one per request. Further requests have the result `sampleSAML`.
    public var exchanges: [Exchange] = []
    /// The duration of a question that does not involve the viewer.
    public var silentDelay = Interval(milliseconds: 300)
    /// The time that the viewer needs to answer the permission dialog.
    public var promptDelay = Interval.seconds(3)
    /// The time that the viewer needs in the picker.
    public var pickerDelay = Interval(milliseconds: 18_400)
    /// The time that the viewer needs to sign in at the provider.
    public var exchangeDelay = Interval(milliseconds: 39_700)

    /// Creates a partner framework and its viewer. Each parameter sets the property of the same name.
    public init(
        permission: Permission = .granted, promptAnswer: Permission = .granted, account: Account? = nil, pickerActions: [PickerAction] = []
    ) {
        self.permission = permission
        self.promptAnswer = promptAnswer
        self.account = account
        self.pickerActions = pickerActions
    }

    /// A SAML response as a provider may send it: on several lines, with spaces and a tab.
    public static let sampleSAML = """
          <samlp:Response
              xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"\tID="_simulated"
              Version="2.0">
            <saml:Issuer>https://simulated.example.net</saml:Issuer>
          </samlp:Response>

        """

    /// Answers a question of the flow.
    /// - Returns: the outcome, and the time after which it arrives.
    public mutating func answer(_ question: PartnerQuestion) -> (outcome: PartnerOutcome, after: Interval) {
        var after = silentDelay
        if permission == .notDetermined, question.isPromptAllowed {
            permission = promptAnswer
            after = promptDelay
        }
        guard permission == .granted else { return (PartnerOutcome(permission: permission), after) }
        if question.authentication != nil { return exchange(question) }
        guard account == nil, question.isInterruptionAllowed else { return (status(), after) }
        return (choose(question.supportedMappings), pickerDelay)
    }

    private func status(_ error: PartnerError? = nil) -> PartnerOutcome {
        PartnerOutcome(permission: permission, mapping: account?.mapping, expiry: account?.expiry?.milliseconds, error: error)
    }

    private mutating func choose(_ supported: [String]) -> PartnerOutcome {
        switch pickerActions.isEmpty ? .cancel : pickerActions.removeFirst() {
        case .choose(let chosen) where supported.isEmpty || supported.contains(chosen.mapping):
            account = chosen
            return status()
        case .choose(let chosen): return status(.unsupportedProvider(PlatformMappingID(chosen.mapping)))
        case .unsupported(let provider): return status(.unsupportedProvider(PlatformMappingID(provider)))
        case .otherProvider: return status(.unsupportedProvider(nil))
        case .cancel: return status(.canceled)
        case .nothing: return status()
        }
    }

    private mutating func exchange(_ question: PartnerQuestion) -> (outcome: PartnerOutcome, after: Interval) {
        guard account != nil else { return (status(.rejected), silentDelay) }
        // The provider would have to ask the viewer, but the question does not permit an interruption (G-01).
        guard question.isInterruptionAllowed || exchangeDelay <= silentDelay else { return (status(.rejected), silentDelay) }
        var outcome: PartnerOutcome
        switch exchanges.isEmpty ? .response(SimulatedPartnerFramework.sampleSAML) : exchanges.removeFirst() {
        case .response(let text):
            outcome = status()
            outcome.saml = text
        case .missing: outcome = status()
        case .rejected: outcome = status(.rejected)
        case .switched(let other, let text):
            account = other
            outcome = status()
            outcome.saml = text
        case .permissionWithdrawn:
            permission = .denied
            outcome = PartnerOutcome(permission: permission)
        }
        return (outcome, exchangeDelay)
    }
}
