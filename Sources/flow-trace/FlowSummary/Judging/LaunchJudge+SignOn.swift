import FlowMachine

// Whether the account on the device signs the viewer in.
extension LaunchJudge {
    /// Returns why the account on the device signs nobody in: inner `nil` if it does sign the viewer in, outer `nil` if the reply does not show this.
    static func signOn(_ result: Reply.Result, _ question: Question?) -> FlowCause.SingleSignOnRejection?? {
        if case .session(let session) = result, let reason = session.declined { return .declined(reason) }
        if case .partner(.authentication(_, let interruption))? = question, case .partner(let answer) = result {
            let isEmpty = answer.saml.map { $0.length == 0 } ?? true
            guard answer.status.permission == .granted, isEmpty, answer.error != .canceled else { return nil }
            // A provider that would have to ask the viewer rejects a silent request. That is no fault.
            return interruption || answer.error != .rejected ? .byProvider(answer.error) : .some(nil)
        }
        guard case .call(let call)? = question else { return nil }
        switch EndpointKind(call.endpoint) {
        case .other(.createPartnerProfile), .restV1(.exchange): break
        case .other, .restV1: return nil
        }
        switch result {
        case .failed(let failure): return .byAdobe(FailureKind(failure))
        case .profiles(let profiles): return profiles.isEmpty ? .byAdobe(nil) : .some(nil)
        case _: return .some(nil)
        }
    }
}

extension AdobeSession {
    /// The reason why Adobe sends the viewer to basic authentication although the partner framework could be used; `nil` if Adobe does not.
    fileprivate var declined: OpenSession.Reason? {
        switch self {
        case .authenticate(let open), .resume(let open), .retry(let open): open.reason == .none ? nil : open.reason
        case .authorize, .partnerProfile, .unsupported: nil
        }
    }
}
