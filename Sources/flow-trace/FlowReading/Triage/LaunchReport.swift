import FlowMachine

/// The report on one launch: the app, the time, and the result of each request.
///
/// ```swift
/// let report = try LaunchReport(bytes, file: "app.jsonl")
/// for request in report.unfulfilled {
///     if let cause = request.cause { tell("\(request.name): \(cause.text)") }
/// }
/// ```
public struct LaunchReport: Sendable {
    /// The files of the launch's log.
    let segments: [Segment]
    /// The header of the log: the app, its settings, its support id.
    public let header: LogHeader
    /// Converts the log's values to words.
    let words: Wording
    /// The time at which the log begins, by the device's clock.
    public let start: Instant
    /// The latest time in the log.
    public let end: Instant
    /// The number of events.
    public let events: Int
    /// The lead of the device's clock over Adobe's, in milliseconds; negative if the device's clock is behind. `nil` if no answer has Adobe's time.
    public let clockAhead: Int64?
    /// The MVPD that the viewer chose or signed in with last, whether or not the sign-in succeeded; `nil` if there is none.
    public let provider: String?
    /// The account of the TV provider on the device: the platform mapping id that the partner framework reported last; `nil` if it reported none.
    let account: String?
    /// The requests, in the order of their answers.
    public internal(set) var requests: [TriagedRequest]
    /// The number of further requests, in a log that is too long to list all of them.
    let leftOut: Int
    /// Problems of the launch as a whole: with its log, its clock or its vault.
    public internal(set) var findings: [TriageCause]
    /// The contents of the vault at the beginning and at the end of the launch.
    let vault: LaunchVault
    /// The last configuration that Adobe sent; `nil` if the launch fetched none.
    package let configuration: AdobeConfiguration?
    /// The time and the event at which `configuration` arrived; `nil` if none arrived. The time is by Adobe's clock if the answer contains it.
    let configured: Sightings?
    /// The profile of the viewer's last sign-in; `nil` if there is none.
    let profile: Profile?
    /// The event that kept `profile`; `nil` if there is none.
    let profileKept: Witness?
    /// The answer by which Adobe declined Apple's single sign-on; `nil` if there is none.
    let declined: Witness?
    /// The answer that said that the viewer denied TV-provider access; `nil` if there is none, or if the viewer granted access later.
    let accessDenied: Witness?
    /// The events at which the vault could not save a value.
    let vaultFailures: [Witness]
    /// Whether the app was in the background when the log ends.
    let endsInBackground: Bool
    /// Whether the app shut the flow down.
    let isShutDown: Bool
    /// The last event; `nil` if there is none.
    let last: Witness?
    /// The reply with a profile that arrived before any screen was shown; `nil` if there was none.
    let foundProfile: Witness?
    /// The durations of sign-ins on a second screen, from the code to the profile, in milliseconds.
    let codeWaits: [Int64]
    /// What the events show that is no failure by itself.
    let observations: Set<Observation>
    /// The first and the last report of Apple's framework; `nil` if there is none.
    let statuses: (first: PartnerStatus, last: PartnerStatus)?
    /// The sign-ins that succeeded.
    let signIns: [CompletedSignIn]
    /// The calls of the launch to Adobe.
    let calls: CallCounts
    /// The lifetimes of the values that Adobe granted, such as profiles.
    let lifetimes: Lifetimes
    /// The resources that previews reported as denied.
    let previewDenials: PreviewDenials
    /// What the launch tried.
    let attempts: Attempts
    /// A number that differs for logs with different events. It is the same only within one process.
    let fingerprint: UInt64
    /// The longest run of requests that the app repeated by itself; `nil` if there is none.
    let loop: RequestLoops.Loop?
    /// The support id of the previous launch with which this launch was compared, and the reason why both are considered to be of one device. `nil`
    /// before the comparison, and if there is no previous launch.
    package internal(set) var follows: (support: String, by: LaunchContinuity)?
    /// The number of failed requests whose point of no return was not determined, because there were too many.
    package internal(set) var unsearched = 0

    /// One file of a launch's log.
    struct Segment: Sendable, Equatable {
        let file: String
        /// The number of the file's last event; 0 if it has none.
        let last: Int64
        /// Whether lines in the file are damaged. Other commands read the lines after the damage only with an option.
        let isDamaged: Bool
    }

    /// The app's name without the version.
    var appName: String { String(Substring(header.app.utf8.prefix { $0 != 0x2F })) }
    /// The first file of the log.
    public var file: String { segments.first?.file ?? "" }
    /// The files of the log, in order.
    package var files: [String] { segments.map { $0.file } }
    /// The number of the log's last segment; `nil` if the file does not have the name of a segment.
    var lastSegmentNumber: Int64? { segments.last.flatMap { SegmentName.number(ofPath: $0.file) } }
    /// The number of the log's first segment; `nil` if the file does not have the name of a segment.
    var firstSegmentNumber: Int64? { SegmentName.number(ofPath: file) }
    /// The folder that contains the log.
    package var folder: Substring { SegmentName.folder(file) }
    /// Returns the file that contains an event.
    func file(of event: Int64) -> String { segment(of: event)?.file ?? file }
    /// Returns the option, followed by a space, with which other commands read the event's file past its damage. Empty for an undamaged file.
    func damageOption(for event: Int64) -> String { segment(of: event)?.isDamaged == true ? "--past-damage " : "" }
    private func segment(of event: Int64) -> Segment? { segments.first { event <= $0.last } }
    /// Returns the texts to quote when reporting `cause`: each of Adobe's ids, with the support id. If there are no such ids, returns the support
    /// id alone for a report to Adobe, and otherwise nothing.
    public func quotes(of cause: TriageCause) -> [String] {
        let support = "support id \(header.support)"
        if cause.quotes.isEmpty { return cause.owner == .adobe ? [support] : [] }
        return cause.quotes.map { "\($0), \(support)" }
    }
    /// Whether a request was not fulfilled.
    var hasUnfulfilled: Bool { requests.contains { !$0.outcome.isFulfilled } }
    /// The requests that were not fulfilled.
    public var unfulfilled: [TriagedRequest] { requests.filter { !$0.outcome.isFulfilled } }
    /// The requests that were fulfilled after problems.
    public var troubled: [TriagedRequest] { requests.filter { $0.outcome.isFulfilled && $0.cause != nil } }
}
