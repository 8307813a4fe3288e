import FlowMachine

/// Recognizes the problems that a diagram highlights. A choice of the viewer is not a problem.
package enum Trouble {
    static func isIn(_ record: LogRecord, asked: Question?) -> Bool {
        switch record.event.origin {
        case .user: false
        case .app(let app): isIn(app)
        case .reply(_, let reply): isIn(reply.result)
        case .timer: asked == .timer(.codeExpiry) || (asked == .timer(.timeout) && !record.onlyArmsTimers)
        }
    }

    private static func isIn(_ event: AppEvent) -> Bool {
        switch event {
        case .launched, .foregrounded, .backgrounded, .shutDown: false
        case .held, .secretLost, .vaultFailed: true
        }
    }

    private static func isIn(_ result: Reply.Result) -> Bool {
        switch result {
        case .registered, .token, .configuration, .profiles, .logouts, .authentication, .partnerRequest, .userMetadata, .done: false
        case .session(let session): isIn(session)
        case .decisions(let decisions): decisions.count == 1 && decisions.contains(where: isIn)
        case .partner(let answer): isIn(answer)
        case .failed: true
        }
    }

    private static func isIn(_ session: AdobeSession) -> Bool {
        switch session {
        case .authorize, .partnerProfile: false
        case .authenticate(let open), .resume(let open), .retry(let open): open.reason != .none
        case .unsupported: true
        }
    }

    private static func isIn(_ decision: AdobeDecision) -> Bool {
        switch decision.verdict {
        case .permit: false
        case .deny: true
        }
    }

    private static func isIn(_ answer: PartnerAnswer) -> Bool {
        switch answer.error {
        case .rejected, .notShown, .other: true
        case .unsupportedProvider, .canceled: false
        case nil: answer.saml?.length == 0
        }
    }

    static func isIn(_ effect: Effect) -> Bool {
        switch effect {
        case .present(_, let presentation): isIn(presentation)
        case .answer(_, let answer): isIn(answer)
        case .call, .partner, .cancel, .arm, .disarm, .keep, .forget: false
        }
    }

    private static func isIn(_ presentation: Presentation) -> Bool {
        switch presentation {
        case .nothing, .providerPicker, .providerConfirmation, .profilePicker, .userAgent, .code, .signOutUserAgent, .legacySignOut,
            .signOutInSettings:
            false
        case .codeExpired, .problem: true
        }
    }

    private static func isIn(_ answer: WishAnswer) -> Bool {
        switch answer {
        case .permitted, .previewed, .signedIn, .userMetadata, .dropped: false
        // Adobe has not been informed of the sign-out yet, so the viewer is still signed in there.
        case .signedOut(let owed, _): owed
        case .denied: true
        case .refused(let refusal): refusal.reason != .canceled
        }
    }
}
