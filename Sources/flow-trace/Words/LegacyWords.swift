import FlowMachine

extension Words {
    /// A call of the legacy API as an arrow says it; requestor and device, which all share, are left out.
    func request(_ endpoint: RESTV1Endpoint) -> Label {
        switch endpoint {
        case .checkAuthentication: Label("GET /checkauthn")
        case .configuration: Label("GET /config/\(settings.serviceProvider)")
        case .profileRequest(let mvpd, _): Label("GET /profile-requests/\(mvpd.text)")
        case .exchange(let mvpd, let saml): Label("POST /tokens/authn", joined([mvpd.text, saml.name]))
        case .authenticationToken: Label("GET /tokens/authn")
        case .createCode(let mvpd): Label("POST /regcode", mvpd.map { "mvpd \($0.text)" } ?? "no mvpd yet")
        case .authorize(let resource): Label("GET /authorize", ref(resource))
        case .mediaToken(let resource): Label("GET /tokens/media", ref(resource))
        case .preauthorize(let resources):
            Label("GET /preauthorize", resources.count == 1 ? resources.map(ref).joined() : count(resources.count, "resource"))
        case .userMetadata: Label("GET /tokens/usermetadata")
        case .logout: Label("DELETE /logout")
        case .freePreview(let mvpd): Label("POST /authenticate/freepreview", mvpd.text)
        }
    }

    /// The same as the table of a replay says it.
    func legacyCall(_ endpoint: RESTV1Endpoint) -> String {
        let about: String
        switch endpoint {
        case .checkAuthentication, .configuration, .authenticationToken, .userMetadata, .logout: about = ""
        case .profileRequest(let mvpd, _), .freePreview(let mvpd): about = mvpd.text
        case .exchange(let mvpd, let saml): about = joined([mvpd.text, saml.name])
        case .createCode(let mvpd): about = mvpd?.text ?? ""
        case .authorize(let resource), .mediaToken(let resource): about = ref(resource)
        case .preauthorize(let resources): about = count(resources.count, "resource")
        }
        return endpoint.kind.rawValue + (about.isEmpty ? "" : " " + about)
    }

    /// Whether somebody is signed in on this device, as the legacy API tells.
    func authentication(_ word: ServerAuthorization?, isPoll: Bool) -> Label {
        guard let word else { return Label(isPoll ? "nothing yet" : "nobody signed in") }
        return Label(
            word.mvpd.map { "signed in, \($0.text)" } ?? "signed in", word.notAfter.map { "until \(TimeWords.date($0))" } ?? "")
    }

    /// What the legacy API knows of the viewer.
    func metadata(_ metadata: ViewerMetadata) -> Label {
        Label(metadata.attributes?.name ?? "no metadata", metadata.isFromPartner ? "signed in through the platform" : "")
    }
}
