/// The sign-outs that Adobe has not answered yet, derived only from events and effects. The model's own list of pending logouts is ignored,
/// since it is what is judged.
///
/// A promise is made when the viewer signs out, for the access that they had and for each logout that the flow then sends, and when a
/// sign-in succeeds only after that. Adobe's answer to a request ends it, and so do a final refusal, a new sign-in with that provider and
/// the loss of the credentials. A page that the viewer saw, a lost connection and a temporary error do not end it. Until it ends, nothing
/// may depend on a profile that existed before.
package struct SignOutPromises: Hashable, Sendable {
    /// The open promises.
    package private(set) var open: [OwedLogout] = []
    /// The outstanding requests that can end a promise or make one.
    private var requests: [Sent] = []
    /// The viewer's access when they asked to sign out, until the effects show whether the sign-out is granted.
    private var asked: Asked?
    /// Whether the viewer signed out and has not asked for a sign-in since: a late sign-in is then signed out, too.
    private var isSignOutAsked = false
    /// The sign-outs that the app awaits: until they are answered, a sign-in waits.
    private var openSignOuts: [WishID] = []
    private var isSignInWaiting = false
    /// Whether the last sign-out was answered before Adobe received it: it must be sent before the next sign-in.
    private var isSignOutOwed = false
    /// Whether the viewer wants another provider than the current one (FM-23), and has not signed in with one since.
    private var isLeaving = false
    /// Whether Adobe received a logout that nobody asked for.
    package private(set) var isUnasked = false

    private struct Sent: Hashable, Sendable {
        let id: RequestID
        let purpose: Purpose
        /// Whether the viewer has signed out since it was sent.
        var isLate = false
    }

    private enum Purpose: Hashable, Sendable {
        /// Sends Adobe a logout; that of the legacy API is for everyone on the device.
        case logout(OwedLogout)
        /// The viewer or the partner framework signs in.
        case signIn
        /// With the legacy API, a request about the device, whose answer shows a signed-in viewer.
        case look
    }

    private struct Asked: Hashable, Sendable {
        let wish: WishID
        let access: [OwedLogout]
    }

    package init() {}

    /// Promises that begin in the middle of a run, and assume that the requests in progress at `model` were asked for.
    init(at model: FlowModel) {
        isSignOutAsked = model.context.signedOut != nil
        isLeaving = true
    }

    // MARK: Events

    /// Takes an event that arrives at `before`.
    package mutating func take(_ event: FlowEvent, at before: FlowModel, _ settings: FlowSettings) {
        asked = nil
        switch event.origin {
        case .app(.launched(let kept)):
            // A legacy logout for the device means nothing to REST API V2 (V2-E-12).
            if before.context.isLaunched { return }
            open = kept.openLogouts.filter { settings.api == .restV1 || $0 != .device }
            isSignOutAsked = kept.signedOut != nil || !kept.openLogouts.isEmpty
            isSignOutOwed = !kept.openLogouts.isEmpty
        case .user(.signOut(let wish)):
            let isNew = !before.context.wishes.contains { $0.id == wish }
            if before.context.isLaunched, isNew { asked = Asked(wish: wish, access: before.signedIn(settings)) }
        case .user(.chose(_, .otherProvider)), .user(.otherProvider):
            isLeaving = true
            isSignInWaiting = true
        case .user(.signIn), .user(.play(_, resource: _, under: .signedIn)): isSignInWaiting = true
        case .reply(let request, let reply):
            guard let index = requests.firstIndex(where: { $0.id == request }) else { return }
            take(reply.result, to: requests.remove(at: index))
        case .user, .app, .timer: return
        }
    }

    private mutating func take(_ result: Reply.Result, to sent: Sent) {
        switch (sent.purpose, result) {
        case (.logout(let logout), .logouts): end([logout])
        case (.logout, .done): open = []
        case (.logout(let logout), .failed(let failure)) where failure.isFinal: if logout == .device { open = [] } else { end([logout]) }
        case (.signIn, .profiles(let profiles)):
            let signedIn = profiles.filter { $0.type != .temporary }.map { OwedLogout.mvpd($0.mvpd) }
            if sent.isLate { give(signedIn) } else { end(signedIn) }
        case (.signIn, .done): if sent.isLate { give([.device]) } else { open = [] }
        case (.look, .authentication(.some)): if sent.isLate { give([.device]) }
        case (.logout, _), (.signIn, _), (.look, _): return
        }
    }

    /// Whether a request that was outstanding when the viewer signed out may still have signed somebody in.
    private var isSomethingLate: Bool { requests.contains { $0.isLate } }

    private mutating func give(_ logouts: [OwedLogout]) {
        for logout in logouts where !open.contains(logout) { open.append(logout) }
    }

    private mutating func end(_ logouts: [OwedLogout]) { open.removeAll { logouts.contains($0) } }

    // MARK: Effects

    /// Stores what the event led to.
    package mutating func note(_ effects: [Effect], at after: FlowModel) {
        isUnasked = false
        if let asked, !effects.contains(where: { $0.refuses(asked.wish) }) {
            isSignOutAsked = true
            isSignInWaiting = false
            openSignOuts.append(asked.wish)
            give(asked.access)
            for index in requests.indices { requests[index].isLate = true }
        }
        asked = nil
        for effect in effects {
            switch effect {
            case .call(let id, let call): note(call.endpoint, id, isSignedOut: after.context.signedOut != nil)
            case .cancel(let id): requests.removeAll { $0.id == id }
            // Profiles are bound to the credentials.
            case .forget(.fact(.client)): open = []
            case .answer(let wish, let answer):
                if openSignOuts.contains(wish) { isSignOutOwed = answer != .signedOut(owed: false) || isSomethingLate }
                openSignOuts.removeAll { $0 == wish }
                switch answer {
                case .signedIn, .permitted, .denied: (isLeaving, isSignInWaiting, isSignOutOwed) = (false, true, false)
                case .previewed, .signedOut, .userMetadata, .refused, .dropped: break
                }
            case .partner, .present, .arm, .disarm, .keep, .forget: continue
            }
        }
        if isSignInWaiting, openSignOuts.isEmpty, !isSignOutOwed { (isSignInWaiting, isSignOutAsked) = (false, false) }
    }

    private mutating func note(_ endpoint: Endpoint, _ id: RequestID, isSignedOut: Bool) {
        switch endpoint {
        case .logout(let mvpd):
            if !isSignOutAsked, !open.contains(.mvpd(mvpd)) { isUnasked = true }
            give([.mvpd(mvpd)])
            requests.append(Sent(id: id, purpose: .logout(.mvpd(mvpd))))
        case .restV1(.logout):
            // A viewer who wants another provider is signed out as well, but did not ask for a sign-out (FM-23).
            if !isSignOutAsked, !isLeaving, open.isEmpty { isUnasked = true }
            if isSignedOut { give([.device]) }
            requests.append(Sent(id: id, purpose: .logout(.device)))
        case .profileForCode, .createPartnerProfile, .restV1(.exchange): requests.append(Sent(id: id, purpose: .signIn))
        case .restV1(.authenticationToken): requests.append(Sent(id: id, purpose: .look))
        case .register, .token, .configuration, .profiles, .profile, .createSession, .resumeSession, .partnerSession, .preauthorize,
            .authorize, .restV1:
            return
        }
    }

    // MARK: Violations

    /// Whether something depends on a profile that should be gone: a requested decision, an answer, or the access that the app is shown.
    package func areBroken(by effects: [Effect], at after: FlowModel, _ settings: FlowSettings) -> Bool {
        if open.isEmpty { return false }
        if let access = after.state.access, isOld(access, settings) { return true }
        for effect in effects {
            switch effect {
            case .call(_, let call):
                switch call.endpoint {
                case .authorize(let mvpd, _, _, _), .preauthorize(let mvpd, _, _): if open.contains(.mvpd(mvpd)) { return true }
                case _: continue
                }
            case .answer(_, .signedIn(let access)): if isOld(access, settings) { return true }
            case .answer, .partner, .present, .cancel, .arm, .disarm, .keep, .forget: continue
            }
        }
        return false
    }

    /// The legacy API only knows the device.
    private func isOld(_ access: Access, _ settings: FlowSettings) -> Bool {
        if access.isTemporary { return false }
        guard settings.api == .restV2, let mvpd = access.mvpd else { return true }
        return open.contains(.mvpd(mvpd))
    }
}

extension FlowModel {
    /// The viewer whom a sign-out always concerns: the one under whose access decisions are made, or else the one who signed in last.
    fileprivate func signedIn(_ settings: FlowSettings) -> [OwedLogout] {
        if let access = state.access {
            if access.isTemporary { return [] }
            if settings.api == .restV1 { return [.device] }
            return access.mvpd.map { [.mvpd($0)] } ?? []
        }
        return context.keptProfile.map { [.mvpd($0.mvpd)] } ?? []
    }
}

extension Effect {
    fileprivate func refuses(_ wish: WishID) -> Bool {
        if case .answer(wish, .refused) = self { true } else { false }
    }
}
