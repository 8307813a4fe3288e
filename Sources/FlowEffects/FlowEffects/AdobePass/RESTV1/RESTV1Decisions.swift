import FlowMachine

/// Step 11 of the legacy cookbook: authorization, media token, and what comes beside them.
extension AdobePass {
    /// GET /api/v1/authorize (V1-26): the permit is the status, and the body names what it is about.
    func authorizationResult(_ response: HTTPResponse, resource: SecretRef) throws(CallFailure) -> Reply.Result {
        _ = try read(JSONObject.self, response)
        return .decisions([Decision(resource: resource, verdict: .permit(media: nil), source: .mvpd)])
    }

    /// GET /api/v1/tokens/media (V1-27).
    func mediaTokenResult(_ response: HTTPResponse, resource: SecretRef) throws(CallFailure) -> Reply.Result {
        let answer = try read(MediaAnswer.self, response)
        guard !answer.serializedToken.isEmpty else { throw .transport(.unreadable) }
        let media = MediaToken(ref: secrets.put(.media(answer.serializedToken)), notAfter: answer.expires.instant)
        return .decisions([Decision(resource: resource, verdict: .permit(media: media), source: .mvpd)])
    }

    private struct MediaAnswer: JSONReadable {
        let expires: WholeNumber
        let serializedToken: String

        init(_ json: JSONValue) throws(CallFailure) {
            let object = try JSONObject(json)
            expires = try object.required("expires")
            serializedToken = try object.required("serializedToken")
        }
    }

    /// GET /api/v1/preauthorize (V1-28): the resources separated by commas.
    func resourceNames(_ resources: [SecretRef]) throws(CallFailure) -> String {
        var names: [String] = []
        for resource in resources { names.append(try resourceName(resource)) }
        return names.joined(separator: ",")
    }

    func legacyPreauthorizeResult(_ response: HTTPResponse, resources: [SecretRef]) throws(CallFailure) -> Reply.Result {
        let answer = try read(PreauthorizeAnswer.self, response)
        var decisions: [Decision] = []
        for resource in resources {
            let name = try resourceName(resource)
            guard let entry = answer.resources.first(where: { $0.id.isSameText(as: name) }) else { continue }
            let error = entry.error?.error(http: response.status, secrets: secrets)
            let denial = error ?? AdobeError(action: .none, status: Int64(response.status), code: nil)
            decisions.append(Decision(resource: resource, verdict: entry.authorized ? .permit(media: nil) : .deny(denial), source: .mvpd))
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

    /// POST /api/v1/authenticate/freepreview (V1-29).
    func freePreviewQuery(_ mvpd: MVPDID) -> Form {
        var query = Form()
        query.add("requestor_id", settings.serviceProvider)
        query.add("deviceId", legacyDevice)
        query.add("mso_id", mvpd.text)
        query.add("domain_name", settings.domainName)
        return query
    }

    /// GET /api/v1/tokens/usermetadata (V1-30).
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
