import FlowMachine

/// Runs one flow: accepts one event at a time, lets the machine decide the event, and performs the effects of the decision.
///
/// `RuntimeCore` decides the order of the actions, and this actor performs them. The actor passes lines to the log, and effects to the interpreters,
/// the vault and the host. It reports the results to the core.
///
/// Order: events are decided in the order in which they reach the actor. The log, the host and the effects follow the same order. An effect waits
/// until its record is durable. Requests run concurrently; a reply arrives as another event, never within the event that sent the request.
///
/// Back-pressure: `feed` returns when its event is decided and passed to the log, so that the caller waits for the decision, not for the disk.
/// Records that are not durable yet stay in memory. Only the app and the viewer can increase their number without limit. The machine sends no new
/// request while its effects wait, and it has at most 32 requests and a few timers outstanding, each of which produces one event.
///
/// If an interpreter never replies, a timer of the machine ends the request, but not while the partner framework asks the viewer (V2-C-07: a
/// viewer's action has no timeout).
@_spi(Testing) public actor FlowRuntime {
    private let vault: FlowVault
    private let log: any EventLog
    private let clock: any FlowClock
    private let interpreters: Interpreters
    private let host: any FlowHost
    private let label: String
    /// The log's header, to which the launch adds further fields; `nil` if a test scripts the recorder.
    private let header: LogHeader?
    private let logsInstallationID: Bool
    private let jitter: Jitter?
    private let inbox = LogInbox()

    private var core: RuntimeCore
    private var hasVault = false
    /// Whether another flow used the vault when this flow started, so that the launch of this flow never began.
    public private(set) var foundVaultInUse = false
    private var requests: [RequestID: Task<Void, Never>] = [:]
    private var sleeper: Task<Void, Never>?
    private var wishes: [WishID: CheckedContinuation<WishAnswer, Never>] = [:]
    /// The shutdown step that the core waits for.
    private var step: RuntimeCore.Ending?
    private var ending: Task<Void, Never>?

    /// Creates a runtime that has not started. The first event, or `start`, begins its launch.
    /// - Parameters:
    ///   - header: the log's header. The launch adds the support id of the previous launch, the installation's id, and the device's offset from
    ///     UTC.
    ///   - logsInstallationID: whether the header contains the installation's id.
    ///   - vault: the storage of the secrets and of the other data that outlast a launch.
    ///   - log: the log that every event is written to.
    ///   - clock: the source of the time.
    ///   - interpreters: perform the flow's requests.
    ///   - host: receives records, presentations and failures.
    public init(
        header: LogHeader, logsInstallationID: Bool = true, vault: FlowVault, log: any EventLog, clock: any FlowClock,
        interpreters: Interpreters, host: any FlowHost
    ) {
        self.init(
            recorder: FlowRecorder(header: header), label: header.support, header: header, logsInstallationID: logsInstallationID,
            vault: vault,
            log: log, clock: clock, interpreters: interpreters, host: host, jitter: Jitter(Int64.random(in: 1...Int64(Int32.max))))
    }

    /// Creates a runtime with a recorder, which tests can script.
    init(
        recorder: sending any EventRecorder, label: String, header: LogHeader? = nil, logsInstallationID: Bool = true, vault: FlowVault,
        log: any EventLog, clock: any FlowClock, interpreters: Interpreters, host: any FlowHost, jitter: Jitter? = nil
    ) {
        core = RuntimeCore(recorder: recorder)
        self.label = label
        self.header = header
        self.logsInstallationID = logsInstallationID
        self.vault = vault
        self.log = log
        self.clock = clock
        self.interpreters = interpreters
        self.host = host
        self.jitter = jitter
    }

    deinit {
        // No task retains the runtime. Releasing the runtime therefore cancels the tasks that it started.
        sleeper?.cancel()
        for task in requests.values { task.cancel() }
        if hasVault { vault.release() }
        for wish in wishes.values { wish.resume(returning: .dropped) }
    }

    /// Begins the launch with the state that the vault has kept. Does nothing if the launch has begun.
    public func start() {
        guard core.isFresh else { return }
        if acquireVault() {
            var kept = vault.beginLaunch()
            if let header { core.use(FlowRecorder(header: completed(header))) }
            let inbox = inbox
            log.begin(core.headerLine, label: label, at: clock.now) { [weak self] report in
                guard inbox.put(report) else { return }
                Task { [weak self] in await self?.hear() }
            }
            kept.jitter = jitter
            core.launch(kept, at: clock.now)
            drive()
            change { vault throws(FlowVaultFailure) in try vault.keepDevice() }
        }
        drive()
    }

    /// Returns the header with the values that are known when the launch begins.
    private func completed(_ header: LogHeader) -> LogHeader {
        var header = header
        header.previousSupport = vault.noteSupport(header.support)
        header.installation = vault.installation(isWanted: logsInstallationID)
        header.utcOffsetMinutes = clock.utcOffsetMinutes
        return header
    }

    /// Reserves the vault, which serves one flow at a time. If another flow uses the vault, reports a failure and returns `false`; this flow then
    /// never starts.
    private func acquireVault() -> Bool {
        do throws(FlowVaultFailure) {
            try vault.acquire()
            hasVault = true
        } catch {
            foundVaultInUse = true
            core.refuse(error)
        }
        return hasVault
    }

    /// Decides an event from outside the flow. Does nothing after `shutDown`.
    /// - Returns: the rule that decided the event; `nil` after `shutDown`.
    @discardableResult
    public func feed(_ origin: FlowEvent.Origin) -> Rule? {
        start()
        return take(.event(origin))
    }

    /// Submits a request of the app, called a wish, and waits for its one answer. Canceling the task cancels the wish; `shutDown` answers the wish
    /// with `dropped`.
    /// - Parameter event: creates the event of the wish from the wish's id.
    public func submit(_ event: @Sendable (WishID) -> UserEvent) async -> WishAnswer {
        start()
        guard core.isRunning else { return .dropped }
        let id = vault.nextWish()
        let user = event(id)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wishes[id] = continuation
                take(.event(.user(user)))
            }
        } onCancel: {
            Task { await self.giveUp(id) }
        }
    }

    private func giveUp(_ wish: WishID) {
        if wishes[wish] != nil { take(.event(.user(.cancel(wish)))) }
    }

    /// Shuts the flow down with the log's last event. The runtime starts nothing new. It cancels requests and timers, and waits for their end for at
    /// most `RuntimeCore.shutdownTimeout`. Then it saves the data that the decided events keep, answers the app's open requests with `dropped`, and
    /// closes the log and the vault.
    public func shutDown() async {
        if ending == nil {
            if core.isFresh { _ = acquireVault() }
            let now = clock.now
            core.shutDown(at: now, segment: core.isRunning ? log.reasonForSegment(at: now) : nil)
            drive()
            ending = Task { await self.end() }
        }
        await ending?.value
    }

    // MARK: Driving the core

    @discardableResult
    private func take(_ arrival: RuntimeCore.Arrival) -> Rule? {
        defer { drive() }
        return report(arrival)
    }

    @discardableResult
    private func report(_ arrival: RuntimeCore.Arrival) -> Rule? {
        let now = clock.now
        return core.take(arrival, at: now, segment: core.isRunning ? log.reasonForSegment(at: now) : nil)
    }

    private func hear() {
        for report in inbox.takeAll() { core.hear(report) }
        drive()
    }

    private func drive() {
        while let action = core.next() { perform(action) }
    }

    private func perform(_ action: RuntimeCore.Action) {
        switch action {
        case .beginSegment(let lines, let reason, let time): log.beginSegment(lines, reason, at: time)
        case .append(let line, let number, let waits):
            if log.append(line, number: number, waits: waits) { core.durable(through: number) }
        case .reserve(let numbers): change { vault throws(FlowVaultFailure) in try vault.note(numbers) }
        case .release(let record): host.recorded(record)
        case .perform(let effect): perform(effect)
        case .sleep(let instant): sleep(until: instant)
        case .report(let failure): host.failed(failure)
        case .notify(let notice): host.noticed(notice)
        case .wait(let step): self.step = step
        case .dropWishes:
            for wish in wishes.values { wish.resume(returning: .dropped) }
            wishes = [:]
        case .endLaunch: endLaunch()
        }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .call(let id, let call): ask(id) { await $0.adobe(call) }
        case .partner(let id, let question): ask(id) { await $0.partner(question) }
        case .cancel(let id): requests[id]?.cancel()
        case .present(let id, let presentation): host.present(id, presentation)
        case .answer(let wish, let answer): wishes.removeValue(forKey: wish)?.resume(returning: answer)
        case .keep(let fact): change { vault throws(FlowVaultFailure) in try vault.keep(fact) }
        case .forget(let forgotten): change { vault throws(FlowVaultFailure) in try vault.forget(forgotten) }
        case .arm, .disarm: return  // The core handles timers itself, and requests a sleep.
        }
    }

    private func ask(_ id: RequestID, _ question: @escaping @Sendable (Interpreters) async -> Reply) {
        let interpreters = interpreters
        requests[id] = Task { [weak self] in
            let reply = await question(interpreters)
            await self?.replied(reply, to: id)
        }
    }

    private func replied(_ reply: Reply, to id: RequestID) {
        requests[id] = nil
        take(.reply(id, reply))
    }

    private func sleep(until instant: Instant?) {
        sleeper?.cancel()
        let clock = clock
        sleeper = instant.map { instant in
            Task { [weak self] in
                do { try await clock.sleep(until: instant) } catch { return }
                await self?.wake()
            }
        }
    }

    private func wake() {
        if !Task.isCancelled { take(.woke) }
    }

    private func change(_ change: (FlowVault) throws(FlowVaultFailure) -> Void) {
        do throws(FlowVaultFailure) { try change(vault) } catch { report(.vaultFailed(error)) }
    }

    private func endLaunch() {
        guard hasVault else { return }
        hasVault = false
        change { vault throws(FlowVaultFailure) in try vault.endLaunch() }
    }

    // MARK: Shutting down

    private func end() async {
        while let step {
            self.step = nil
            let log = log
            switch step {
            case .requests:
                let tasks = Array(requests.values) + [sleeper].compactMap { $0 }
                for task in tasks { task.cancel() }
                await ended(tasks)
            case .flush: await ended([Task { await log.flush() }])
            case .close: await ended([Task { await log.close() }])
            }
            hear()
            core.ended(step)
            drive()
        }
        requests = [:]
        sleeper = nil
    }

    /// Returns when all of `tasks` have ended, or after `RuntimeCore.shutdownTimeout`.
    private func ended(_ tasks: [Task<Void, Never>]) async {
        if tasks.isEmpty { return }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let (clock, limit) = (clock, clock.now.advanced(by: RuntimeCore.shutdownTimeout))
        let timer = Task {
            try? await clock.sleep(until: limit)
            end.finish()
        }
        Task {
            for task in tasks { await task.value }
            end.finish()
        }
        for await _ in ends {}
        timer.cancel()
        await timer.value
    }
}
