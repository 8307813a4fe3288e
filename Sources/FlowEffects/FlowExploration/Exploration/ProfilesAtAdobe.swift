import FlowMachine

// Adobe's memory of sign-outs. The explorer does not try answers about profiles that contradict this memory.

extension [OwedLogout] {
    /// Updates the array after one more answer of Adobe. The array contains the sign-outs that Adobe has answered and that no sign-in has followed.
    mutating func note(_ result: Reply.Result, to endpoint: Endpoint) {
        switch (endpoint, result) {
        case (.logout(let mvpd), .logouts): if !contains(.mvpd(mvpd)) { append(.mvpd(mvpd)) }
        case (.restV1(.logout), .done): self = [.device]
        case (.profileForCode, .profiles(let profiles)), (.createPartnerProfile, .profiles(let profiles)):
            removeAll { gone in profiles.contains { .mvpd($0.mvpd) == gone } }
        case (.restV1(.exchange), .done), (.restV1(.authenticationToken), .authentication(.some)): self = []
        // Profiles belong to credentials, so no profile of the old credentials matters after a new registration.
        case (.register, .registered): self = []
        // No other answer means that a viewer has signed out or in.
        case _: return
        }
    }

    /// Returns whether this answer would require a profile of a viewer whom Adobe has signed out.
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
        // No other answer depends on a profile that existed before.
        case _: return false
        }
    }
}

extension OwedLogout {
    /// Returns whether `result` is possible while Adobe has not received this logout and still has its profile. The result must either contain the
    /// profile or be about something else.
    func isHeld(in result: Reply.Result, to endpoint: Endpoint) -> Bool {
        switch (endpoint, result) {
        case (.profiles, .profiles(let profiles)): return profiles.contains { .mvpd($0.mvpd) == self }
        case (.profile(let mvpd, _), .profiles(let profiles)): return .mvpd(mvpd) != self || !profiles.isEmpty
        case (.restV1(.checkAuthentication), .authentication(let found)): return found != nil
        // All other answers are about something else.
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
