/// The values that the flow has in every state, such as the partner status, the remembered provider, the catalog and the open wishes.
package struct Context: Hashable, Sendable {
    /// Whether the event `launched` has arrived.
    package internal(set) var isLaunched = false
    /// Whether the event `shutDown` has arrived. Every later event is ignored.
    package internal(set) var isShutDown = false
    /// The partner status; `nil` unless it is valid for a check (V2-X-15).
    package internal(set) var partnerStatus: PartnerStatus?
    /// The device's account: the provider that the partner framework reported last, even if the reported status was not valid. `nil` if
    /// there is no account, or if it is not known.
    package internal(set) var platformAccount: PlatformMappingID?
    /// Whether the partner framework reported the device's account in this launch. A report that there is no account is included.
    package internal(set) var knowsPlatformAccount = false
    /// The provider that the viewer used last; `nil` if there is none.
    package internal(set) var provider: RememberedProvider?
    /// The providers that Adobe named for this viewer since the last sign-out; at most 8.
    package internal(set) var signedInProviders: [MVPDID] = []
    /// The providers with which Adobe was asked to sign the viewer in since the last sign-out; at most 8. Each sign-in may have succeeded,
    /// even if its answer was lost (V2-E-02). If a sign-out concerns every provider that Adobe named, this list does not repeat
    /// `signedInProviders`.
    package internal(set) var requestedSignIns: [MVPDID] = []
    /// The profile that the vault keeps across launches; `nil` if there is none.
    package internal(set) var keptProfile: Profile?
    /// The providers of the last configuration.
    package internal(set) var catalog: ProviderCatalog?
    /// The wishes that the flow has not answered, oldest first; at most 16.
    package internal(set) var wishes: [Wish] = []
    /// The id of the current presentation; `nil` if nothing is shown.
    package internal(set) var presented: PresentationID?
    /// The record in the vault that the viewer signed out (V2-E-09); `nil` if no sign-out is in effect.
    package internal(set) var signedOut: SignedOutMark?
    /// The pending logouts, which Adobe has not received; at most 8.
    package internal(set) var owedLogouts: [OwedLogout] = []
    /// Whether phase B has found no viewer since the app last came to the foreground.
    package internal(set) var foundNobody = false
    /// A code of an earlier launch that is not in use yet; `nil` if there is none or it has expired.
    package internal(set) var keptCode: PersistedCode?
    /// Whether the current attempt continues an attempt that the viewer started in an earlier launch.
    package internal(set) var resumesAttempt = false
    /// Whether a poll of the legacy API was answered 410 before its code expired, and no viewer has signed in since (V1-25).
    package internal(set) var codeWasGone = false

    private static let maximumWishes = 16
    private static let mostProviders = 8
    private static let mostOwedLogouts = 8
}

extension Context {
    /// Begins a launch with the values in the vault.
    mutating func restore(_ kept: PersistedState) {
        isLaunched = true
        provider = kept.provider
        owedLogouts = kept.openLogouts
        signedOut = kept.signedOut ?? (owedLogouts.isEmpty ? nil : SignedOutMark(isAccountUnknown: true))
        keptProfile = kept.profile
        keptCode = kept.code
    }

    // MARK: Wishes

    /// Whether a wish of `kind` is open.
    func wants(_ kind: Wish.Kind) -> Bool {
        for wish in wishes where wish.kind == kind { return true }
        return false
    }

    /// Whether an open wish allows the flow to ask the viewer to sign in.
    var needsViewer: Bool {
        for wish in wishes where wish.asksViewer { return true }
        return false
    }

    /// Adds a wish to the open wishes.
    /// - Returns: false if too many wishes are open.
    mutating func open(_ wish: Wish) -> Bool {
        guard wishes.count < Context.maximumWishes else { return false }
        wishes.append(wish)
        return true
    }

    /// Removes a wish from the open wishes.
    /// - Returns: false if the wish was not open.
    mutating func close(_ id: WishID) -> Bool {
        for index in wishes.indices where wishes[index].id == id {
            wishes.remove(at: index)
            return true
        }
        return false
    }

    /// Records the step to which a wish returns from `deciding`.
    mutating func noteReturn(of id: WishID, _ returned: Wish.Return) {
        for index in wishes.indices where wishes[index].id == id { wishes[index].returned = returned }
    }

    /// Records that Adobe refused a partner status that was sent for the wish `id`.
    mutating func noteStatusRefused(for id: WishID) {
        for index in wishes.indices where wishes[index].id == id { wishes[index].isStatusRefused = true }
    }

    /// The playback that caused the current sign-in because the existing access permits no decision about it; `nil` if there is none.
    var wishForNewSignIn: Wish? {
        for wish in wishes where wish.returned == .toSignIn { return wish }
        return nil
    }

    // MARK: Sign-out

    /// Adds `logouts` to the pending logouts. If the list is full, a new logout is dropped, never a pending logout.
    /// - Returns: false if no logout was added.
    mutating func owe(_ logouts: [OwedLogout]) -> Bool {
        let before = owedLogouts.count
        for logout in logouts where owedLogouts.count < Context.mostOwedLogouts && !owedLogouts.contains(logout) {
            owedLogouts.append(logout)
        }
        return owedLogouts.count > before
    }

    /// Whether the account on the device differs from the account at the time of the sign-out (V2-E-09).
    var hasOtherAccount: Bool {
        guard let signedOut, let platformAccount, !signedOut.isAccountUnknown else { return false }
        return signedOut.account != platformAccount
    }

    /// Whether the viewer must still be asked to sign out in Settings after a sign-out (V2-E-14).
    var owesSettings: Bool { signedOut?.owesSettings ?? false }

    // MARK: Providers

    /// Stores the account that the partner framework reported. An error does not change the account.
    mutating func note(_ reading: PartnerReading) {
        switch reading {
        case .account(let account): (platformAccount, knowsPlatformAccount) = (account, true)
        case .nobody: (platformAccount, knowsPlatformAccount) = (nil, true)
        case .hidden: (platformAccount, knowsPlatformAccount) = (nil, false)
        case .failed: return
        }
    }

    /// Handles the answer to a question that is older than the app's last return to the foreground. If the answer differs from the known
    /// account, the account is unknown until the next answer.
    mutating func doubtAccount(_ reading: PartnerReading) {
        switch reading {
        case .account(let account) where knowsPlatformAccount && platformAccount == account: return
        case .nobody where knowsPlatformAccount && platformAccount == nil: return
        case .account, .nobody, .hidden: note(.hidden)
        case .failed: return
        }
    }

    /// Records that Adobe is being asked to sign the viewer in with the provider `mvpd`.
    /// - Parameter all: whether a sign-out concerns each provider that Adobe named.
    mutating func noteSignInRequest(_ mvpd: MVPDID?, all: Bool) {
        guard let mvpd, !requestedSignIns.contains(mvpd), requestedSignIns.count < Context.mostProviders else { return }
        if all, signedInProviders.contains(mvpd) { return }
        requestedSignIns.append(mvpd)
    }

    /// Records the providers of the profiles that Adobe named.
    /// - Parameter all: whether a sign-out concerns every provider that Adobe named, not only the current one. If so, the providers in
    ///   `signedInProviders` are removed from `requestedSignIns`, because a sign-out includes them in any case.
    mutating func noteProviders(_ profiles: [Profile], all: Bool) {
        for profile in profiles where profile.type != .temporary && !signedInProviders.contains(profile.mvpd) {
            if signedInProviders.count < Context.mostProviders { signedInProviders.append(profile.mvpd) }
        }
        if all { requestedSignIns.removeAll { signedInProviders.contains($0) } }
    }

    /// Returns the providers that a sign-out concerns: the provider of the current sign-in and the providers of requested sign-ins. If
    /// `all` is true, every other provider that Adobe named is included. `access` is the access under which decisions are requested. Its
    /// provider may no longer be in the vault.
    func mvpdsToSignOut(all: Bool, _ access: Access?) -> [MVPDID] {
        let accessed = access.flatMap { $0.isTemporary ? nil : $0.mvpd }
        let known = [keptProfile?.mvpd, accessed, provider?.mvpd].compactMap { $0 }
        var providers: [MVPDID] = []
        let named = all ? known + signedInProviders : Array(known.prefix(1))
        for mvpd in named + requestedSignIns where !providers.contains(mvpd) { providers.append(mvpd) }
        return providers
    }
}

// MARK: Log

extension Context: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("isLaunched", isLaunched)
        sink.field("isShutDown", isShutDown)
        sink.field("partnerStatus", partnerStatus)
        sink.field("platformAccount", platformAccount)
        sink.field("knowsPlatformAccount", knowsPlatformAccount)
        sink.field("provider", provider)
        sink.field("signedInProviders", signedInProviders)
        sink.field("requestedSignIns", requestedSignIns.isEmpty ? nil : requestedSignIns)
        sink.field("keptProfile", keptProfile)
        sink.field("catalogue", catalog)
        sink.field("wishes", wishes)
        sink.field("presented", presented)
        sink.field("signedOut", signedOut)
        sink.field("owedLogouts", owedLogouts)
        sink.field("foundNobody", foundNobody)
        sink.field("keptCode", keptCode)
        sink.field("resumesAttempt", resumesAttempt)
        sink.field("codeWasGone", codeWasGone ? true : nil)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        var context = Context()
        context.isLaunched = try source.field("isLaunched")
        context.isShutDown = try source.field("isShutDown")
        context.partnerStatus = try source.field("partnerStatus")
        context.platformAccount = try source.field("platformAccount")
        context.knowsPlatformAccount = try source.field("knowsPlatformAccount")
        context.provider = try source.field("provider")
        context.signedInProviders = try source.field("signedInProviders")
        context.requestedSignIns = try source.field("requestedSignIns") ?? []
        context.keptProfile = try source.field("keptProfile")
        context.catalog = try source.field("catalogue")
        context.wishes = try source.field("wishes")
        context.presented = try source.field("presented")
        context.signedOut = try source.field("signedOut")
        context.owedLogouts = try source.field("owedLogouts")
        context.foundNobody = try source.field("foundNobody")
        context.keptCode = try source.field("keptCode")
        context.resumesAttempt = try source.field("resumesAttempt")
        context.codeWasGone = try source.field("codeWasGone") ?? false
        return context
    }
}
