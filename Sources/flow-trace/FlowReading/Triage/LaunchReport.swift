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
    /// What was read of the launch. It never changes, so a copy of a report refers to the same object.
    private let reading: Reading
    /// The requests, in the order of their answers.
    public internal(set) var requests: [TriagedRequest]
    /// Problems of the launch as a whole: with its log, its clock or its vault.
    public internal(set) var findings: [TriageCause]
    /// The support id of the previous launch with which this launch was compared, and the reason why both are considered to be of one device. `nil`
    /// before the comparison, and if there is no previous launch.
    package internal(set) var follows: (support: String, by: LaunchContinuity)?
    /// The number of failed requests whose point of no return was not determined, because there were too many.
    package internal(set) var unsearched = 0

    private final class Reading: Sendable {
        let facts: LaunchFacts
        /// The folder that contains the log.
        let folder: Substring

        init(_ facts: LaunchFacts) { (self.facts, folder) = (facts, SegmentName.folder(facts.segments.first?.file ?? "")) }
    }

    /// Creates a report of what was read of a launch.
    ///
    /// - Parameters:
    ///   - facts: What was read.
    ///   - requests: The requests, in the order of their answers.
    ///   - findings: Problems of the launch as a whole.
    init(_ facts: LaunchFacts, _ requests: [TriagedRequest], _ findings: [TriageCause]) {
        (reading, self.requests, self.findings) = (Reading(facts), requests, findings)
    }

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
    package var folder: Substring { reading.folder }
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

// What was read of the launch. `LaunchFacts` describes it.
extension LaunchReport {
    var segments: [LaunchReport.Segment] { reading.facts.segments }
    /// The header of the log: the app, its settings, its support id.
    public var header: LogHeader { reading.facts.header }
    var words: Wording { reading.facts.words }
    /// The time at which the log begins, by the device's clock.
    public var start: Instant { reading.facts.start }
    /// The latest time in the log.
    public var end: Instant { reading.facts.end }
    /// The number of events.
    public var events: Int { reading.facts.events }
    /// The lead of the device's clock over Adobe's, in milliseconds; negative if the device's clock is behind. `nil` if no answer has Adobe's time.
    public var clockAhead: Int64? { reading.facts.clockAhead }
    /// The MVPD that the viewer chose or signed in with last, whether or not the sign-in succeeded; `nil` if there is none.
    public var provider: String? { reading.facts.provider }
    var account: String? { reading.facts.account }
    var leftOut: Int { reading.facts.leftOut }
    var vault: LaunchVault { reading.facts.vault }
    /// The last configuration that Adobe sent; `nil` if the launch fetched none.
    package var configuration: AdobeConfiguration? { reading.facts.configuration }
    var configured: Sightings? { reading.facts.configured }
    var profile: Profile? { reading.facts.profile }
    var profileKept: Witness? { reading.facts.profileKept }
    var declined: Witness? { reading.facts.declined }
    var accessDenied: Witness? { reading.facts.accessDenied }
    var vaultFailures: [Witness] { reading.facts.vaultFailures }
    var endsInBackground: Bool { reading.facts.endsInBackground }
    var isShutDown: Bool { reading.facts.isShutDown }
    var last: Witness? { reading.facts.last }
    var foundProfile: Witness? { reading.facts.foundProfile }
    var codeWaits: [Int64] { reading.facts.codeWaits }
    var observations: Set<Observation> { reading.facts.observations }
    var statuses: (first: PartnerStatus, last: PartnerStatus)? { reading.facts.statuses }
    var signIns: [CompletedSignIn] { reading.facts.signIns }
    var calls: CallCounts { reading.facts.calls }
    var lifetimes: Lifetimes { reading.facts.lifetimes }
    var previewDenials: PreviewDenials { reading.facts.previewDenials }
    var attempts: Attempts { reading.facts.attempts }
    var fingerprint: UInt64 { reading.facts.fingerprint }
    var loop: RequestLoops.Loop? { reading.facts.loop }
}

extension LaunchReport {
    /// The time at which the launch received its last profile; `nil` if it has none, or if the profile expires with the one that the launch found.
    ///
    /// Unlike `signIns`, it also is the time of a sign-in within a request that began while a viewer was signed in.
    var profileGranted: Instant? {
        guard let profile, profile.notAfter != vault.found?.profile?.notAfter else { return nil }
        return profileKept?.time
    }
}
