import FlowMachine

/// The legacy API's regular sign-in, with a code (step 10 of the legacy cookbook).
extension AdobePass {
    /// POST /reggie/v1/{requestor}/regcode: reads the code that the viewer types on a second screen (V1-20).
    func createCodeResult(_ response: HTTPResponse, mvpd: MVPDID?) throws(CallFailure) -> Reply.Result {
        let answer = try read(CodeAnswer.self, response)
        guard !answer.code.isEmpty else { throw .transport(.unreadable) }
        let named = mvpd ?? answer.mvpd.flatMap { MVPDID($0) }
        let link = named.map { secrets.put(.link(authenticateLink(code: answer.code, mvpd: $0))) }
        return .session(
            .authenticate(
                OpenSession(code: secrets.put(.code(answer.code)), notAfter: answer.expires?.instant, link: link, mvpd: named)))
    }

    private struct CodeAnswer: JSONReadable {
        let code: String
        let mvpd: String?
        let expires: WholeNumber?

        init(_ json: JSONValue) throws(CallFailure) {
            let object = try JSONObject(json)
            code = try object.required("code")
            mvpd = object.possibleText("mvpd")
            expires = try object.optional("expires")
        }
    }

    /// Returns the URL of GET /api/v1/authenticate, for a user agent. The parameter `reg_code` is the first and `redirect_url` the last (V1-21).
    func authenticateLink(code: String, mvpd: MVPDID) -> String {
        var query = Form()
        query.add("reg_code", code)
        query.add("requestor_id", settings.serviceProvider)
        query.add("mso_id", mvpd.text)
        query.add("domain_name", settings.domainName)
        query.add("noflash", "true")
        query.add("no_iframe", "true")
        query.add("redirect_url", redirectURL)
        return "\(LinkResolver(hosts.restV1).host)/api/v1/authenticate?\(query.text)"
    }

    /// GET /api/v1/tokens/authn: reads the provider with which the viewer is signed in on this device, and the expiry (V1-25).
    func authenticationTokenResult(_ response: HTTPResponse) throws(CallFailure) -> Reply.Result {
        let answer = try read(TokenAnswer.self, response)
        return .authentication(
            ServerAuthorization(reason: .legacyToken, mvpd: answer.mvpd.flatMap { MVPDID($0) }, notAfter: answer.expires?.instant))
    }

    private struct TokenAnswer: JSONReadable {
        let mvpd: String?
        let expires: WholeNumber?

        init(_ json: JSONValue) throws(CallFailure) {
            let object = try JSONObject(json)
            mvpd = object.possibleText("mvpd")
            expires = try object.optional("expires")
        }
    }
}
