/// What a configuration says of the providers (V2-C-02). Names and logos stay with the interpreter, under `ref`.
public struct Configuration: Hashable, Sendable, LogValue {
    /// Names the answer, with names and logos, at the interpreter.
    public let ref: SecretRef
    /// The MVPDs, in Adobe's order; at most 2,000.
    public let providers: [Provider]

    /// The most MVPDs that are kept; a longer list is cut.
    public static let bound = 2000

    /// What a configuration says of the providers.
    public init(ref: SecretRef, providers: [Provider]) {
        self.ref = ref
        self.providers = providers.count <= Configuration.bound ? providers : Array(providers[..<Configuration.bound])
    }

    /// The ids that the partner framework's picker may offer, in Adobe's order (V2-C-04).
    public var supportedProviders: [PlatformMappingID] {
        var ids: [PlatformMappingID] = []
        for entry in providers where entry.enablesPlatformServices && entry.showsInPlatformPicker {
            if let id = entry.mapping { ids.append(id) }
        }
        return ids
    }

    /// The ids that it shows first: those that can finish there, in Adobe's order (V2-C-04).
    public var featuredProviders: [PlatformMappingID] {
        var ids: [PlatformMappingID] = []
        for entry in providers where entry.enablesPlatformServices && entry.showsInPlatformPicker && entry.boarding == .supported {
            if let id = entry.mapping { ids.append(id) }
        }
        return ids
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            Configuration(ref: try archive.field("ref", old?.ref), providers: try archive.field("providers", old?.providers))
        }
    }
}

extension Configuration {
    /// One MVPD of a configuration, as far as decisions need it. Flags absent in the answer are false (V2-C-03).
    public struct Provider: Hashable, Sendable, LogValue {
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
        /// `boardingStatus`.
        public let boarding: Boarding
        /// `isTempPass`: no provider of anybody's, but temporary access.
        public let isTemporary: Bool

        /// How far the provider takes part in partner single sign-on.
        public enum Boarding: String, Word {
            /// `SUPPORTED`: signs in through the partner framework.
            case supported
            /// `PICKER`: can be chosen there, signs in through Adobe.
            case picker
            /// Absent, or a value this build does not know.
            case none
        }

        /// One MVPD of a configuration.
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

        public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
            try archive.object { archive throws(CodingFailure) in
                Provider(
                    mvpd: try archive.field("mvpd", old?.mvpd),
                    mapping: try archive.optional("mapping", old?.mapping),
                    enablesPlatformServices: try archive.field("enablesPlatformServices", old?.enablesPlatformServices),
                    showsInPlatformPicker: try archive.field("showsInPlatformPicker", old?.showsInPlatformPicker),
                    enforcesPlatformPermissions: try archive.field("enforcesPlatformPermissions", old?.enforcesPlatformPermissions),
                    boarding: try archive.field("boarding", old?.boarding),
                    isTemporary: try archive.field("isTemporary", old?.isTemporary))
            }
        }
    }
}
