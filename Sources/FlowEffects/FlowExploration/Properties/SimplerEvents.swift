import FlowMachine
import FlowSimulation

// The simpler forms of an event, the simplest first. The shrinker tries each form.

extension FlowEvent {
    /// Returns simpler forms of this event: the same event at `time`, the time of the event before, and events with less content.
    func simpler(after time: Instant?) -> [FlowEvent] {
        var list: [FlowEvent] = []
        if let time, time < self.time { list.append(FlowEvent(time: time, origin: origin)) }
        for origin in origin.simpler { list.append(FlowEvent(time: self.time, origin: origin)) }
        return list
    }
}

extension FlowEvent.Origin {
    fileprivate var simpler: [Self] {
        switch self {
        case .reply(let id, let reply):
            let plain = Reply(reply.result)
            var list = reply == plain ? [] : [Self.reply(id, plain)]
            for result in reply.result.simpler {
                list.append(.reply(id, Reply(result, serverTime: reply.serverTime, retryAfter: reply.retryAfter, trace: reply.trace)))
            }
            return list
        case .app(.launched(let kept)): return kept.simpler.map { .app(.launched($0)) }
        case .user(.preview(let wish, let resources)):
            return resources.count > 1 ? [.user(.preview(wish, resources: Array(resources.prefix(1))))] : []
        case .user(.play(let wish, let resource, .temporary(_?))):
            return [.user(.play(wish, resource: resource, under: .temporary(identity: nil)))]
        case .user, .app, .timer: return []
        }
    }
}

extension PersistedState {
    fileprivate var simpler: [PersistedState] {
        var list = [PersistedState()]
        func without(_ change: (inout PersistedState) -> Void) {
            var kept = self
            change(&kept)
            list.append(kept)
        }
        without { $0.client = nil }
        without { $0.token = nil }
        without { $0.provider = nil }
        without { $0.profile = nil }
        without { $0.profile = $0.profile?.plain }
        without { $0.code = nil }
        without { $0.signedOut = nil }
        without { $0.owedLogouts = [] }
        without { $0.first = NextNumbers() }
        without { $0.jitter = nil }
        return list
    }
}

extension Reply.Result {
    fileprivate var simpler: [Self] {
        switch self {
        case .profiles(let profiles):
            return profiles.indices.map { index in
                var fewer = profiles
                fewer.remove(at: index)
                return .profiles(fewer)
            } + [.profiles(profiles.map { $0.plain })]
        case .session(.authenticate(let open)): return open.simpler.map { .session(.authenticate($0)) }
        case .session(.resume(let open)): return open.simpler.map { .session(.resume($0)) }
        case .session(.retry(let open)): return open.simpler.map { .session(.retry($0)) }
        case .decisions(let decisions): return [.decisions(Array(decisions.prefix(1)))]
        case .failed(.refused(let http, let error)): return [.failed(.refused(http: http, error.plain))]
        case .failed(.unauthorized(_?)): return [.failed(.unauthorized(nil))]
        case .authentication(_?): return [.authentication(nil)]
        case .userMetadata(let metadata) where metadata.attributes != nil:
            return [.userMetadata(ViewerMetadata(attributes: nil, isFromPartner: metadata.isFromPartner))]
        case .registered, .token, .configuration, .session, .logouts, .partner, .authentication, .partnerRequest, .userMetadata, .done,
            .failed:
            return []
        }
    }
}

extension Profile {
    fileprivate var plain: Profile { Profile(mvpd: mvpd, type: type, notAfter: notAfter) }
}

extension AdobeError {
    fileprivate var plain: AdobeError { AdobeError(action: action, status: status, code: code) }
}

extension OpenSession {
    fileprivate var simpler: [OpenSession] {
        [
            OpenSession(code: code, notAfter: nil, link: link, mvpd: mvpd, missing: missing, reason: reason),
            OpenSession(code: code, notAfter: notAfter, link: nil, mvpd: mvpd, missing: missing, reason: reason),
            OpenSession(code: code, notAfter: notAfter, link: link, mvpd: nil, missing: missing, reason: reason),
            OpenSession(code: code, notAfter: notAfter, link: link, mvpd: mvpd, missing: [], reason: .none),
        ]
    }
}
