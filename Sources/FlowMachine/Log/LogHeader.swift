/// The first line of every segment. It names the app and the library that wrote the segment, and contains the settings.
public struct LogHeader: Hashable, Sendable, LogObject {
    /// The version of the log's format; this build writes 1.
    public private(set) var format = LogHeader.format
    /// The version of this library that wrote the segment.
    public private(set) var library = LogHeader.library
    /// The revision of the model. A replay compares digests only if this build's model has the same revision.
    public private(set) var modelRevision = LogHeader.modelRevision
    /// The app with its version and build, for example `DemoTV/1.0 (4711)`.
    public let app: String
    /// The operating system and its version, for example `tvOS 18.2`; `nil` if unknown.
    public let system: String?
    /// An identifier by which the app's support can find this log; the app may show it.
    public let support: String
    /// The `support` of the previous launch; `nil` if it is not known, for example at the first launch.
    public var previousSupport: String?
    /// A random identifier of the app's installation, by which the launches of an installation can be counted. `nil` if the app does not
    /// want an identifier, and in every shared log. The identifier identifies neither the viewer nor the device, and Adobe never receives
    /// it.
    public var installation: String?
    /// The lead of the device's local time over UTC when the launch began, in minutes; `nil` if unknown.
    public var utcOffsetMinutes: Int64?
    /// The way in which a tool made this log from a recording, for example `without event 5`; `nil` for a log that a flow wrote.
    public var derivation: String?
    /// The app's identity and its policy.
    public let settings: FlowSettings
    /// The names of resources with their references. Only a development build logs names; otherwise this list is empty.
    public let names: [ResourceName]

    /// The version of the format that this build writes.
    public static let format: Int64 = 1
    /// The version of this library.
    public static let library = "0.3.0-dev"
    /// The revision of the model in this build.
    public static let modelRevision: Int64 = 4

    /// Creates a header as this build writes it. Each parameter sets the property of the same name.
    public init(
        app: String, system: String? = nil, support: String, previousSupport: String? = nil, installation: String? = nil,
        utcOffsetMinutes: Int64? = nil, settings: FlowSettings, names: [ResourceName] = []
    ) {
        self.app = app
        self.system = system
        self.support = support
        self.previousSupport = previousSupport
        self.installation = installation
        self.utcOffsetMinutes = utcOffsetMinutes
        self.settings = settings
        self.names = names
    }

    /// This header with this build's format, library version and model revision. It is used to continue the log or to begin a similar log.
    var asWrittenNow: LogHeader { asWrittenNow(with: settings) }

    /// Returns this header with other settings and with this build's format, library version and model revision.
    package func asWrittenNow(with settings: FlowSettings) -> LogHeader {
        var header = LogHeader(
            app: app, system: system, support: support, previousSupport: previousSupport, installation: installation,
            utcOffsetMinutes: utcOffsetMinutes, settings: settings, names: names)
        header.derivation = derivation
        return header
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("format", format)
        sink.field("library", library)
        sink.field("modelRevision", modelRevision)
        sink.field("app", app)
        sink.field("system", system)
        sink.field("support", support)
        sink.field("previousSupport", previousSupport)
        sink.field("installation", installation)
        sink.field("utcOffsetMinutes", utcOffsetMinutes)
        sink.field("derivation", derivation)
        sink.field("settings", settings)
        sink.field("names", names)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        let format: Int64 = try source.field("format")
        let library: String = try source.field("library")
        let modelRevision: Int64 = try source.field("modelRevision")
        var header = try readLaunch(from: &source)
        header.format = format
        header.library = library
        header.modelRevision = modelRevision
        return header
    }

    /// Reads the fields that describe the launch. The header has this build's format, library version and model revision.
    static func readLaunch<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        let app: String = try source.field("app")
        let system: String? = try source.field("system")
        let support: String = try source.field("support")
        let previousSupport: String? = try source.field("previousSupport")
        let installation: String? = try source.field("installation")
        let utcOffsetMinutes: Int64? = try source.field("utcOffsetMinutes")
        let derivation: String? = try source.field("derivation")
        let settings: FlowSettings = try source.field("settings")
        var names: [ResourceName] = []
        try source.read("names", into: &names)
        var header = LogHeader(
            app: app, system: system, support: support, previousSupport: previousSupport, installation: installation,
            utcOffsetMinutes: utcOffsetMinutes, settings: settings, names: names)
        header.derivation = derivation
        return header
    }
}

/// The name of a resource and the reference that the log contains in place of the name. Only the header of a development log lists such
/// names.
public struct ResourceName: Hashable, Sendable, LogObject {
    /// The reference that the log's events and effects contain.
    public let ref: SecretRef
    /// The identifier of the resource, as the app names it.
    public let name: String

    /// Creates the name of a resource. Each parameter sets the property of the same name.
    public init(ref: SecretRef, name: String) {
        self.ref = ref
        self.name = name
    }

    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("ref", ref)
        sink.field("name", name)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        ResourceName(ref: try source.field("ref"), name: try source.field("name"))
    }
}
