// What outlasts the launch. Each fact has one setter, which changes the context and has the vault keep or forget the same fact.

extension Run {
    // MARK: Provider and profile

    /// Remembers the provider (CHK-M-2.2). `account` is its id in the partner framework if the viewer signed in through the framework.
    mutating func remember(_ mvpd: MVPDID, account: PlatformMappingID? = nil) {
        let former = context.provider?.mvpd == mvpd ? context.provider?.mapping : nil
        let provider = RememberedProvider(mvpd: mvpd, mapping: context.catalog?.mapping(for: mvpd) ?? former ?? account)
        if context.provider == provider { return }
        // Each provider accepts another number of resources.
        if context.provider?.mvpd != mvpd { calls.previewSize = nil }
        context.provider = provider
        emit(.keep(.provider(provider)))
    }

    mutating func forgetProvider() {
        if context.provider == nil { return }
        context.provider = nil
        emit(.forget(.fact(.provider)))
    }

    /// Adobe no longer accepts the provider: neither it nor the catalog that it was chosen from is valid (V2-B-13).
    mutating func forgetUnusableProvider() {
        forgetProvider()
        context.catalog = nil
    }

    /// Keeps the profile in place of any other.
    mutating func keep(_ profile: Profile) {
        if context.keptProfile == profile { return }
        context.keptProfile = profile
        emit(.keep(.profile(profile)))
    }

    mutating func forgetProfile() {
        if context.keptProfile == nil { return }
        context.keptProfile = nil
        emit(.forget(.fact(.profile)))
    }

    /// Forgets a code of an earlier launch.
    mutating func forgetKeptCode() {
        if context.keptCode == nil { return }
        context.keptCode = nil
        emit(.forget(.fact(.code)))
    }

    // MARK: Sign-out

    /// Notes that the viewer signed out on this device.
    mutating func mark(_ mark: SignedOutMark) {
        context.signedOut = mark
        emit(.keep(.signedOut(mark)))
    }

    /// Adds pending logouts to those that Adobe still has to receive.
    mutating func owe(_ logouts: [OwedLogout]) {
        if context.owe(logouts) { keepOwedLogouts() }
    }

    /// Adobe answered about these logouts, so they are no longer pending.
    mutating func settle(_ logouts: [OwedLogout]) {
        let before = context.owedLogouts.count
        context.owedLogouts.removeAll { logouts.contains($0) }
        if context.owedLogouts.count < before { keepOwedLogouts() }
    }

    /// Has the vault forget pending logouts that a newer sign-in has superseded (V2-E-13).
    mutating func settleLogouts(of kept: PersistedState) {
        if context.owedLogouts != kept.owedLogouts { keepOwedLogouts() }
    }

    /// Adobe signed out everyone on this device, or no longer knows any viewer. No logout is pending.
    mutating func oweNothing() {
        if context.owedLogouts.isEmpty { return }
        context.owedLogouts = []
        keepOwedLogouts()
    }

    private mutating func keepOwedLogouts() {
        let owed = context.owedLogouts
        emit(owed.isEmpty ? .forget(.fact(.owedLogouts)) : .keep(.owedLogouts(owed)))
    }

    /// The viewer is to be asked to sign out in Settings as soon as a viewer is there (V2-E-14).
    mutating func oweSettings() { remark(owesSettings: true) }

    /// Notes that the viewer is being asked to sign out in Settings, or need not be asked.
    mutating func settleSettings() { remark(owesSettings: false) }

    private mutating func remark(owesSettings: Bool) {
        guard let former = context.signedOut, former.owesSettings != owesSettings else { return }
        mark(SignedOutMark(account: former.account, isAccountUnknown: former.isAccountUnknown, owesSettings: owesSettings))
    }

    /// The viewer asks to sign in again, so the mark of the sign-out is removed. Pending logouts remain.
    mutating func clearSignOut() {
        if context.signedOut == nil { return }
        context.signedOut = nil
        emit(.forget(.fact(.signedOut)))
    }

    /// Forgets all data of the viewer and marks that they signed out. A repeated sign-out marks the account that is on the device now. If
    /// the partner framework has not said which that is, the mark says so: an error is not "no account".
    mutating func forgetViewer() {
        if context.signedOut == nil || context.hasOtherAccount {
            let isUnknown = settings.partner == .apple && !context.knowsPlatformAccount
            mark(SignedOutMark(account: context.platformAccount, isAccountUnknown: isUnknown))
        }
        forgetProfile()
        forgetProvider()
        context.signedInProviders = []
        context.requestedSignIns = []
        context.partnerStatus = nil
        forgetKeptCode()
        context.resumesAttempt = false
    }

    // MARK: Within the launch

    /// Adobe is asked to sign this viewer in.
    mutating func noteSignInRequest(_ mvpd: MVPDID?) { context.noteSignInRequest(mvpd, all: policy.signsOutEverywhere) }

    /// Adobe named these profiles.
    mutating func noteProviders(_ profiles: [Profile]) { context.noteProviders(profiles, all: policy.signsOutEverywhere) }

    /// Stores what the partner framework answered: its status while that is valid, and only then (V2-X-15).
    ///
    /// A status that has expired only by the device's clock stays until Adobe's clock is known, but is not sent before that.
    /// - Returns: what the answer says about the account on the device.
    @discardableResult
    mutating func note(_ answer: PartnerAnswer) -> PartnerReading {
        let reading = answer.reading
        context.note(reading)
        let status = answer.status
        let hasPassed = status.expiry.map { self.hasPassed($0) } ?? false
        context.partnerStatus = status.permission == .granted && status.mapping != nil && !hasPassed ? status : nil
        return reading
    }

    /// Stores a configuration for a while (V2-C-02).
    mutating func note(_ configuration: AdobeConfiguration) {
        context.catalog = ProviderCatalog(configuration, freshUntil: now.advanced(by: policy.configurationAge))
    }

    /// The catalog, while it is fresh (V2-C-04a).
    var freshCatalog: ProviderCatalog? {
        guard let catalog = context.catalog, catalog.freshUntil > now else { return nil }
        return catalog
    }

    /// The current status, if a check or a sign-in may use it now.
    var statusForCheck: UsableStatus? { context.partnerStatus.flatMap { UsableStatus($0, self) } }

    /// The current status, if a decision for `wish` may use it now: as for a check, and it has an expiry, or the policy does without
    /// (V2-D-03).
    func statusForDecision(_ wish: Wish) -> UsableStatus? {
        guard let usable = statusForCheck else { return nil }
        if usable.status.expiry != nil { return usable }
        switch policy.statusWithoutExpiry {
        case .never: return nil
        case .untilRefused: return wish.isStatusRefused ? nil : usable
        case .always: return usable
        }
    }

    /// Whether Adobe could accept this status for that provider: it refuses one that names another provider. True if the provider is unknown.
    func mayBelong(_ usable: UsableStatus, to mvpd: MVPDID?) -> Bool {
        guard let provider = context.provider, provider.mvpd == mvpd, let mapping = provider.mapping else { return true }
        return mapping == usable.mapping
    }
}

/// A partner status that Adobe accepts at this moment: granted, with a provider, and not expired by Adobe's clock, as Apple's servers set
/// the expiry; by the device's until Adobe's is known (V2-B-05).
struct UsableStatus {
    let status: PartnerStatus
    let mapping: PlatformMappingID

    init?(_ status: PartnerStatus, _ run: borrowing Run) {
        guard status.permission == .granted, let mapping = status.mapping else { return nil }
        if let expiry = status.expiry, run.calls.adobeClock.seemsPassed(expiry, at: run.now) { return nil }
        self.status = status
        self.mapping = mapping
    }
}
