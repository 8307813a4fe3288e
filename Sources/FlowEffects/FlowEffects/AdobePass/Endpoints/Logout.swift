import FlowMachine

/// GET /api/v2/{serviceProvider}/logout/{mvpd}: signs the viewer out (V2-E-02).
extension AdobePass {
    /// Reads the answer, which has one entry per removed profile. The MVPD is the entry's key in Adobe's map, because the MVPD inside an entry may
    /// differ (G-91).
    func logoutResult(_ response: HTTPResponse) throws(CallFailure) -> Reply.Result {
        let answer = try read(Answer.self, response)
        var known: [(mvpd: MVPDID, entry: Answer.Entry)] = []
        for (key, entry) in answer.logouts.prefix(AdobePass.logoutBound) {
            guard let mvpd = MVPDID(key) else { throw .transport(.unreadable) }
            known.append((mvpd, entry))
        }
        return .logouts(known.map { Logout(mvpd: $0.mvpd, action: action($0.entry)) })
    }

    /// The maximum number of entries that are read.
    private static let logoutBound = 32

    private func action(_ entry: Answer.Entry) -> Logout.Action {
        switch entry.actionName {
        case "logout": .logout(link: entry.url.flatMap(links.resolve).map { secrets.put(.link($0)) })
        case "partner_logout": .partnerLogout
        case "complete": .complete
        case "invalid": .invalid
        case _: .unsupported
        }
    }

    private struct Answer: JSONReadable {
        struct Entry: JSONReadable {
            let actionName: String
            let url: String?

            init(_ json: JSONValue) throws(CallFailure) {
                let object = try JSONObject(json)
                actionName = try object.required("actionName")
                url = try object.optional("url")
            }
        }

        let logouts: [(name: String, value: Entry)]

        init(_ json: JSONValue) throws(CallFailure) {
            let map: JSONObject = try JSONObject(json).required("logouts")
            logouts = try map.entries()
        }
    }
}
