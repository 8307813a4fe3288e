import FlowMachine

// What Adobe remembers of sign-outs: answers about profiles that contradict it are not tried.

extension [OwedLogout] {
    /// Updates the sign-outs that Adobe has answered, without a new sign-in since, after Adobe's answer `result`.
    mutating func note(_ result: Reply.Result, to endpoint: Endpoint) {
        switch (endpoint, result) {
        case (.logout(let mvpd), .logouts): if !contains(.mvpd(mvpd)) { append(.mvpd(mvpd)) }
        case (.restV1(.logout), .done): self = [.device]
        case (.profileForCode, .profiles(let profiles)), (.createPartnerProfile, .profiles(let profiles)):
            removeAll { gone in profiles.contains { .mvpd($0.mvpd) == gone } }
        case (.restV1(.exchange), .done), (.restV1(.authenticationToken), .authentication(.some)): self = []
        // Other credentials have other profiles.
        case (.register, .registered): self = []
        // No other answer says that a viewer has signed out or in.
        case _: return
        }
    }

    /// Whether this answer would require Adobe to have a profile of a viewer who is signed out.
    func contradict(_ result: Reply.Result, to endpoint: Endpoint) -> Bool {
        if isEmpty { return false }
        switch (endpoint, result) {
        case (.profiles, .profiles(let profiles)), (.profile, .profiles(let profiles)):
            return profiles.contains { $0.type.isOfSignIn && contains(.mvpd($0.mvpd)) }
        case (.createSession, .session(.authorize(let authorization))), (.resumeSession, .session(.authorize(let authorization))),
            (.partnerSession, .session(.authorize(let authorization))):
            let isOfSignIn = authorization.reason == .authenticated || authorization.reason == .authenticatedSSO
            return isOfSignIn && authorization.mvpd.map { contains(.mvpd($0)) } ?? false
        case (.restV1(.checkAuthentication), .authentication(.some)): return true
        // No other answer rests on a profile that was there before.
        case _: return false
        }
    }
}

extension OwedLogout {
    /// Whether `result` contains the profile of this sign-out, which has not reached Adobe yet; also `true` if it is about something else.
    func isHeld(in result: Reply.Result, to endpoint: Endpoint) -> Bool {
        switch (endpoint, result) {
        case (.profiles, .profiles(let profiles)): return profiles.contains { .mvpd($0.mvpd) == self }
        case (.profile(let mvpd, _), .profiles(let profiles)): return .mvpd(mvpd) != self || !profiles.isEmpty
        case (.restV1(.checkAuthentication), .authentication(let found)): return found != nil
        // Every other answer is about something else.
        case _: return true
        }
    }
}

extension ProfileType {
    /// Whether a profile of this type comes from a sign-in.
    fileprivate var isOfSignIn: Bool {
        switch self {
        case .degraded, .temporary: false
        case _: true
        }
    }
}
