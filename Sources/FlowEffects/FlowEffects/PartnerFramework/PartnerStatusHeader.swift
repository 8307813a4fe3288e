import FlowMachine

/// The value of `AP-Partner-Framework-Status`.
enum PartnerStatusHeader {
    /// JSON; the header contains it in Base64. The provider is the partner framework's id, never an MVPD's (G-10); the expiry is text, in
    /// milliseconds (G-14); values that the framework did not report are omitted (G-12).
    static func json(_ status: PartnerStatus) -> String {
        var permission = JSONText()
        permission.add("accessStatus", status.permission.rawValue)
        var provider = JSONText()
        if let id = status.mapping { provider.add("id", id.text) }
        if let expiry = status.expiry { provider.add("expirationDate", "\(expiry.milliseconds)") }
        var header = JSONText()
        header.add("frameworkPermissionInfo", json: permission.text)
        header.add("frameworkProviderInfo", json: provider.text)
        return header.text
    }
}
