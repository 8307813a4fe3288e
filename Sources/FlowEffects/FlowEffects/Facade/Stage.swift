import FlowMachine

/// Shows the app what the runtime reports.
final class Stage: FlowHost {
    let presentation = Current(ShownPresentation.nothing)
    let status = Current(FlowStatus.starting)
    let singleSignOn: Current<SingleSignOn>
    let analytics = Occurrences<AnalyticsEvent>(bound: 1000, keepsEarly: true)
    let records = Occurrences<DecidedRecord>(bound: 1000)
    let failures = Occurrences<FlowFailure>(bound: 100, keepsEarly: true)

    private struct State: Sendable {
        var tracker = StatusTracker()
        var singleSignOn: SingleSignOnTracker
        var analytics = AnalyticsTracker()
        /// The text that the app received with a presentation; forgotten together with it.
        var shownText: SecretRef?
        /// How far ahead Adobe's clock was at its last answer, in milliseconds.
        var serverAhead: Int64 = 0
        /// Media tokens, and when they expire by our clock.
        var media: [SecretRef: Instant] = [:]
        /// When the decisions that arrived with them expire, by Adobe's clock.
        var decisionEnds: [SecretRef: Instant] = [:]
    }

    /// The flow's seat among the flows on the same host.
    let seat = Lock<HostThrottle.Seat?>(nil)

    private let vault: FlowVault
    let settings: FlowSettings
    let redirectState: RedirectState?
    private let hosts: AdobeHosts
    private let device: (@Sendable () -> DeviceInformation)?
    private let state: Lock<State>

    init(
        vault: FlowVault, settings: FlowSettings, hosts: AdobeHosts, device: (@Sendable () -> DeviceInformation)?,
        redirectState: RedirectState? = nil
    ) {
        self.redirectState = redirectState
        self.vault = vault
        self.settings = settings
        self.hosts = hosts
        self.device = device
        let tracker = SingleSignOnTracker(settings)
        singleSignOn = Current(tracker.outcome)
        state = Lock(State(singleSignOn: tracker))
    }

    func recorded(_ record: DecidedRecord) {
        let (status, singleSignOn, counted) = state.withLock { state in
            noteClock(record.event, in: &state)
            noteDecisions(record, in: &state)
            for case .answer(_, .permitted(_, let media, _, _)) in record.effects {
                state.media[media.ref] = media.notAfter.advanced(by: Interval(milliseconds: -state.serverAhead))
            }
            // A media token of a viewer who signs out is no longer handed out (PermitFailure.alreadyRedeemed).
            let isLeaving = if case .user(.signOut) = record.event.origin { true } else { false }
            for (ref, end) in state.media where isLeaving || end <= record.event.time {
                state.media[ref] = nil
                state.decisionEnds[ref] = nil
                _ = vault.take(ref)
            }
            state.tracker.note(record, vault)
            state.singleSignOn.note(record)
            return (state.tracker.status, state.singleSignOn.outcome, state.analytics.events(in: record))
        }
        self.status.set(status)
        self.singleSignOn.set(singleSignOn)
        for event in counted { analytics.tell(event) }
        records.tell(record)
        seat.withLock { $0 }?.note(record)
    }

    func present(_ id: PresentationID, _ presentation: Presentation) {
        var text: SecretRef?
        if case .problem(let problem) = presentation { text = problem.error?.text }
        let old = state.withLock { [text] state in
            defer { state.shownText = text }
            return state.shownText
        }
        let information = presentation == .legacySignOut ? device?() : nil
        var settings = settings
        if let redirectState { settings.redirectURL = redirectState.added(to: settings.redirectURL) }
        self.presentation.set(ShownPresentation(id, presentation, in: vault, settings: settings, hosts: hosts, device: information))
        if let old, old != text { _ = vault.take(old) }
    }

    func failed(_ failure: FlowFailure) { failures.tell(failure) }

    /// When that media token expires by our clock.
    func end(of media: MediaToken) -> Instant { state.withLock { $0.media[media.ref] } ?? media.notAfter }

    /// When the decision that arrived with that media token expires, by Adobe's clock; `nil` if Adobe did not report it.
    func decisionEnd(of media: MediaToken) -> Instant? { state.withLock { $0.decisionEnds[media.ref] } }

    /// Shows and reports nothing from now on.
    func finish() {
        seat.withLock { $0 = nil }
        presentation.set(.nothing)
        let media = state.withLock { Array($0.media.keys) }
        for ref in media { _ = vault.take(ref) }
        presentation.finish()
        status.finish()
        singleSignOn.finish()
        analytics.finish()
        records.finish()
        failures.finish()
    }

    private func noteDecisions(_ record: DecidedRecord, in state: inout State) {
        guard case .reply(_, let reply) = record.event.origin, case .decisions(let decisions) = reply.result else { return }
        for case .answer(_, .permitted(_, let media, _, _)) in record.effects {
            state.decisionEnds[media.ref] = decisions.first { $0.verdict == .permit(media: media) }?.notAfter
        }
    }

    private func noteClock(_ event: FlowEvent, in state: inout State) {
        if case .reply(_, let reply) = event.origin, let server = reply.adobesTime {
            state.serverAhead = server.milliseconds - event.time.milliseconds
        }
    }
}
