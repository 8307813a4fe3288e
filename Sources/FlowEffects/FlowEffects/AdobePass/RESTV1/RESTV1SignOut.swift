import FlowMachine

extension AdobePass {
    /// `/api/v1/logout` for a user agent, which can send neither the method nor the headers that the reference requires: a parameter
    /// describes the device, and a request informs Adobe afterward (V1-33).
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
