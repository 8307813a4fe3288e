import FlowMachine

/// GET /api/v2/{serviceProvider}/configuration: the providers (V2-C-01, V2-C-02).
extension AdobePass {
    func configurationResult(_ response: HTTPResponse) throws(CallFailure) -> Reply.Result {
        let answer = try read(Answer.self, response)
        guard let listed = answer.requestor?.mvpds ?? answer.mvpds else { throw .transport(.unreadable) }
        // A provider without a usable id cannot be chosen; it takes none of the others with it.
        let usable = listed.prefix(Configuration.bound).compactMap { entry in MVPDID(entry.id ?? "").map { (mvpd: $0, entry: entry) } }
        let providers = usable.map { $0.entry.provider($0.mvpd) }
        let entries = usable.map { mvpd, entry in
            ProviderDirectory.Entry(
                mvpd: mvpd, displayName: entry.displayName ?? mvpd.text, logoURL: entry.logoUrl, isTemporary: entry.isTempPass ?? false,
                requiredMetadataFields: entry.requiredMetadataFields ?? [])
        }
        let directory = ProviderDirectory(entries: entries, supported: providers.supported, featured: providers.featured)
        return .configuration(Configuration(ref: secrets.put(.configuration(directory)), providers: providers))
    }

    private struct Answer: Decodable {
        struct Requestor: Decodable {
            let mvpds: [Entry]?
        }

        /// Adobe's samples nest the list in here, its tables do not (G-42).
        let requestor: Requestor?
        let mvpds: [Entry]?
    }

    private struct Entry: Decodable {
        let id: String?
        let displayName: String?
        let logoUrl: String?
        let platformMappingId: String?
        let enablePlatformServices: Bool?
        let displayInPlatformPicker: Bool?
        let enforcePlatformPermissions: Bool?
        let boardingStatus: String?
        let isTempPass: Bool?
        /// The legacy API's alone.
        let requiredMetadataFields: [String]?

        /// Flags that are absent are false (V2-C-03).
        func provider(_ mvpd: MVPDID) -> Configuration.Provider {
            Configuration.Provider(
                mvpd: mvpd, mapping: platformMappingId.flatMap { PlatformMappingID($0) },
                enablesPlatformServices: enablePlatformServices ?? false, showsInPlatformPicker: displayInPlatformPicker ?? false,
                enforcesPlatformPermissions: enforcePlatformPermissions ?? false, boarding: boarding, isTemporary: isTempPass ?? false)
        }

        private var boarding: Configuration.Provider.Boarding {
            switch boardingStatus {
            case "SUPPORTED": .supported
            case "PICKER": .picker
            case _: .none
            }
        }
    }
}
