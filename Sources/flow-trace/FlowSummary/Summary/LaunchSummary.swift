import FlowMachine

/// A summary of one launch in a few hundred bytes, for an app's analytics.
///
/// The summary names neither the viewer nor what was watched. `Specs/causes.md` lists the ids of its causes. Later versions only add fields.
public struct LaunchSummary: Hashable, Sendable {
    /// The version of the fields. It grows when a field is added.
    public internal(set) var version = LaunchSummary.version
    /// The support id of the launch's log, which the app knows as `Flow.supportID`.
    public let support: String
    /// The random id of the app's installation; `nil` if the app logs no such id, or if the log was exported.
    public var installation: String?
    /// The app, its version and build.
    public let app: String
    /// The version of this library with which the app wrote the log.
    public let library: String
    /// The operating system and its version; `nil` if unknown.
    public let system: String?
    /// The platform of the device.
    public let platform: FlowSettings.Platform
    /// The API of Adobe's that the flow used.
    public let api: FlowSettings.API
    /// The service provider (requestor) id.
    public let serviceProvider: String
    /// The MVPD that the viewer chose or signed in with last; `nil` if there is none.
    public let provider: String?
    /// The time when the log begins, by the device's clock.
    public let start: Instant
    /// The time from the log's beginning to its last event, in milliseconds.
    public let length: Int64
    /// The number of events.
    public let events: Int64
    /// The lead of the device's clock over Adobe's, in milliseconds; negative if the clock is behind; `nil` if no answer reported Adobe's time.
    public let clockAhead: Int64?
    /// The number of calls to Adobe that were answered or timed out.
    public let calls: Int64
    /// The number of calls without a usable answer, whether or not a retry helped. A call with an expired access token is not counted.
    public let failedCalls: Int64
    /// The state of the app when the launch ended.
    public let ending: Ending
    /// The requests of the app and the viewer by kind and outcome, in the order in which each pair first occurs.
    public let requests: [Requests]
    /// The first 16 completed sign-ins.
    public let signIns: [SignIn]
    /// The causes of unfulfilled requests and of other problems, in the order in which each cause was first found.
    public let causes: [Causes]
    /// The reason why the app also uploads the launch's log, with its weight; `nil` if the app does not. See `LogSampling`.
    public var uploadedLog: LogUpload?

    /// The version of the fields that this build writes.
    public static let version: Int64 = 1

    /// The state of the app when the launch ended.
    public enum Ending: String, CaseIterable, Sendable {
        /// The app was in the background.
        case background
        /// The app was in the foreground: it crashed or was killed there, or the log was read before the launch ended.
        case foreground
        /// The app shut the flow down.
        case shutDown
    }

    /// The requests of the app that have the same kind and the same outcome.
    public struct Requests: Hashable, Sendable {
        /// The kind of the requests, as the log calls it: `start` (a sign-in), `otherProvider`, `play`, `preview`, `userMetadata` or `signOut`.
        public let kind: String
        /// The outcome of these requests.
        public let outcome: RequestOutcome
        /// The number of these requests.
        public internal(set) var count: Int64
        /// The longest time from a request to its answer, in milliseconds; 0 if none was answered.
        public internal(set) var longest: Int64
    }

    /// A completed sign-in.
    public struct SignIn: Hashable, Sendable {
        /// The type of the profile, for example `appleSSO`.
        public let type: String
        /// The id of the provider (MVPD).
        public let provider: String
        /// The time from the request to the profile, in milliseconds; `nil` if the flow signed the viewer in without a request.
        public let took: Int64?
    }

    /// The number of findings with one cause.
    public struct Causes: Hashable, Sendable {
        /// The id of the cause.
        public let id: FlowCause.ID
        /// The party that can act on the cause.
        public let owner: FlowCause.Owner
        /// Adobe's error code, or the status of an error without a code; `nil` if the cause has no error.
        public let error: String?
        /// The number of requests that the cause explains; 0 if it concerns the launch as a whole.
        public internal(set) var requests: Int64
        /// Whether the cause is not a fault, for example because no viewer was signed in and the request never asks for a sign-in.
        public let isOrdinary: Bool
    }

    /// Whether a request was not fulfilled because of a fault, or the launch's log is damaged.
    public var isUnfulfilled: Bool {
        let ordinary = causes.reduce(0) { $0 + ($1.isOrdinary ? $1.requests : 0) }
        let unfulfilled = requests.reduce(0) { $0 + ($1.outcome.isFulfilled ? 0 : $1.count) }
        return unfulfilled > ordinary || causes.contains { $0.id == .logDamaged }
    }
}

// The JSON in which an app sends the summary.
extension LaunchSummary {
    /// The summary as JSON, on one line.
    public var json: [UInt8] { encoded }

    /// Reads a summary from JSON. Members that this build does not know are ignored.
    ///
    /// - Throws: `CodingFailure` if a member is missing or invalid, for example a cause that only a later build knows.
    public init(json: [UInt8]) throws(CodingFailure) { self = try LaunchSummary.decoded(from: json) }
}
