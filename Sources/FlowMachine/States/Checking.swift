/// Phase B: is the viewer already signed in?
///
/// A launch with a token enters this state unless a sign-out, a kept code or temporary access takes precedence; so does every doubt about
/// an access. With REST API V2 the flow asks the partner framework for its status first, silently unless the viewer waits for it, and then
/// Adobe for its profiles. With the legacy API it asks Adobe first. If nothing is found, the flow continues with phase C, or becomes idle
/// if nobody asked.
///
/// Can go to: `unregistered`, `registered`, `partnerAuth`, `basicAuthFallback`, `deciding`, `loggedOut`.
/// Rules: V2-B, V2-X-20, V1-01 to V1-04a, V1-38, FM-21, FM-22.
public struct Checking: Hashable, Sendable {
    private(set) var step: Step

    enum Step: Hashable, Sendable {
        /// Asks Adobe whether somebody is signed in on this device (V1-01).
        case authentication(CallID)
        /// Waits for the token's provider, because temporary access creates a token too (V1-38).
        case authenticationToken(CallID)
        /// Waits for the partner framework (V2-B-01). `afterRefusal`: Adobe already refused a partner status in this check (V2-X-20; once).
        case partnerStatus(CallID, afterRefusal: Bool)
        /// Waits for Adobe's profiles (V2-B-08). `holdsStatus`: a status was not sent, since it has expired by the device's clock, and Adobe's
        /// clock is not known yet (V2-B-06). `partnerFailed`: the partner framework gave no answer, so an answer of Adobe without profiles does
        /// not mean that nobody is signed in.
        case profiles(CallID, afterRefusal: Bool, holdsStatus: Bool, partnerFailed: Bool)
        /// Waits for the viewer to choose one of several profiles (V2-B-09).
        case choosingProfile([Profile])
        /// Waits for the viewer after a failure.
        case problem

        /// The step without its data, as the log writes it.
        enum Name: String, Word {
            case authentication, authenticationToken, partnerStatus, profiles, choosingProfile, problem

            static let table = WordTable<Self>()
        }

        var name: Name {
            switch self {
            case .authentication: .authentication
            case .authenticationToken: .authenticationToken
            case .partnerStatus: .partnerStatus
            case .profiles: .profiles
            case .choosingProfile: .choosingProfile
            case .problem: .problem
            }
        }
    }

    init(askingAdobe request: CallID) { step = .authentication(request) }

    init(askingForToken request: CallID) { step = .authenticationToken(request) }

    init(askingPartner call: CallID, afterRefusal: Bool = false) { step = .partnerStatus(call, afterRefusal: afterRefusal) }

    init(askingProfiles call: CallID, afterRefusal: Bool, holdsStatus: Bool, partnerFailed: Bool) {
        step = .profiles(call, afterRefusal: afterRefusal, holdsStatus: holdsStatus, partnerFailed: partnerFailed)
    }

    init(choosingAmong profiles: [Profile]) { step = .choosingProfile(profiles) }

    /// After a failure that is shown to the viewer.
    static var problem: Checking { Checking(.problem) }

    private init(_ step: Step) { self.step = step }

    var awaiting: Awaiting {
        switch step {
        case .authentication(let call), .authenticationToken(let call), .partnerStatus(let call, _), .profiles(let call, _, _, _):
            Awaiting(call: call)
        case .choosingProfile(let profiles): Awaiting(presents: true, held: .profiles(profiles))
        case .problem: Awaiting(presents: true)
        }
    }
}

// MARK: Reducing

extension Checking {
    /// The last wish that asked for a sign-in was canceled. The check continues, since it interrupts nobody once the partner framework is
    /// asked silently; anything that waited for the viewer is cancelled.
    func gaveUp(_ run: inout Run) -> Next {
        switch step {
        case .partnerStatus: run.check(.`FM-07`)
        case .authentication, .authenticationToken, .profiles: .stay(.`FM-07`)
        case .choosingProfile, .problem: Registered.rest(.notSignedIn, wasSilent: false, .`FM-07`, &run)
        }
    }

    func chose(_ choice: Choice, _ run: inout Run) -> Next {
        switch step {
        case .choosingProfile(let profiles):
            switch choice {
            case .profile(let mvpd):
                guard let profile = profiles.first(where: { $0.mvpd == mvpd }) else { return .stale(.`FM-04`) }
                return Deciding.enter(.profile(profile), .`V2-B-09`, &run)
            case .cancel: return Registered.rest(.cancelled, .`FM-08`, &run)
            case .provider, .otherProvider, .retry, .newCode, .done, .redirectReached, .userAgentClosed: return .stale(.`FM-04`)
            }
        case .problem: return run.choseAboutProblem(choice)
        case .authentication, .authenticationToken, .partnerStatus, .profiles: return .stale(.`FM-04`)
        }
    }
}

// MARK: Log

extension Checking: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("step", step.name)
        switch step {
        case .authentication(let call), .authenticationToken(let call): sink.field("ask", call)
        case .partnerStatus(let call, let afterRefusal):
            sink.field("ask", call)
            sink.field("refusedStatus", afterRefusal)
        case .profiles(let call, let afterRefusal, let holdsStatus, let partnerFailed):
            sink.field("ask", call)
            sink.field("refusedStatus", afterRefusal)
            sink.field("holdsStatus", holdsStatus ? true : nil)
            sink.field("partnerFailed", partnerFailed ? true : nil)
        case .choosingProfile(let profiles): sink.field("profiles", profiles)
        case .problem: return
        }
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        switch try source.kind(Step.Name.self, named: "step") {
        case .authentication: return Checking(.authentication(try source.field("ask")))
        case .authenticationToken: return Checking(.authenticationToken(try source.field("ask")))
        case .partnerStatus:
            return Checking(.partnerStatus(try source.field("ask"), afterRefusal: try source.field("refusedStatus")))
        case .profiles:
            let call: CallID = try source.field("ask")
            let afterRefusal: Bool = try source.field("refusedStatus")
            let holdsStatus: Bool = try source.field("holdsStatus") ?? false
            let partnerFailed: Bool = try source.field("partnerFailed") ?? false
            return Checking(askingProfiles: call, afterRefusal: afterRefusal, holdsStatus: holdsStatus, partnerFailed: partnerFailed)
        case .choosingProfile: return Checking(.choosingProfile(try source.field("profiles")))
        case .problem: return Checking(.problem)
        }
    }
}
