import FlowMachine

/// The legacy API's authorization, media tokens, and related requests (step 11 of the legacy cookbook).
extension AdobePass {
    /// GET /api/v1/authorize: reads a permit. The success status is the permit, and the body names the permitted resource (V1-26).
    func authorizationResult(_ response: HTTPResponse, resource: SecretRef) throws(CallFailure) -> Reply.Result {
        let answer = try read(JSONObject.self, response)
        try refuseOther(answer, than: resource)
        return .decisions([AdobeDecision(resource: resource, verdict: .permit(media: nil), source: source(answer.possibleText("mvpd")))])
    }

    /// Throws if a permit names a resource other than `resource`: a permit is valid only for the resource that it names.
    private func refuseOther(_ answer: JSONObject, than resource: SecretRef) throws(CallFailure) {
        guard let named = answer.possibleText("resource") else { return }
        guard DecisionsAnswer.trimmed(named) == DecisionsAnswer.trimmed(try resourceName(resource)) else { throw .transport(.unreadable) }
    }

    /// Returns the source of a decision: temporary access, or a provider.
    private func source(_ mvpd: String?) -> AdobeDecision.Source {
        mvpd != nil && mvpd == settings.temporaryAccess?.text ? .temppass : .mvpd
    }

    /// GET /api/v1/tokens/media: reads the media token of a permit (V1-27).
    func mediaTokenResult(_ response: HTTPResponse, resource: SecretRef) throws(CallFailure) -> Reply.Result {
        let answer = try read(MediaAnswer.self, response)
        guard !answer.serializedToken.isEmpty else { throw .transport(.unreadable) }
        try refuseOther(answer.object, than: resource)
        let media = MediaToken(ref: secrets.put(.media(answer.serializedToken)), notAfter: answer.expires.instant)
        return .decisions([
            AdobeDecision(resource: resource, verdict: .permit(media: media), source: source(answer.object.possibleText("mvpdId")))
        ])
    }

    private struct MediaAnswer: JSONReadable {
        let object: JSONObject
        let expires: WholeNumber
        let serializedToken: String

        init(_ json: JSONValue) throws(CallFailure) {
            object = try JSONObject(json)
            expires = try object.required("expires")
            serializedToken = try object.required("serializedToken")
        }
    }

    /// Returns the names of the resources that can be sent to GET /api/v1/preauthorize. Leaves out a resource that contains a comma, because
    /// Adobe would split its name (V1-28).
    func previewedNames(_ resources: [SecretRef]) throws(CallFailure) -> [String] {
        var names: [String] = []
        for resource in resources {
            let name = try resourceName(resource)
            if !name.utf8.contains(UInt8(ascii: ",")) { names.append(name) }
        }
        return names
    }

    /// Returns the result if none of the resources can be sent to Adobe; `nil` if a request is needed.
    func answerWithoutRequest(_ endpoint: Endpoint) throws(CallFailure) -> Reply.Result? {
        guard case .restV1(.preauthorize(let resources)) = endpoint, !resources.isEmpty, try previewedNames(resources).isEmpty else {
            return nil
        }
        return .decisions(resources.map { unanswered($0, status: 200) })
    }

    /// Returns the decision about a resource that the answer does not contain: a denial, because Adobe's default for a provider that does not
    /// answer is `false`.
    private func unanswered(_ resource: SecretRef, status: Int) -> AdobeDecision {
        let denial = AdobeError(action: .none, status: Int64(status), code: nil)
        return AdobeDecision(resource: resource, verdict: .deny(denial), source: .other)
    }

    func legacyPreauthorizeResult(_ response: HTTPResponse, resources: [SecretRef]) throws(CallFailure) -> Reply.Result {
        let answer = try read(PreauthorizeAnswer.self, response)
        var decisions: [AdobeDecision] = []
        for resource in resources {
            let name = DecisionsAnswer.trimmed(try resourceName(resource))
            guard let entry = answer.resources.first(where: { DecisionsAnswer.trimmed($0.id) == name }) else {
                decisions.append(unanswered(resource, status: response.status))
                continue
            }
            let error = entry.error?.error(http: response.status, secrets: secrets)
            let denial = error ?? AdobeError(action: .none, status: Int64(response.status), code: nil)
            decisions.append(
                AdobeDecision(resource: resource, verdict: entry.authorized ? .permit(media: nil) : .deny(denial), source: .mvpd))
        }
        return .decisions(decisions)
    }

    private struct PreauthorizeAnswer: JSONReadable {
        struct Entry: JSONReadable {
            let id: String
            let authorized: Bool
            let error: ErrorAnswer?

            init(_ json: JSONValue) throws(CallFailure) {
                let object = try JSONObject(json)
                id = try object.required("id")
                authorized = try object.required("authorized")
                error = try object.optional("error")
            }
        }

        let resources: [Entry]

        init(_ json: JSONValue) throws(CallFailure) { resources = try JSONObject(json).required("resources") }
    }

    /// GET /api/v1/tokens/usermetadata: reads the viewer's attributes (V1-30).
    func userMetadataResult(_ response: HTTPResponse) throws(CallFailure) -> Reply.Result {
        let answer = try read(MetadataAnswer.self, response)
        let encrypted = answer.encrypted ?? []
        let attributes = answer.data.members.sortedByName.map { member in
            UserMetadata.Attribute(
                name: member.name, json: member.value.text, isEncrypted: encrypted.contains { $0.isSameText(as: member.name) })
        }
        return .userMetadata(
            ViewerMetadata(
                attributes: secrets.put(.attributes(UserMetadata(attributes: attributes))),
                isFromPartner: answer.data.possibleText("tokenSource") == "Apple"))
    }

    private struct MetadataAnswer: JSONReadable {
        let encrypted: [String]?
        let data: JSONObject

        init(_ json: JSONValue) throws(CallFailure) {
            let object = try JSONObject(json)
            encrypted = try object.optional("encrypted")
            data = try object.required("data")
        }
    }
}
