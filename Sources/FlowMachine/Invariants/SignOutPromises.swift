/// The sign-outs that Adobe has not answered yet, derived only from events and effects. The model's own list of pending logouts, its mark
/// and its kept profile are ignored, since they are what is judged.
///
/// A promise is made when the viewer signs out, for the sign-in that Adobe named last, for each sign-in that Adobe was asked for and whose
/// answer was lost, and for each logout that the flow then sends; and when a sign-in succeeds only after that. Adobe's answer to a request
/// ends it, and so do a final refusal, a new sign-in with that provider and, under REST API V2, the loss of the credentials. A page that
/// the viewer saw, a lost connection and a temporary error do not end it. Until it ends, nothing may depend on a profile that existed
/// before, and no sign-out is called complete.
package struct SignOutPromises: Hashable, Sendable {
    /// The promises that are still open.
    package private(set) var open: [OwedLogout] = []
    /// The outstanding requests that can end a promise or make one.
    private var requests: [Sent] = []
    private var isLaunched = false
    /// The sign-in that Adobe named last, and the provider of the profile that is on disk.
    private var current: OwedLogout?
    private var keptProfile: MVPDID?
    /// The sign-ins that may have happened although no answer said so, since the last sign-out.
    private var lost: [OwedLogout] = []
    /// The provider of the partner session.
    private var partner: MVPDID?
    /// The viewer's sign-in when they asked to sign out, until the effects show whether the sign-out is granted.
    private var asked: Asked?
    /// Whether the viewer signed out and no viewer has signed in since.
    private var isSignOutAsked = false
    /// The wishes that the app awaits, and those of them that are sign-outs or playbacks under temporary access.
    private var openWishes: [WishID] = []
    private var openSignOuts: [WishID] = []
    private var temporaryPlays: [WishID] = []
    /// Whether the viewer wants another provider than the current one (FM-23), and has not signed in with one since.
    private var isLeaving = false
    /// Whether Adobe received a logout that no viewer asked for.
    package private(set) var isUnasked = false
    /// Whether a sign-out was called complete although a logout is still to be answered, or a sign-in of that viewer may still succeed.
    package private(set) var isDishonest = false

    private struct Sent: Hashable, Sendable {
        let id: RequestID
        let purpose: Purpose
        /// Whether the viewer has signed out since it was sent.
        var isLate = false

        /// Whether the request may bring a sign-in after the sign-out.
        var isLateSignIn: Bool {
            switch purpose {
            case .exchange, .poll: isLate
            case .logout, .session, .check: false
            }
        }
    }

    private enum Purpose: Hashable, Sendable {
        /// Sends Adobe a logout; that of the legacy API is for everyone on the device.
        case logout(OwedLogout)
        /// Adobe signs the viewer in with the partner framework's response.
        case exchange(OwedLogout?)
        /// Asks whether the viewer has signed in elsewhere.
        case poll
        /// Opens a session.
        case session
        /// Asks who is signed in.
        case check
    }

    private struct Asked: Hashable, Sendable {
        let wish: WishID
        let signIns: [OwedLogout]
    }

    /// The largest number of viewers in one answer that the flow signs out.
    private static let most = 8

    package init() {}

    /// The steps that concern the judge.
    static var concerns: RunStep.Kinds { [.launch, .user, .adobesAnswer, .strayAnswer, .call, .cancel, .answer, .keep, .forgetFact] }

    /// Promises that begin in the middle of a run, and assume that the requests in progress at `model` were asked for.
    init(at model: FlowModel) {
        isLaunched = model.context.isLaunched
        isSignOutAsked = model.context.signedOut != nil
        openWishes = model.context.wishes.map { $0.id }
        isLeaving = true
    }

    // MARK: Events

    /// Takes an event, before its effects. A late answer is a timeout in `event`, and is as it came in `arrived`: after a sign-out, the
    /// sign-in that it reports is still to be undone.
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
        // A legacy logout for the device means nothing to REST API V2 (V2-E-12).
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
                // The device's token is no viewer's, also if a viewer signed in before (V1-38).
                if !sent.isLate { current = nil }
                return
            }
            // With temporary access configured, a check alone does not say whose token it found (V1-38).
            if sent.isLate { give([.device]) } else if sent.purpose == .poll || settings.temporaryAccess == nil { current = .device }
        case (.session, .session(.partnerProfile(_, let mvpd))): partner = mvpd
        case (.session, .session(.authorize(let authorization))):
            if authorization.reason != .temporary { current = authorization.mvpd.map { .mvpd($0) } ?? current }
        case (.check, .profiles(let profiles)):
            if let named = current, !profiles.contains(where: { named == .mvpd($0.mvpd) }) { current = nil }
        case (.check, .authentication(nil)), (.poll, .authentication(nil)): current = nil
        // Adobe has no sign-in, or it has expired.
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

    /// Stores what the event led to.
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
            // A viewer who wants another provider is signed out as well, but did not ask for a sign-out (FM-23).
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

    /// Whether something depends on a profile that should be gone: a requested decision, an answer, or the access that the app is shown.
    /// No effect shows it, so it is the only thing that is read from the model. `PermitJudge` knows whose permit an answer uses.
    package func areBroken(by effects: [Effect], at after: FlowModel, _ settings: FlowSettings) -> Bool {
        if open.isEmpty { return false }
        if let access = after.state.access, isOld(access, settings) { return true }
        for effect in effects {
            switch effect {
            case .call(_, let call):
                switch call.endpoint {
                case .authorize(let mvpd, _, _, _), .preauthorize(let mvpd, _, _): if open.contains(.mvpd(mvpd)) { return true }
                // The legacy API only knows the device.
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
    /// Whether Adobe answered the logout, with an error that it would repeat. In other words than the machine's own, which are judged.
    fileprivate var isAdobesAnswer: Bool {
        guard case .refused(let http, let error) = self, http < 500 else { return false }
        switch error.action {
        case .retry, .applicationRegistration: return false
        case .none: return error.code != nil || error.text != nil
        case .configuration, .authentication, .authorization: return true
        }
    }

    /// Whether Adobe may have executed the request although it failed like this.
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
