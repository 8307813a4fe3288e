import FlowMachine

/// Publishes the runtime's reports to the app, as observable values and streams.
final class Stage: FlowHost {
    let presentation = Current<ShownPresentation?>(nil)
    let status = Current(FlowStatus.starting)
    let singleSignOn: Current<SingleSignOn>
    let analytics = Occurrences<AnalyticsEvent>(bound: 1000, keepsEarly: true)
    let records = Occurrences<DecidedRecord>(bound: 1000)
    let failures = Occurrences<FlowFailure>(bound: 100, keepsEarly: true)
    let notices = Occurrences<FlowNotice>(bound: 100, keepsEarly: true)

    private struct State: Sendable {
        var tracker = StatusTracker()
        var singleSignOn: SingleSignOnTracker
        var analytics = AnalyticsTracker()
        /// The text of Adobe's error on the current screen. The vault removes the text when the screen changes.
        var shownText: SecretRef?
        /// The lead of Adobe's clock over the device's clock at Adobe's last answer, in milliseconds.
        var serverAhead: Int64 = 0
        /// The state of each media token that has not expired and has not been withdrawn.
        var media: [SecretRef: MediaState] = [:]
        /// The reason for which a media token was last withdrawn.
        var withdrawal = PermitFailure.signedOut
    }

    /// The flow's membership in the throttle that the flows on one host share.
    let seat = Lock<HostThrottle.Seat?>(nil)

    private let vault: FlowVault
    let settings: FlowSettings
    let redirectState: RedirectState?
    private let hosts: AdobeHosts
    private let device: (@Sendable () -> DeviceInformation)?
    private let state: Lock<State>

    init(
        vault: FlowVault, app: FlowApp, device: (@Sendable () -> DeviceInformation)?, redirectState: RedirectState? = nil
    ) {
        self.redirectState = redirectState
        self.vault = vault
        settings = app.settings
        hosts = app.usedHosts
        self.device = device
        let tracker = SingleSignOnTracker(settings)
        singleSignOn = Current(tracker.outcome)
        state = Lock(State(singleSignOn: tracker))
    }

    func recorded(_ record: DecidedRecord) {
        let (status, singleSignOn, counted) = state.withLock { state in
            noteClock(record.event, in: &state)
            noteMedia(record, in: &state)
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

    func noticed(_ notice: FlowNotice) { notices.tell(notice) }

    /// Returns the state of a media token. If the token was withdrawn meanwhile, the state contains the reason.
    func state(of media: MediaToken) -> MediaState {
        state.withLock { state in
            if let known = state.media[media.ref] { return known }
            let withdrawn = MediaState(end: media.notAfter)
            withdrawn.fail(state.withdrawal)
            return withdrawn
        }
    }

    /// Withdraws all media tokens and ends all streams: the app receives nothing from now on.
    func finish() {
        seat.withLock { $0 = nil }
        presentation.set(nil)
        state.withLock { state in
            for ref in state.media.keys { withdraw(ref, .shutDown, in: &state) }
        }
        presentation.finish()
        status.finish()
        singleSignOn.finish()
        analytics.finish()
        records.finish()
        failures.finish()
        notices.finish()
    }

    /// Stores the media tokens of new permits. Withdraws the tokens that have expired, and all tokens when the viewer signs out.
    private func noteMedia(_ record: DecidedRecord, in state: inout State) {
        var decisions: [AdobeDecision] = []
        if case .reply(_, let reply) = record.event.origin, case .decisions(let answered) = reply.result { decisions = answered }
        for case .answer(_, .permitted(_, let media, _, _)) in record.effects {
            state.media[media.ref] = MediaState(
                end: media.notAfter.advanced(by: Interval(milliseconds: -state.serverAhead)),
                decisionEnd: decisions.first { $0.verdict == .permit(media: media) }?.notAfter)
        }
        let isLeaving = if case .user(.signOut) = record.event.origin { true } else { false }
        for (ref, media) in state.media where isLeaving || media.end <= record.event.time {
            withdraw(ref, isLeaving ? .signedOut : .expired, in: &state)
        }
    }

    private func withdraw(_ media: SecretRef, _ reason: PermitFailure, in state: inout State) {
        state.withdrawal = reason
        state.media.removeValue(forKey: media)?.fail(reason)
        _ = vault.take(media)
    }

    private func noteClock(_ event: FlowEvent, in state: inout State) {
        if case .reply(_, let reply) = event.origin, let server = reply.adobesTime {
            state.serverAhead = server.milliseconds - event.time.milliseconds
        }
    }
}
