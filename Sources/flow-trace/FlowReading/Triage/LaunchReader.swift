import FlowMachine

/// Reads the log of one launch, record by record, and creates a report on the launch. Memory use grows with the number of requests, not with the
/// log.
package final class LaunchReader {
    /// The content is a structure, because Swift checks every access to a variable of an object.
    private var content: LaunchContent

    package init(_ header: LogHeader, _ snapshot: Snapshot?, _ clock: DisplayedClock = .utc) {
        content = LaunchContent(header, snapshot, clock)
    }

    /// Begins a segment that continues the launch from `snapshot`.
    package func beginSegment(_ snapshot: Snapshot) { content.beginSegment(snapshot) }

    /// Takes damaged lines into account, whose events are unknown.
    package func noteDamage(_ lines: DamagedLines) { content.noteDamage(lines) }

    /// Ends a file, and stores its name and its last event.
    package func endSegment(_ file: String) { content.endSegment(file) }

    /// Adds a finding about the log itself.
    package func note(_ finding: TriageCause) { content.note(finding) }

    /// Reads the next event.
    package func note(_ record: LogRecord) { content.note(record) }

    /// The report on the records that have been read.
    package var report: LaunchReport { content.report() }
}

/// What a `LaunchReader` has read of a launch.
private struct LaunchContent {
    private let words: Wording
    private let header: LogHeader
    private var judge: LaunchJudge
    private var configuration: AdobeConfiguration?
    private var configured: Sightings?
    private var foundProfile: Witness?
    private var hasShown = false
    private var codeShown: Instant?
    /// The durations of sign-ins on a second screen, from the code to the profile, in milliseconds.
    private var codeWaits: [Int64] = []
    /// The account of the TV provider that the partner framework reported last; `nil` if it reported none.
    private var account: String?
    private var calls = CallCounts()
    private var lifetimes: Lifetimes
    private var previewDenials = PreviewDenials()
    private var attempts = AttemptsReader()
    private var signIns = SignInReader()
    private var observations = ObservationReader()
    /// A number that depends on the header and on every event. It differs from process to process.
    private var fingerprint: UInt64
    private var segments: [LaunchReport.Segment] = []
    /// Whether the current file has damaged lines. Events after them may have been read.
    private var isDamaged = false

    init(_ header: LogHeader, _ snapshot: Snapshot?, _ clock: DisplayedClock) {
        self.header = header
        fingerprint = UInt64(truncatingIfNeeded: header.hashValue)
        words = Wording(header, clock)
        lifetimes = Lifetimes(isFirstLaunch: header.previousSupport == nil)
        judge = LaunchJudge(header.settings, snapshot)
    }

    mutating func beginSegment(_ snapshot: Snapshot) { judge.beginSegment(snapshot) }

    mutating func noteDamage(_ lines: DamagedLines) {
        // An incomplete last line is the end of the log, so no event after it is missing.
        if lines.failure.reason == .torn { return }
        isDamaged = true
        judge.noteDamage(lines.text)
    }

    mutating func endSegment(_ file: String) {
        segments.append(LaunchReport.Segment(file: file, last: judge.lastNumber, isDamaged: isDamaged))
        isDamaged = false
    }

    mutating func note(_ finding: TriageCause) { judge.note(finding.cause) }

    mutating func note(_ record: LogRecord) {
        let context = judge.note(record) { previewDenials.note($0, asked: $1) }
        calls.note(record, context.question, timedOut: context.timedOut)
        lifetimes.note(record, context.question, context.effects)
        attempts.note(record)
        signIns.note(record)
        observations.note(record, context)
        let event = UInt64(bitPattern: record.event.time.milliseconds)
        fingerprint = ((fingerprint ^ record.digest) &* 0x100_0000_01B3 ^ event) &* 0x100_0000_01B3
        noteReply(record, context.question)
        noteScreens(record, context.effects, after: context.showedScreen)
    }

    /// Stores a configuration, the account on the device, and the first profile that arrives before a screen is shown.
    private mutating func noteReply(_ record: LogRecord, _ question: Question?) {
        guard case .reply(_, let reply) = record.event.origin else { return }
        if case .configuration(let found) = reply.result {
            configuration = found
            configured = Sightings(reply.adobesTime ?? record.event.time, in: "", event: record.number)
        }
        if case .partner(let answer) = reply.result { account = answer.status.mapping?.text ?? account }
        if foundProfile == nil, !hasShown, reply.result.hasProfile { foundProfile = Witness(record, question) }
    }

    /// Measures the duration of a sign-in on a second screen.
    ///
    /// - Parameter showedScreen: Whether a screen was shown before the event.
    private mutating func noteScreens(_ record: LogRecord, _ effects: EffectKinds, after showedScreen: Bool) {
        guard effects.contains(.present) || effects.contains(.answer) || codeShown != nil else { return }
        // A code that is shown at launch comes from an earlier launch, so its duration is not known.
        if case .app(.launched) = record.event.origin { return }
        for case .present(_, let presentation) in effects.contains(.present) ? record.effects : [] {
            hasShown = true
            if case .code = presentation { codeShown = codeShown ?? record.event.time }
        }
        if case .reply(_, let reply) = record.event.origin, reply.result.hasProfile, let shown = codeShown {
            if codeWaits.count < LaunchJudge.most { codeWaits.append(record.event.time.milliseconds - shown.milliseconds) }
            codeShown = nil
        }
        // The viewer gave up the sign-in, so its duration is not measured.
        if effects.contains(.answer), !showedScreen { codeShown = nil }
    }

    /// Returns the report. The function is mutating, because Swift otherwise copies the content, which takes much code.
    mutating func report() -> LaunchReport {
        let requests = judge.requests
        let facts = LaunchFacts(
            segments: segments, header: header, words: words, start: judge.start, end: judge.end, events: judge.events,
            clockAhead: judge.clockAhead, provider: judge.provider?.text, account: account,
            leftOut: judge.leftOut,
            vault: judge.vault,
            configuration: configuration, configured: configured,
            profile: judge.profile, profileKept: judge.profileKept, declined: judge.declined, accessDenied: judge.accessDenied,
            vaultFailures: judge.vaultFailures, endsInBackground: judge.backgrounded != nil, isShutDown: judge.isShutDown,
            last: judge.lastWitness, foundProfile: foundProfile,
            codeWaits: codeWaits, observations: observations.found, statuses: observations.statuses, signIns: signIns.completed,
            calls: calls, lifetimes: lifetimes,
            previewDenials: previewDenials,
            attempts: observations.isAsked ? attempts.found.union(.access) : attempts.found,
            fingerprint: fingerprint, loop: judge.loop)
        return LaunchReport(
            facts, requests.map { TriagedRequest($0, words) }, judge.findings(beside: requests).map { TriageCause($0, words) })
    }
}
