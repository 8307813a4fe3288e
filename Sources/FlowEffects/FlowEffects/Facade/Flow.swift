import FlowMachine

/// Signs viewers in with their TV provider, requests permission to play, and signs viewers out: an app's main interface.
///
/// Making a flow sends and writes nothing; ``start()`` begins the launch. Show ``presentation``, report the viewer's choices with ``send(_:)``,
/// and call ``play(_:under:)``. The flow does the rest.
///
/// ```swift
/// let flow = try Flow(app, vault: vault, log: log, ports: ports)
/// await flow.start()
/// let token = try await flow.play("channel-1").redeem()
/// ```
public final class Flow: Sendable {
    /// The screen that the app shows now, if any, and each change of it.
    ///
    /// ```swift
    /// for await shown in flow.presentation {
    ///     show(shown)  // nil: the app's own screen
    /// }
    /// ```
    public var presentation: Current<ShownPresentation?> { stage.presentation }
    /// The flow's status, and each change of it.
    public var status: Current<FlowStatus> { stage.status }
    /// Whether the device's TV provider account signs the viewer in, the reason if not, and each change of it.
    public var singleSignOn: Current<SingleSignOn> { stage.singleSignOn }
    /// The steps of the flow for the app's analytics, in order; they name neither the viewer nor what is watched. The first subscriber also
    /// receives earlier events. A subscriber that falls more than 1,000 events behind loses the oldest.
    /// - Returns: a new stream, which ends when the flow is shut down.
    public func analytics() -> AsyncStream<AnalyticsEvent> { stage.analytics.stream() }
    /// The identifier of this device at Adobe, before Base64 (V2-X-04), for an app's server that calls Adobe, too. It does not change.
    public var deviceIdentifier: String { vault.deviceIdentifier() }
    /// Each event from now on with the decision about it, for the app's own logging; contains no secret. A subscriber that falls more than
    /// 1,000 records behind loses the oldest.
    /// - Returns: a new stream, which ends when the flow is shut down.
    public func records() -> AsyncStream<DecidedRecord> { stage.records.stream() }
    /// Failures of the log and the vault; the flow continues. The first subscriber also receives earlier failures, for example those of
    /// the launch.
    /// - Returns: a new stream, which ends when the flow is shut down.
    public func failures() -> AsyncStream<FlowFailure> { stage.failures.stream() }
    /// What the log reports although nothing failed, for example that it is written again after a failure. The first subscriber also
    /// receives earlier notices.
    /// - Returns: a new stream, which ends when the flow is shut down.
    public func notices() -> AsyncStream<FlowNotice> { stage.notices.stream() }
    /// Identifies this launch's log: for the app's help screen, where a viewer reads it out to support.
    public let supportID: String

    let runtime: FlowRuntime
    let stage: Stage
    private let vault: FlowVault
    private let log: any EventLog
    private let clock: any FlowClock
    private let promotionalIdentity: @Sendable () async -> PromotionalIdentity?

    /// Creates a flow with interpreters of your own in place of Adobe Pass over HTTP. Call ``start()`` next.
    /// - Parameters:
    ///   - app: the app; its software statement is not needed.
    ///   - supportID: identifies this launch's log.
    ///   - vault: for this flow alone. Interpreters put secrets into it.
    ///   - log: a `FileEventLog`, or a `MemoryEventLog` where files are not kept.
    ///   - clock: the time.
    ///   - promotionalIdentity: the viewer's identity for a promotional temporary access, if that is in use (V2-T-03, V1-29).
    ///   - device: the device's description for a page of Adobe's; only the legacy API's sign-out in a user agent needs it (V1-33).
    ///   - interpreters: perform the flow's requests.
    ///   - throttle: shared with the other flows on the same host, so that a 429 to one holds back all.
    ///   - logsInstallationID: whether the log's header contains a random id of the app's installation. No shared log contains it.
    ///   - redirectState: what `handle(_:)` requires of a callback; the interpreters send it with the redirect URL.
    /// - Throws: `FlowSetupFailure` if a setting is wrong, or the vault was opened for another app.
    public convenience init(
        _ app: FlowApp, supportID: String = Flow.makeSupportID(), vault: FlowVault, log: any EventLog, clock: any FlowClock = SystemClock(),
        promotionalIdentity: @escaping @Sendable () async -> PromotionalIdentity? = { nil },
        device: (@Sendable () -> DeviceInformation)? = nil, interpreters: Interpreters, throttle: HostThrottle = .process,
        logsInstallationID: Bool = true, redirectState: RedirectState? = nil
    ) throws(FlowSetupFailure) {
        try app.validate()
        if !vault.isUsable(by: app) { throw .vault }
        self.init(
            checked: app, supportID: supportID, vault: vault, log: log, clock: clock, promotionalIdentity: promotionalIdentity,
            device: device, interpreters: interpreters, throttle: throttle, logsInstallationID: logsInstallationID,
            redirectState: redirectState)
    }

    /// Creates a flow for an app that is known to be usable.
    package init(
        checked app: FlowApp, supportID: String, vault: FlowVault, log: any EventLog, clock: any FlowClock,
        promotionalIdentity: @escaping @Sendable () async -> PromotionalIdentity? = { nil },
        device: (@Sendable () -> DeviceInformation)? = nil, interpreters: Interpreters, throttle: HostThrottle = .process,
        logsInstallationID: Bool = true, redirectState: RedirectState? = nil
    ) {
        self.supportID = supportID
        self.vault = vault
        self.log = log
        self.clock = clock
        self.promotionalIdentity = promotionalIdentity
        let device = device.map { device in { @Sendable in app.completed(device()) } }
        stage = Stage(vault: vault, app: app, device: device, redirectState: redirectState)
        runtime = FlowRuntime(
            header: LogHeader(app: app.name, system: device?().system, support: supportID, settings: app.settings),
            logsInstallationID: logsInstallationID, vault: vault, log: log, clock: clock, interpreters: interpreters, host: stage)
        // A flow that was released receives nothing, and the other flows' reports do not keep it alive.
        let seat = throttle.join(app.settings.host) { [weak runtime] until in
            Task { [weak runtime] in await runtime?.feed(.app(.held(until: until))) }
        }
        stage.seat.withLock { $0 = seat }
    }

    /// Begins the launch: the flow registers the device with Adobe if needed, checks silently who is signed in, and writes its log. Call it once
    /// the app shows ``presentation`` and follows ``status``. Later calls do nothing, nor does a call after ``shutDown()``.
    ///
    /// Every request of the app, and ``enterForeground()``, begins the launch as well, if this was not called before.
    ///
    /// ```swift
    /// await flow.start()
    /// for await status in flow.status where status != .starting { break }
    /// ```
    public func start() async { await runtime.start() }

    /// The provider that a viewer signs in with.
    public enum SignInMode: Sendable {
        /// Signs in with the provider of the account on the device, or without one with a provider that the viewer picks.
        case automatic
        /// Signs in with another provider than that of the account on the device.
        case otherProvider
    }

    /// Under which access a playback is requested.
    public enum PlayMode: Sendable {
        /// The viewer's own provider; signs in if needed.
        case signedIn
        /// The viewer's own provider, if a viewer is signed in already. The viewer is asked nothing, which suits autoplay. While a sign-in
        /// is in progress, the request waits for its end. Otherwise it is refused as `notSignedIn`; `status` reports whether the flow
        /// could not find out who is signed in (FM-17).
        case ifSignedIn
        /// Temporary access, without a sign-in.
        case temporary
    }

    /// Requests permission to play `resource`, and signs the viewer in if needed.
    ///
    /// Canceling the task cancels this wish, and also a sign-in that no other wish waits for.
    ///
    /// ```swift
    /// do {
    ///     start(try await flow.play("channel-1").redeem())
    /// } catch let refusal as FlowRefusal where refusal.reason == .denied {
    ///     tell(refusal.details ?? "Not in your package.")
    /// }
    /// ```
    /// - Parameters:
    ///   - resource: Adobe's resource identifier, as plain text or MRSS.
    ///   - mode: under which access, and whether the viewer may be asked to sign in.
    /// - Throws: `FlowRefusal` if the resource may not be played or no decision is possible, `CancellationError` if the task was canceled.
    public func play(_ resource: String, under mode: PlayMode = .signedIn) async throws -> Permit {
        try Task.checkCancellation()
        // A launch forgets the resources of the previous one, and would forget this resource with them.
        await runtime.start()
        let access: PlayAccess
        switch mode {
        case .signedIn: access = .signedIn
        case .ifSignedIn: access = .ifSignedIn
        case .temporary: access = .temporary(identity: await promotionalIdentity().map { vault.put(.identity($0.text)) })
        }
        let ref = vault.put(.resource(resource))
        switch await runtime.submit({ .play($0, resource: ref, under: access) }) {
        case .permitted(_, let media, let source, let ref):
            var attributes: UserMetadata?
            if let ref, case .attributes(let metadata) = vault.take(ref) { attributes = metadata }
            let permit = Permit(
                resource: resource, source: source, attributes: attributes, media: media.ref, state: stage.state(of: media), vault: vault,
                clock: clock)
            // No caller is left to redeem the permit.
            try Task.checkCancellation()
            return permit
        case let answer: throw await refusal(answer)
        }
    }

    /// Returns which of `resources` could be played, without asking the viewer anything (V2-D-06). A preview is no permission to play.
    ///
    /// Adobe allows a provider a certain number of resources per request, usually five. The flow sends more only until Adobe refuses that
    /// (V2-D-07), within its allowance of requests, so a preview of many resources can take several seconds: ``previews(of:)`` returns the
    /// first ones sooner.
    ///
    /// ```swift
    /// let previews = try await flow.preview(["channel-1", "channel-2"])
    /// let playable = previews.filter(\.isPermitted).map(\.resource)
    /// ```
    /// - Parameter resources: any number; each 64 are a wish of their own.
    /// - Returns: the resources in their order; those without an answer from Adobe are `unanswered`, or denied under the legacy API (V1-28).
    /// - Throws: `FlowRefusal`, for example because no viewer is signed in; `CancellationError`. During a sign-in, the preview waits for its
    ///   end.
    public func preview(_ resources: [String]) async throws -> [PreviewedResource] {
        try Task.checkCancellation()
        if resources.isEmpty { return [] }
        await runtime.start()
        var previewed: [PreviewedResource] = []
        for start in stride(from: 0, to: resources.count, by: UserEvent.maximumPreview) {
            previewed += try await preview(resources[start..<min(start + UserEvent.maximumPreview, resources.count)])
        }
        return previewed
    }

    /// Previews as many resources as one wish takes.
    func preview(_ resources: ArraySlice<String>) async throws -> [PreviewedResource] {
        let names = resources.map { (name: $0, ref: vault.put(.resource($0))) }
        let refs = names.map(\.ref)
        switch await runtime.submit({ .preview($0, resources: refs) }) {
        case .previewed(let decisions):
            var known: [SecretRef: AdobeDecision] = [:]
            for decision in decisions { known[decision.resource] = decision }
            return names.map { name, ref in
                known[ref].map { PreviewedResource(name, $0, from: vault) } ?? PreviewedResource(name, .unanswered)
            }
        case let answer: throw await refusal(answer)
        }
    }

    /// Signs the viewer in. With `.automatic` it returns at once if a viewer is signed in; with `.otherProvider` it always starts a new
    /// sign-in.
    ///
    /// ```swift
    /// let viewer = try await flow.signIn(with: .otherProvider)
    /// greet(viewer.displayName)
    /// ```
    /// - Returns: who is signed in.
    /// - Throws: `FlowRefusal` if the sign-in did not succeed; an earlier one then remains. `CancellationError` if the task was canceled.
    @discardableResult
    public func signIn(with mode: SignInMode = .automatic) async throws -> SignedInViewer {
        try Task.checkCancellation()
        let answer = await runtime.submit { wish in
            switch mode {
            case .automatic: .signIn(wish)
            case .otherProvider: .otherProvider(wish)
            }
        }
        guard case .signedIn(let access) = answer else { throw await refusal(answer) }
        return SignedInViewer(access, hasAccountChanged: false, in: vault)
    }

    /// How complete a sign-out is.
    public enum SignOutResult: Sendable, Equatable {
        /// The viewer is signed out, at Adobe too.
        case complete
        /// The viewer is signed out, at Adobe too, but the device's TV provider account is still signed in: the presentation
        /// `signOutInSettings` asks the viewer to sign out there. Until they do, no launch signs them in by itself; a sign-in that the viewer asks
        /// for may use that account again.
        case accountRemains
        /// The viewer is signed out in this app, but the logout has not reached Adobe. Until it has, nobody can sign in or play: each
        /// attempt first sends the logout again. Signing out again does so, too.
        case owed
    }

    /// Signs the viewer out: when this returns, the viewer is signed out on this device, and nothing of them is kept here but a logout that
    /// Adobe has not received.
    ///
    /// It waits until Adobe has answered each logout or cannot be reached, and until the viewer has closed a page of the provider that Adobe asks
    /// for. It does not wait for a visit to the system's settings: the presentation `signOutInSettings` remains after this function has returned,
    /// until the viewer has signed out there, closes it, or wants something else. Canceling the task does not stop a sign-out.
    ///
    /// ```swift
    /// if try await flow.signOut() == .owed {
    ///     tell("You are signed out here. Adobe will be told when it can be reached.")
    /// }
    /// ```
    /// - Returns: what is left to do. `complete` and `accountRemains` are returned only if no sign-in of this viewer can be left at Adobe.
    /// - Throws: `FlowRefusal` if the flow was shut down meanwhile, or if more than 16 wishes are open.
    @discardableResult
    public func signOut() async throws -> SignOutResult {
        let answer = await runtime.submit { .signOut($0) }
        guard case .signedOut(let isOwed, let isAskedToLeaveSettings) = answer else { throw await refusal(answer) }
        return isOwed ? .owed : isAskedToLeaveSettings ? .accountRemains : .complete
    }

    /// Fetches the viewer's metadata. If Adobe does not answer, returns what arrived with the sign-in.
    ///
    /// ```swift
    /// let metadata = try await flow.userMetadata()
    /// let zip = metadata.attributes.first { $0.name == "zip" }?.json
    /// ```
    /// - Throws: `FlowRefusal`, for example because no viewer is signed in; `CancellationError`.
    public func userMetadata() async throws -> UserMetadata {
        try Task.checkCancellation()
        let answer = await runtime.submit { .userMetadata($0) }
        guard case .userMetadata(let ref) = answer else { throw await refusal(answer) }
        if case .attributes(let metadata) = vault.secret(ref) { return metadata }
        // The viewer signed out at this very moment.
        throw FlowRefusal(.signedOut)
    }

    /// Reports what the viewer chose on a screen. The screen makes the choice, for example ``ShownCode/newCode``.
    ///
    /// ```swift
    /// if case .code(let code) = flow.presentation.value {
    ///     await flow.send(code.newCode)
    /// }
    /// ```
    /// - Returns: whether the flow takes the choice. `false` changes nothing: the screen is no longer shown, the choice does not fit it, or the
    ///   flow was shut down.
    @discardableResult
    public func send(_ choice: ViewerChoice) async -> Bool {
        // The machine takes every option for a problem, also one that leads back to it.
        if case .problem(let problem)? = presentation.value, problem.id == choice.screen, !problem.offers(choice) { return false }
        let rule = await runtime.feed(.user(.chose(choice.screen, choice.choice)))
        return rule != nil && rule != .`FM-04`
    }

    /// Reports that the app became active: the flow checks again, silently, who is signed in on the device (V2-X-16).
    public func enterForeground() async { await runtime.feed(.app(.foregrounded)) }

    /// Reports that the app went to the background.
    public func enterBackground() async { await runtime.feed(.app(.backgrounded)) }

    /// Shuts the flow down. Open wishes are refused as `shutDown`, the log's last event is `shutDown`, and nothing more is sent, shown or
    /// written. Call this before another flow uses the same vault or log; it is not needed when the app terminates.
    public func shutDown() async {
        await runtime.shutDown()
        stage.finish()
    }

    /// Returns the log of all launches that are still kept, whole lines only, to send to support. It contains neither a secret nor the
    /// installation's id.
    /// - Throws: `EventLogFailure` if a segment cannot be read.
    public func exportLog() async throws(EventLogFailure) -> LogExport {
        await log.flush()
        var segments: [LogSegment] = []
        var shared = SharedLog()
        for name in try log.segments() {
            let bytes = try log.read(name)
            let survey = LogSurvey(bytes)
            if survey.wholeBytes > 0 {
                segments.append(LogSegment(name: name, bytes: shared.segment(Array(bytes.prefix(survey.wholeBytes)))))
            }
        }
        return LogExport(supportID: supportID, segments: segments)
    }

    /// Returns the segments one at a time, for uploading a log that is too large for memory. Like `exportLog`, it leaves
    /// out the installation's id.
    ///
    /// ```swift
    /// for try await segment in try await flow.exportedSegments() {
    ///     try Data(segment.bytes).write(to: folder.appending(path: segment.name))
    /// }
    /// ```
    /// - Returns: a stream that reads each segment on demand, oldest first, whole lines only. It throws `EventLogFailure` if a segment
    ///   cannot be read; a segment that is deleted meanwhile is skipped.
    /// - Throws: `EventLogFailure` if the segments cannot be listed.
    public func exportedSegments() async throws(EventLogFailure) -> AsyncThrowingStream<LogSegment, any Error> {
        await log.flush()
        let log = log
        let names = Lock(Array(try log.segments().reversed()))
        let shared = Lock(SharedLog())
        return AsyncThrowingStream {
            while let name = names.withLock({ $0.popLast() }) {
                let bytes: [UInt8]
                do { bytes = try log.read(name) } catch {
                    if try !log.segments().contains(name) { continue }
                    throw error
                }
                let survey = LogSurvey(bytes)
                if survey.wholeBytes > 0 {
                    return LogSegment(name: name, bytes: shared.withLock { $0.segment(Array(bytes.prefix(survey.wholeBytes))) })
                }
            }
            return nil
        }
    }

    /// Shuts the flow down and removes everything that it keeps on the device: secrets, what is remembered of the viewer, and all logs.
    /// Sends nothing to Adobe: sign out first.
    /// - Throws: `FlowFailure` if something cannot be removed.
    public func eraseAll() async throws(FlowFailure) {
        await shutDown()
        do throws(FlowVaultFailure) { try vault.erase() } catch { throw .vault(error) }
        do throws(EventLogFailure) { try await log.erase() } catch { throw .log(error) }
    }

    /// Returns a random id of eight letters and digits, none of which can be mistaken for another.
    public static func makeSupportID() -> String {
        let letters = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ")
        return String((0..<8).compactMap { _ in letters.randomElement() })
    }

    private func refusal(_ answer: WishAnswer) async -> any Error {
        switch answer {
        case .denied(_, let error): FlowRefusal(.denied, error, options: [.otherProvider, .cancel], from: vault)
        case .refused(let refusal): FlowRefusal(.init(refusal.reason), refusal.error, options: refusal.options, from: vault)
        case .dropped where Task.isCancelled: CancellationError()
        case .dropped: FlowRefusal(await runtime.foundVaultInUse ? .vaultInUse : .shutDown)
        case .permitted, .previewed, .signedIn, .signedOut, .userMetadata:
            // Not an answer to this kind of wish; the machine never gives one.
            FlowRefusal(.service, options: [.retry])
        }
    }
}

extension Flow: CustomReflectable {
    /// An empty mirror: a flow holds secrets and the device's identifier.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
