import FlowEffects
import FlowMachine
import FlowTestSupport

/// Summarizes a reply on one line, with its secrets looked up, as `Tests/Fixtures/v2-replies.txt` writes it.
struct Summary {
    let store: InMemorySecretStore

    func line(_ result: Reply.Result) -> String {
        switch result {
        case .registered(let client):
            guard case .client(let credentials)? = store.secret(client) else { return "lost" }
            return "registered \(credentials.id) \(credentials.secret) \(credentials.grantTypes.joined(separator: ","))"
        case .token(let token): return "token \(text(token.ref).suffix(8)) until \(token.notAfter.milliseconds)"
        case .configuration(let configuration): return self.configuration(configuration)
        case .profiles(let profiles): return "profiles" + profiles.map { " " + profile($0) }.joined()
        case .session(let session): return "session " + self.session(session)
        case .decisions(let decisions): return "decisions " + decisions.map(decision).joined(separator: "; ")
        case .logouts(let logouts): return "logouts " + logouts.map(logout).joined(separator: "; ")
        case .partner: return "partner"
        case .authentication(let word):
            guard let word else { return "authentication none" }
            return "authentication \(word.mvpd?.text ?? "-") until \(word.notAfter.map { "\($0.milliseconds)" } ?? "-")"
        case .partnerRequest(let request):
            guard case .request(let authentication)? = store.secret(request) else { return "lost" }
            return "partnerRequest \(authentication.request) for \(authentication.attributeNames.joined(separator: ","))"
        case .userMetadata(let metadata):
            guard let ref = metadata.attributes else { return "userMetadata none" }
            guard case .attributes(let attributes)? = store.secret(ref) else { return "lost" }
            let names = attributes.attributes.map { $0.name + ($0.isEncrypted ? "*" : "") + "=" + $0.json }
            return "userMetadata \(metadata.isFromPartner ? "Apple" : "regular") " + names.joined(separator: " ")
        case .done: return "done"
        case .failed(let failure): return self.failure(failure)
        }
    }

    private func text(_ ref: SecretRef) -> String {
        switch store.secret(ref) {
        case .token(let text), .code(let text), .link(let text), .media(let text), .resource(let text): text
        case .client, .request, .saml, .attributes, .configuration, .text, .identity, nil: "lost"
        }
    }

    private func configuration(_ configuration: AdobeConfiguration) -> String {
        guard case .configuration(let directory)? = store.secret(configuration.ref) else { return "lost" }
        let providers = configuration.providers.map { entry in
            var flags = entry.enablesPlatformServices ? "e" : ""
            flags += entry.showsInPlatformPicker ? "d" : ""
            flags += entry.enforcesPlatformPermissions ? "p" : ""
            flags += entry.isTemporary ? "t" : ""
            return "\(entry.mvpd.text)/\(entry.mapping?.text ?? "-")/\(flags.isEmpty ? "-" : flags)/\(entry.boarding.rawValue)"
        }
        let supported = directory.supported.map(\.text).joined(separator: ",")
        let featured = directory.featured.map(\.text).joined(separator: ",")
        return "configuration \(providers.joined(separator: " ")); supported \(supported); featured \(featured)"
    }

    private func profile(_ profile: Profile) -> String {
        var names = "-"
        if let ref = profile.attributes, case .attributes(let metadata)? = store.secret(ref) {
            names = metadata.attributes.map { $0.name + ($0.isEncrypted ? "*" : "") }.joined(separator: ",")
        }
        return "\(profile.mvpd.text)/\(profile.type.word)/\(profile.notAfter.milliseconds)/\(names)"
    }

    private func session(_ session: AdobeSession) -> String {
        switch session {
        case .authorize(let word): return "authorize \(word.reason.rawValue) \(word.mvpd?.text ?? "-")"
        case .authenticate(let open): return "authenticate " + self.open(open)
        case .resume(let open): return "resume " + self.open(open)
        case .retry(let open): return "retry " + self.open(open)
        case .partnerProfile(let request, let mvpd):
            guard case .request(let question)? = store.secret(request) else { return "lost" }
            return "partnerProfile \(mvpd?.text ?? "-") \(question.request.prefix(8)) \(question.attributeNames.joined(separator: ","))"
        case .unsupported: return "unsupported"
        }
    }

    private func open(_ session: OpenSession) -> String {
        let missing = session.missing.map(\.rawValue).joined(separator: ",")
        let until = session.notAfter.map { "\($0.milliseconds)" } ?? "-"
        return "\(text(session.code)) \(session.mvpd?.text ?? "-") \(session.reason.rawValue) until \(until)"
            + " missing \(missing.isEmpty ? "-" : missing) at \(session.link.map(text) ?? "-")"
    }

    private func decision(_ decision: AdobeDecision) -> String {
        let verdict: String
        switch decision.verdict {
        case .permit(let media):
            verdict = "permit" + (media.map { "(\(text($0.ref).prefix(8)) until \($0.notAfter.milliseconds))" } ?? "")
        case .deny(let error): verdict = "deny(\(self.error(error)))"
        }
        let until = decision.notAfter.map { "\($0.milliseconds)" } ?? "-"
        return "\(text(decision.resource)) \(verdict) by \(decision.source.rawValue) until \(until)"
    }

    private func logout(_ logout: Logout) -> String {
        switch logout.action {
        case .logout(let link): "\(logout.mvpd?.text ?? "-") logout\(link.map { " at " + text($0) } ?? "")"
        case .partnerLogout: "\(logout.mvpd?.text ?? "-") partnerLogout"
        case .complete: "\(logout.mvpd?.text ?? "-") complete"
        case .invalid: "\(logout.mvpd?.text ?? "-") invalid"
        case .unsupported: "\(logout.mvpd?.text ?? "-") unsupported"
        }
    }

    private func failure(_ failure: CallFailure) -> String {
        switch failure {
        case .status(let http): "status \(http)"
        case .unauthorized(let error): "unauthorized \(error.map(self.error) ?? "-")"
        case .throttled: "throttled"
        case .refused(let http, let error): "refused \(http): \(self.error(error))"
        case .registrationRefused(let code): "registrationRefused \(code.text)"
        case .transport(let transport): "transport \(transport.rawValue)"
        }
    }

    private func error(_ error: AdobeError) -> String {
        // Adobe's term where it differs from ours.
        let action = error.action == .applicationRegistration ? "application-registration" : error.action.rawValue
        var line = "\(action) \(error.status) \(error.code?.text ?? "-") \(error.trace.map { String($0.text.prefix(8)) } ?? "-")"
        if let text = error.text, case .text? = store.secret(text) { line += "+text" }
        return line
    }
}

extension Interpreter {
    /// The reply in one line.
    func line(_ endpoint: Endpoint, _ body: String, status: Int = 200) -> String {
        Summary(store: store).line(reply(endpoint, body, status: status).result)
    }
}
