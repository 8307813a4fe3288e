/// Judges what the flow waits for, using only events and effects. An outstanding event must still be able to arrive, every request needs a
/// time limit, and each open wish needs an event that can answer it. The judge also checks how the flow requests credentials and tokens.
struct WaitingJudge: Hashable, Sendable {
    /// Whether the flow has credentials, in the vault or in memory.
    private var hasClient = false
    /// Whether the judge has followed the run from its launch on. If not, some outstanding requests and timers are unknown, and the judge
    /// reports nothing.
    private let isWhole: Bool
    /// The last failure of a request for credentials or a token; `nil` if the last such request succeeded.
    private var failed: Failed?

    private struct Failed: Hashable, Sendable {
        let endpoint: Endpoint.Kind
        let at: Instant
    }

    /// The shortest pause after a failed request for credentials or a token.
    private static let leastPause = Interval(milliseconds: 500)

    init(isWhole: Bool = true) { self.isWhole = isWhole }

    /// Returns the invariants that the step broke.
    /// - Parameter isAtRest: whether the flow is now in a state that may be idle. This value comes from the model, because no effect names
    ///   the state.
    mutating func judge(_ step: RunStep, isAtRest: Bool) -> [Invariant] {
        if step.isLaunch, case .app(.launched(let kept)) = step.event.origin { hasClient = kept.client != nil }
        guard step.after.isLaunched, isWhole else { return [] }
        var broken: [Invariant] = []
        take(step)
        if step.has([.keep, .forgetFact]) { for effect in step.effects { note(effect) } }
        if step.has(.call) {
            for case .call(_, let call) in step.effects where call.endpoint.isForToken {
                if isTooSoon(call.endpoint.kind, at: step.time) || call.endpoint == .register && hasClient {
                    broken.append(.oneTokenRequest)
                }
            }
            let tokens = step.after.requests.count { $0.endpoint?.isForToken ?? false }
            if tokens > 1 { broken.append(.oneTokenRequest) }
        }
        // A shutdown ends everything that is outstanding. `ShutdownJudge` judges the shutdown.
        if case .app(.shutDown) = step.event.origin { return broken }
        judge(Waits(step.after), step.after, isAtRest: isAtRest, &broken)
        return broken
    }

    /// A summary of everything that is outstanding: who may answer, and which timers may fire.
    private struct Waits {
        /// Whether an answer is outstanding from Adobe, from the partner framework within a time limit, and from the viewer in the partner
        /// framework.
        private(set) var (asksAdobe, asksSilently, asksViewer) = (false, false, false)
        /// Whether a timer will send a poll, repeat a request or end a hold.
        private(set) var isPaused = false
        /// Whether the time-out timer is armed. When it fires, the requests without an answer end.
        private var isLimited = false

        init(_ outstanding: borrowing Outstanding) {
            for index in outstanding.requests.indices {
                if outstanding.requests[index].isForAdobe {
                    asksAdobe = true
                } else if outstanding.requests[index].due != nil {
                    asksSilently = true
                } else {
                    asksViewer = true
                }
            }
            for index in outstanding.timers.indices {
                switch outstanding.timers[index].purpose {
                case .poll, .retry, .hold: isPaused = true
                case .timeout: isLimited = true
                case .tokenRefresh, .codeExpiry, .profileExpiry: continue
                }
            }
        }

        var isUnderWay: Bool { asksAdobe || asksSilently || asksViewer || isPaused }
        /// Whether every request that needs a time limit has one. Without a limit, a request may wait forever.
        var isTimed: Bool { !asksAdobe && !asksSilently || isLimited }

        /// Returns whether `wish` may be answered by an event that can still arrive. A decision can answer only the wishes that name its
        /// resource. Any other event may answer any wish.
        func serves(_ wish: Outstanding.Open, _ outstanding: borrowing Outstanding) -> Bool {
            if outstanding.shown != nil { return true }
            if asksSilently || asksViewer || isPaused { return true }
            return outstanding.requests.contains { $0.endpoint?.mayServe(wish.kind) ?? false }
        }
    }

    private func judge(_ waits: Waits, _ outstanding: borrowing Outstanding, isAtRest: Bool, _ broken: inout [Invariant]) {
        var makesProgress = waits.isTimed
        for wish in outstanding.wishes where !waits.serves(wish, outstanding) { makesProgress = false }
        if !makesProgress { broken.append(.wishesMakeProgress) }
        if waits.isUnderWay { return }
        let isCode = outstanding.shown.map { $0.what?.kind == .code }
        if isCode ?? !isAtRest { broken.append(.idlesOnlyWhereAllowed) }
    }

    /// Whether a request to `endpoint`, for credentials or a token, failed less than half a second ago.
    private func isTooSoon(_ endpoint: Endpoint.Kind, at now: Instant) -> Bool {
        guard let failed, failed.endpoint == endpoint, failed.at <= now else { return false }
        return now < failed.at.advanced(by: WaitingJudge.leastPause)
    }

    private mutating func take(_ step: RunStep) {
        // The clock was set back, so the time since the failure cannot be measured. The flow's own timer still waits for its full duration.
        if let last = failed, step.time < last.at || step.isEarly { failed = nil }
        guard let endpoint = step.answered?.endpoint, endpoint.isForToken, case .reply(_, let reply) = step.arrived.origin else { return }
        failed = reply.result.kind == .failed ? Failed(endpoint: endpoint.kind, at: step.time) : nil
    }

    private mutating func note(_ effect: Effect) {
        switch effect {
        case .keep(.client): hasClient = true
        case .forget(.fact(.client)): hasClient = false
        case .call, .partner, .cancel, .present, .answer, .arm, .disarm, .keep, .forget: return
        }
    }
}

extension Endpoint {
    /// Whether the request gets credentials or a token.
    var isForToken: Bool { kind == .register || kind == .token }

    /// Whether the request's answer may answer a wish of kind `wish`. A decision answers only a wish that names its resource.
    fileprivate func mayServe(_ wish: Wish.Kind) -> Bool {
        switch self {
        case .authorize(_, let resource, _, _), .restV1(.authorize(let resource, _)), .restV1(.mediaToken(let resource)):
            switch wish {
            case .play(let asked, _): resource == asked
            case .signIn, .otherProvider, .preview, .userMetadata, .signOut: false
            }
        case .preauthorize(_, let resources, _), .restV1(.preauthorize(let resources)):
            switch wish {
            case .preview(let asked): resources.contains { asked.contains($0) }
            case .signIn, .otherProvider, .play, .userMetadata, .signOut: false
            }
        case .register, .token, .configuration, .profiles, .profile, .profileForCode, .createSession, .resumeSession, .partnerSession,
            .createPartnerProfile, .logout, .restV1(.checkAuthentication), .restV1(.configuration), .restV1(.profileRequest),
            .restV1(.exchange), .restV1(.authenticationToken), .restV1(.createCode), .restV1(.userMetadata), .restV1(.logout),
            .restV1(.freePreview):
            true
        }
    }
}
