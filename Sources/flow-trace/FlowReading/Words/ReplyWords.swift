import FlowMachine

extension Wording {
    /// Returns a reply in words, which depend on the question that it answers.
    func reply(_ reply: Reply, to asked: Question?, at time: Instant) -> Label {
        switch reply.result {
        case .registered(let client): return Label(client.name)
        case .token(let token): return Label(token.ref.name, term(token.notAfter, from: time))
        case .configuration(let configuration):
            let partners = configuration.supportedProviders.count
            let sso = settings.partner == .apple ? "\(partners) with Apple SSO" : ""
            return Label(joined([count(configuration.providers.count, "provider"), sso]), configuration.ref.name)
        case .profiles(let profiles): return self.profiles(profiles, isPoll: asked?.isPoll ?? false, at: time)
        case .session(let session): return self.session(session, at: time)
        case .decisions(let decisions): return self.decisions(decisions, at: time)
        case .logouts(let logouts): return self.logouts(logouts)
        case .partner(let answer): return partner(answer)
        case .authentication(let word): return authentication(word, isPoll: asked?.isPoll ?? false)
        case .partnerRequest(let request): return Label(request.name)
        case .userMetadata(let metadata): return self.metadata(metadata)
        case .done: return Label("done")
        case .failed(let failure): return self.failure(failure)
        }
    }

    private func profiles(_ profiles: [Profile], isPoll: Bool, at time: Instant) -> Label {
        guard let first = profiles.first else { return Label(isPoll ? "nothing yet" : "no profile") }
        if profiles.count == 1 {
            return Label("\(first.mvpd.text), \(first.type.word)", "until \(TimeWords.end(first.notAfter, from: time, clock))")
        }
        return Label("\(profiles.count) profiles", profiles.map { $0.mvpd.text }.joined(separator: ", "))
    }

    private func session(_ session: AdobeSession, at time: Instant) -> Label {
        switch session {
        case .authorize(let word): Label("authorize, \(word.reason.rawValue)", word.mvpd?.text ?? "")
        case .authenticate(let open): openSession("authenticate", open, at: time)
        case .resume(let open): openSession("resume", open, at: time)
        case .retry(let open): openSession("retry", open, at: time)
        case .partnerProfile(let request, let mvpd): Label(joined(["partner_profile", request.name]), mvpd?.text ?? "")
        case .unsupported: Label("an action unknown to this build")
        }
    }

    private func openSession(_ action: String, _ open: OpenSession, at time: Instant) -> Label {
        let missing = open.missing.isEmpty ? "" : "missing " + open.missing.map { $0.rawValue }.joined(separator: ", ")
        return Label(
            joined([action, open.code.name]),
            joined([sessionReason(open.reason), missing, term(open.notAfter, from: time), open.mvpd?.text ?? ""]))
    }

    private func sessionReason(_ reason: OpenSession.Reason) -> String {
        switch reason {
        case .none: ""
        case .partnerStatusFallback: "partner status refused"
        case .configurationFallback: "partner SSO is off"
        case .missingParametersFallback: "parameters missing"
        case .other: "unknown reason"
        }
    }

    private func decisions(_ decisions: [AdobeDecision], at time: Instant) -> Label {
        if decisions.count == 1, let decision = decisions.first { return self.decision(decision, at: time) }
        let permitted = decisions.filter {
            if case .permit = $0.verdict { true } else { false }
        }.count
        return Label("\(permitted) permitted, \(decisions.count - permitted) denied", decisions.failure.map { FailureKind($0).text } ?? "")
    }

    private func decision(_ decision: AdobeDecision, at time: Instant) -> Label {
        switch decision.verdict {
        case .permit(let media):
            Label(
                "permit \(ref(decision.resource))",
                joined([media.map { "\($0.ref.name), \(term($0.notAfter, from: time))" } ?? "", source(decision.source)]))
        case .deny(let error): Label("deny \(ref(decision.resource))", adobeError(error))
        }
    }

    /// Returns the source of a decision in words; empty for the MVPD, which is the usual source.
    func source(_ source: AdobeDecision.Source) -> String {
        switch source {
        case .mvpd: ""
        case .degradation, .temppass, .dummy, .other: "by \(source.rawValue)"
        }
    }

    private func logouts(_ logouts: [Logout]) -> Label {
        if logouts.isEmpty { return Label("no profile") }
        return Label(logouts.map { logout($0.action) + ($0.mvpd.map { " \($0.text)" } ?? "") }.joined(separator: ", "))
    }

    private func logout(_ action: Logout.Action) -> String {
        switch action {
        case .logout(let link): "logout" + (link.map { " at \($0.name)" } ?? "")
        case .partnerLogout: "partner_logout"
        case .complete: "complete"
        case .invalid: "invalid"
        case .unsupported: "unknown action"
        }
    }

    private func partner(_ answer: PartnerAnswer) -> Label {
        if let error = answer.error {
            return Label(Wording.error(error), permission(answer.status.permission))
        }
        if let saml = answer.saml { return Label(saml.ref.name, "\(grouped(saml.length)) bytes") }
        return status(answer.status)
    }

    /// Returns the permission, provider and expiry of a partner status in words.
    func status(_ status: PartnerStatus) -> Label {
        switch status.permission {
        case .granted:
            Label(
                "granted, \(status.mapping?.text ?? "no provider")",
                status.expiry.map { "until \(TimeWords.date($0, clock))" } ?? (status.mapping == nil ? "" : "no expiry"))
        case .notDetermined, .restricted, .denied: Label(permission(status.permission))
        }
    }

    private func permission(_ permission: Permission) -> String {
        switch permission {
        case .notDetermined: "TV-provider access not asked for yet"
        case .restricted: "TV-provider access is restricted"
        case .denied: "the viewer denied TV-provider access"
        case .granted: "TV-provider access granted"
        }
    }

    static func error(_ error: PartnerError) -> String {
        switch error {
        case .unsupportedProvider(let mapping): "chose \(mapping?.text ?? "another provider"), not supported"
        case .canceled: "picker closed"
        case .rejected: "rejected"
        case .notShown: "the app could not show its screen"
        case .other(let code): "error \(code)"
        }
    }

    /// Returns the failure of a call in words.
    func failure(_ failure: CallFailure) -> Label {
        let text = FailureKind(failure).text
        return switch failure {
        case .unauthorized(let error): Label(text, error.map(adobeError) ?? "")
        case .refused(_, let error): Label(text, errorRest(error))
        case .throttled, .registrationRefused, .status, .transport: Label(text)
        }
    }

    /// Returns Adobe's error in words: its code and its remedy. The trace id is printed separately, because it must not be cut.
    func adobeError(_ error: AdobeError) -> String { joined([error.code?.text ?? "status \(error.status)", errorRest(error)]) }

    private func errorRest(_ error: AdobeError) -> String { error.action == .none ? "" : "remedy \(error.action.rawValue)" }
}

extension Reply.Result {
    /// Whether the reply says that a viewer is signed in.
    var hasProfile: Bool {
        switch self {
        case .profiles(let profiles): !profiles.isEmpty
        case .authentication(let word): word != nil
        case _: false
        }
    }
}
