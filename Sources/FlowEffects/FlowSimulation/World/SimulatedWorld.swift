import FlowEffects
import FlowMachine

/// A whole flow in one value: the machine, Adobe, the partner framework, the viewer and a clock.
///
/// Nothing runs concurrently and nothing waits: the clock jumps to the next event, ordered by time and, at the same time, by when the event
/// was scheduled. One world, run twice, writes the same log.
public struct SimulatedWorld: Sendable {
    /// Adobe's server side.
    public var adobe: SimulatedAdobe
    /// The device's partner framework.
    public var partner: SimulatedPartnerFramework
    /// The viewer.
    public var viewer: SimulatedViewer
    /// The store of secrets. Copies of a world share it.
    public let vault: SimulatedVault
    /// How long a call takes in total; half of it in each direction.
    public var latency = Interval(milliseconds: 300)
    /// How long calls of one endpoint take, if it differs.
    public var latencies: [Endpoint.Kind: Interval] = [:]
    /// Whether a canceled request stays unanswered, and a disarmed timer does not fire. Both are courtesies: a flow must work as well
    /// without them.
    public var honorsCancellation = true
    /// The time of Adobe's clock, and of everything else but the device.
    public private(set) var now: Instant
    /// How far ahead the device's clock is; negative if it is behind.
    public private(set) var deviceClockLead = Interval.seconds(0)
    /// The app's settings, including the policy.
    public let settings: FlowSettings

    /// The app's wishes, oldest first; they are numbered from 1, and the numbers continue across launches.
    public private(set) var wishes: [WishID] = []
    /// The answers to the app's wishes, oldest first.
    public private(set) var answers: [AnswerRecord] = []
    /// The presentations that were shown to the viewer, oldest first.
    public private(set) var presentations: [PresentationRecord] = []
    /// The logs, one per launch: a header, then records.
    public private(set) var segments: [[UInt8]] = []

    var recorder: Recorder
    var agenda = Agenda()
    /// Whether nothing is scheduled except deadlines of kept values.
    package var isQuiet: Bool { agenda.isQuiet }
    private let pass: AdobePass
    private let interpreter: PartnerInterpreter
    private let app: String
    private var numbers = Numbers()

    /// An answer, with its time and its event.
    public struct AnswerRecord: Sendable, Equatable {
        /// The event.
        public let event: Int64
        /// The time.
        public let time: Instant
        /// The wish.
        public let wish: WishID
        /// The answer.
        public let answer: Answer
    }

    /// A presentation, with its time and its event.
    public struct PresentationRecord: Sendable, Equatable {
        /// The event.
        public let event: Int64
        /// The time.
        public let time: Instant
        /// Its number.
        public let id: PresentationID
        /// What was shown.
        public let presentation: Presentation

        package init(event: Int64, time: Instant, id: PresentationID, presentation: Presentation) {
            self.event = event
            self.time = time
            self.id = id
            self.presentation = presentation
        }
    }

    /// Creates a world in which nothing has happened. `device` is the device's description for Adobe.
    public init(
        settings: FlowSettings, adobe: SimulatedAdobe = SimulatedAdobe(), partner: SimulatedPartnerFramework = SimulatedPartnerFramework(),
        viewer: SimulatedViewer = SimulatedViewer(), start: Instant = SimulatedWorld.start, app: String = "DemoTV/1.0",
        device: DeviceInformation = SimulatedWorld.device
    ) {
        self.settings = settings
        self.adobe = adobe
        self.partner = partner
        self.viewer = viewer
        self.app = app
        now = start
        let vault = SimulatedVault()
        self.vault = vault
        pass = AdobePass(
            settings: settings, secrets: vault, softwareStatement: adobe.softwareStatement,
            deviceIdentifier: { SimulatedWorld.deviceIdentifier }, device: { device })
        interpreter = PartnerInterpreter(framework: NoFramework(), secrets: vault)
        recorder = Recorder(header: LogHeader(app: app, support: "simulated", settings: settings))
    }

    /// 2026-01-01 00:00:00 UTC, when worlds begin.
    public static let start = Instant(milliseconds: 1_767_225_600_000)
    /// The identifier of the simulated device.
    public static let deviceIdentifier = "simulated-device"
    /// An Apple TV.
    public static let device = DeviceInformation(
        primaryHardwareType: "SetTopBox", model: "AppleTV", version: "14,1", osName: "tvOS", osVersion: "18.2", displayWidth: 1920,
        displayHeight: 1080, applicationID: "REF30", userAgent: "DemoTV/1.0 (AppleTV14,1; tvOS 18.2)")

    /// An iPhone.
    public static let phone = DeviceInformation(
        primaryHardwareType: "MobilePhone", model: "iPhone", version: "16,1", osName: "iOS", osVersion: "18.2", displayWidth: 1179,
        displayHeight: 2556, applicationID: "REF30", userAgent: "DemoTV/1.0 (iPhone16,1; iOS 18.2)")

    /// The log of the last launch.
    public var log: [UInt8] { segments.last ?? [] }
    /// The model after the last event.
    public var model: FlowModel { recorder.model }

    // MARK: What the app does

    /// Starts the process: ends the one that is running, and the first event reports what the vault kept. To simulate a careless embedder,
    /// events in `early` arrive before that.
    public mutating func launch(early: [FlowEvent.Origin] = []) {
        endProcess()
        recorder = Recorder(header: LogHeader(app: app, support: "simulated", settings: settings))
        segments.append(recorder.headerLine)
        for origin in early { take(origin, by: nil) }
        take(.app(.launched(vault.relaunched(first: numbers))), by: nil)
    }

    /// Ends the process: nothing that it waited for happens anymore.
    public mutating func endProcess() { agenda.endProcess() }

    /// Shuts the flow down, and ends the process.
    public mutating func shutDown() {
        take(.app(.shutDown), by: nil)
        endProcess()
    }

    /// The viewer, or the app on their behalf, does this now.
    public mutating func perform(_ event: UserEvent) { take(.user(event), by: nil) }

    /// The viewer makes this choice for a presentation, whether or not it is still shown.
    public mutating func choose(_ choice: Choice, about shown: PresentationRecord) {
        take(.user(.chose(shown.id, choice)), by: shown.event)
    }

    /// Something happens to the app or its device now.
    public mutating func perform(_ event: AppEvent) { take(.app(event), by: nil) }

    /// The vault loses the access token, and reports it.
    public mutating func loseToken() {
        guard let token = vault.token else { return }
        vault.forget(.secret(token))
        perform(.secretLost(token))
    }

    /// The app comes to the foreground.
    public mutating func foreground() { take(.app(.foregrounded), by: nil) }

    /// The app goes to the background.
    public mutating func background() { take(.app(.backgrounded), by: nil) }

    /// Signs in.
    @discardableResult
    public mutating func signIn() -> WishID {
        let wish = newWish()
        perform(.signIn(wish))
        return wish
    }

    /// Signs in with the app's own picker.
    @discardableResult
    public mutating func otherProvider() -> WishID {
        let wish = newWish()
        perform(.otherProvider(wish))
        return wish
    }

    /// Plays a resource.
    @discardableResult
    public mutating func play(_ resource: String, under access: PlayAccess = .signedIn) -> WishID {
        let wish = newWish()
        perform(.play(wish, resource: vault.put(.resource(resource)), under: access))
        return wish
    }

    /// Asks which resources could be played.
    @discardableResult
    public mutating func preview(_ resources: [String]) -> WishID {
        let wish = newWish()
        perform(.preview(wish, resources: resources.map { vault.put(.resource($0)) }))
        return wish
    }

    /// Fetches the viewer's metadata again.
    @discardableResult
    public mutating func userMetadata() -> WishID {
        let wish = newWish()
        perform(.userMetadata(wish))
        return wish
    }

    /// Signs out.
    @discardableResult
    public mutating func signOut() -> WishID {
        let wish = newWish()
        perform(.signOut(wish))
        return wish
    }

    /// Gives this device a profile as if it existed before.
    public mutating func addProfile(_ mvpd: String, _ type: ProfileType = .regular) {
        adobe.addProfile(mvpd, type, device: SimulatedWorld.deviceIdentifier, at: now)
    }

    /// The answer to `wish`, if it was given.
    public func answer(to wish: WishID) -> Answer? { answers.last { $0.wish == wish }?.answer }

    private mutating func newWish() -> WishID {
        let wish = WishID(Int64(wishes.count) + 1)
        wishes.append(wish)
        return wish
    }

    // MARK: Time

    /// The time of the device's clock, which stamps events and times timers.
    public var deviceTime: Instant { now.advanced(by: deviceClockLead) }

    /// Sets the device's clock this far ahead of Adobe's, or behind it. A sleeper wakes early when the clock is set forward, and waits no
    /// longer than originally when the clock is set back.
    public mutating func setClock(ahead: Interval) {
        let jump = ahead.milliseconds - deviceClockLead.milliseconds
        deviceClockLead = ahead
        if jump > 0 { agenda.hastenTimers(by: Interval(milliseconds: jump), to: now) }
    }

    /// Runs everything that is due up to and at `instant`, which becomes the current time.
    public mutating func run(until instant: Instant) {
        while let (time, happening) = agenda.next(until: instant) {
            now = time
            happen(happening)
        }
        now = max(now, instant)
    }

    /// Lets time pass.
    public mutating func run(for interval: Interval) { run(until: now.advanced(by: interval)) }

    /// Runs until nothing is in progress except distant deadlines of kept values.
    /// - Returns: whether the world came to rest within `maximumSteps` steps.
    @discardableResult
    public mutating func runUntilIdle(maximumSteps: Int = 10_000) -> Bool {
        for _ in 0..<maximumSteps {
            guard !agenda.isQuiet, let (time, happening) = agenda.next(until: nil) else { return true }
            now = time
            happen(happening)
        }
        return agenda.isQuiet
    }

    private mutating func happen(_ happening: Agenda.Happening) {
        switch happening {
        case .timer(let timer, _, let by): take(.timer(timer), by: by)
        case .call(let id, let call, let request, let by):
            let time = now.advanced(by: half(latency(of: call)))
            guard adobe.answers(request) else {
                agenda.add(.failure(id, .transport(.connection), by: by), at: time)
                return
            }
            agenda.add(.response(id, call, adobe.answer(request, at: now), by: by), at: time)
        case .response(let id, let call, let response, let by): take(.reply(id, pass.reply(to: call, response)), by: by)
        case .failure(let id, let failure, let by): take(.reply(id, Reply(.failed(failure))), by: by)
        case .partner(let id, let outcome, let by): take(.reply(id, interpreter.reply(to: outcome)), by: by)
        case .action(let shown, let action): carryOut(action, about: shown)
        case .back: foreground()
        }
    }

    // MARK: Events and their effects

    private mutating func take(_ origin: FlowEvent.Origin, by: Int64?) {
        let entry = recorder.record(FlowEvent(time: deviceTime, origin: origin), by: by)
        if !segments.isEmpty { segments[segments.count - 1] += entry.line }
        for effect in entry.effects { execute(effect, of: entry.number) }
    }

    private mutating func execute(_ effect: Effect, of event: Int64) {
        switch effect {
        case .call(let id, let call):
            numbers.request = max(numbers.request, id.number + 1)
            send(call, id, of: event)
        case .partner(let id, let request):
            numbers.request = max(numbers.request, id.number + 1)
            guard let question = interpreter.question(for: request) else {
                agenda.add(.failure(id, .transport(.secretMissing), by: event), at: now)
                return
            }
            let (outcome, after) = partner.answer(question)
            agenda.add(.partner(id, outcome, by: event), at: now.advanced(by: after))
        case .cancel(let id): if honorsCancellation { agenda.cancel(id) }
        case .present(let id, let presentation): show(presentation, id, of: event)
        case .answer(let wish, let answer): answers.append(AnswerRecord(event: event, time: now, wish: wish, answer: answer))
        case .arm(let id, let purpose, let instant):
            numbers.timer = max(numbers.timer, id.number + 1)
            agenda.disarm(id)
            let time = instant.advanced(by: Interval(milliseconds: -deviceClockLead.milliseconds))
            agenda.add(.timer(id, purpose, by: event), at: max(time, now))
        case .disarm(let id): if honorsCancellation { agenda.disarm(id) }
        case .keep(let fact): vault.keep(fact)
        case .forget(let forgotten): vault.forget(forgotten)
        }
    }

    private mutating func send(_ call: Call, _ id: RequestID, of event: Int64) {
        do throws(CallFailure) {
            let request = try pass.request(for: call)
            agenda.add(.call(id, call, request, by: event), at: now.advanced(by: half(latency(of: call))))
        } catch {
            agenda.add(.failure(id, error, by: event), at: now)
        }
    }

    private mutating func show(_ presentation: Presentation, _ id: PresentationID, of event: Int64) {
        numbers.presentation = max(numbers.presentation, id.number + 1)
        let shown = PresentationRecord(event: event, time: now, id: id, presentation: presentation)
        let isSameScreen = presentations.last?.id == id && presentation != .nothing
        presentations.append(shown)
        // What the viewer was about to do still happens.
        if isSameScreen { return }
        // The previous presentation is gone, and with it what the viewer would have done about it.
        agenda.dropDeeds()
        for timed in viewer.actions(on: presentation) { agenda.add(.action(shown, timed.action), at: now.advanced(by: timed.after)) }
    }

    private mutating func carryOut(_ action: SimulatedViewer.Action, about shown: PresentationRecord) {
        switch action {
        case .choose(let choice): choose(choice, about: shown)
        case .signIn(let mvpd):
            if let code = code(of: shown.presentation) { adobe.completeSignIn(code: code, mvpd: mvpd, at: now) }
        case .setAccount(let account): partner.account = account
        case .visitSettings(let length):
            background()
            agenda.add(.back, at: now.advanced(by: length))
        }
    }

    /// The code on the screen, or at the end of the link that is open.
    private func code(of presentation: Presentation) -> String? {
        switch presentation {
        case .code(let ref, _, _): if case .code(let code)? = vault.secret(ref) { return code }
        case .userAgent(let ref):
            if case .link(let link)? = vault.secret(ref) { return SimulatedWorld.code(in: link) }
        case .nothing, .providerPicker, .providerConfirmation, .profilePicker, .codeExpired, .signOutUserAgent, .legacySignOut,
            .signOutInSettings,
            .problem:
            break
        }
        return nil
    }

    /// V2's links end with the code, the legacy API's begin with it.
    package static func code(in link: String) -> String? {
        let query = link.split(separator: "?").last ?? ""
        for pair in query.split(separator: "&") where pair.hasPrefix("reg_code=") { return String(pair.dropFirst("reg_code=".count)) }
        return link.split(separator: "/").last.map(String.init)
    }

    private func latency(of call: Call) -> Interval { latencies[call.endpoint.kind] ?? latency }

    private func half(_ interval: Interval) -> Interval { Interval(milliseconds: interval.milliseconds / 2) }
}

/// A placeholder for a device's framework: a world asks its own.
private struct NoFramework: PartnerFramework {
    func ask(_ question: PartnerQuestion) async -> PartnerOutcome { PartnerOutcome(permission: .notDetermined) }
}
