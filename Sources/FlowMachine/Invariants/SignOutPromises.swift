/// The sign-outs that Adobe has not answered yet, derived only from events and effects. The pending logouts, the sign-out and the kept
/// profile in the model are ignored, because they are under test.
///
/// A *promise* is a logout that Adobe still has to answer. When the viewer signs out, promises begin for the last sign-in that Adobe named,
/// for each requested sign-in whose answer was lost, and for each logout that the flow then sends. A promise also begins when a request
/// from before the sign-out signs the viewer in afterwards.
///
/// A promise ends with Adobe's answer to the logout, with a final refusal, with a new sign-in with the same provider and, under REST API
/// V2, with the loss of the credentials. It does not end with a page that the viewer saw, a lost connection or a temporary error. Until a
/// promise ends, nothing may depend on an earlier profile, and no sign-out may be reported as complete.
package struct SignOutPromises: Hashable, Sendable {
    /// The promises that have not ended.
    package private(set) var open: [OwedLogout] = []
    /// The outstanding requests that can begin or end a promise.
    private var requests: [Sent] = []
    private var isLaunched = false
    /// The sign-in that Adobe named last; `nil` if no viewer is signed in.
    private var current: OwedLogout?
    /// The provider of the profile in the vault; `nil` if the vault has no profile.
    private var keptProfile: MVPDID?
    /// The sign-ins since the last sign-out that may have succeeded although their answers were lost.
    private var lost: [OwedLogout] = []
    /// The provider that Adobe named for the session with the partner framework.
    private var partner: MVPDID?
    /// A new wish to sign out, with the sign-ins to undo. It is stored only until the effects show whether the flow refuses the wish.
    private var asked: Asked?
    /// Whether the viewer has signed out and no viewer has signed in since.
    private var isSignOutAsked = false
    /// The wishes that the flow has not answered.
    private var openWishes: [WishID] = []
    /// The open wishes to sign out.
    private var openSignOuts: [WishID] = []
    /// The open playbacks under temporary access.
    private var temporaryPlays: [WishID] = []
    /// Whether the viewer wants a different provider (FM-23), and has not signed in since.
    private var isLeaving = false
    /// Whether the last step sent Adobe a logout that no viewer asked for.
    package private(set) var isUnasked = false
    /// Whether the last step reported a sign-out as complete too early: a logout is unanswered, or an outstanding request may still sign
    /// the viewer in.
    package private(set) var isDishonest = false

    private struct Sent: Hashable, Sendable {
        let id: RequestID
        let purpose: Purpose
        /// Whether the viewer has signed out since the request was sent.
        var isLate = false

        /// Whether the request may sign the viewer in again after a sign-out.
        var isLateSignIn: Bool {
            switch purpose {
            case .exchange, .poll: isLate
            case .logout, .session, .check: false
            }
        }
    }

    private enum Purpose: Hashable, Sendable {
        /// Sends Adobe a logout. The legacy API's logout is for everyone on the device.
        case logout(OwedLogout)
        /// Signs the viewer in with the partner framework's response. The value is the logout that undoes this sign-in; `nil` if the
        /// provider is not known.
        case exchange(OwedLogout?)
        /// Asks whether the viewer has signed in with a code.
        case poll
        /// Opens a session at Adobe.
        case session
        /// Asks whether a viewer is signed in.
        case check
    }

    private struct Asked: Hashable, Sendable {
        let wish: WishID
        let signIns: [OwedLogout]
    }

    /// The largest number of sign-ins in one answer that the flow undoes.
    private static let most = 8

    package init() {}

    /// The kinds of steps that can change the promises or break their invariants.
    static var concerns: RunStep.Kinds { [.launch, .user, .adobesAnswer, .strayAnswer, .call, .cancel, .answer, .keep, .forgetFact] }

    /// Creates the promises of a run that begins at `model`. The sign-outs in progress are assumed to be at a viewer's request.
    init(at model: FlowModel) {
        isLaunched = model.context.isLaunched
        isSignOutAsked = model.context.signedOut != nil
        openWishes = model.context.wishes.map { $0.id }
        isLeaving = true
    }

    // MARK: Events

    /// Updates the promises with an event, before its effects.
    /// - Parameters:
    ///   - event: the event. If an answer arrived after its time limit, this is a time-out instead.
    ///   - arrived: the event as it arrived. A late answer may report a sign-in, which must be undone after a sign-out.
    package mutating func take(_ event: FlowEvent, arrived: FlowEvent? = nil, _ settings: FlowSettings) {
        asked = nil
        switch event.origin {
        case .app(.launched(let kept)): if !isLaunched { launch(kept, settings) }
        case .user(let user): take(user)
        case .reply(let request, let reply):
            guard let index = requests.firstIndex(where: { $0.id == request }) else { return }
            let sent = requests.remove(at: index)
            if sent.isLate, case .reply(_, let late)? = arrived?.origin { return take(late.result, to: sent, settings) }
            take(reply.result, to: sent, settings)
        case .app, .timer: return
        }
    }

    private mutating func launch(_ kept: PersistedState, _ settings: FlowSettings) {
        isLaunched = true
        // REST API V2 drops a logout of the whole device, which only the legacy API can send (V2-E-12).
        open = kept.openLogouts.filter { settings.api == .restV1 || $0 != .device }
        isSignOutAsked = kept.signedOut != nil || !kept.openLogouts.isEmpty
        guard let profile = kept.profile, profile.type != .temporary, settings.api == .restV2 else { return }
        keptProfile = profile.mvpd
        current = .mvpd(profile.mvpd)
    }

    private mutating func take(_ event: UserEvent) {
        if case .chose(_, .otherProvider) = event { isLeaving = true }
        guard isLaunched, let wish = event.wish, !openWishes.contains(wish) else { return }
        switch event {
        case .cancel, .chose: return
        case .signOut:
            let doubtful = requests.compactMap { if case .exchange(let logout) = $0.purpose { logout } else { nil } }
            asked = Asked(wish: wish, signIns: [current].compactMap { $0 } + lost + doubtful)
        case .otherProvider: isLeaving = true
        case .play(_, resource: _, under: .temporary): temporaryPlays.append(wish)
        case .signIn, .play, .preview, .userMetadata: break
        }
        openWishes.append(wish)
    }

    private mutating func take(_ result: Reply.Result, to sent: Sent, _ settings: FlowSettings) {
        switch (sent.purpose, result) {
        case (.logout(let logout), .logouts): end([logout])
        case (.logout, .done): (open, lost, current) = ([], [], nil)
        case (.logout(let logout), .failed(let failure)):
            if failure.isAdobesAnswer { if logout == .device { open = [] } else { end([logout]) } }
        case (.exchange, .profiles(let profiles)), (.poll, .profiles(let profiles)):
            let signedIn = profiles.filter { $0.type != .temporary }.map { OwedLogout.mvpd($0.mvpd) }
            if sent.isLate { give(Array(signedIn.prefix(SignOutPromises.most))) } else { end(signedIn) }
            if case .exchange(let logout) = sent.purpose { lost.removeAll { $0 == logout } }
        case (.exchange, .done):
            lost = []
            if sent.isLate { give([.device]) } else { (open, current) = ([], .device) }
        case (.exchange(let logout), .failed(let failure)): if failure.leavesOpen { lose(logout, isLate: sent.isLate) }
        case (.poll, .authentication(let authorization?)), (.check, .authentication(let authorization?)):
            if let temporary = settings.temporaryAccess, authorization.mvpd == temporary {
                // The device's token belongs to temporary access, so no viewer is signed in, even if a viewer was signed in before (V1-38).
                if !sent.isLate { current = nil }
                return
            }
            // If temporary access is configured, the answer to a check does not show whether the token belongs to a viewer (V1-38).
            if sent.isLate { give([.device]) } else if sent.purpose == .poll || settings.temporaryAccess == nil { current = .device }
        case (.session, .session(.partnerProfile(_, let mvpd))): partner = mvpd
        case (.session, .session(.authorize(let authorization))):
            if authorization.reason != .temporary { current = authorization.mvpd.map { .mvpd($0) } ?? current }
        case (.check, .profiles(let profiles)):
            if let named = current, !profiles.contains(where: { named == .mvpd($0.mvpd) }) { current = nil }
        case (.check, .authentication(nil)), (.poll, .authentication(nil)): current = nil
        // Adobe reports that no viewer is signed in, or that the sign-in has expired.
        case (.check, .failed(let failure)) where failure.error?.action == .authentication: current = nil
        case (.poll, .failed(let failure)) where settings.api == .restV1 && failure.error?.action == .authentication: current = nil
        case (.logout, _), (.exchange, _), (.poll, _), (.session, _), (.check, _): return
        }
    }

    private mutating func lose(_ logout: OwedLogout?, isLate: Bool) {
        guard let logout else { return }
        if isLate { give([logout]) } else if !lost.contains(logout) { lost.append(logout) }
    }

    private mutating func give(_ logouts: [OwedLogout]) {
        for logout in logouts where !open.contains(logout) { open.append(logout) }
    }

    private mutating func end(_ logouts: [OwedLogout]) { open.removeAll { logouts.contains($0) } }

    // MARK: Effects

    /// Updates the promises with the effects of the event.
    package mutating func note(_ effects: [Effect], _ settings: FlowSettings) {
        (isUnasked, isDishonest) = (false, false)
        if let asked, !effects.contains(where: { $0.refuses(asked.wish) }) { grant(asked) }
        asked = nil
        for effect in effects {
            switch effect {
            case .call(let id, let call): note(call.endpoint, id)
            case .cancel(let id):
                guard let index = requests.firstIndex(where: { $0.id == id }) else { continue }
                let sent = requests.remove(at: index)
                if case .exchange(let logout) = sent.purpose { lose(logout, isLate: sent.isLate) }
            // Under REST API V2, profiles are bound to the credentials; the legacy API binds a sign-in to the device.
            case .forget(.fact(.client)): if settings.api == .restV2 { (open, lost, current) = ([], [], nil) }
            case .forget(.fact(.profile)):
                if let mvpd = keptProfile, current == .mvpd(mvpd) { current = nil }
                keptProfile = nil
            case .keep(.profile(let profile)):
                if profile.type != .temporary { (keptProfile, current, isSignOutAsked) = (profile.mvpd, .mvpd(profile.mvpd), false) }
            case .answer(let wish, let answer): note(answer, to: wish, settings)
            case .partner, .present, .arm, .disarm, .keep, .forget: continue
            }
        }
    }

    private mutating func grant(_ asked: Asked) {
        isSignOutAsked = true
        openSignOuts.append(asked.wish)
        give(asked.signIns)
        (current, lost) = (nil, [])
        for index in requests.indices { requests[index].isLate = true }
    }

    private mutating func note(_ answer: WishAnswer, to wish: WishID, _ settings: FlowSettings) {
        if openSignOuts.contains(wish), case .signedOut(owed: false, settings: _) = answer {
            isDishonest = isDishonest || !open.isEmpty || requests.contains { $0.isLateSignIn }
        }
        let isTemporary = temporaryPlays.contains(wish)
        openWishes.removeAll { $0 == wish }
        openSignOuts.removeAll { $0 == wish }
        temporaryPlays.removeAll { $0 == wish }
        switch answer {
        case .signedIn(let access):
            (isLeaving, isSignOutAsked) = (false, false)
            if access.isTemporary { return }
            current = settings.api == .restV1 ? .device : access.mvpd.map { .mvpd($0) } ?? current
        case .permitted, .denied: if !isTemporary { (isLeaving, isSignOutAsked) = (false, false) }
        case .previewed, .signedOut, .userMetadata, .refused, .dropped: return
        }
    }

    private mutating func note(_ endpoint: Endpoint, _ id: RequestID) {
        switch endpoint {
        case .logout(let mvpd):
            if !isSignOutAsked, !open.contains(.mvpd(mvpd)) { isUnasked = true }
            give([.mvpd(mvpd)])
            requests.append(Sent(id: id, purpose: .logout(.mvpd(mvpd))))
        case .restV1(.logout):
            // A viewer who wants a different provider is signed out first, but did not ask for a sign-out (FM-23).
            if !isSignOutAsked, !isLeaving, open.isEmpty { isUnasked = true }
            requests.append(Sent(id: id, purpose: .logout(.device)))
        case .createPartnerProfile: requests.append(Sent(id: id, purpose: .exchange(partner.map { .mvpd($0) })))
        case .restV1(.exchange): requests.append(Sent(id: id, purpose: .exchange(.device)))
        case .profileForCode, .restV1(.authenticationToken): requests.append(Sent(id: id, purpose: .poll))
        case .createSession, .resumeSession, .partnerSession: requests.append(Sent(id: id, purpose: .session))
        case .profiles, .profile, .restV1(.checkAuthentication): requests.append(Sent(id: id, purpose: .check))
        case .register, .token, .configuration, .preauthorize, .authorize, .restV1(.configuration), .restV1(.profileRequest),
            .restV1(.createCode), .restV1(.authorize), .restV1(.mediaToken), .restV1(.preauthorize), .restV1(.userMetadata),
            .restV1(.freePreview):
            return
        }
    }

    // MARK: Violations

    /// Returns whether a requested decision, an answer, or the access that the app sees depends on a profile whose logout is pending. Only
    /// the access is read from the model, because no effect shows it. `PermitJudge` checks the provider of a permit.
    package func areBroken(by effects: [Effect], at after: FlowModel, _ settings: FlowSettings) -> Bool {
        if open.isEmpty { return false }
        if let access = after.state.access, isOld(access, settings) { return true }
        for effect in effects {
            switch effect {
            case .call(_, let call):
                switch call.endpoint {
                case .authorize(let mvpd, _, _, _), .preauthorize(let mvpd, _, _): if open.contains(.mvpd(mvpd)) { return true }
                // A decision of the legacy API is for the device, so it must wait for every promise, unless the playback is under temporary
                // access.
                case .restV1(.authorize), .restV1(.mediaToken), .restV1(.preauthorize): if temporaryPlays.isEmpty { return true }
                case .register, .token, .configuration, .profiles, .profile, .profileForCode, .createSession, .resumeSession,
                    .partnerSession, .createPartnerProfile, .logout, .restV1(.checkAuthentication), .restV1(.configuration),
                    .restV1(.profileRequest), .restV1(.exchange), .restV1(.authenticationToken), .restV1(.createCode),
                    .restV1(.userMetadata), .restV1(.logout), .restV1(.freePreview):
                    continue
                }
            case .answer(_, .signedIn(let access)): if isOld(access, settings) { return true }
            case .answer, .partner, .present, .cancel, .arm, .disarm, .keep, .forget: continue
            }
        }
        return false
    }

    private func isOld(_ access: Access, _ settings: FlowSettings) -> Bool {
        if access.isTemporary { return false }
        guard settings.api == .restV2, let mvpd = access.mvpd else { return true }
        return open.contains(.mvpd(mvpd))
    }
}

extension CallFailure {
    /// Whether Adobe answered the logout with an error that a repetition would not change. The flow uses a different property for this
    /// test, `CallFailure.isFinal`. The judge has a property of its own, because it checks the flow.
    fileprivate var isAdobesAnswer: Bool {
        guard case .refused(let http, let error) = self, http < 500 else { return false }
        switch error.action {
        case .retry, .applicationRegistration: return false
        case .none: return error.code != nil || error.text != nil
        case .configuration, .authentication, .authorization: return true
        }
    }

    /// Whether Adobe may have executed the request in spite of this failure.
    fileprivate var leavesOpen: Bool {
        switch self {
        case .transport(let transport): transport != .secretMissing
        case .status(let http): http >= 500
        case .unauthorized, .throttled, .refused, .registrationRefused: false
        }
    }
}

extension Effect {
    fileprivate func refuses(_ wish: WishID) -> Bool {
        if case .answer(wish, .refused) = self { true } else { false }
    }
}
