/// The first line of every segment: what wrote it, and under which settings.
public struct LogHeader: Hashable, Sendable, LogValue {
    /// The version of the format; 1.
    public let format: Int64
    /// The version of this library that wrote it.
    public let library: String
    /// The revision of the model, whose digests are compared only when it is this build's.
    public let modelRevision: Int64
    /// The app and its version, for example `DemoTV/1.0`.
    public let app: String
    /// What the app may show to its support, to find this log by.
    public let support: String
    /// Who we are and which policy holds.
    public let settings: FlowSettings
    /// Resource names as a development build logs them, by reference; empty by default.
    public let names: [ResourceName]

    /// The version of the format that this build writes.
    public static let format: Int64 = 1
    /// The version of this library.
    public static let library = "0.1.0"
    /// The revision of the model in this build.
    public static let modelRevision: Int64 = 1

    /// A header as this build writes it.
    public init(app: String, support: String, settings: FlowSettings, names: [ResourceName] = []) {
        self.init(
            format: LogHeader.format, library: LogHeader.library, modelRevision: LogHeader.modelRevision, app: app, support: support,
            settings: settings, names: names)
    }

    private init(
        format: Int64, library: String, modelRevision: Int64, app: String, support: String, settings: FlowSettings, names: [ResourceName]
    ) {
        self.format = format
        self.library = library
        self.modelRevision = modelRevision
        self.app = app
        self.support = support
        self.settings = settings
        self.names = names
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            LogHeader(
                format: try archive.field("format", old?.format),
                library: try archive.field("library", old?.library),
                modelRevision: try archive.field("modelRevision", old?.modelRevision),
                app: try archive.field("app", old?.app),
                support: try archive.field("support", old?.support),
                settings: try archive.field("settings", old?.settings),
                names: try archive.field("names", old?.names))
        }
    }
}

/// The name behind a resource's reference, in the header of a development log.
public struct ResourceName: Hashable, Sendable, LogValue {
    /// The reference.
    public let ref: SecretRef
    /// The resource's identifier.
    public let name: String

    /// The name behind a resource's reference.
    public init(ref: SecretRef, name: String) {
        self.ref = ref
        self.name = name
    }

    public static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
        try archive.object { archive throws(CodingFailure) in
            ResourceName(ref: try archive.field("ref", old?.ref), name: try archive.field("name", old?.name))
        }
    }
}
