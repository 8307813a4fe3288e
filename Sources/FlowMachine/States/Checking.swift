/// Phase B: checking whether the viewer is already signed in.
///
/// A launch with a token enters this state unless a sign-out, a kept code or temporary access takes precedence. The flow also enters this
/// state when an access is in doubt. With REST API V2, the flow first asks the partner framework for its status, silently unless a viewer
/// waits, and then asks Adobe for the profiles. With the legacy API, the flow asks Adobe first.
///
/// If no sign-in is found, the flow continues with phase C, or becomes idle if no viewer asked to sign in.
///
/// Can go to: `unregistered`, `registered`, `partnerAuth`, `basicAuthFallback`, `deciding`, `loggedOut`.
/// Rules: V2-B, V2-X-20, V1-01 to V1-04a, V1-38, FM-21, FM-22.
package struct Checking: Hashable, Sendable {
    private(set) var step: Step

    /// The reply or the viewer's choice that the state waits for. If only one of the APIs has a step, phase B of that API declares the
    /// step.
    enum Step: Hashable, Sendable {
        /// Waits for the partner framework's status (V2-B-01). `afterRefusal` means that Adobe has refused a partner status in this check.
        /// The flow requests a replacement only once (V2-X-20).
        case partnerStatus(CallID, afterRefusal: Bool)
        /// Waits for the viewer's choice after a failure.
        case problem
        /// A step that only REST API V2 has.
        case restV2(RESTV2.PhaseB.Step)
        /// A step that only the legacy API has.
        case restV1(RESTV1.PhaseB.Step)

        /// The step without its data, as the log writes it.
        enum Name: String, Word {
            case authentication, authenticationToken, partnerStatus, profiles, choosingProfile, problem

            static let table = WordTable<Self>()
        }

        var name: Name {
            switch self {
            case .restV1(.authentication): .authentication
            case .restV1(.authenticationToken): .authenticationToken
            case .partnerStatus: .partnerStatus
            case .restV2(.profiles): .profiles
            case .restV2(.choosingProfile): .choosingProfile
            case .problem: .problem
            }
        }
    }

    init(_ step: Step) { self.step = step }

    /// The state while the viewer sees a failure.
    static var problem: Checking { Checking(.problem) }

    var awaiting: Awaiting {
        switch step {
        case .partnerStatus(let call, _), .restV2(.profiles(let call, _, _, _)), .restV1(.authentication(let call)),
            .restV1(.authenticationToken(let call)):
            Awaiting(call: call)
        case .restV2(.choosingProfile(let profiles)): Awaiting(presents: true, references: .profiles(profiles))
        case .problem: Awaiting(presents: true)
        }
    }
}

// MARK: Reducing

extension Checking {
    /// Handles the cancellation of the last wish that asked for a sign-in (FM-07). The check continues, because it interrupts no viewer. A
    /// question to the partner framework is asked again silently, and a step that waits for the viewer ends.
    func gaveUp(_ run: inout Run) -> Next {
        switch step {
        case .partnerStatus: run.check(.`FM-07`)
        case .restV2(.profiles), .restV1(.authentication), .restV1(.authenticationToken): .stay(.`FM-07`)
        case .restV2(.choosingProfile), .problem: Registered.rest(.notSignedIn, wasSilent: false, .`FM-07`, &run)
        }
    }

    func chose(_ choice: Choice, _ run: inout Run) -> Next {
        switch step {
        case .restV2(.choosingProfile(let profiles)):
            switch choice {
            case .profile(let mvpd):
                guard let profile = profiles.first(where: { $0.mvpd == mvpd }) else { return .stale(.`FM-04`) }
                return Deciding.enter(.profile(profile), .`V2-B-09`, &run)
            case .cancel: return Registered.rest(.canceled, .`FM-08`, &run)
            case .provider, .otherProvider, .retry, .newCode, .done, .redirectReached, .userAgentClosed: return .stale(.`FM-04`)
            }
        case .problem: return run.choseAboutProblem(choice)
        case .partnerStatus, .restV2(.profiles), .restV1(.authentication), .restV1(.authenticationToken): return .stale(.`FM-04`)
        }
    }
}

// MARK: Log

extension Checking: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("step", step.name)
        switch step {
        case .restV1(.authentication(let call)), .restV1(.authenticationToken(let call)): sink.field("ask", call)
        case .partnerStatus(let call, let afterRefusal):
            sink.field("ask", call)
            sink.field("refusedStatus", afterRefusal)
        case .restV2(.profiles(let call, let afterRefusal, let holdsStatus, let partnerFailed)):
            sink.field("ask", call)
            sink.field("refusedStatus", afterRefusal)
            sink.field("holdsStatus", holdsStatus ? true : nil)
            sink.field("partnerFailed", partnerFailed ? true : nil)
        case .restV2(.choosingProfile(let profiles)): sink.field("profiles", profiles)
        case .problem: return
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Step.Name.self, named: "step") {
        case .authentication: return Checking(.restV1(.authentication(try source.field("ask"))))
        case .authenticationToken: return Checking(.restV1(.authenticationToken(try source.field("ask"))))
        case .partnerStatus:
            return Checking(.partnerStatus(try source.field("ask"), afterRefusal: try source.field("refusedStatus")))
        case .profiles:
            let call: CallID = try source.field("ask")
            let afterRefusal: Bool = try source.field("refusedStatus")
            let holdsStatus: Bool = try source.field("holdsStatus") ?? false
            let partnerFailed: Bool = try source.field("partnerFailed") ?? false
            return Checking(
                .restV2(.profiles(call, afterRefusal: afterRefusal, holdsStatus: holdsStatus, partnerFailed: partnerFailed)))
        case .choosingProfile: return Checking(.restV2(.choosingProfile(try source.field("profiles"))))
        case .problem: return Checking(.problem)
        }
    }
}
