import FlowMachine
import FlowSimulation

extension EventGenerator {
    /// What the legacy API may answer.
    mutating func answer(_ endpoint: RESTV1Endpoint) -> Reply.Result {
        switch endpoint {
        case .checkAuthentication, .authenticationToken: return .authentication(random.once(in: 2) ? word() : nil)
        case .configuration: return answer(Endpoint.configuration)
        case .profileRequest: return .partnerRequest(ref(.request))
        case .exchange, .logout, .freePreview: return .done
        case .createCode: return .session(random.once(in: 8) ? .unsupported : .authenticate(openSession()))
        case .authorize(let resource): return .decisions(random.once(in: 12) ? [] : [legacyDecision(resource, isMedia: false)])
        case .mediaToken(let resource): return .decisions(random.once(in: 12) ? [] : [legacyDecision(resource, isMedia: true)])
        case .preauthorize(let resources): return .decisions(resources.map { legacyDecision($0, isMedia: false) })
        case .userMetadata:
            return .userMetadata(
                ViewerMetadata(attributes: random.once(in: 3) ? nil : ref(.attributes), isFromPartner: random.once(in: 2)))
        }
    }

    private mutating func word() -> ServerAuthorization {
        ServerAuthorization(
            reason: .legacyToken, mvpd: random.once(in: 2) ? nil : random.pick(Self.mvpds), notAfter: random.once(in: 2) ? nil : later(7200)
        )
    }

    private mutating func legacyDecision(_ resource: SecretRef, isMedia: Bool) -> Decision {
        let verdict: Decision.Verdict =
            random.once(in: 3) ? .deny(error()) : .permit(media: isMedia ? MediaToken(ref: ref(.media), notAfter: later(600)) : nil)
        return Decision(resource: resource, verdict: verdict, source: .mvpd)
    }
}
