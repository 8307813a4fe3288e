import FlowMachine

extension PossibleReplies {
    /// What the legacy API might have answered.
    func answers(_ endpoint: RESTV1Endpoint) -> [Possible<Reply.Result>] {
        func done(_ label: String) -> [Possible<Reply.Result>] { [Possible(label, .done)] }
        switch endpoint {
        case .checkAuthentication:
            return [
                Possible("nobody signed in", .authentication(nil)),
                Possible("somebody signed in", .authentication(ServerAuthorization(reason: .legacyToken))),
            ]
        case .authenticationToken:
            let word = ServerAuthorization(reason: .legacyToken, mvpd: near.mvpd, notAfter: near.instant(2_592_000))
            return [Possible("nothing yet", .authentication(nil)), Possible("signed in", .authentication(word))]
        case .configuration: return [Possible("the configuration", .configuration(near.configuration))]
        case .profileRequest: return [Possible("a request for the framework", .partnerRequest(near.ref(.request)))]
        case .exchange: return done("the SAML response taken")
        case .logout: return done("signed out")
        case .freePreview: return done("temporary access granted")
        case .createCode(let mvpd):
            let open = OpenSession(
                code: near.ref(.code), notAfter: near.instant(1800), link: mvpd.map { _ in near.ref(.link) }, mvpd: mvpd)
            return [Possible("a code", .session(.authenticate(open)))]
        case .authorize(let resource): return decisions([resource], playing: false)
        case .mediaToken(let resource): return decisions([resource], playing: true)
        case .preauthorize(let resources): return decisions(resources, playing: false)
        case .userMetadata:
            return [
                Possible(
                    "metadata of a regular sign-in",
                    .userMetadata(ViewerMetadata(attributes: near.ref(.attributes), isFromPartner: false))),
                Possible(
                    "metadata of a sign-in through the platform",
                    .userMetadata(ViewerMetadata(attributes: near.ref(.attributes), isFromPartner: true))),
                Possible("no metadata", .userMetadata(ViewerMetadata(attributes: nil, isFromPartner: false))),
            ]
        }
    }

    /// How it might have refused.
    static func failures(_ endpoint: RESTV1Endpoint) -> [(String, CallFailure)] {
        func refused(_ label: String, _ status: Int64, _ action: ErrorAction = .none) -> [(String, CallFailure)] {
            [(label, .refused(http: status, AdobeError(action: action, status: status, code: nil)))]
        }
        switch endpoint {
        case .authenticationToken: return refused("an error, the sign-in has ended", 410, .authentication)
        case .profileRequest, .exchange, .createCode, .freePreview: return refused("an error, the request refused", 400)
        case .authorize, .mediaToken, .preauthorize: return refused("an error, nobody signed in", 412, .authentication)
        case .checkAuthentication, .configuration, .userMetadata, .logout: return []
        }
    }
}
