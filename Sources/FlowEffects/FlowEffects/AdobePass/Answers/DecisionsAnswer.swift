import FlowMachine

/// The answer of the two decisions endpoints, authorize and preauthorize.
struct DecisionsAnswer: JSONReadable {
    let decisions: [Entry]

    init(_ json: JSONValue) throws(CallFailure) { decisions = try JSONObject(json).required("decisions") }

    struct Entry: JSONReadable {
        let resource: String?
        let source: String?
        let authorized: Bool
        let token: Token?
        let notAfter: WholeNumber?
        let error: ErrorAnswer?
        /// The viewer's attributes, which Adobe sends since Adobe Pass 3.10. Adobe does not document their form; this code expects the form of a
        /// profile's attributes.
        let attributes: [(name: String, value: ProfilesAnswer.Attribute)]?

        init(_ json: JSONValue) throws(CallFailure) {
            let object = try JSONObject(json)
            resource = try object.optional("resource")
            source = try object.optional("source")
            authorized = try object.required("authorized")
            token = try object.optional("token")
            notAfter = try object.optional("notAfter")
            error = try object.optional("error")
            // The decision does not depend on the attributes, so attributes that cannot be read are left out.
            let map: JSONObject? = try? object.optional("attributes")
            attributes = try? map?.entries()
        }
    }

    struct Token: JSONReadable {
        let notAfter: WholeNumber
        let serializedToken: String

        init(_ json: JSONValue) throws(CallFailure) {
            let object = try JSONObject(json)
            notAfter = try object.required("notAfter")
            serializedToken = try object.required("serializedToken")
        }
    }

    /// The maximum number of decisions that are read.
    static let bound = 64

    /// Returns the decisions about the requested resources, and puts their texts, media tokens and attributes into the store. Leaves out decisions
    /// about other resources, because a permit is valid only for the resource that it names.
    /// - Parameters:
    ///   - asked: the resources of the request, in order.
    ///   - takesTokens: whether to read the media tokens of permits: `true` for authorize, `false` for preauthorize, which never permits playback
    ///     (G-80).
    ///   - http: the HTTP status of the answer, for denials that contain no status.
    ///   - secrets: the store.
    func list(asked: [(ref: SecretRef, name: String)], takesTokens: Bool, http: Int, secrets: any SecretStore) -> [AdobeDecision] {
        var open = asked.map { (ref: $0.ref, name: DecisionsAnswer.trimmed($0.name), isDecided: false) }
        var list: [AdobeDecision] = []
        for (index, entry) in decisions.prefix(DecisionsAnswer.bound).enumerated() {
            let match: Int?
            if let echo = entry.resource.map(DecisionsAnswer.trimmed) {
                match = open.firstIndex { !$0.isDecided && $0.name == echo }
            } else {
                match = open.indices.contains(index) && !open[index].isDecided ? index : nil
            }
            guard let match else { continue }
            open[match].isDecided = true
            let attributes = entry.authorized ? entry.attributes.map { ProfilesAnswer.metadata($0) } : nil
            list.append(
                AdobeDecision(
                    resource: open[match].ref, verdict: entry.verdict(takesTokens: takesTokens, http: http, secrets: secrets),
                    source: entry.source.flatMap { AdobeDecision.Source(rawValue: $0) } ?? .other, notAfter: entry.notAfter?.instant,
                    attributes: attributes.map { secrets.put(.attributes($0)) }))
        }
        return list
    }

    /// Returns a resource's name without blanks around it, because Adobe sometimes adds such blanks in its answer (G-45).
    static func trimmed(_ name: String) -> [UInt8] {
        let bytes = Array(name.utf8)
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) }) else { return [] }
        return Array(bytes[first...last])
    }
}

extension DecisionsAnswer.Entry {
    fileprivate func verdict(takesTokens: Bool, http: Int, secrets: any SecretStore) -> AdobeDecision.Verdict {
        guard authorized else {
            guard let error else { return .deny(AdobeError(action: .none, status: Int64(http), code: nil)) }
            return .deny(error.error(http: http, secrets: secrets))
        }
        guard takesTokens, let token, !token.serializedToken.isEmpty else { return .permit(media: nil) }
        return .permit(media: MediaToken(ref: secrets.put(.media(token.serializedToken)), notAfter: token.notAfter.instant))
    }
}
