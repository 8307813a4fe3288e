import FlowMachine

/// The report on one launch: which app wrote the log, when, and the result of each request.
///
/// ```swift
/// let report = try LaunchReport(bytes, file: "app.jsonl")
/// for request in report.unfulfilled {
///     if let cause = request.cause { tell("\(request.name): \(cause.text)") }
/// }
/// ```
public struct LaunchReport: Sendable {
    /// The log of the launch: one file, or several segments.
    let segments: [Segment]
    /// The header of the log: the app, its settings, its support id.
    public let header: LogHeader
    /// The log's values in words.
    let words: Wording
    /// The time at which the log begins, by the device's clock.
    public let start: Instant
    /// The latest time in the log.
    public let end: Instant
    /// The number of events.
    public let events: Int
    /// The lead of the device's clock over Adobe's at the first answer with Adobe's time, in milliseconds; negative: behind.
    public let clockAhead: Int64?
    /// The MVPD that the viewer chose or signed in with last, whether or not the sign-in succeeded.
    public let provider: String?
    /// The TV-provider account on the device: the platform mapping id that the partner framework reported last; `nil` if it reported none.
    let account: String?
    /// The requests, in the order of their answers.
    public internal(set) var requests: [TriagedRequest]
    /// The number of further requests, in a log that is too long to list all of them.
    let leftOut: Int
    /// Problems of the launch as a whole: with its log, its clock or its vault.
    public internal(set) var findings: [TriageCause]
    /// The contents of the vault at the beginning and at the end of the launch.
    let vault: LaunchVault
    /// The last configuration that Adobe sent; `nil` if none was fetched.
    package let configuration: AdobeConfiguration?
    /// When Adobe sent it, by Adobe's clock if the answer tells it.
    let configured: Sightings?
    /// The profile of the viewer's last sign-in.
    let profile: Profile?
    /// The event that kept that profile.
    let profileKept: Witness?
    /// The answer by which Adobe declined Apple's single sign-on.
    let declined: Witness?
    /// The answer that said that the viewer denied TV-provider access; `nil` if it was granted later.
    let accessDenied: Witness?
    /// When the vault could not keep something.
    let vaultFailures: [Witness]
    /// Whether the app was in the background at the end.
    let endsInBackground: Bool
    /// Whether the app shut the flow down.
    let isShutDown: Bool
    /// The last event; `nil` if there is none.
    let last: Witness?
    /// The answer with a profile that arrived before anything was shown; `nil` if there was none.
    let foundProfile: Witness?
    /// How long sign-ins on the second screen took, from the code to the profile, in milliseconds.
    let codeWaits: [Int64]
    /// The calls of the launch to Adobe.
    let calls: CallCounts
    /// How long what Adobe granted was valid.
    let lifetimes: Lifetimes
    /// The resources that previews reported as denied.
    let previewDenials: PreviewDenials
    /// The longest run of requests that the app repeated by itself.
    let loop: RequestLoops.Loop?
    /// The support id of the launch that it is compared with, and why that is taken for one of the same device; `nil` until it is compared, and
    /// if there is none.
    package internal(set) var follows: (support: String, by: LaunchContinuity)?
    /// How many failed requests have no point of no return because it was looked for only for the first ones.
    package internal(set) var unsearched = 0

    /// One file of a launch's log.
    struct Segment: Sendable, Equatable {
        let file: String
        /// The number of its last event; 0 if it has none.
        let last: Int64
        /// Whether lines in it are damaged, so that later ones are read only on request.
        let isDamaged: Bool
    }

    /// The app without its version.
    var appName: String { String(header.app.prefix { $0 != "/" }) }
    /// The first file of the log.
    public var file: String { segments.first?.file ?? "" }
    /// The files of its segments, in order.
    package var files: [String] { segments.map { $0.file } }
    /// The number of its last segment; `nil` if the file is not named as a flow names it.
    var lastSegmentNumber: Int64? { segments.last.flatMap { SegmentName.number(ofPath: $0.file) } }
    /// The number of its first segment.
    var firstSegmentNumber: Int64? { SegmentName.number(ofPath: file) }
    /// The folder of the log.
    package var folder: Substring { SegmentName.folder(file) }
    /// The file that contains an event.
    func file(of event: Int64) -> String { segment(of: event)?.file ?? file }
    /// The option with which other commands read past damage in that file, with a space; empty if the file is whole.
    func damageOption(for event: Int64) -> String { segment(of: event)?.isDamaged == true ? "--past-damage " : "" }
    private func segment(of event: Int64) -> Segment? { segments.first { event <= $0.last } }
    /// What to quote when reporting `cause`: Adobe's ids, each with the support id, which alone is quoted if only Adobe can act on it.
    public func quotes(of cause: TriageCause) -> [String] {
        let support = "support id \(header.support)"
        if cause.quotes.isEmpty { return cause.owner == .adobe ? [support] : [] }
        return cause.quotes.map { "\($0), \(support)" }
    }
    /// Requests that were not fulfilled.
    public var unfulfilled: [TriagedRequest] { requests.filter { !$0.outcome.isFulfilled } }
    /// Requests that were fulfilled, but with problems on the way.
    public var troubled: [TriagedRequest] { requests.filter { $0.outcome.isFulfilled && $0.cause != nil } }
}
