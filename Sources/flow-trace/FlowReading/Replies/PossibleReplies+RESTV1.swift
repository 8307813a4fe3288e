import FlowMachine

extension PossibleReplies {
    /// Returns the possible answers of the legacy API (REST V1), without failures.
    func answers(to endpoint: RESTV1Endpoint) -> [PossibleReply] {
        switch endpoint {
        case .checkAuthentication:
            return [
                authentication("nobody signed in", nil, [.common, .explained]),
                authentication("somebody signed in", ServerAuthorization(reason: .legacyToken), [.common, .explained]),
            ]
        case .authenticationToken: return tokens
        case .configuration: return [configuration]
        case .profileRequest:
            return [PossibleReply("a request for the framework", .partnerRequest(values.ref(.request)), [.common, .explained])]
        case .exchange: return done("the SAML response accepted")
        case .logout: return done("signed out")
        case .freePreview: return done("temporary access granted")
        case .createCode(let mvpd):
            let open = OpenSession(
                code: values.ref(.code), notAfter: values.now.advanced(by: values.codeLife), link: mvpd.map { _ in values.ref(.link) },
                mvpd: mvpd)
            return [
                session("a code", .authenticate(open), [.common, .explained]),
                session("an action unknown to this build", .unsupported, .random),
            ]
        case .authorize(let resource, _): return decisions(resource, .permit(media: nil))
        case .mediaToken(let resource): return decisions(resource, .permit(media: media))
        case .preauthorize(let resources): return preauthorizations(resources)
        case .userMetadata:
            return [
                metadata("metadata of a regular sign-in", values.ref(.attributes), isFromPartner: false),
                metadata("metadata of a sign-in through the platform", values.ref(.attributes), isFromPartner: true),
                metadata("no metadata", nil, isFromPartner: false),
            ]
        }
    }

    private func done(_ label: String) -> [PossibleReply] { [PossibleReply(label, .done, [.common, .explained])] }

    private func authentication(_ label: String, _ word: ServerAuthorization?, _ uses: PossibleReply.Uses) -> PossibleReply {
        PossibleReply(label, .authentication(word), uses)
    }

    private var tokens: [PossibleReply] {
        func word(_ mvpd: MVPDID?, expires: Bool = true) -> ServerAuthorization {
            ServerAuthorization(reason: .legacyToken, mvpd: mvpd, notAfter: expires ? values.now.advanced(by: values.profileLife) : nil)
        }
        return [
            authentication("nothing yet", nil, [.common, .explained]),
            authentication("signed in", word(values.mvpds[0]), [.common, .explained]),
            authentication("signed in, provider not reported", word(nil), .random),
            authentication("signed in, expiry not reported", word(values.mvpds[0], expires: false), .random),
        ] + values.mvpds.dropFirst().prefix(1).map { authentication("signed in with another provider", word($0), .common) }
            + [values.temporaryAccess].compactMap { $0 }.map { authentication("temporary access", word($0), .common) }
    }

    private func decisions(_ resource: SecretRef, _ permit: AdobeDecision.Verdict) -> [PossibleReply] {
        [decisions([resource], "a permit", permit, [.common, .explained]), PossibleReply("no decision", .decisions([]), .random)]
            + denials([resource], of: [.common, .common, []])
    }

    private func metadata(_ label: String, _ attributes: SecretRef?, isFromPartner: Bool) -> PossibleReply {
        PossibleReply(
            label, .userMetadata(ViewerMetadata(attributes: attributes, isFromPartner: isFromPartner)), [.common, .explained])
    }
}
