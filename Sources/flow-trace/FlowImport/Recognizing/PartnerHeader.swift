import FlowMachine

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The contents of the header `AP-Partner-Framework-Status`.
struct PartnerHeader {
    /// The status; `nil` if the header is not Base64 of the documented JSON.
    let status: PartnerStatus?

    init(_ text: String) {
        status = Exchange.base64(text).flatMap { try? JSONDecoder().decode(Content.self, from: Data($0)) }?.status
    }

    private struct Content: Decodable {
        struct PermissionInfo: Decodable { let accessStatus: String }

        struct ProviderInfo: Decodable {
            let id: String?
            let expirationDate: Milliseconds?
        }

        /// A time in milliseconds since 1970. By the documentation it is text, but some apps send a number.
        struct Milliseconds: Decodable {
            let value: Int64?

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let text = try? container.decode(String.self) { value = Int64(text) } else { value = try? container.decode(Int64.self) }
            }
        }

        let frameworkPermissionInfo: PermissionInfo
        let frameworkProviderInfo: ProviderInfo?

        var status: PartnerStatus? {
            guard let permission = Permission(rawValue: frameworkPermissionInfo.accessStatus) else { return nil }
            return PartnerStatus(
                permission: permission, mapping: frameworkProviderInfo?.id.flatMap { PlatformMappingID($0) },
                expiry: frameworkProviderInfo?.expirationDate?.value.map { Instant(milliseconds: $0) })
        }
    }
}
