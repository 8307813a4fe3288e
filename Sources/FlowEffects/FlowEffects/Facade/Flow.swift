import FlowMachine

/// Signs viewers in with their TV provider, requests permission to play, and signs viewers out: an app's main interface.
///
/// Creating a flow sends and writes nothing; ``start()`` begins the launch. Show each ``presentation``, report the viewer's choices with
/// ``send(_:)``, and call ``play(_:under:)``. The flow does the rest.
///
/// ```swift
/// let flow = try Flow(app, vault: vault, log: log, ports: ports)
/// await flow.start()
/// let token = try await flow.play("channel-1").redeem()
/// ```
public final class Flow: Sendable {
    /// The screen that the app shows now, if any, and each later screen.
    ///
    /// ```swift
    /// for await shown in flow.presentation {
    ///     show(shown)  // nil: the app's own screen
    /// }
    /// ```
    public var presentation: Current<ShownPresentation?> { stage.presentation }
    /// The flow's current status, and each change.
    public var status: Current<FlowStatus> { stage.status }
    /// Whether the device's TV provider account signs the viewer in, with the reason if it does not, and each change.
    public var singleSignOn: Current<SingleSignOn> { stage.singleSignOn }
    /// Returns the flow's events for the app's analytics, in order. No event names the viewer or a resource. The first subscriber also
    /// receives earlier events. A subscriber that falls more than 1,000 events behind loses the oldest.
    /// - Returns: a new stream, which ends when the flow is shut down.
    public func analytics() -> AsyncStream<AnalyticsEvent> { stage.analytics.stream() }
    /// This device's constant identifier at Adobe, before Base64 encoding (V2-X-04). An app's server needs the identifier to call Adobe for this
    /// device.
    public var deviceIdentifier: String { vault.deviceIdentifier() }
    /// Returns each event from now on with the decision about it, for the app's own logging. The records contain no secret. A subscriber that
    /// falls more than 1,000 records behind loses the oldest.
    /// - Returns: a new stream, which ends when the flow is shut down.
    public func records() -> AsyncStream<DecidedRecord> { stage.records.stream() }
    /// Returns the failures of the log and the vault, in spite of which the flow continues. The first subscriber also receives earlier
    /// failures, for example those of the launch.
    /// - Returns: a new stream, which ends when the flow is shut down.
    public func failures() -> AsyncStream<FlowFailure> { stage.failures.stream() }
    /// Returns the log's notices, which are not failures, for example that the log is written again after a failure. The first subscriber
    /// also receives earlier notices.
    /// - Returns: a new stream, which ends when the flow is shut down.
    public func notices() -> AsyncStream<FlowNotice> { stage.notices.stream() }
    /// The id of this launch's log. Show it on the app's help screen, where a viewer can read it out to support.
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
    ///   - vault: the vault of this flow alone. The interpreters put secrets into it.
    ///   - log: a `FileEventLog`, or a `MemoryEventLog` where files are not kept.
    ///   - clock: the source of the time.
    ///   - promotionalIdentity: returns the viewer's identity for promotional temporary access; `nil` if there is none (V2-T-03, V1-29).
    ///   - device: describes the device to Adobe's sign-out page. Only the legacy API's sign-out in a user agent needs it (V1-33).
    ///   - interpreters: perform the flow's requests.
    ///   - throttle: shared by all flows on the same Adobe host. When Adobe answers 429 to one of these flows, all of them wait.
    ///   - logsInstallationID: whether the log's header contains a random id of the app's installation. No shared log contains it.
    ///   - redirectState: the random parameter that `handle(_:)` requires in a callback. The interpreters send it with the redirect URL.
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

    /// Creates a flow for an app and a vault that the caller has validated.
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
        // The reference is weak, because the throttle keeps this listener, which must not keep a released flow alive.
        let seat = throttle.join(app.settings.host) { [weak runtime] until in
            Task { [weak runtime] in await runtime?.feed(.app(.held(until: until))) }
        }
        stage.seat.withLock { $0 = seat }
    }

    /// Begins the launch: the flow registers the device with Adobe if needed, checks silently who is signed in, and writes its log. Call it once
    /// the app shows ``presentation`` and follows ``status``. Later calls do nothing, nor does a call after ``shutDown()``.
    ///
    /// Every request of the app, and ``enterForeground()``, begins the launch as well, unless the launch has begun already.
    ///
    /// ```swift
    /// await flow.start()
    /// for await status in flow.status where status != .starting { break }
    /// ```
    public func start() async { await runtime.start() }

    /// The provider that a viewer signs in with.
    public enum SignInMode: Sendable {
        /// Signs in with the provider of the account on the device. Without an account, the viewer picks a provider.
        case automatic
        /// Signs in with a provider other than the provider of the account on the device.
        case otherProvider
    }

    /// The access under which a playback is requested.
    public enum PlayMode: Sendable {
        /// The access of the viewer's own provider. Signs the viewer in if needed.
        case signedIn
        /// The access of the viewer's own provider if a viewer is already signed in. Shows the viewer no screen, which suits autoplay. During a
        /// sign-in, the request waits until the sign-in ends. Without a viewer, the request is refused as `notSignedIn` (FM-17); `status` then
        /// reports whether the flow could not find out who is signed in.
        case ifSignedIn
        /// Temporary access (TempPass), without a sign-in.
        case temporary
    }

    /// Requests permission to play `resource`, and signs the viewer in if needed.
    ///
    /// Canceling the task cancels this request. If no other request of the app needs the current sign-in, that sign-in is canceled, too.
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
    ///   - mode: the access to use, which also determines whether the viewer may be asked to sign in.
    /// - Throws: `FlowRefusal` if the resource may not be played or no decision is possible; `CancellationError` if the task was canceled.
    public func play(_ resource: String, under mode: PlayMode = .signedIn) async throws -> Permit {
        try Task.checkCancellation()
        // The launch begins before the resource is put into the vault, because a launch removes all earlier resources from the vault.
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
            // If the task was canceled meanwhile, no caller is left to redeem the permit.
            try Task.checkCancellation()
            return permit
        case let answer: throw await refusal(answer)
        }
    }

    /// Returns which of `resources` could be played, without asking the viewer anything (V2-D-06). A preview is no permission to play.
    ///
    /// Adobe limits the number of resources per request for each provider, usually to five. The flow sends all resources in one request, and
    /// smaller parts once Adobe reports too many (V2-D-07). Each part counts toward the flow's allowance of requests, so a preview of many
    /// resources can take several seconds. ``previews(of:)`` returns the first results sooner.
    ///
    /// ```swift
    /// let previews = try await flow.preview(["channel-1", "channel-2"])
    /// let playable = previews.filter(\.isPermitted).map(\.resource)
    /// ```
    /// - Parameter resources: the resources, any number of them. The flow previews them 64 at a time.
    /// - Returns: the resources in their order. A resource that Adobe does not answer is `unanswered`, or denied under the legacy API (V1-28).
    /// - Throws: `FlowRefusal`, for example because no viewer is signed in; `CancellationError` if the task was canceled. During a sign-in, the
    ///   preview waits until the sign-in ends.
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

    /// Previews resources with one request of the app: at most `UserEvent.maximumPreview` resources.
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

    /// Signs the viewer in. With `.automatic`, this function returns at once if a viewer is signed in. With `.otherProvider`, it always starts a new
    /// sign-in.
    ///
    /// ```swift
    /// let viewer = try await flow.signIn(with: .otherProvider)
    /// greet(viewer.displayName)
    /// ```
    /// - Returns: the viewer who is signed in.
    /// - Throws: `FlowRefusal` if the sign-in did not succeed; an earlier sign-in remains. `CancellationError` if the task was canceled.
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
        /// The viewer is signed out, at Adobe too, but the device's TV provider account is still signed in. The presentation `signOutInSettings`
        /// asks the viewer to sign out of the account. Until then, no launch uses the account by itself; a sign-in that the viewer asks for may use
        /// it again.
        case accountRemains
        /// The viewer is signed out in this app, but the logout has not reached Adobe. Until the logout reaches Adobe, no viewer can sign in or
        /// play: each attempt, and each further sign-out, first sends the logout again.
        case owed
    }

    /// Signs the viewer out. When this function returns, the viewer is signed out on this device, and the device keeps nothing about the viewer
    /// except a logout that Adobe has not received.
    ///
    /// This function waits until Adobe has answered each logout or cannot be reached. If Adobe requires a page of the provider, it also waits
    /// until the viewer has closed that page. It does not wait for a visit to the system's settings: the screen `signOutInSettings` remains until
    /// the viewer has signed out there, closes the screen, or makes another request. Canceling the task does not stop a sign-out.
    ///
    /// ```swift
    /// if try await flow.signOut() == .owed {
    ///     tell("You are signed out here. Adobe will be told when it can be reached.")
    /// }
    /// ```
    /// - Returns: how complete the sign-out is: `complete` and `accountRemains` only if no sign-in of this viewer can be left at Adobe.
    /// - Throws: `FlowRefusal` if the flow was shut down meanwhile, or if more than 16 requests of the app are unanswered.
    @discardableResult
    public func signOut() async throws -> SignOutResult {
        let answer = await runtime.submit { .signOut($0) }
        guard case .signedOut(let isOwed, let isAskedToLeaveSettings) = answer else { throw await refusal(answer) }
        return isOwed ? .owed : isAskedToLeaveSettings ? .accountRemains : .complete
    }

    /// Fetches the viewer's metadata. If Adobe does not answer, returns the metadata that arrived with the sign-in.
    ///
    /// ```swift
    /// let metadata = try await flow.userMetadata()
    /// let zip = metadata.attributes.first { $0.name == "zip" }?.json
    /// ```
    /// - Throws: `FlowRefusal`, for example because no viewer is signed in; `CancellationError` if the task was canceled.
    public func userMetadata() async throws -> UserMetadata {
        try Task.checkCancellation()
        let answer = await runtime.submit { .userMetadata($0) }
        guard case .userMetadata(let ref) = answer else { throw await refusal(answer) }
        if case .attributes(let metadata) = vault.secret(ref) { return metadata }
        // The metadata is gone, because the viewer signed out after the answer.
        throw FlowRefusal(.signedOut)
    }

    /// Reports the viewer's choice on a screen. The screen's members create the choice, for example ``ShownCode/newCode``.
    ///
    /// ```swift
    /// if case .code(let code) = flow.presentation.value {
    ///     await flow.send(code.newCode)
    /// }
    /// ```
    /// - Returns: whether the flow accepts the choice. After `false`, nothing has changed: the screen is no longer shown, does not offer the
    ///   choice, or the flow was shut down.
    @discardableResult
    public func send(_ choice: ViewerChoice) async -> Bool {
        // The machine accepts every option for a problem, even an option that is not offered because it would lead to the same problem again.
        if case .problem(let problem)? = presentation.value, problem.id == choice.screen, !problem.offers(choice) { return false }
        let rule = await runtime.feed(.user(.chose(choice.screen, choice.choice)))
        return rule != nil && rule != .`FM-04`
    }

    /// Reports that the app became active: the flow checks again, silently, who is signed in on the device (V2-X-16).
    public func enterForeground() async { await runtime.feed(.app(.foregrounded)) }

    /// Reports that the app went to the background.
    public func enterBackground() async { await runtime.feed(.app(.backgrounded)) }

    /// Shuts the flow down. The app's unanswered requests are refused as `shutDown`, the log's last event is `shutDown`, and nothing more is sent,
    /// shown or written. Call this before another flow uses the same vault or log; it is not needed when the app terminates.
    public func shutDown() async {
        await runtime.shutDown()
        stage.finish()
    }

    /// Returns the log of all launches that are still kept, to send to support. The log consists of whole lines and contains neither a secret nor
    /// the installation's id.
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

    /// Returns the log's segments one at a time, for uploading a log that is too large for memory. Like the result of `exportLog`, the segments
    /// do not contain the installation's id.
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

    /// Shuts the flow down and removes everything that it keeps on the device: secrets, data about the viewer, and all logs. Sends nothing to Adobe,
    /// so sign out first.
    /// - Throws: `FlowFailure` if something cannot be removed.
    public func eraseAll() async throws(FlowFailure) {
        await shutDown()
        do throws(FlowVaultFailure) { try vault.erase() } catch { throw .vault(error) }
        do throws(EventLogFailure) { try await log.erase() } catch { throw .log(error) }
    }

    /// Returns a random id of eight letters and digits, without characters that look alike, such as 0 and O.
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
            // The caller has handled the success of its own kind of request. The machine never answers with the success of a different kind.
            FlowRefusal(.service, options: [.retry])
        }
    }
}

extension Flow: CustomReflectable {
    /// An empty mirror: a flow holds secrets and the device's identifier.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
