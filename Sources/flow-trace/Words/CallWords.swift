import FlowMachine

/// What a reply or a timer's event answers.
enum Question: Equatable {
    case call(Call)
    case partner(PartnerRequest)
    case timer(TimerPurpose)

    /// Whether it looks for a viewer who signs in elsewhere.
    var isPoll: Bool {
        guard case .call(let call) = self else { return false }
        switch call.endpoint {
        case .profileForCode, .restV1(.authenticationToken): return true
        case _: return false
        }
    }
}

extension Words {
    /// A call as an arrow says it: method and path, without the version's prefix that all paths share.
    func request(_ call: Call) -> Label {
        let base = "/\(settings.serviceProvider)"
        let status = call.endpoint.status.map { "with \(statusName($0))" } ?? ""
        let withStatus = status.isEmpty ? "" : "with status"
        switch call.endpoint {
        case .register: return Label("POST /o/client/register")
        case .token(let client): return Label("POST /o/client/token", client.name)
        case .configuration: return Label("GET \(base)/configuration")
        case .profiles: return Label("GET \(base)/profiles", status)
        case .profile(let mvpd, _): return Label("GET \(base)/profiles/\(mvpd.text)", status)
        case .profileForCode(let code): return Label("GET \(base)/profiles/code/\(code.name)")
        case .createSession(let mvpd): return Label("POST \(base)/sessions", mvpd.map { "mvpd \($0.text)" } ?? "no mvpd yet")
        case .resumeSession(let code, let mvpd): return Label("POST \(base)/sessions/\(code.name)", mvpd.map { "mvpd \($0.text)" } ?? "")
        case .partnerSession: return Label("POST \(base)/sessions/sso/\(partnerName)", status)
        case .createPartnerProfile(let saml, _): return Label("POST \(base)/profiles/sso/\(partnerName)", joined([saml.name, withStatus]))
        case .preauthorize(let mvpd, let resources, _):
            let what = resources.count == 1 ? resources.map(ref).joined() : count(resources.count, "resource")
            return Label("POST \(base)/decisions/preauthorize/\(mvpd.text)", joined([what, withStatus]))
        case .authorize(let mvpd, let resource, _, let identity):
            return Label("POST \(base)/decisions/authorize/\(mvpd.text)", joined([ref(resource), identity?.name ?? "", withStatus]))
        case .logout(let mvpd): return Label("GET \(base)/logout/\(mvpd.text)")
        case .restV1(let endpoint): return request(endpoint)
        }
    }

    /// A call as the table of a replay says it: the endpoint and what it is about.
    func call(_ call: Call) -> String {
        let about: String
        switch call.endpoint {
        case .register, .configuration, .profiles, .partnerSession: about = ""
        case .token(let client): about = client.name
        case .profile(let mvpd, _), .logout(let mvpd): about = mvpd.text
        case .profileForCode(let code): about = code.name
        case .createSession(let mvpd): about = mvpd?.text ?? ""
        case .resumeSession(let code, let mvpd): about = joined([code.name, mvpd?.text ?? ""])
        case .createPartnerProfile(let saml, _): about = saml.name
        case .preauthorize(let mvpd, let resources, _): about = joined([mvpd.text, count(resources.count, "resource")])
        case .authorize(let mvpd, let resource, _, _): about = joined([mvpd.text, ref(resource)])
        case .restV1(let endpoint): return legacyCall(endpoint)
        }
        return call.endpoint.kind.rawValue + (about.isEmpty ? "" : " " + about)
    }

    private var partnerName: String {
        switch settings.partner {
        case .apple: "Apple"
        case .none: "none"
        }
    }

    private func statusName(_ status: PartnerStatus) -> String {
        "partner status" + (status.provider.map { " \($0.text)" } ?? "")
    }

    /// A question to the partner framework.
    func partner(_ request: PartnerRequest) -> Label {
        switch request {
        case .status(let prompt): Label(prompt ? "status, may ask permission" : "status, silent")
        case .choice: Label("status, may interrupt")
        case .authentication(let request, let interruption):
            Label("authenticate \(request.name)", interruption ? "may interrupt" : "silent")
        }
    }
}
