import FlowEffects

// GUIDE: begin
/// What a client of the app's own has kept.
struct OwnClient {
    /// `client_id` and `client_secret` of the registration. They belong to one software statement.
    let clientID: String
    let clientSecret: String
    /// The text that was sent in `AP-Device-Identifier`, after `fingerprint ` and before Base64.
    let deviceIdentifier: String
}

extension FlowVault {
    /// Takes over what `client` has kept, at the first launch with this library. Adobe then finds the same device and the same client, so
    /// every viewer stays signed in. At later launches it does nothing.
    /// - Throws: `FlowVaultFailure`, for example `deviceIdentifier` if the identifier is empty or longer than 256 bytes.
    func takeOver(from client: OwnClient) throws(FlowVaultFailure) {
        do {
            try adopt(
                credentials: ClientCredentials(id: client.clientID, secret: client.clientSecret),
                deviceIdentifier: client.deviceIdentifier)
        } catch  where error.reason == .alreadyUsed {
            // The vault has credentials already: this is not the first launch.
        }
    }
}
// GUIDE: end
