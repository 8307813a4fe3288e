import FlowMachine

/// Reads the log of one launch, record by record, into its report. Memory grows with the requests, not with the log.
package final class LaunchReader {
    private let words: Wording
    private let header: LogHeader
    private let judge: LaunchJudge
    private var configuration: AdobeConfiguration?
    private var configured: Sightings?
    private var foundProfile: Witness?
    private var hasShown = false
    private var codeShown: Instant?
    /// How long sign-ins on the second screen took, from the code to the profile, in milliseconds.
    private var codeWaits: [Int64] = []
    /// The TV-provider account that the partner framework reported last.
    private var account: String?
    private var calls = CallCounts()
    private var lifetimes = Lifetimes()
    private var previewDenials = PreviewDenials()
    private var segments: [LaunchReport.Segment] = []
    /// Whether the current file has damaged lines, and maybe events after them.
    private var isDamaged = false

    package init(_ header: LogHeader, _ snapshot: Snapshot?, _ clock: DisplayedClock = .utc) {
        self.header = header
        words = Wording(header, clock)
        judge = LaunchJudge(header.settings, snapshot)
    }

    /// Notes the beginning of a segment that does not begin with a launch.
    package func beginSegment(_ snapshot: Snapshot) { judge.beginSegment(snapshot) }

    /// Remembers damaged lines, whose events are unknown.
    package func noteDamage(_ lines: DamagedLines) {
        // No event follows an incomplete last line.
        if lines.failure.reason == .torn { return }
        isDamaged = true
        judge.noteDamage(lines.text)
    }

    /// Notes the end of a file.
    package func endSegment(_ file: String) {
        segments.append(LaunchReport.Segment(file: file, last: judge.last?.number ?? 0, isDamaged: isDamaged))
        isDamaged = false
    }

    /// Notes a problem with the log itself.
    package func note(_ finding: TriageCause) { judge.note(finding.cause) }

    /// Notes the next event.
    package func note(_ record: LogRecord) {
        let showedScreen = judge.showsScreen
        let context = judge.note(record) { previewDenials.note($0, asked: $1) }
        calls.note(record, context.question, timedOut: context.timedOut)
        lifetimes.note(record, context.question, context.effects)
        noteReply(record, context.question)
        noteScreens(record, context.effects, after: showedScreen)
    }

    /// Notes what the configuration says about the providers, and which account the device has.
    private func noteReply(_ record: LogRecord, _ question: Question?) {
        guard case .reply(_, let reply) = record.event.origin else { return }
        if case .configuration(let found) = reply.result {
            configuration = found
            configured = Sightings(reply.adobesTime ?? record.event.time, in: "", event: record.number)
        }
        if case .partner(let answer) = reply.result { account = answer.status.mapping?.text ?? account }
        if foundProfile == nil, !hasShown, reply.result.hasProfile { foundProfile = Witness(record, question) }
    }

    /// Notes how long a sign-in on the second screen takes.
    /// - Parameter showedScreen: whether a screen was shown before the event.
    private func noteScreens(_ record: LogRecord, _ effects: EffectKinds, after showedScreen: Bool) {
        // A code that a launch shows again is an older one.
        if case .app(.launched) = record.event.origin { return }
        for case .present(_, let presentation) in effects.contains(.present) ? record.effects : [] {
            hasShown = true
            if case .code = presentation { codeShown = codeShown ?? record.event.time }
        }
        if case .reply(_, let reply) = record.event.origin, reply.result.hasProfile, let shown = codeShown {
            if codeWaits.count < LaunchJudge.most { codeWaits.append(record.event.time.milliseconds - shown.milliseconds) }
            codeShown = nil
        }
        // A viewer who gives up has not signed in.
        if effects.contains(.answer), !showedScreen { codeShown = nil }
    }

    /// The report on the records read.
    package var report: LaunchReport {
        let requests = judge.requests
        return LaunchReport(
            segments: segments, header: header, words: words, start: judge.start, end: judge.end, events: judge.events,
            clockAhead: judge.clockAhead, provider: judge.provider?.text, account: account,
            requests: requests.map { TriagedRequest($0, words) }, leftOut: judge.leftOut,
            findings: judge.findings(beside: requests).map { TriageCause($0, words) }, vault: judge.vault,
            configuration: configuration, configured: configured,
            profile: judge.profile, profileKept: judge.profileKept, declined: judge.declined, accessDenied: judge.accessDenied,
            vaultFailures: judge.vaultFailures, endsInBackground: judge.backgrounded != nil, isShutDown: judge.isShutDown,
            last: judge.lastWitness, foundProfile: foundProfile,
            codeWaits: codeWaits, calls: calls, lifetimes: lifetimes, previewDenials: previewDenials, loop: judge.loop)
    }
}
