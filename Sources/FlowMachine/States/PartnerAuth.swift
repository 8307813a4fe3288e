/// Phase C: signing in through the partner framework.
///
/// Step C.1 fetches the configuration. In C.2 the viewer chooses a provider in the partner framework, and the flow opens a partner session
/// at Adobe. In C.3 the framework answers Adobe's SAML request, and the flow exchanges the response for a profile. The legacy API has the
/// same steps in a different order. If the framework cannot sign the viewer in, the flow continues in `basicAuthFallback`. A silent attempt
/// shows nothing.
///
/// Can go to: `unregistered`, `registered`, `checking`, `basicAuthFallback`, `deciding`, `loggedOut`.
/// Rules: V2-C, V1-05 to V1-18.
package struct PartnerAuth: Hashable, Sendable {
    private(set) var step: Step

    /// The reply or the viewer's choice that the state waits for. If only one of the APIs has a step, phase C of that API declares the
    /// step.
    enum Step: Hashable, Sendable {
        /// C.1: waits for the configuration (V2-C-01). `mapping` is the provider that the framework has named; `nil` if it has named none
        /// (V1-06a).
        case configuration(CallID, mapping: PlatformMappingID?)
        /// C.2: waits for the viewer's choice in the partner framework (V2-C-05).
        case choosing(CallID, isRestarted: Bool)
        /// C.3: waits for the SAML response (V2-C-21).
        case authenticating(CallID, Partner)
        /// Waits for the viewer's choice after a failure.
        case problem
        /// A step that only REST API V2 has.
        case restV2(RESTV2.PhaseC.Step)
        /// A step that only the legacy API has.
        case restV1(RESTV1.PhaseC.Step)

        /// The step without its data, as the log writes it.
        enum Name: String, Word {
            case configuration, choosing, session, request, authenticating, profile, exchange, problem

            static let table = WordTable<Self>()
        }

        var name: Name {
            switch self {
            case .configuration: .configuration
            case .choosing: .choosing
            case .restV2(.session): .session
            case .restV1(.request): .request
            case .authenticating: .authenticating
            case .restV2(.profile): .profile
            case .restV1(.exchange): .exchange
            case .problem: .problem
            }
        }
    }

    /// The provider of the sign-in attempt.
    struct Partner: Hashable, Sendable {
        /// The provider's id in the partner framework.
        let mapping: PlatformMappingID
        /// The MVPD that Adobe named for this provider; `nil` if Adobe named none.
        let mvpd: MVPDID?
        /// Whether the attempt has already returned from C.3 to C.2 because the provider changed. This happens at most once (V2-C-27).
        let isRestarted: Bool
    }

    init(_ step: Step) { self.step = step }

    /// The state while the viewer sees a failure.
    static var problem: PartnerAuth { PartnerAuth(.problem) }

    var awaiting: Awaiting {
        switch step {
        case .configuration(let call, _), .choosing(let call, _), .authenticating(let call, _), .restV2(.session(let call, _)),
            .restV2(.profile(let call, _)), .restV1(.request(let call, _, _)), .restV1(.exchange(let call, _)):
            Awaiting(call: call)
        case .problem: Awaiting(presents: true)
        }
    }

    /// The outstanding request that may still return a profile after a sign-out.
    var lateProfile: LateProfile? {
        switch step {
        case .restV2(.profile(let call, let partner)): LateProfile(call: call, mvpd: partner.mvpd)
        case .restV1(.exchange(let call, let mvpd)): LateProfile(call: call, mvpd: mvpd)
        case .configuration, .choosing, .authenticating, .problem, .restV2(.session), .restV1(.request): nil
        }
    }
}

// MARK: Log

extension PartnerAuth: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("step", step.name)
        switch step {
        case .configuration(let call, let mapping):
            sink.field("ask", call)
            sink.field("provider", mapping)
        case .choosing(let call, let isRestarted):
            sink.field("ask", call)
            sink.field("restarted", isRestarted)
        case .authenticating(let call, let partner), .restV2(.session(let call, let partner)), .restV2(.profile(let call, let partner)):
            sink.field("ask", call)
            sink.field("provider", partner.mapping)
            sink.field("mvpd", partner.mvpd)
            sink.field("restarted", partner.isRestarted)
        case .restV1(.request(let call, let mapping, let mvpd)):
            sink.field("ask", call)
            sink.field("provider", mapping)
            sink.field("mvpd", mvpd)
        case .restV1(.exchange(let call, let mvpd)):
            sink.field("ask", call)
            sink.field("mvpd", mvpd)
        case .problem: return
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Step.Name.self, named: "step") {
        case .configuration: return PartnerAuth(.configuration(try source.field("ask"), mapping: try source.field("provider")))
        case .choosing: return PartnerAuth(.choosing(try source.field("ask"), isRestarted: try source.field("restarted")))
        case .session: return PartnerAuth(.restV2(.session(try source.field("ask"), try partner(from: &source))))
        case .request:
            return PartnerAuth(.restV1(.request(try source.field("ask"), try source.field("provider"), try source.field("mvpd"))))
        case .authenticating: return PartnerAuth(.authenticating(try source.field("ask"), try partner(from: &source)))
        case .profile: return PartnerAuth(.restV2(.profile(try source.field("ask"), try partner(from: &source))))
        case .exchange: return PartnerAuth(.restV1(.exchange(try source.field("ask"), try source.field("mvpd"))))
        case .problem: return PartnerAuth(.problem)
        }
    }

    private static func partner<S: LogSource>(from source: inout S) throws(CodingFailure) -> Partner {
        Partner(
            mapping: try source.field("provider"), mvpd: try source.field("mvpd"), isRestarted: try source.field("restarted"))
    }
}
