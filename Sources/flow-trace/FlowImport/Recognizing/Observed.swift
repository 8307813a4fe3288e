import FlowEffects
import FlowMachine

/// A recognized request to Adobe: the call, with references for its secrets, and Adobe's answer.
struct Observed {
    let exchange: Exchange
    let target: Target
    /// The service provider in the path. Like the MVPD, it may be printed.
    let serviceProvider: String?
    let mvpd: MVPDID?
    /// The code in the path.
    let code: SecretRef?
    /// The credentials of a token request, or the SAML response of an exchange.
    let secret: SecretRef?
    let resources: [SecretRef]
    /// The access token that was sent.
    let token: SecretRef?
    /// The number that stands for the device identifier in the request; `nil` if the request has none.
    let device: Int?
    /// The partner status that was sent.
    let partner: PartnerHeader?
    /// The fields of the form. They contain secrets.
    let form: [FormField]
    /// The call; `nil` if this build has no call for the endpoint.
    let call: Call?
    /// Adobe's answer; `nil` if the request got no answer, or if the capture does not contain the answer's body.
    let reply: Reply?

    var number: Int { exchange.number }
    var sent: Instant { exchange.sent }
    var answered: Instant { exchange.answered }
    var http: Int? { exchange.response?.status }

    /// The reason why the answer is missing or not usable; `nil` if the answer is usable.
    var failure: CallFailure? {
        if case .failed(let failure)? = reply?.result { return failure }
        return exchange.response == nil ? .transport(.connection) : nil
    }

    /// Adobe's error for the whole answer; `nil` if there is none.
    var error: AdobeError? {
        switch failure {
        case .refused(_, let error): error
        case .unauthorized(let error): error
        case .throttled, .registrationRefused, .status, .transport, nil: nil
        case .some(_): nil
        }
    }

    var decisions: [AdobeDecision] { if case .decisions(let decisions)? = reply?.result { decisions } else { [] } }

    var profiles: [Profile]? { if case .profiles(let profiles)? = reply?.result { profiles } else { nil } }

    /// The profiles with which a viewer is signed in. Profiles of temporary access are left out.
    var viewers: [Profile] { (profiles ?? []).filter { $0.type != .temporary } }

    /// The session with a code that the answer opens; `nil` for any other answer.
    var session: OpenSession? {
        guard case .session(let session)? = reply?.result else { return nil }
        switch session {
        case .authenticate(let open), .resume(let open), .retry(let open): return open
        case .authorize, .partnerProfile, .unsupported: return nil
        case _: return nil
        }
    }

    /// The errors with which Adobe refused the whole request or single resources.
    var refusals: [AdobeError] {
        (error.map { [$0] } ?? []) + decisions.compactMap { if case .deny(let error) = $0.verdict { error } else { nil } }
    }

    /// Whether Adobe denied the resource, so that no retry helps (V2-D-13: the app shows the reason of a denial).
    var isDenied: Bool { refusals.contains { $0.action == .none && $0.status == 403 } }

    /// Returns whether two requests are equal apart from their header fields.
    func isSameRequest(as other: Observed) -> Bool { key == other.key }

    /// The text that equal requests share: everything that was sent, except the header fields. The text contains secrets.
    var key: String {
        let url = exchange.url
        let query = url.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return "\(exchange.method) \(url.authority)/\(url.segments.joined(separator: "/"))?\(query)\n"
            + String(decoding: exchange.body, as: UTF8.self)
    }

    /// The method and the path, with references in place of secrets. `/api/v2` and `/api/v1` are left out, as in the tool's drawings.
    var title: String {
        guard let descriptor = target.descriptor else {
            if case .page(let page) = target { return "\(Observed.plainMethod(exchange.method)) \(page.rawValue)" }
            return Observed.plainMethod(exchange.method)
        }
        var parts: [String] = []
        for segment in descriptor.path.split(separator: "/") {
            switch segment {
            case "api", "v1", "v2", "reggie": continue
            case "{serviceProvider}": parts.append(serviceProvider ?? "…")
            case "{mvpd}": parts.append(mvpd?.text ?? "…")
            case "{code}": parts.append(code?.name ?? "…")
            case "{partner}": parts.append("Apple")
            case _: parts.append(String(segment))
            }
        }
        return "\(descriptor.method.rawValue) /" + parts.joined(separator: "/")
    }

    /// Returns a method that HTTP defines; `…` for any other text, because it might contain a secret.
    static func plainMethod(_ method: String) -> String {
        ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"].contains(method) ? method : "…"
    }

    /// The answer in a few words, without secrets.
    var answer: String {
        guard let http else { return "no answer" }
        var text = "\(http)"
        if let unreadable = exchange.unreadable { return text + ", " + unreadable.text }
        if let error {
            if let code = error.code { text += " \(code.text)" }
        } else if case .registrationRefused(let code)? = failure {
            text += " \(code.text)"
        } else if target.isDecision, !decisions.isEmpty {
            let permitted = decisions.count { if case .permit = $0.verdict { true } else { false } }
            text += permitted == decisions.count ? " permit" : permitted == 0 ? " deny" : " \(permitted) of \(decisions.count) permitted"
            if permitted == 0, let code = refusals.first?.code { text += " \(code.text)" }
        } else if let profiles {
            text +=
                profiles.isEmpty
                ? " no profile" : " " + profiles.map { "\(Recognizer.plain($0.mvpd.text) ?? "…") \($0.type.text)" }.joined(separator: ", ")
        }
        return text
    }
}
