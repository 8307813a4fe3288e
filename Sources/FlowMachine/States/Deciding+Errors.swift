// The meaning of an error for a wish. An error has the same meaning whether it is Adobe's whole answer or part of an answer's only decision
// (ERR-02).

/// The meaning of an Adobe error for the wish that caused the request.
enum ErrorMeaning {
    /// Temporary access is used up or unavailable, and a sign-in would help (V2-T-04, V1-29).
    case temporaryAccess
    /// Adobe asks for a sign-in (V2-D-14, V1-26).
    case authentication
    /// The resource is denied, and another attempt changes nothing (V2-D-13).
    case denial
    /// Adobe, the provider or the request failed, so nothing is decided about the resource (FM-13).
    case failure
}

extension AdobeError {
    /// Returns the meaning of the error for `wish`.
    func meaning(for wish: Wish, _ api: FlowSettings.API) -> ErrorMeaning {
        if wish.isTemporary {
            // The legacy API has no error code for temporary access, so a denial has the same meaning.
            if namesTemporaryAccess || action == .authentication || api == .restV1 && isDenial { return .temporaryAccess }
        } else if action == .authentication {
            return .authentication
        }
        return isDenial ? .denial : .failure
    }

    /// Whether the error denies a resource: no action can change the denial, and the error's status is 403 (forbidden). In Adobe's list,
    /// only denials have both properties. A decision that denies without any error is a denial, too. An outage of the provider is no
    /// denial, because its action is `retry`.
    var isDenial: Bool {
        guard action == .none, !namesProvider, !namesPartnerStatus, !namesTemporaryAccess else { return false }
        return status == 403 || code == nil && status < 400
    }
}

extension Deciding {
    /// Ends a wish with `error`, which is Adobe's whole answer or part of the decision about the wish.
    func end(_ wish: Wish, with error: AdobeError, denial rule: Rule, _ run: inout Run) -> Next {
        switch error.meaning(for: wish, run.settings.api) {
        case .temporaryAccess: return temporaryAccessRefused(error, wish, &run)
        case .authentication: return authenticationNeeded(error, wish, &run)
        case .denial: return deny(wish, error, rule, &run)
        case .failure: return refuse(wish, error, &run)
        }
    }

    private func deny(_ wish: Wish, _ error: AdobeError, _ rule: Rule, _ run: inout Run) -> Next {
        switch wish.kind {
        case .play(let resource, _):
            run.answer(wish.id, .denied(resource: resource, error: error))
            return .stay(rule)
        case .preview, .userMetadata, .signIn, .otherProvider, .signOut: return refuse(wish, error, &run)
        }
    }

    private func refuse(_ wish: Wish, _ error: AdobeError, _ run: inout Run) -> Next {
        if !wish.isTemporary, error.namesProvider { run.forgetUnusableProvider() }
        run.answer(wish.id, .refused(Refusal(Problem(.refused(http: error.status, error)))))
        return .stay(.`FM-13`)
    }
}

extension [AdobeDecision] {
    /// Returns the decision about `resource`; `nil` if there is none. If the answer contains a permit and a denial, returns the denial,
    /// because nothing is played unless Adobe permits it.
    func decision(about resource: SecretRef) -> AdobeDecision? {
        guard let first = index(of: resource) else { return nil }
        for index in first..<endIndex where self[index].resource == resource && self[index].error != nil { return self[index] }
        return self[first]
    }
}
