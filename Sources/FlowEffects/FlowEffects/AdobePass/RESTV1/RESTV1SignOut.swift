import FlowMachine

extension AdobePass {
    /// Returns the URL of `/api/v1/logout` for a user agent. A user agent can send neither the method nor the headers that Adobe's reference
    /// requires. A parameter therefore describes the device, and the flow sends the required request after the page (V1-33).
    static func legacySignOutLink(_ settings: FlowSettings, hosts: AdobeHosts, device: String, _ information: DeviceInformation?) -> String
    {
        var query = Form()
        query.add("requestor", settings.serviceProvider)
        query.add("deviceId", Base64.encode(device))
        query.add("device_info", information.map(DeviceHeaders.information))
        query.add("redirect_url", settings.redirectURL)
        return "\(LinkResolver(hosts.restV1).host)/api/v1/logout?\(query.text)"
    }
}
