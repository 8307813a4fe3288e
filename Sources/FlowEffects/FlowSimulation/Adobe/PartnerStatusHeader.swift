import FlowMachine

/// The content of the header `AP-Partner-Framework-Status` that the server received.
struct PartnerStatusHeader: Decodable {
    let permission: PermissionInformation?
    let provider: ProviderInformation?

    enum CodingKeys: String, CodingKey {
        case permission = "frameworkPermissionInfo"
        case provider = "frameworkProviderInfo"
    }

    struct PermissionInformation: Decodable {
        let accessStatus: String?
    }

    struct ProviderInformation: Decodable {
        let id: String?
        /// The expiry in milliseconds since 1970, as a string (G-14). As at Adobe, a JSON number is not accepted.
        let expirationDate: String?
    }
}

extension SimulatedAdobe {
    /// Returns the provider that the partner status names, if the status is valid at `time`; otherwise the error that explains the problem.
    func partnerProvider(_ request: ReceivedRequest, at time: Instant) -> Result<SimulatedProvider, CatalogedError> {
        let header = request.encoded("AP-Partner-Framework-Status", PartnerStatusHeader.self)
        guard let header, let permission = header.permission?.accessStatus else {
            return .failure(CatalogedError("invalid_header_pfs_permission_access_not_present"))
        }
        guard permission != "notDetermined" else {
            return .failure(CatalogedError("invalid_header_pfs_permission_access_not_determined"))
        }
        guard permission == "granted" else { return .failure(CatalogedError("invalid_header_pfs_permission_access_not_granted")) }
        guard !refusesPartnerStatus, let id = header.provider?.id, let provider = providers.first(where: { $0.platformMappingID == id })
        else {
            return .failure(CatalogedError("invalid_header_pfs_provider_id_not_determined"))
        }
        if let expiry = header.provider?.expirationDate {
            guard let milliseconds = Int64(expiry), time < Instant(milliseconds: milliseconds) else {
                return .failure(CatalogedError("invalid_header_pfs_provider_info_expired"))
            }
        }
        return .success(provider)
    }

    /// Returns the provider that the partner status names; `nil` if the request contains no status.
    /// - Throws: a refusal if the status is not valid, or if it names a provider other than `mvpd`.
    func statedProvider(_ request: ReceivedRequest, matching mvpd: String?, at time: Instant) throws(Refusal) -> SimulatedProvider? {
        guard request.header("AP-Partner-Framework-Status") != nil else { return nil }
        switch partnerProvider(request, at: time) {
        case .failure(let error): throw .cataloged(error)
        case .success(let provider):
            if let mvpd, provider.id != mvpd { throw .error("invalid_header_pfs_provider_id_mismatch") }
            return provider
        }
    }
}
