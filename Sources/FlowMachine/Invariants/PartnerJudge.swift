/// Judges which partner statuses and SAML responses the flow sends, using only events, effects and the values that the effects keep. The
/// judge ignores the status, the access and the provider in the model.
///
/// The current status is the last one that the partner framework reported. A timer, or the answer to a different call, may send a call that
/// was requested before this report; its status is not compared. `ExpiryJudge` judges the expiry of a status.
package struct PartnerJudge: Hashable, Sendable {
    /// The outstanding questions for a status whose answers the flow will not use, because the app came to the foreground after the
    /// question.
    private var outdated: [RequestID] = []
    /// The outstanding requests that were sent before the partner framework's last report, so they carry an older status.
    private var withOldStatus: [RequestID] = []
    /// The last status that the partner framework reported; `nil` before the first report, and after Adobe has refused the status.
    private var reported: PartnerStatus?
    /// Whether the partner framework names the viewer's account. If so, a sign-in may begin without a question to the viewer.
    var namesAccount: Bool { reported?.permission == .granted && reported?.mapping != nil }
    /// Whether the flow may have dropped the reported status. Possible causes: the app came to the foreground, the viewer signed out, a
    /// secret was lost, a question failed, the status expired, or Adobe refused it.
    private var mayBeDropped = true
    /// For each MVPD, whether its decisions need a partner status.
    private var needs: [Known] = []
    /// The provider in the vault.
    private var provider: RememberedProvider?
    /// The last SAML response of the partner framework; `nil` once Adobe has accepted it, or a check of the sign-in has begun.
    private var saml: SecretRef?
    /// The open playbacks and previews.
    private var wishes: [Asked] = []
    /// The resources for which Adobe refused a status without an expiry; one entry per refusal.
    private var refused: [SecretRef] = []
    /// Whether Adobe last granted an access without naming the provider.
    private var hasUnnamedAccess = false
    /// The lead of Adobe's clock over the device's clock, in milliseconds; `nil` until an answer contains a date.
    private var ahead: Int64?
    /// Whether the current event may cause the flow to send calls that were requested before the partner framework's last report.
    private var sendsOldCalls = false

    private struct Asked: Hashable, Sendable {
        let wish: WishID
        let resources: [SecretRef]
    }

    private struct Known: Hashable, Sendable {
        let mvpd: MVPDID
        let need: Need
    }

    private enum Need: Hashable, Sendable {
        /// A partner status is needed, because the profile is from the partner framework (V2-D-01).
        case status
        /// Adobe granted the access because of another kind of single sign-on. If the flow has a status, it must send the status.
        case statusIfKnown
        case nothing
        /// Adobe's answers contradict each other, and the flow may not have adopted the last answer.
        case uncertain
    }

    package init() {}

    /// The kinds of steps that can change this judge or break its invariants.
    static var concerns: RunStep.Kinds {
        [.launch, .user, .foregrounded, .secretLost, .adobesAnswer, .partnersAnswer, .call, .cancel, .keep, .forgetFact, .answer]
    }

    /// Undoes the last step by restoring `earlier`. `step` contains the kinds of the last step. If there was no SAML response, a call
    /// has changed nothing.
    mutating func goBack(to earlier: PartnerJudge, _ step: RunStep.Kinds) {
        sendsOldCalls = earlier.sendsOldCalls
        if earlier.saml != nil || !step.isDisjoint(with: PartnerJudge.concerns.subtracting(.call)) { self = earlier }
    }

    /// Creates a judge that begins in the middle of a run and assumes that everything before `model` was correct.
    init(at model: FlowModel) {
        reported = model.context.partnerStatus
        provider = model.context.provider
        if let access = model.state.access { note(access) }
        for wish in model.context.wishes {
            switch wish.kind {
            case .play(let resource, _): wishes.append(Asked(wish: wish.id, resources: [resource]))
            case .preview(let resources): wishes.append(Asked(wish: wish.id, resources: resources))
            case .signIn, .otherProvider, .userMetadata, .signOut: continue
            }
        }
        for call in model.calls.pending {
            if case .adobe(let endpoint) = call.question { note(endpoint) }
            if case .sent(let request, _) = call.stage, call.isOutdated { outdated.append(request) }
        }
    }

    // MARK: Events

    package mutating func take(_ step: RunStep) {
        sendsOldCalls = false
        switch step.event.origin {
        case .app(.launched(let kept)):
            guard step.isLaunch else { return }
            self = PartnerJudge()
            provider = kept.provider
            if let profile = kept.profile { note(.profile(profile)) }
        case .app(.foregrounded):
            for request in step.before.requests {
                if case .partner(.status) = request.question, !outdated.contains(request.id) { outdated.append(request.id) }
            }
            mayBeDropped = true
        case .app(.secretLost), .user(.signOut): mayBeDropped = true
        case .reply(_, let reply): if let answered = step.answered { take(reply, to: answered, step) }
        case .timer: sendsOldCalls = true
        case .user(.play(let wish, let resource, _)): noteOpened(wish, [resource])
        case .user(.preview(let wish, let resources)): noteOpened(wish, resources)
        case .user, .app: return
        }
    }

    private mutating func noteOpened(_ wish: WishID, _ resources: [SecretRef]) {
        if !wishes.contains(where: { $0.wish == wish }) { wishes.append(Asked(wish: wish, resources: resources)) }
    }

    /// Removes an answered wish, and one refusal for each of its resources. If several wishes name a resource, the judge does not know
    /// which of these wishes was refused.
    private mutating func noteAnswered(_ wish: WishID) {
        guard let index = wishes.firstIndex(where: { $0.wish == wish }) else { return }
        for resource in wishes.remove(at: index).resources {
            if let index = refused.firstIndex(of: resource) { refused.remove(at: index) }
        }
    }

    private mutating func take(_ reply: Reply, to answered: Outstanding.Request, _ step: RunStep) {
        switch answered.question {
        case .partner(let question):
            if PartnerJudge.remove(answered.id, from: &outdated) { return }
            guard case .partner(let answer) = reply.result else {
                mayBeDropped = true
                return
            }
            reported = answer.status
            withOldStatus = step.before.requests.filter { $0.endpoint?.status != nil }.map { $0.id }
            // The flow may treat this status as expired, and drop it, if the status expires within 3 s by Adobe's clock.
            mayBeDropped = answer.status.expiry.map { $0.milliseconds <= step.time.milliseconds + (ahead ?? 0) + 3000 } ?? false
            if case .authentication = question { saml = answer.saml?.ref }
        case .adobe(let endpoint):
            if let adobes = AdobesWord.time(of: reply) { ahead = adobes.milliseconds - step.time.milliseconds }
            if endpoint.usesSAML, reply.result.kind == endpoint.descriptor.reply { saml = nil }
            take(reply.result, to: Sent(endpoint: endpoint, isStatusOld: PartnerJudge.remove(answered.id, from: &withOldStatus)))
        }
    }

    /// Removes the request `id` from `list`.
    /// - Returns: whether the list contained the request.
    @discardableResult
    private static func remove(_ id: RequestID, from list: inout [RequestID]) -> Bool {
        guard let index = list.firstIndex(of: id) else { return false }
        list.remove(at: index)
        return true
    }

    private struct Sent {
        let endpoint: Endpoint
        /// Whether the partner framework has reported a status since the request was sent.
        let isStatusOld: Bool
    }

    private mutating func take(_ result: Reply.Result, to sent: Sent) {
        switch result {
        case .failed(let failure):
            sendsOldCalls = true
            if case .refused(_, let error) = failure, error.namesPartnerStatus { noteRefusal(of: sent, isFinal: error.isFinal) }
        case .decisions:
            sendsOldCalls = true
            let errors = result.errors
            if errors.contains(where: { $0.namesPartnerStatus }) {
                noteRefusal(of: sent, isFinal: errors.allSatisfy { $0.isFinal && !$0.isNamed("too_many_resources") })
            }
        case .token, .registered: sendsOldCalls = true
        case .profiles(let profiles): for profile in profiles { note(.profile(profile), isCertain: false) }
        case .session(.authorize(let authorization)):
            hasUnnamedAccess = authorization.mvpd == nil
            if hasUnnamedAccess { needs = [] } else { note(.serverAuthorization(authorization)) }
        // Adobe did not accept the status, so the flow drops it.
        case .session(.authenticate(let open)) where open.reason == .partnerStatusFallback,
            .session(.resume(let open)) where open.reason == .partnerStatusFallback:
            mayBeDropped = true
        case .configuration, .session, .logouts, .partner, .authentication, .partnerRequest, .userMetadata, .done: return
        }
    }

    /// Handles Adobe's refusal of the status in a request. Unless the refusal is final, the flow first sends the same request again.
    private mutating func noteRefusal(of sent: Sent, isFinal: Bool) {
        guard let status = sent.endpoint.status else { return }
        mayBeDropped = true
        if !isFinal { return }
        // A status that the framework has reported since the request was sent is still current, even if it equals the refused status.
        if reported == status, !sent.isStatusOld { reported = nil }
        if status.expiry == nil { refused += PartnerJudge.resources(of: sent.endpoint) }
    }

    private static func resources(of endpoint: Endpoint) -> [SecretRef] {
        switch endpoint {
        case .authorize(_, let resource, _, _): [resource]
        case .preauthorize(_, let resources, _): resources
        case .register, .token, .configuration, .profiles, .profile, .profileForCode, .createSession, .resumeSession, .partnerSession,
            .createPartnerProfile, .logout, .restV1:
            []
        }
    }

    /// Stores whether decisions under `access` need a partner status.
    /// - Parameter isCertain: whether the flow has certainly adopted `access`. If not, and the new need differs from the stored need, the
    ///   judge stores `uncertain`.
    private mutating func note(_ access: Access, isCertain: Bool = true) {
        guard let mvpd = access.mvpd, isCertain || !hasUnnamedAccess else { return }
        let need: Need = access.needsPartnerStatus ? .status : access.mayNeedPartnerStatus ? .statusIfKnown : .nothing
        let former = needs.first { $0.mvpd == mvpd }?.need
        needs.removeAll { $0.mvpd == mvpd }
        needs.append(Known(mvpd: mvpd, need: isCertain || former == nil || former == need ? need : .uncertain))
    }

    private mutating func note(_ endpoint: Endpoint) {
        switch endpoint {
        case .createPartnerProfile(let ref, _), .restV1(.exchange(_, let ref)): saml = ref
        case .register, .token, .configuration, .profiles, .profile, .profileForCode, .createSession, .resumeSession, .partnerSession,
            .preauthorize, .authorize, .logout, .restV1:
            return
        }
    }

    // MARK: Effects

    /// Returns the invariants that the step's effects broke.
    package mutating func judge(_ step: RunStep, _ settings: FlowSettings) -> [Invariant] {
        guard step.has([.call, .cancel, .keep, .forgetFact, .answer]) else { return [] }
        var broken: [Invariant] = []
        for effect in step.effects {
            switch effect {
            case .call(_, let call):
                broken += judge(call.endpoint, step, settings)
                if call.endpoint.isCheck { saml = nil }
            case .cancel(let id):
                PartnerJudge.remove(id, from: &outdated)
                PartnerJudge.remove(id, from: &withOldStatus)
                // If a question timed out, the flow may have no status to send.
                if let request = step.before.request(id), !request.isForAdobe { mayBeDropped = true }
            case .keep(.provider(let kept)): provider = kept
            case .forget(.fact(.provider)): provider = nil
            case .keep(.profile(let profile)):
                hasUnnamedAccess = false
                note(.profile(profile))
            case .answer(let wish, _): noteAnswered(wish)
            case .partner, .present, .arm, .disarm, .keep, .forget: continue
            }
        }
        return broken
    }

    private func judge(_ endpoint: Endpoint, _ step: RunStep, _ settings: FlowSettings) -> [Invariant] {
        let event = step.event
        var broken: [Invariant] = []
        if let status = endpoint.status, !sendsOldCalls {
            if status != reported || isElsewhere(status, endpoint) { broken.append(.onlyValidStatusIsSent) }
        }
        switch endpoint {
        case .authorize(let mvpd, let resource, let status, _):
            if mvpd != settings.temporaryAccess, lacksStatus(mvpd, [resource], status, event, settings) {
                broken.append(.decisionCarriesStatus)
            }
        case .preauthorize(let mvpd, let resources, let status):
            if lacksStatus(mvpd, resources, status, event, settings) { broken.append(.decisionCarriesStatus) }
        case .profile(let mvpd, let status):
            // Only a request for metadata is judged here. If the access has expired, this request is a check of the sign-in, and every
            // check carries a status.
            guard case .user(.userMetadata) = event.origin, !step.endsAccess else { break }
            let need = needs.first { $0.mvpd == mvpd }?.need
            if status == nil, need == .status, hasStatus(for: mvpd, event) { broken.append(.decisionCarriesStatus) }
            if status != nil, need == .nothing { broken.append(.onlyValidStatusIsSent) }
        case .createPartnerProfile(let ref, _), .restV1(.exchange(_, let ref)):
            if ref != saml { broken.append(.noPartnerProfileInCheck) }
        case .register, .token, .configuration, .profiles, .profileForCode, .createSession, .resumeSession, .partnerSession, .logout,
            .restV1:
            break
        }
        return broken
    }

    /// Whether Adobe would refuse the status because the status and the request name different providers.
    private func isElsewhere(_ status: PartnerStatus, _ endpoint: Endpoint) -> Bool {
        guard let mvpd = endpoint.mvpd, let provider, provider.mvpd == mvpd, let mapping = provider.mapping else { return false }
        return status.mapping != mapping
    }

    private func lacksStatus(
        _ mvpd: MVPDID, _ resources: [SecretRef], _ status: PartnerStatus?, _ event: FlowEvent, _ settings: FlowSettings
    ) -> Bool {
        switch needs.first(where: { $0.mvpd == mvpd })?.need {
        case .status:
            guard let status else { return true }
            if status.expiry != nil || sendsOldCalls { return false }
            switch settings.policy.statusWithoutExpiry {
            case .never: return true
            case .untilRefused: return resources.contains { wasRefusedForAll($0) }
            case .always: return false
            }
        case .statusIfKnown: return status == nil && !sendsOldCalls && hasStatus(for: mvpd, event)
        case .nothing, .uncertain, nil: return false
        }
    }

    /// Whether Adobe refused a status without an expiry for every open wish that names `resource`.
    private func wasRefusedForAll(_ resource: SecretRef) -> Bool {
        let refusals = refused.filter { $0 == resource }.count
        return refusals > 0 && refusals >= wishes.filter { $0.resources.contains(resource) }.count
    }

    /// Whether the flow certainly has a status that Adobe would accept for `mvpd`.
    private func hasStatus(for mvpd: MVPDID, _ event: FlowEvent) -> Bool {
        guard !mayBeDropped, let reported, reported.permission == .granted, let account = reported.mapping, let expiry = reported.expiry,
            expiry.milliseconds - event.time.milliseconds - (ahead ?? 0) > 3000
        else { return false }
        guard let provider, provider.mvpd == mvpd, let mapping = provider.mapping else { return true }
        return mapping == account
    }
}

extension RunStep {
    /// Whether the step disarms the timer for the expiry of the viewer's access.
    fileprivate var endsAccess: Bool {
        has(.disarm) && before.timers.contains { $0.purpose == .profileExpiry && effects.contains(.disarm($0.id)) }
    }
}

extension Endpoint {
    fileprivate var usesSAML: Bool { if case .restV1(.exchange) = self { true } else { kind == .createPartnerProfile } }

    /// Whether a check of the sign-in begins with this request.
    fileprivate var isCheck: Bool { self == .restV1(.checkAuthentication) || kind == .profiles }
}

extension AdobeError {
    /// Whether this error is final, so that the flow does not send the same request again.
    fileprivate var isFinal: Bool { action != .retry && action != .applicationRegistration }
}
