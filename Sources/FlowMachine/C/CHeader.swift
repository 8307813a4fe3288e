/// A header from JSON that leaves out what has a default. A log's own header has every field.
struct CHeader: LogObject {
    private let header: LogHeader

    /// - Throws: `CFailure` if the bytes are not such JSON.
    static func read(_ bytes: [UInt8]) throws(CFailure) -> LogHeader {
        do throws(CodingFailure) {
            if try isLogHeader(bytes) {
                var reader = Reader(bytes)
                let header = try HeaderLine.read(from: &reader).header
                try reader.finish()
                return header.asWrittenNow
            }
            var reader = Reader(strict: bytes)
            let header = try CHeader.read(from: &reader).header
            try reader.finish()
            return header
        } catch {
            throw CFailure(error, in: "the settings", bytes, hint: "flowmachine.h lists their fields at flow_begin")
        }
    }

    /// Whether the bytes are a log's header. Such a header begins with its format, unless another program wrote it.
    private static func isLogHeader(_ bytes: [UInt8]) throws(CodingFailure) -> Bool {
        var reader = Reader(bytes)
        if try reader.beginning(Format.self).format != nil { return true }
        reader = Reader(bytes)
        return try Format.read(from: &reader).format != nil
    }

    func describeFields<S: LogSink>(to sink: inout S) { header.describeFields(to: &sink) }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        let app: String = try source.field("app")
        let system: String? = try source.field("system")
        let support: String = try source.field("support")
        let previousSupport: String? = try source.field("previousSupport")
        let installation: String? = try source.field("installation")
        let utcOffsetMinutes: Int64? = try source.field("utcOffsetMinutes")
        let settings: SettingsInput = try source.field("settings")
        let names: [ResourceName]? = try source.field("names")
        return CHeader(
            header: LogHeader(
                app: app, system: system, support: support, previousSupport: previousSupport, installation: installation,
                utcOffsetMinutes: utcOffsetMinutes, settings: settings.settings, names: names ?? []))
    }
}

/// Whether an object is a log's header.
private struct Format: LogObject {
    let format: Int64?

    func describeFields<S: LogSink>(to sink: inout S) { sink.field("format", format) }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self { Format(format: try source.field("format")) }
}

/// A log's first line, with its checksum: a field that is left over would make the reader begin again.
private struct HeaderLine: LogObject {
    let header: LogHeader

    func describeFields<S: LogSink>(to sink: inout S) { header.describeFields(to: &sink) }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        let header = try LogHeader.readFields(from: &source)
        let _: String? = try source.field("crc")
        return HeaderLine(header: header)
    }
}

/// Settings in which every field with a default may be absent.
private struct SettingsInput: LogObject {
    var settings: FlowSettings

    func describeFields<S: LogSink>(to sink: inout S) { settings.describeFields(to: &sink) }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        var settings = FlowSettings(
            serviceProvider: "", domainName: "", redirectURL: "", partner: .none, platform: .other, hasUserAgent: false)
        try source.read("api", into: &settings.api)
        settings.serviceProvider = try source.field("serviceProvider")
        try source.read("host", into: &settings.host)
        settings.domainName = try source.field("domainName")
        settings.redirectURL = try source.field("redirectURL")
        settings.activationURL = try source.field("activationURL")
        try source.read("partner", into: &settings.partner)
        settings.platform = try source.field("platform")
        settings.hasUserAgent = try source.field("hasUserAgent")
        try source.read("hasPicker", into: &settings.hasPicker)
        settings.temporaryAccess = try source.field("temporaryAccess")
        let policy: PolicyInput? = try source.field("policy")
        settings.policy = policy?.policy ?? settings.policy
        return SettingsInput(settings: settings)
    }
}

/// A policy in which every field may be absent.
private struct PolicyInput: LogObject {
    var policy: Policy

    func describeFields<S: LogSink>(to sink: inout S) { policy.describeFields(to: &sink) }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        var policy = Policy()
        try source.read("profileChoice", into: &policy.profileChoice)
        try source.read("promptsInCheck", into: &policy.promptsInCheck)
        try source.read("interruptsInExchange", into: &policy.interruptsInExchange)
        // Absent, it says nothing: the default is neither always nor never.
        let acceptsStatusWithoutExpiry: Bool? = try source.field("acceptsStatusWithoutExpiry")
        if let acceptsStatusWithoutExpiry { policy.acceptsStatusWithoutExpiry = acceptsStatusWithoutExpiry }
        try source.read("statusWithoutExpiry", into: &policy.statusWithoutExpiry)
        try source.read("opensOwnPickerAfterCancel", into: &policy.opensOwnPickerAfterCancel)
        try source.read("pollInterval", into: &policy.pollInterval)
        try source.read("longestPollInterval", into: &policy.longestPollInterval)
        try source.read("userAgentGrace", into: &policy.userAgentGrace)
        try source.read("sessionLifetime", into: &policy.sessionLifetime)
        try source.read("tokenMargin", into: &policy.tokenMargin)
        try source.read("configurationAge", into: &policy.configurationAge)
        try source.read("requestTimeout", into: &policy.requestTimeout)
        try source.read("attempts", into: &policy.attempts)
        try source.read("retryDelay", into: &policy.retryDelay)
        try source.read("throttleHold", into: &policy.throttleHold)
        try source.read("allowanceBurst", into: &policy.allowanceBurst)
        try source.read("allowanceInterval", into: &policy.allowanceInterval)
        try source.read("breakerThreshold", into: &policy.breakerThreshold)
        try source.read("breakerPause", into: &policy.breakerPause)
        try source.read("reusesStatusInChoice", into: &policy.reusesStatusInChoice)
        try source.read("signsOutEverywhere", into: &policy.signsOutEverywhere)
        try source.read("signsOutInUserAgent", into: &policy.signsOutInUserAgent)
        try source.read("showsCodeWithUserAgent", into: &policy.showsCodeWithUserAgent)
        try source.read("recognizesEndOfLife", into: &policy.recognizesEndOfLife)
        return PolicyInput(policy: policy)
    }
}

extension LogSource {
    /// Reads a field into `value`, which stays if the field is absent.
    @inline(never)
    fileprivate mutating func read<T: LogValue>(_ name: StaticString, into value: inout T) throws(CodingFailure) {
        if let new: T = try field(name) { value = new }
    }
}
