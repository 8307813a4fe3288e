import FlowMachine

extension AdobePass {
    /// `/api/v1/logout` for a user agent, which can send neither the method that the reference wants nor a token (V1-33).
    static func legacySignOutLink(_ settings: FlowSettings, hosts: AdobeHosts, device: String) -> String {
        var query = Form()
        query.add("requestor", settings.serviceProvider)
        query.add("deviceId", Base64.encode(device))
        query.add("redirect_url", settings.redirectURL)
        return "\(LinkResolver(hosts.restV1).host)/api/v1/logout?\(query.text)"
    }
}
