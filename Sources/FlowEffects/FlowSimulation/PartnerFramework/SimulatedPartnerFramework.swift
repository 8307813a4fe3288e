import FlowEffects
import FlowMachine

/// A device's partner framework as a value, together with its viewer: an account, a permission, and what the viewer does when asked.
///
/// ```swift
/// let partner = SimulatedPartnerFramework(pickerActions: [.choose(.spectrum)])
/// ```
public struct SimulatedPartnerFramework: Sendable, Equatable {
    /// A viewer's sign-in at system level.
    public struct Account: Sendable, Equatable {
        /// The platform mapping id of the provider, for example `AppleMSO_Cablevision`: the framework's id, not the id of the MVPD.
        public var mapping: String
        /// When the sign-in expires; `nil` if the framework does not report it.
        public var expiry: Instant?

        /// Creates a viewer's sign-in.
        /// - Parameters:
        ///   - mapping: the platform mapping id of the provider (`SimulatedProvider.platformMappingID`), not the id of the MVPD. Any text is
        ///     accepted: an account with a provider that the app does not support is a case to test.
        ///   - expiry: when the sign-in expires; `nil` if the framework does not report it.
        public init(mapping: String, expiry: Instant? = nil) {
            self.mapping = mapping
            self.expiry = expiry
        }

        /// An account with the sample provider `Cablevision`. It expires in 2100, so it is valid in a simulated world and in a test that
        /// runs by the system's clock.
        public static let cablevision = Account(mapping: "AppleMSO_Cablevision", expiry: year2100)
        /// An account with the sample provider `Spectrum`, which expires in 2100.
        public static let spectrum = Account(mapping: "AppleMSO_Spectrum", expiry: year2100)

        private static let year2100 = Instant(milliseconds: 4_102_444_800_000)
    }

    /// The act of a viewer in the framework's picker.
    public enum PickerAction: Sendable, Equatable {
        /// Signs in with this provider; a provider that the app does not support ends as `unsupported`.
        case choose(Account)
        /// The viewer closes the picker without choosing.
        case cancel
        /// Reports that their provider is not listed.
        case otherProvider
        /// Chooses a provider that is listed but cannot finish in the framework, by its platform mapping id.
        case unsupported(String)
        /// Leaves without a choice, and the framework reports no error.
        case nothing
    }

    /// The result of a SAML request.
    public enum Exchange: Sendable, Equatable {
        /// The response, as the provider formats it.
        case response(String)
        /// No response and no error.
        case missing
        /// The provider rejects the sign-in.
        case rejected
        /// The viewer switched to this account first; its provider responded.
        case switched(Account, response: String)
        /// The viewer withdrew the permission first.
        case permissionWithdrawn
    }

    /// The permission that the viewer granted the app.
    public var permission: Permission
    /// The viewer's answer to the permission dialog, while the permission is not determined.
    public var promptAnswer: Permission
    /// The account, if one is signed in.
    public var account: Account?
    /// The acts of the viewer in the picker, one per picker. In further pickers, the viewer closes the picker.
    public var pickerActions: [PickerAction]
    /// The results of SAML requests, one after the other; afterward `sampleSAML`.
    public var exchanges: [Exchange] = []
    /// How long a question takes that does not ask the viewer.
    public var silentDelay = Interval(milliseconds: 300)
    /// How long the viewer looks at the permission dialog.
    public var promptDelay = Interval.seconds(3)
    /// How long the viewer takes in the picker.
    public var pickerDelay = Interval(milliseconds: 18_400)
    /// How long the viewer takes to sign in at the provider.
    public var exchangeDelay = Interval(milliseconds: 39_700)

    /// Creates a partner framework and its viewer. Each parameter is the property of that name.
    public init(
        permission: Permission = .granted, promptAnswer: Permission = .granted, account: Account? = nil, pickerActions: [PickerAction] = []
    ) {
        self.permission = permission
        self.promptAnswer = promptAnswer
        self.account = account
        self.pickerActions = pickerActions
    }

    /// A SAML response as a provider may send it: over several lines, indented with spaces and a tab.
    public static let sampleSAML = """
          <samlp:Response
              xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"\tID="_simulated"
              Version="2.0">
            <saml:Issuer>https://simulated.example.net</saml:Issuer>
          </samlp:Response>

        """

    /// The outcome of `question`, and its delay.
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
        // Signing in at the provider needs the viewer, whom the app must not interrupt then (G-01).
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
