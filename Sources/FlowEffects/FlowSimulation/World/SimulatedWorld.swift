import FlowEffects
import FlowMachine

/// A whole flow in one value: the machine, Adobe, the partner framework, the viewer and a clock. The runtime and the vault decide as in a
/// live flow; the log keeps every record at once.
///
/// Nothing runs concurrently and nothing waits: the clock jumps to the next event. Events at the same time happen in the order in which
/// they were scheduled. A world that runs twice writes the same log each time.
///
/// ```swift
/// var world = SimulatedWorld(
///     settings: .appleTV, partner: SimulatedPartnerFramework(account: .cablevision))
/// world.launch()
/// let wish = world.play("channel-1")
/// world.runUntilIdle()
/// let answer = world.answer(to: wish)
/// ```
public struct SimulatedWorld: Sendable {
    /// The simulated servers of Adobe.
    public var adobe: SimulatedAdobe
    /// The device's partner framework.
    public var partner: SimulatedPartnerFramework
    /// The viewer in front of the device.
    public var viewer: SimulatedViewer
    /// The vault of the device, for reading. A copy of the world gets a vault of its own as soon as one of the two worlds continues.
    public var vault: SimulatedVault { device.vault }
    /// The time that a call takes in total; half of it in each direction.
    public var latency = Interval(milliseconds: 300)
    /// The times that calls of certain endpoints take, in place of `latency`.
    public var latencies: [Endpoint.Kind: Interval] = [:]
    /// Whether a canceled request gets no answer and a disarmed timer does not fire. A flow must also work if this is false.
    public var honorsCancellation = true
    /// The time of Adobe's clock and of everything else except the device.
    public package(set) var now: Instant
    /// The lead of the device's clock over Adobe's clock; negative if the device's clock is behind.
    public private(set) var deviceClockLead = Interval.seconds(0)
    /// The header of the next launch's log, with the app and its settings. To simulate an update of the app, change it between launches.
    public var header: LogHeader { didSet { device = device.copy(FlowApp(header, statement: adobe.softwareStatement)) } }
    /// The app's settings, including the policy.
    public var settings: FlowSettings { header.settings }

    /// The app's requests (wishes), oldest first. Their numbers start at 1 and continue across launches.
    public private(set) var wishes: [WishID] = []
    /// The answers to the app's requests, oldest first.
    public internal(set) var answers: [AnswerRecord] = []
    /// The presentations that were shown to the viewer, oldest first.
    public internal(set) var presentations: [PresentationRecord] = []
    /// The logs, one per launch. Each log contains a header and records.
    public private(set) var segments: [[UInt8]] = []

    package var core: RuntimeCore
    package var agenda = Agenda()
    package var faults = TransitFaults()
    /// The armed timers, with their times by the device's clock. `alarm` is the time until which the flow sleeps.
    private var timers: [TimerID: (purpose: TimerPurpose, at: Instant)] = [:]
    private var alarm: Instant?
    /// The number of the record whose effects are being performed.
    var released: Int64 = 0
    /// The device. Copies of this world share the device until one of the worlds uses it.
    private var device: SimulatedDevice

    /// An answer to a request of the app, with the answer's time and event.
    public struct AnswerRecord: Sendable, Equatable {
        /// The number of the event that led to the answer, as in the log.
        public let event: Int64
        /// The time of the answer, by the device's clock.
        public let time: Instant
        /// The id of the app's request (wish) that was answered.
        public let wish: WishID
        /// The answer that the app received.
        public let answer: WishAnswer
    }

    /// A presentation, with its time and its event.
    public struct PresentationRecord: Sendable, Equatable {
        /// The number of the event that led to the presentation, as in the log.
        public let event: Int64
        /// The time of the event, by the device's clock.
        public let time: Instant
        /// The number of the presentation in the log.
        public let id: PresentationID
        /// The screen that was shown.
        public let presentation: Presentation

        package init(event: Int64, time: Instant, id: PresentationID, presentation: Presentation) {
            (self.event, self.time, self.id, self.presentation) = (event, time, id, presentation)
        }
    }

    /// Creates a world in which nothing has happened yet.
    /// - Parameters:
    ///   - settings: the app's settings.
    ///   - adobe: the server.
    ///   - partner: Apple's framework, as it answers.
    ///   - viewer: the viewer.
    ///   - start: the time at which all clocks begin.
    ///   - app: the app's name and version, as in the log's header.
    ///   - device: the description of the device that Adobe receives.
    public init(
        settings: FlowSettings, adobe: SimulatedAdobe = SimulatedAdobe(), partner: SimulatedPartnerFramework = SimulatedPartnerFramework(),
        viewer: SimulatedViewer = SimulatedViewer(), start: Instant = SimulatedWorld.start, app: String = "DemoTV/1.0",
        device: DeviceInformation = .appleTV
    ) {
        header = LogHeader(app: app, support: "simulated", settings: settings)
        self.adobe = adobe
        self.partner = partner
        self.viewer = viewer
        now = start
        self.device = SimulatedDevice(SimulatedVault(), FlowApp(header, statement: adobe.softwareStatement), device)
        core = RuntimeCore(recorder: FlowRecorder(header: header))
    }

    /// The time at which worlds begin by default: 2026-01-01 00:00:00 UTC.
    public static let start = Instant(milliseconds: 1_767_225_600_000)
    /// The identifier of the simulated device.
    public static let deviceIdentifier = "simulated-device"

    /// Discards all logs so far, to save memory in a world with many launches.
    public mutating func forgetLogs() { segments = [] }

    /// The interpreter that builds the requests to Adobe and reads the answers.
    package var pass: AdobePass { mutating get { ownDevice().pass } }
    /// The interpreter that reads the answers of the partner framework.
    package var interpreter: PartnerInterpreter { mutating get { ownDevice().interpreter } }
    /// The vault of the device, for changes. No other world uses it.
    package var ownVault: SimulatedVault { mutating get { ownDevice().vault } }

    /// Returns the device, after copying it if another world uses it, too.
    private mutating func ownDevice() -> SimulatedDevice {
        if !isKnownUniquelyReferenced(&device) { device = device.copy() }
        return device
    }

    /// The log of the last launch.
    public var log: [UInt8] { segments.last ?? [] }
    /// The model after the last event.
    public var model: FlowModel { core.recorder.model }

    // MARK: Events of the app

    /// Ends the running process, if any, and starts a new process, whose first event contains the values that the vault has kept.
    /// - Parameter early: events that arrive before that first event, to simulate an app that uses the library wrongly.
    public mutating func launch(early: [FlowEvent.Origin] = []) {
        endProcess()
        var recorder = FlowRecorder(header: header)
        segments.append(recorder.headerLine)
        for origin in early {
            // A real runtime never passes such events to the machine, so this loop bypasses the runtime.
            let record = recorder.record(FlowEvent(time: deviceTime, origin: origin), by: nil)
            segments[segments.count - 1] += record.line
            released = record.number
            for effect in record.effects { execute(effect) }
        }
        core = RuntimeCore(recorder: recorder)
        core.launch(ownVault.beginLaunch(), at: deviceTime)
        drive()
    }

    /// Ends the process. All events that the process waited for are dropped.
    public mutating func endProcess() {
        agenda.endProcess()
        timers = [:]
        alarm = nil
    }

    /// Shuts the flow down, and ends the process.
    public mutating func shutDown() {
        core.shutDown(at: deviceTime, segment: nil)
        drive()
        endProcess()
    }

    /// Performs an event of the viewer, or of the app on the viewer's behalf, now.
    public mutating func perform(_ event: UserEvent) { take(.event(.user(event))) }

    /// Makes the viewer's choice for a presentation, even if the presentation is no longer shown.
    public mutating func choose(_ choice: Choice, about shown: PresentationRecord) {
        take(.event(.user(.chose(shown.id, choice))))
    }

    /// Performs an event of the app or its device now.
    public mutating func perform(_ event: AppEvent) { take(.event(.app(event))) }

    /// Loses the access token in the vault and reports the loss to the flow.
    public mutating func loseToken() {
        guard case .token(let token)? = vault.fact(.token) else { return }
        ownVault.forget(.secret(token.ref))
        perform(.secretLost(token.ref))
    }

    /// Moves the app to the foreground.
    public mutating func enterForeground() { take(.event(.app(.foregrounded))) }

    /// Moves the app to the background.
    public mutating func enterBackground() { take(.event(.app(.backgrounded))) }

    /// Asks to sign in, as the app does. Returns the id of this request.
    @discardableResult
    public mutating func signIn() -> WishID {
        let wish = newWish()
        perform(.signIn(wish))
        return wish
    }

    /// Asks to sign in with another provider, as the app does. Returns the id of this request.
    @discardableResult
    public mutating func otherProvider() -> WishID {
        let wish = newWish()
        perform(.otherProvider(wish))
        return wish
    }

    /// Asks to play `resource` under `access`, as the app does. Returns the id of this request, for `answer(to:)`.
    @discardableResult
    public mutating func play(_ resource: String, under access: PlayAccess = .signedIn) -> WishID {
        let wish = newWish()
        perform(.play(wish, resource: put(.resource(resource)), under: access))
        return wish
    }

    /// Asks which resources could be played, as the app does. Returns the id of this request.
    @discardableResult
    public mutating func preview(_ resources: [String]) -> WishID {
        let wish = newWish()
        perform(.preview(wish, resources: resources.map { put(.resource($0)) }))
        return wish
    }

    /// Puts a secret into the vault and returns its reference, for an event that the other functions do not create.
    public mutating func put(_ secret: Secret) -> SecretRef { ownVault.put(secret) }

    /// Asks for the viewer's metadata, as the app does. Returns the id of this request.
    @discardableResult
    public mutating func userMetadata() -> WishID {
        let wish = newWish()
        perform(.userMetadata(wish))
        return wish
    }

    /// Asks to sign out, as the app does. Returns the id of this request.
    @discardableResult
    public mutating func signOut() -> WishID {
        let wish = newWish()
        perform(.signOut(wish))
        return wish
    }

    /// Gives this device a profile with `mvpd` of this `type`, as if the viewer had signed in earlier.
    public mutating func addProfile(_ mvpd: String, _ type: ProfileType = .regular) {
        adobe.addProfile(mvpd, type, device: SimulatedWorld.deviceIdentifier, at: now)
    }

    /// Returns the answer to the request with the id `wish`; `nil` if there is no answer yet.
    public func answer(to wish: WishID) -> WishAnswer? { answers.last { $0.wish == wish }?.answer }

    package mutating func newWish() -> WishID {
        let wish = WishID(Int64(wishes.count) + 1)
        wishes.append(wish)
        return wish
    }

    // MARK: Time

    /// The time of the device's clock. Events record this time, and timers fire by it.
    public var deviceTime: Instant { now.advanced(by: deviceClockLead) }

    /// Sets the lead of the device's clock over Adobe's clock. If the device's clock is set forward, the flow's sleep ends earlier; if it is set
    /// back, the sleep does not become longer.
    public mutating func setClock(ahead: Interval) { setClock(ahead: ahead, isNoticedAt: nil) }

    /// Sets the lead of the device's clock over Adobe's clock. The flow's sleep ends at `notice` at the latest, because the system then reports the
    /// change.
    package mutating func setClock(ahead: Interval, isNoticedAt notice: Instant?) {
        let before = agenda.wakeTime
        deviceClockLead = ahead
        guard let before, let alarm else { return }
        agenda.wake(at: max(now, min(before, notice ?? before, time(ofDevice: alarm))))
    }

    /// Returns the time by Adobe's clock at which the device's clock shows `instant`, if the device's clock is not set meanwhile.
    private func time(ofDevice instant: Instant) -> Instant { instant.advanced(by: Interval(milliseconds: -deviceClockLead.milliseconds)) }

    /// Runs all events until `instant`, including events at `instant`, which becomes the current time.
    public mutating func run(until instant: Instant) {
        while let (time, happening) = agenda.next(until: instant) {
            now = time
            happen(happening)
        }
        now = max(now, instant)
    }

    /// Runs all events of the next `interval`.
    public mutating func run(for interval: Interval) { run(until: now.advanced(by: interval)) }

    /// Runs until only timers for the expiry of kept values are left.
    /// - Returns: whether this state was reached within `maximumSteps` steps.
    @discardableResult
    public mutating func runUntilIdle(maximumSteps: Int = 10_000) -> Bool {
        for _ in 0..<maximumSteps {
            guard !isQuiet, let (time, happening) = agenda.next() else { return true }
            now = time
            happen(happening)
        }
        return isQuiet
    }

    /// Whether only timers for the expiry of kept values are left.
    package var isQuiet: Bool { agenda.isQuiet && timers.values.allSatisfy(\.purpose.followsKeptDeadline) }

    private mutating func happen(_ happening: Agenda.Happening) {
        switch happening {
        case .wake: take(.woke)
        case .request(let sent): arrive(sent)
        case .response(let sent, let response): take(.reply(sent.id, pass.reply(to: sent.call, response)))
        case .reply(let id, let reply): take(.reply(id, reply))
        case .partner(let id, let outcome): take(.reply(id, interpreter.reply(to: outcome)))
        case .stray(let id, _): take(.event(.timer(id)))
        case .action(let shown, let action): carryOut(action, about: shown)
        case .back: enterForeground()
        case .launch, .logWaited, .written: return
        }
    }

    // MARK: Events and their effects

    private mutating func take(_ arrival: RuntimeCore.Arrival) {
        core.take(arrival, at: deviceTime, segment: nil)
        drive()
    }

    private mutating func drive() {
        while let action = core.next() { perform(action) }
    }

    /// Performs an action of the runtime. The log keeps every record at once.
    package mutating func perform(_ action: RuntimeCore.Action) {
        switch action {
        case .beginSegment(let lines, _, _): segments.append(lines)
        case .append(let line, let number, _):
            segments[segments.count - 1] += line
            core.durable(through: number)
        case .reserve(let numbers): ownVault.note(numbers)
        case .release(let record):
            released = record.number
            noteTimers(record)
        case .perform(let effect): execute(effect)
        case .sleep(let instant):
            alarm = instant
            agenda.wake(at: instant.map { max(now, time(ofDevice: $0)) }, isFirst: faults.once(in: 2))
        case .wait(let step): core.ended(step)
        case .report, .notify, .dropWishes, .endLaunch: return
        }
    }

    /// Follows the timers that the record arms and disarms. The runtime core itself owns the timers.
    private mutating func noteTimers(_ record: DecidedRecord) {
        if case .timer(let id) = record.event.origin { timers[id] = nil }
        for effect in record.effects {
            switch effect {
            case .arm(let id, let purpose, let instant): timers[id] = (purpose, instant)
            case .disarm(let id):
                guard let timer = timers.removeValue(forKey: id), !honorsCancellation else { continue }
                agenda.add(.stray(id, timer.purpose), at: max(now, time(ofDevice: timer.at)))
            case .call, .partner, .cancel, .present, .answer, .keep, .forget: continue
            }
        }
    }

    private mutating func carryOut(_ action: SimulatedViewer.Action, about shown: PresentationRecord) {
        action.requireProvider(of: adobe)
        switch action {
        case .choose(let choice): choose(choice, about: shown)
        case .signIn(let mvpd):
            if let code = code(of: shown.presentation) { adobe.completeSignIn(code: code, mvpd: mvpd, at: now) }
        case .setAccount(let account): partner.account = account
        case .visitSettings(let length):
            enterBackground()
            agenda.add(.back, at: now.advanced(by: length))
        }
    }
}

extension DeviceInformation {
    /// The device information of a simulated Apple TV.
    public static let appleTV = DeviceInformation(
        primaryHardwareType: "SetTopBox", model: "AppleTV", version: "14,1", manufacturer: "Apple", osName: "tvOS", osVersion: "18.2",
        displayWidth: 1920, displayHeight: 1080, connection: .wiFi, applicationID: "REF30",
        userAgent: "DemoTV/1.0 (AppleTV14,1; tvOS 18.2)")

    /// The device information of a simulated iPhone.
    public static let iPhone = DeviceInformation(
        primaryHardwareType: "MobilePhone", model: "iPhone", version: "16,1", manufacturer: "Apple", osName: "iOS", osVersion: "18.2",
        displayWidth: 1179, displayHeight: 2556, connection: .wiFi, applicationID: "REF30", userAgent: "DemoTV/1.0 (iPhone16,1; iOS 18.2)")
}

extension FlowApp {
    fileprivate init(_ header: LogHeader, statement: String) {
        self.init(header.app, softwareStatement: statement, settings: header.settings)
    }
}
