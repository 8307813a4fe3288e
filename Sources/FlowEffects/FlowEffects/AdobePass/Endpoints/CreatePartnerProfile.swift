import FlowMachine

/// POST /api/v2/{serviceProvider}/profiles/sso/{partner}: a profile for the partner framework's SAML response (V2-C-28).
extension AdobePass {
    /// The response is in Base64, then percent-encoded exactly once (G-20, V2-C-29).
    func partnerProfileBody(saml: SecretRef) throws(CallFailure) -> Draft.Body {
        guard case .saml(let response)? = secrets.secret(saml) else { throw .transport(.secretMissing) }
        var form = Form()
        form.add("SAMLResponse", Base64.encode(response))
        return .form(form)
    }
}
