/// What a configuration says about the providers (V2-C-02). Names and logos stay with the interpreter, under `ref`.
public struct AdobeConfiguration: Hashable, Sendable, LogObject {
    /// The reference to the answer, with names and logos, held by the interpreter.
    public let ref: SecretRef
    /// The MVPDs, in Adobe's order; at most 2,000.
    public let providers: [Provider]

    /// The maximum number of MVPDs that are kept; a longer list is truncated.
    package static let bound = 2000

    /// Creates a configuration with its providers. Each parameter is the property of that name.
    public init(ref: SecretRef, providers: [Provider]) {
        self.ref = ref
        self.providers = providers.count <= AdobeConfiguration.bound ? providers : Array(providers[..<AdobeConfiguration.bound])
    }

    /// The ids that the partner framework's picker may offer, in Adobe's order (V2-C-04).
    package var supportedProviders: [PlatformMappingID] { providers.supported }

    /// The ids that it shows first: those whose sign-in can finish there, in Adobe's order (V2-C-04).
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
    /// One MVPD of a configuration, as far as decisions need it. Flags absent in the answer are false (V2-C-03).
    public struct Provider: Hashable, Sendable, LogObject {
        /// The id in Adobe's paths.
        public let mvpd: MVPDID
        /// The id in the partner framework, if it has one.
        public let mapping: PlatformMappingID?
        /// `enablePlatformServices`: partner single sign-on is on for it.
        public let enablesPlatformServices: Bool
        /// `displayInPlatformPicker`: it may appear in the partner framework's picker.
        public let showsInPlatformPicker: Bool
        /// `enforcePlatformPermissions`: the viewer's refusal must be enforced.
        public let enforcesPlatformPermissions: Bool
        /// Whether Apple supports the provider (`boardingStatus`).
        public let boarding: Boarding
        /// `isTempPass`: temporary access, not a viewer's provider.
        public let isTemporary: Bool

        /// The degree to which the provider takes part in partner single sign-on.
        @nonexhaustive
        public enum Boarding: String, Word {
            package static let table = WordTable<Self>()
            /// `SUPPORTED`: signs in through the partner framework.
            case supported
            /// `PICKER`: can be chosen there, signs in through Adobe.
            case picker
            /// Absent, or a value that this build does not know.
            case none
        }

        /// Creates an MVPD of a configuration. Each parameter is the property of that name.
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
    /// The ids that the partner framework's picker may offer, in Adobe's order (V2-C-04).
    package var supported: [PlatformMappingID] {
        var ids: [PlatformMappingID] = []
        for provider in self where provider.enablesPlatformServices && provider.showsInPlatformPicker {
            if let id = provider.mapping { ids.append(id) }
        }
        return ids
    }

    /// The ids that it shows first: those whose sign-in can finish there, in Adobe's order (V2-C-04).
    package var featured: [PlatformMappingID] { filter { $0.boarding == .supported }.supported }
}
