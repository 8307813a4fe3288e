// The values that outlast the launch. Each value has one setter, which changes the context and makes the vault keep or forget the value.

extension Run {
    // MARK: Provider and profile

    /// Remembers the provider (CHK-M-2.2). `account` is the provider's id in the partner framework if the viewer signed in through the
    /// framework; otherwise `nil`.
    mutating func remember(_ mvpd: MVPDID, account: PlatformMappingID? = nil) {
        let former = context.provider?.mvpd == mvpd ? context.provider?.mapping : nil
        let provider = RememberedProvider(mvpd: mvpd, mapping: context.catalog?.mapping(for: mvpd) ?? former ?? account)
        if context.provider == provider { return }
        // The number of resources that Adobe accepts in one request depends on the provider.
        if context.provider?.mvpd != mvpd { calls.previewSize = nil }
        context.provider = provider
        emit(.keep(.provider(provider)))
    }

    mutating func forgetProvider() {
        if context.provider == nil { return }
        context.provider = nil
        emit(.forget(.fact(.provider)))
    }

    /// Forgets a provider that Adobe no longer accepts, and the catalog in which the viewer chose it (V2-B-13).
    mutating func forgetUnusableProvider() {
        forgetProvider()
        context.catalog = nil
    }

    /// Keeps `profile`, which replaces any earlier profile in the vault.
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

    /// Records that the viewer signed out on this device.
    mutating func mark(_ mark: SignedOutMark) {
        context.signedOut = mark
        emit(.keep(.signedOut(mark)))
    }

    /// Adds `logouts` to the pending logouts that Adobe still has to receive.
    mutating func owe(_ logouts: [OwedLogout]) {
        if context.owe(logouts) { keepOwedLogouts() }
    }

    /// Removes the `logouts` that Adobe has answered from the pending logouts.
    mutating func settle(_ logouts: [OwedLogout]) {
        let before = context.owedLogouts.count
        context.owedLogouts.removeAll { logouts.contains($0) }
        if context.owedLogouts.count < before { keepOwedLogouts() }
    }

    /// Makes the vault forget the pending logouts in `kept` that a newer sign-in has replaced (V2-E-13).
    mutating func settleLogouts(of kept: PersistedState) {
        if context.owedLogouts != kept.owedLogouts { keepOwedLogouts() }
    }

    /// Removes every pending logout, because Adobe signed out everyone on this device or no longer knows any of its viewers.
    mutating func oweNothing() {
        if context.owedLogouts.isEmpty { return }
        context.owedLogouts = []
        keepOwedLogouts()
    }

    private mutating func keepOwedLogouts() {
        let owed = context.owedLogouts
        emit(owed.isEmpty ? .forget(.fact(.owedLogouts)) : .keep(.owedLogouts(owed)))
    }

    /// Records that the flow must ask the viewer to sign out in Settings as soon as a viewer uses the app (V2-E-14).
    mutating func oweSettings() { remark(owesSettings: true) }

    /// Records that the viewer is being asked to sign out in Settings, or need not be asked.
    mutating func settleSettings() { remark(owesSettings: false) }

    private mutating func remark(owesSettings: Bool) {
        guard let former = context.signedOut, former.owesSettings != owesSettings else { return }
        mark(SignedOutMark(account: former.account, isAccountUnknown: former.isAccountUnknown, owesSettings: owesSettings))
    }

    /// Removes the record of the sign-out, because sign-ins are possible again. Pending logouts remain.
    mutating func clearSignOut() {
        if context.signedOut == nil { return }
        context.signedOut = nil
        emit(.forget(.fact(.signedOut)))
    }

    /// Forgets all data of the viewer and records the sign-out, with the account that is on the device. A repeated sign-out records a
    /// changed account. If the partner framework has not reported the account, the record says that the account is unknown, because an
    /// error does not mean that there is no account.
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

    /// Records that Adobe is being asked to sign the viewer in with the provider `mvpd`.
    mutating func noteSignInRequest(_ mvpd: MVPDID?) { context.noteSignInRequest(mvpd, all: policy.signsOutEverywhere) }

    /// Records the providers of the profiles that Adobe named.
    mutating func noteProviders(_ profiles: [Profile]) { context.noteProviders(profiles, all: policy.signsOutEverywhere) }

    /// Stores an answer of the partner framework. Stores the status in the answer only if the status is valid (V2-X-15).
    ///
    /// A status that has expired only by the device's clock is stored until Adobe's clock is known, but is not sent before that.
    /// - Returns: the statement of the answer about the account on the device.
    @discardableResult
    mutating func note(_ answer: PartnerAnswer) -> PartnerReading {
        let reading = answer.reading
        context.note(reading)
        let status = answer.status
        let hasPassed = status.expiry.map { self.hasPassed($0) } ?? false
        context.partnerStatus = status.permission == .granted && status.mapping != nil && !hasPassed ? status : nil
        return reading
    }

    /// Stores a configuration for the time that the policy sets (V2-C-02).
    mutating func note(_ configuration: AdobeConfiguration) {
        context.catalog = ProviderCatalog(configuration, freshUntil: now.advanced(by: policy.configurationAge))
    }

    /// The catalog; `nil` if it is missing or no longer fresh (V2-C-04a).
    var freshCatalog: ProviderCatalog? {
        guard let catalog = context.catalog, catalog.freshUntil > now else { return nil }
        return catalog
    }

    /// The current status; `nil` if a check or a sign-in must not use it now.
    var statusForCheck: UsableStatus? { context.partnerStatus.flatMap { UsableStatus($0, self) } }

    /// Returns the current status; `nil` if a decision for `wish` must not use it now. The status must be usable for a check. It also needs
    /// an expiry, unless the policy accepts a status without an expiry (V2-D-03).
    func statusForDecision(_ wish: Wish) -> UsableStatus? {
        guard let usable = statusForCheck else { return nil }
        if usable.status.expiry != nil { return usable }
        switch policy.statusWithoutExpiry {
        case .never: return nil
        case .untilRefused: return wish.isStatusRefused ? nil : usable
        case .always: return usable
        }
    }

    /// Whether Adobe could accept this status for `mvpd`. Adobe refuses a status that names a different provider. True if the provider is
    /// not known.
    func mayBelong(_ usable: UsableStatus, to mvpd: MVPDID?) -> Bool {
        guard let provider = context.provider, provider.mvpd == mvpd, let mapping = provider.mapping else { return true }
        return mapping == usable.mapping
    }
}

/// A partner status that Adobe accepts at this moment: the permission is granted, a provider is named, and the status has not expired.
/// Apple's servers set the expiry. It is compared with Adobe's clock or, until that clock is known, with the device's clock (V2-B-05).
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
