import FlowMachine

/// Creates the value of the header `AP-Partner-Framework-Status`.
enum PartnerStatusHeader {
    /// Returns the status as JSON, which the header contains in Base64.
    ///
    /// The provider's id is the partner framework's id, never that of an MVPD (G-10). The expiry is text, in milliseconds since 1970 (G-14). Values
    /// that the framework did not report are omitted (G-12).
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
