#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import FlowMachine

/// GET /api/v2/{serviceProvider}/configuration: requests the list of providers (V2-C-01, V2-C-02).
extension AdobePass {
    func configurationResult(_ response: HTTPResponse) throws(CallFailure) -> Reply.Result {
        let answer = try read(Answer.self, response)
        // A provider without a usable id cannot be chosen. Like a provider that cannot be read, it is skipped.
        let usable = answer.mvpds.compactMap { entry in MVPDID(entry.id ?? "").map { (mvpd: $0, entry: entry) } }
            .filter { offeredProviders?.contains($0.mvpd) ?? true || $0.mvpd == settings.temporaryAccess }
        let providers = usable.map { $0.entry.provider($0.mvpd) }
        let entries = usable.map { mvpd, entry in
            ProviderDirectory.Entry(
                mvpd: mvpd, displayName: entry.displayName ?? mvpd.text,
                logoURL: entry.logoUrl.flatMap(links.resolve).flatMap { URL(page: $0) },
                isTemporary: entry.isTempPass ?? false,
                requiredMetadataFields: entry.requiredMetadataFields ?? [])
        }
        let directory = ProviderDirectory(
            entries: entries, supported: providers.supported, featured: providers.featured, isLimited: offeredProviders != nil)
        return .configuration(AdobeConfiguration(ref: secrets.put(.configuration(directory)), providers: providers))
    }

    private struct Answer: JSONReadable {
        let mvpds: [Entry]

        /// Reads the list of providers. Adobe's samples nest the list in `requestor`; Adobe's tables do not (G-42).
        init(_ json: JSONValue) throws(CallFailure) {
            let object = try JSONObject(json)
            let requestor: JSONObject? = try object.optional("requestor")
            let nested: [JSONValue]? = try requestor?.optional("mvpds")
            let direct: [JSONValue]? = try object.optional("mvpds")
            guard let listed = nested ?? direct else { throw .transport(.unreadable) }
            mvpds = listed.prefix(AdobeConfiguration.bound).compactMap { try? Entry($0) }
            // A list without a single readable provider is rejected.
            if mvpds.isEmpty, !listed.isEmpty { throw .transport(.unreadable) }
        }
    }

    private struct Entry: JSONReadable {
        let id: String?
        let displayName: String?
        let logoUrl: String?
        let platformMappingId: String?
        let enablePlatformServices: Bool?
        let displayInPlatformPicker: Bool?
        let enforcePlatformPermissions: Bool?
        let boardingStatus: String?
        let isTempPass: Bool?
        /// The attributes to request from the partner framework. Only the legacy API uses them.
        let requiredMetadataFields: [String]?

        init(_ json: JSONValue) throws(CallFailure) {
            let object = try JSONObject(json)
            id = try object.optional("id")
            displayName = try object.optional("displayName")
            logoUrl = try object.optional("logoUrl")
            platformMappingId = try object.optional("platformMappingId")
            enablePlatformServices = try object.optional("enablePlatformServices")
            displayInPlatformPicker = try object.optional("displayInPlatformPicker")
            enforcePlatformPermissions = try object.optional("enforcePlatformPermissions")
            boardingStatus = try object.optional("boardingStatus")
            isTempPass = try object.optional("isTempPass")
            requiredMetadataFields = try object.optional("requiredMetadataFields")
        }

        /// Returns the provider with the id `mvpd`. Flags that are missing from the answer are `false` (V2-C-03).
        func provider(_ mvpd: MVPDID) -> AdobeConfiguration.Provider {
            AdobeConfiguration.Provider(
                mvpd: mvpd, mapping: platformMappingId.flatMap { PlatformMappingID($0) },
                enablesPlatformServices: enablePlatformServices ?? false, showsInPlatformPicker: displayInPlatformPicker ?? false,
                enforcesPlatformPermissions: enforcePlatformPermissions ?? false, boarding: boarding, isTemporary: isTempPass ?? false)
        }

        private var boarding: AdobeConfiguration.Provider.Boarding {
            switch boardingStatus {
            case "SUPPORTED": .supported
            case "PICKER": .picker
            case _: .none
            }
        }
    }
}
