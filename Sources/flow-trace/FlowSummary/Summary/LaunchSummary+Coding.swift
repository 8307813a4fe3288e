import FlowMachine

extension LaunchSummary: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("version", version)
        sink.field("support", support)
        sink.field("installation", installation)
        sink.field("app", app)
        sink.field("library", library)
        sink.field("system", system)
        sink.field("platform", platform)
        sink.field("api", api)
        sink.field("serviceProvider", serviceProvider)
        sink.field("provider", provider)
        sink.field("start", start)
        sink.field("length", length)
        sink.field("events", events)
        sink.field("clockAhead", clockAhead)
        sink.field("calls", calls)
        sink.field("failedCalls", failedCalls)
        sink.field("ending", ending)
        sink.field("requests", requests)
        sink.field("signIns", signIns)
        sink.field("causes", causes)
        sink.field("uploadedLog", uploadedLog)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        let version: Int64 = try source.field("version")
        let support: String = try source.field("support")
        let installation: String? = try source.field("installation")
        let app: String = try source.field("app")
        var summary = LaunchSummary(
            support: support, installation: installation, app: app,
            library: try source.field("library"),
            system: try source.field("system"),
            platform: try source.field("platform"),
            api: try source.field("api"),
            serviceProvider: try source.field("serviceProvider"),
            provider: try source.field("provider"),
            start: try source.field("start"),
            length: try source.field("length"),
            events: try source.field("events"),
            clockAhead: try source.field("clockAhead"),
            calls: try source.field("calls"),
            failedCalls: try source.field("failedCalls"),
            ending: try source.field("ending"),
            requests: try source.field("requests"),
            signIns: try source.field("signIns"),
            causes: try source.field("causes"),
            uploadedLog: try source.field("uploadedLog"))
        summary.version = version
        return summary
    }
}

extension LaunchSummary.Requests: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("kind", kind)
        sink.field("outcome", outcome)
        sink.field("count", count)
        sink.field("longest", longest)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Self(
            kind: try source.field("kind"), outcome: try source.field("outcome"), count: try source.field("count"),
            longest: try source.field("longest"))
    }
}

extension LaunchSummary.SignIn: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("type", type)
        sink.field("provider", provider)
        sink.field("took", took)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Self(type: try source.field("type"), provider: try source.field("provider"), took: try source.field("took"))
    }
}

extension LaunchSummary.Causes: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("id", id)
        sink.field("owner", owner)
        sink.field("error", error)
        sink.field("requests", requests)
        sink.field("isOrdinary", isOrdinary)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Self(
            id: try source.field("id"), owner: try source.field("owner"), error: try source.field("error"),
            requests: try source.field("requests"), isOrdinary: try source.field("isOrdinary"))
    }
}

extension LogUpload: LogObject {
    package func describeFields<S: LogSink>(to sink: inout S) {
        sink.field("reason", reason)
        sink.field("weight", weight)
    }

    package static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
        Self(reason: try source.field("reason"), weight: try source.field("weight"))
    }
}

extension LaunchSummary.Ending: Word { package static let table = WordTable<Self>() }
extension RequestOutcome: Word { package static let table = WordTable<Self>() }
extension FlowCause.ID: Word { package static let table = WordTable<Self>() }
extension FlowCause.Owner: Word { package static let table = WordTable<Self>() }
extension LogUpload.Reason: Word { package static let table = WordTable<Self>() }
