import FlowMachine
import FlowSimulation

// What Adobe's legacy API may answer.

extension Alphabet {
    func answers(to endpoint: RESTV1Endpoint, at now: Instant, _ secrets: SecretNumbers) -> [Reply.Result] {
        switch endpoint {
        case .checkAuthentication: return [.authentication(nil), .authentication(ServerAuthorization(reason: .legacyToken))]
        case .authenticationToken:
            return [.authentication(nil)]
                + mvpds.map {
                    .authentication(ServerAuthorization(reason: .legacyToken, mvpd: $0, notAfter: now.advanced(by: lives.profile)))
                }
        case .configuration: return answers(to: Endpoint.configuration, at: now, secrets)
        case .profileRequest: return [.partnerRequest(secrets.ref(.request))]
        case .exchange, .logout, .freePreview: return [.done]
        case .createCode(let mvpd):
            return [
                .session(
                    .authenticate(
                        OpenSession(
                            code: secrets.ref(.code), notAfter: now.advanced(by: lives.code), link: mvpd.map { _ in secrets.ref(.link) },
                            mvpd: mvpd)))
            ]
        case .authorize(let resource):
            return verdicts(permit: .permit(media: nil)).map { .decisions([Decision(resource: resource, verdict: $0, source: .mvpd)]) }
        case .mediaToken(let resource):
            let media = MediaToken(ref: secrets.ref(.media), notAfter: now.advanced(by: .seconds(600)))
            return verdicts(permit: .permit(media: media)).map { .decisions([Decision(resource: resource, verdict: $0, source: .mvpd)]) }
        case .preauthorize(let resources):
            return [
                .decisions(resources.map { Decision(resource: $0, verdict: .permit(media: nil), source: .mvpd) }),
                .decisions(resources.map { Decision(resource: $0, verdict: .deny(Alphabet.denial(.none)), source: .mvpd) }),
            ]
        case .userMetadata:
            return [
                .userMetadata(ViewerMetadata(attributes: secrets.ref(.attributes), isFromPartner: false)),
                .userMetadata(ViewerMetadata(attributes: secrets.ref(.attributes), isFromPartner: true)),
                .userMetadata(ViewerMetadata(attributes: nil, isFromPartner: false)),
            ]
        }
    }

    private func verdicts(permit: Decision.Verdict) -> [Decision.Verdict] {
        [permit, .deny(Alphabet.denial(.none)), .deny(Alphabet.denial(.authentication))]
    }
}
