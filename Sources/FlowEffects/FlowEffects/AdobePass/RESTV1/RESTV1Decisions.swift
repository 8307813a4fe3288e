import FlowMachine

/// Step 11 of the legacy cookbook: authorization, media token, and what comes beside them.
extension AdobePass {
    /// GET /api/v1/authorize (V1-26): the permit is the status, and the body names what it is about.
    func authorizationResult(_ response: HTTPResponse, resource: SecretRef) throws(CallFailure) -> Reply.Result {
        _ = try read(AuthorizationAnswer.self, response)
        return .decisions([Decision(resource: resource, verdict: .permit(media: nil), source: .mvpd)])
    }

    private struct AuthorizationAnswer: Decodable {
        let requestor: PossibleText?
    }

    /// GET /api/v1/tokens/media (V1-27).
    func mediaTokenResult(_ response: HTTPResponse, resource: SecretRef) throws(CallFailure) -> Reply.Result {
        let answer = try read(MediaAnswer.self, response)
        guard !answer.serializedToken.isEmpty else { throw .transport(.unreadable) }
        let media = MediaToken(ref: secrets.put(.media(answer.serializedToken)), notAfter: answer.expires.instant)
        return .decisions([Decision(resource: resource, verdict: .permit(media: media), source: .mvpd)])
    }

    private struct MediaAnswer: Decodable {
        let expires: WholeNumber
        let serializedToken: String
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
            guard let entry = answer.resources.first(where: { $0.id == name }) else { continue }
            let error = entry.error?.error(http: response.status, secrets: secrets)
            let denial = error ?? AdobeError(action: .none, status: Int64(response.status), code: nil)
            decisions.append(Decision(resource: resource, verdict: entry.authorized ? .permit(media: nil) : .deny(denial), source: .mvpd))
        }
        return .decisions(decisions)
    }

    private struct PreauthorizeAnswer: Decodable {
        struct Entry: Decodable {
            let id: String
            let authorized: Bool
            let error: ErrorAnswer?
        }

        let resources: [Entry]
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
        let attributes = answer.data.sortedByKey.map { name, value in
            UserMetadata.Attribute(name: name, json: value.text, isEncrypted: encrypted.contains(name))
        }
        return .userMetadata(
            ViewerMetadata(
                attributes: secrets.put(.attributes(UserMetadata(attributes: attributes))),
                isFromPartner: answer.data["tokenSource"]?.text == "\"Apple\""))
    }

    private struct MetadataAnswer: Decodable {
        let encrypted: [String]?
        let data: [String: JSONValue]
    }
}
