/// A header from JSON that leaves out what has a default. A log's own header has every field.
struct CHeader: LogObject {
    private let header: LogHeader

    /// - Throws: `CFailure` if the bytes are not such JSON.
    static func read(_ bytes: [UInt8]) throws(CFailure) -> LogHeader {
        do throws(CodingFailure) {
            if try isLogHeader(bytes) {
                let line = 0..<(bytes.last == 0x0A ? bytes.count - 1 : bytes.count)
                var reader = Reader(bytes, line, isSealed: LineCursor(bytes).recordedChecksum(line) != nil)
                let header = try LogHeader.read(from: &reader)
                try reader.finish()
                return LogHeader(
                    app: header.app, system: header.system, support: header.support, settings: header.settings, names: header.names)
            }
            var reader = Reader(strict: bytes)
            let header = try CHeader.read(from: &reader).header
            try reader.finish()
            return header
        } catch {
            throw CFailure(error, in: "the settings", hint: "flowmachine.h lists their fields at flow_begin")
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
        let settings: SettingsInput = try source.field("settings")
        let names: [ResourceName]? = try source.field("names")
        return CHeader(
            header: LogHeader(app: app, system: system, support: support, settings: settings.settings, names: names ?? []))
    }
}

/// Whether an object is a log's header.
private struct Format: LogObject {
    let format: Int64?

    func describeFields<S: LogSink>(to sink: inout S) { sink.field("format", format) }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self { Format(format: try source.field("format")) }
}

/// Settings in which every field with a default may be absent.
private struct SettingsInput: LogObject {
    var settings: FlowSettings

    func describeFields<S: LogSink>(to sink: inout S) { settings.describeFields(to: &sink) }

    static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        let api: FlowSettings.API? = try source.field("api")
        let serviceProvider: String = try source.field("serviceProvider")
        let host: String? = try source.field("host")
        var settings = FlowSettings(
            serviceProvider: serviceProvider, domainName: try source.field("domainName"), redirectURL: try source.field("redirectURL"),
            activationURL: try source.field("activationURL"), platform: .other, hasUserAgent: false)
        settings.api = api ?? settings.api
        settings.host = host ?? settings.host
        settings.partner = try source.field("partner") ?? settings.partner
        settings.platform = try source.field("platform")
        settings.hasUserAgent = try source.field("hasUserAgent")
        settings.hasPicker = try source.field("hasPicker") ?? settings.hasPicker
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
        policy.profileChoice = try source.field("profileChoice") ?? policy.profileChoice
        policy.promptsInCheck = try source.field("promptsInCheck") ?? policy.promptsInCheck
        policy.interruptsInExchange = try source.field("interruptsInExchange") ?? policy.interruptsInExchange
        policy.acceptsStatusWithoutExpiry = try source.field("acceptsStatusWithoutExpiry") ?? policy.acceptsStatusWithoutExpiry
        policy.opensOwnPickerAfterCancel = try source.field("opensOwnPickerAfterCancel") ?? policy.opensOwnPickerAfterCancel
        policy.pollInterval = try source.field("pollInterval") ?? policy.pollInterval
        policy.longestPollInterval = try source.field("longestPollInterval") ?? policy.longestPollInterval
        policy.userAgentGrace = try source.field("userAgentGrace") ?? policy.userAgentGrace
        policy.sessionLifetime = try source.field("sessionLifetime") ?? policy.sessionLifetime
        policy.tokenMargin = try source.field("tokenMargin") ?? policy.tokenMargin
        policy.configurationAge = try source.field("configurationAge") ?? policy.configurationAge
        policy.requestTimeout = try source.field("requestTimeout") ?? policy.requestTimeout
        policy.attempts = try source.field("attempts") ?? policy.attempts
        policy.retryDelay = try source.field("retryDelay") ?? policy.retryDelay
        policy.throttleHold = try source.field("throttleHold") ?? policy.throttleHold
        policy.allowanceBurst = try source.field("allowanceBurst") ?? policy.allowanceBurst
        policy.allowanceInterval = try source.field("allowanceInterval") ?? policy.allowanceInterval
        policy.breakerThreshold = try source.field("breakerThreshold") ?? policy.breakerThreshold
        policy.breakerPause = try source.field("breakerPause") ?? policy.breakerPause
        policy.reusesStatusInChoice = try source.field("reusesStatusInChoice") ?? policy.reusesStatusInChoice
        policy.signsOutEverywhere = try source.field("signsOutEverywhere") ?? policy.signsOutEverywhere
        policy.signsOutInUserAgent = try source.field("signsOutInUserAgent") ?? policy.signsOutInUserAgent
        return PolicyInput(policy: policy)
    }
}
