import FlowMachine

extension Wording {
    /// Returns the label of a call's arrow: the method and the path without the prefix of its API, then the parameters.
    func request(_ call: Call) -> Label {
        let endpoint = call.endpoint
        let descriptor = endpoint.descriptor
        let parameters = endpoint.parameters
        let prefixes = ["/api/v2", "/api/v1/{serviceProvider}", "/api/v1", "/reggie/v1/{serviceProvider}"]
        let shared = prefixes.first { descriptor.path.hasPrefix($0) }
        let path = descriptor.path.dropFirst(shared?.count ?? 0).split(separator: "/").map { "/" + text($0, of: endpoint) }.joined()
        var details: [String] = []
        if !descriptor.path.hasSuffix("{mvpd}") {
            let isSession = descriptor.reply == .session
            if let mvpd = parameters.mvpd { details.append(isSession ? "mvpd \(mvpd.text)" : mvpd.text) }
            if parameters.mvpd == nil, descriptor.role == .newSession { details.append("no mvpd yet") }
        }
        if !descriptor.path.hasSuffix("{code}"), let secret = parameters.sentSecret { details.append(secret.name) }
        let resources = parameters.resources
        if resources.count > 1 { details.append(count(resources.count, "resource")) } else { details += resources.map(ref) }
        if let identity = parameters.identity { details.append(identity.name) }
        if let status = parameters.status { details.append(details.isEmpty ? "with \(statusName(status))" : "with status") }
        return Label("\(descriptor.method.rawValue) \(path)", joined(details))
    }

    /// Returns the text for one segment of a path's template.
    private func text(_ segment: Substring, of endpoint: Endpoint) -> String {
        switch segment {
        case "{serviceProvider}": settings.serviceProvider
        case "{partner}": partnerName
        case "{mvpd}": endpoint.mvpd?.text ?? ""
        case "{code}": endpoint.parameters.secret?.name ?? ""
        case _: String(segment)
        }
    }

    /// Returns a call in the words of the table of a replay: the endpoint and its parameters.
    func call(_ call: Call) -> String {
        let parameters = call.endpoint.parameters
        let secret = parameters.sentSecret?.name ?? ""
        let mvpd = parameters.mvpd?.text ?? ""
        let isPreview = call.endpoint.descriptor.role == .preview
        let resources = isPreview ? count(parameters.resources.count, "resource") : parameters.resources.map(ref).joined()
        // The parameter in the path is printed first.
        let isCodeInPath = call.endpoint.descriptor.path.hasSuffix("{code}")
        let about = joined((isCodeInPath ? [secret, mvpd] : [mvpd, secret]) + [resources])
        return EndpointKind(call.endpoint).name + (about.isEmpty ? "" : " " + about)
    }

    private var partnerName: String {
        switch settings.partner {
        case .apple: "Apple"
        case .absent: "none"
        }
    }

    private func statusName(_ status: PartnerStatus) -> String {
        "partner status" + (status.mapping.map { " \($0.text)" } ?? "")
    }

    /// Returns the label of a question to the partner framework.
    func partner(_ request: PartnerRequest) -> Label {
        switch request {
        case .status(let prompt): Label(prompt ? "status, may ask permission" : "status, silent")
        case .choice: Label("status, may interrupt")
        case .authentication(let request, let interruption):
            Label("authenticate \(request.name)", interruption ? "may interrupt" : "silent")
        }
    }
}

extension EndpointParameters {
    /// The secret that the request sends; `nil` if there is none. The reference of a configuration is not sent: it only helps to read the answer.
    fileprivate var sentSecret: SecretRef? { secret?.kind == .configuration ? nil : secret }
}
