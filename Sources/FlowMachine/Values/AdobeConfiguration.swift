/// A configuration: the providers that Adobe offers (V2-C-02). The interpreter keeps their names and logos under the reference `ref`.
public struct AdobeConfiguration: Hashable, Sendable, LogObject {
    /// The reference to the complete answer, with names and logos, which the interpreter keeps.
    public let ref: SecretRef
    /// The MVPDs, in Adobe's order; at most 2,000.
    public let providers: [Provider]

    /// The maximum number of MVPDs. A longer list is truncated.
    package static let bound = 2000

    /// Creates a configuration with its providers. Each parameter sets the property of the same name.
    public init(ref: SecretRef, providers: [Provider]) {
        self.ref = ref
        self.providers = providers.count <= AdobeConfiguration.bound ? providers : Array(providers[..<AdobeConfiguration.bound])
    }

    /// The ids of the providers that the partner framework's picker may offer, in Adobe's order (V2-C-04).
    package var supportedProviders: [PlatformMappingID] { providers.supported }

    /// The ids of the providers that the picker shows first, because Apple supports sign-in with them, in Adobe's order (V2-C-04).
    package var featuredProviders: [PlatformMappingID] { providers.featured }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("ref", ref)
        sink.field("providers", providers)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        AdobeConfiguration(ref: try source.field("ref"), providers: try source.field("providers"))
    }
}

extension AdobeConfiguration {
    /// One MVPD of a configuration, with the fields that the flow's decisions need. Flags that Adobe's answer does not contain are false
    /// (V2-C-03).
    public struct Provider: Hashable, Sendable, LogObject {
        /// Adobe's id of the MVPD, which is part of the paths of endpoints.
        public let mvpd: MVPDID
        /// The partner framework's id of the provider; `nil` if there is none.
        public let mapping: PlatformMappingID?
        /// Whether partner single sign-on is enabled for the provider (`enablePlatformServices`).
        public let enablesPlatformServices: Bool
        /// Whether the provider may appear in the partner framework's picker (`displayInPlatformPicker`).
        public let showsInPlatformPicker: Bool
        /// Whether the app must respect the viewer's refusal of the permission (`enforcePlatformPermissions`).
        public let enforcesPlatformPermissions: Bool
        /// The extent to which Apple supports the provider (`boardingStatus`).
        public let boarding: Boarding
        /// Whether the MVPD is a placeholder for temporary access and not a viewer's provider (`isTempPass`).
        public let isTemporary: Bool

        /// The extent to which a provider takes part in partner single sign-on.
        @nonexhaustive
        public enum Boarding: String, Word {
            package static let table = WordTable<Self>()
            /// `SUPPORTED`: viewers sign in through the partner framework.
            case supported
            /// `PICKER`: viewers can choose the provider in the partner framework's picker, but sign in through Adobe.
            case picker
            /// Adobe's answer contains no value, or a value that this build does not know.
            case none
        }

        /// Creates an MVPD of a configuration. Each parameter sets the property of the same name.
        public init(
            mvpd: MVPDID, mapping: PlatformMappingID? = nil, enablesPlatformServices: Bool = false, showsInPlatformPicker: Bool = false,
            enforcesPlatformPermissions: Bool = false, boarding: Boarding = .none, isTemporary: Bool = false
        ) {
            self.mvpd = mvpd
            self.mapping = mapping
            self.enablesPlatformServices = enablesPlatformServices
            self.showsInPlatformPicker = showsInPlatformPicker
            self.enforcesPlatformPermissions = enforcesPlatformPermissions
            self.boarding = boarding
            self.isTemporary = isTemporary
        }

        package func describeFields<S: LogSink>(to sink: inout S) {
            sink.field("mvpd", mvpd)
            sink.field("mapping", mapping)
            sink.field("enablesPlatformServices", enablesPlatformServices)
            sink.field("showsInPlatformPicker", showsInPlatformPicker)
            sink.field("enforcesPlatformPermissions", enforcesPlatformPermissions)
            sink.field("boarding", boarding)
            sink.field("isTemporary", isTemporary)
        }

        package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            Provider(
                mvpd: try source.field("mvpd"),
                mapping: try source.field("mapping"),
                enablesPlatformServices: try source.field("enablesPlatformServices"),
                showsInPlatformPicker: try source.field("showsInPlatformPicker"),
                enforcesPlatformPermissions: try source.field("enforcesPlatformPermissions"),
                boarding: try source.field("boarding"),
                isTemporary: try source.field("isTemporary"))
        }
    }
}

extension [AdobeConfiguration.Provider] {
    /// The ids of the providers that the partner framework's picker may offer, in Adobe's order (V2-C-04).
    package var supported: [PlatformMappingID] {
        var ids: [PlatformMappingID] = []
        for provider in self where provider.enablesPlatformServices && provider.showsInPlatformPicker {
            if let id = provider.mapping { ids.append(id) }
        }
        return ids
    }

    /// The ids of the providers that the picker shows first, because Apple supports sign-in with them, in Adobe's order (V2-C-04).
    package var featured: [PlatformMappingID] { filter { $0.boarding == .supported }.supported }
}
