import FlowMachine

/// Runs one flow: takes events one at a time, lets the machine decide, and has the effects carried out.
///
/// An event is numbered, decided, handed to the log and taken over in one step without suspension, so that the log's
/// order is the order of decisions. Its effects wait, in order, until its record is durable. Requests run concurrently;
/// their replies come back as events.
///
/// Order: events are decided in the order in which they reach the actor, one after the other, and the log, the host and the
/// effects see that order. An effect that leads to an event cannot run inside the step that decided it: it is begun
/// afterwards, as a task of its own, so no step is ever entered from within another.
///
/// Back-pressure: `feed` returns once its event is decided and handed to the log, so that who feeds waits for the machine
/// and not for the disk. What is decided and not yet durable is kept in memory. It grows only by what comes from outside
/// meanwhile: the machine asks nothing new while its effects wait, and has at most 32 requests and a few timers out, each of
/// which brings one event.
///
/// An interpreter that never answers is given up by the machine's own timer, but not while a person is asked (V2-C-07).
public actor FlowRuntime {
    enum Phase: Sendable {
        case fresh, running, stopping
    }

    let vault: FlowVault
    let log: any EventLog
    let clock: any FlowClock
    let interpreters: Interpreters
    let host: any FlowHost
    let watermark = Watermark()

    var phase = Phase.fresh
    private let label: String
    private var recorder: any RecordsEvents
    private var next = Numbers()
    private var causes = Causes()
    /// Decided, and waiting for their records to be durable; oldest first.
    private var held: [FlowRecord] = []
    private var isReleasing = false
    private var vaultHasFailed = false
    private var hasVault = false
    private var requests: [RequestID: Task<Void, Never>] = [:]
    private var cancelled: Set<RequestID> = []
    private var timers = Timers()
    private var wishes: [WishID: CheckedContinuation<Answer, Never>] = [:]
    private var pump: Task<Void, Never>?
    private var ending: Task<Void, Never>?

    /// A runtime that has not begun. The first event, or `start`, begins its launch.
    public init(
        header: LogHeader, vault: FlowVault, log: any EventLog, clock: any FlowClock, interpreters: Interpreters, host: any FlowHost
    ) {
        self.init(
            recorder: Recorder(header: header), label: header.support, vault: vault, log: log, clock: clock, interpreters: interpreters,
            host: host)
    }

    /// A runtime with another way to decide, which its own tests script.
    init(
        recorder: sending any RecordsEvents, label: String, vault: FlowVault, log: any EventLog, clock: any FlowClock,
        interpreters: Interpreters,
        host: any FlowHost
    ) {
        self.recorder = recorder
        self.label = label
        self.vault = vault
        self.log = log
        self.clock = clock
        self.interpreters = interpreters
        self.host = host
    }

    deinit {
        // Nothing here holds the runtime, so that one that is let go ends what it began.
        watermark.finish()
        pump?.cancel()
        for task in requests.values { task.cancel() }
        _ = timers.stop()
        if hasVault { vault.release() }
        for wish in wishes.values { wish.resume(returning: .dropped) }
    }

    /// Begins the launch with what the vault kept; does nothing if it has begun.
    public func start() {
        guard phase == .fresh, takeVault() else { return }
        phase = .running
        let (watermark, host) = (watermark, host)
        log.begin(recorder.headerLine, label: label, at: clock.now) { report in
            switch report {
            case .durable(let number): watermark.raise(to: number)
            case .failed(let failure): host.failed(.log(failure))
            case .resumed: host.failed(.logResumed)
            case .recovered(let recovery): host.failed(.logRecovered(recovery))
            }
        }
        pump = Task { [weak self] in
            for await _ in watermark.changes { await self?.release() }
        }
        let kept = vault.beginLaunch()
        next = kept.first
        step(.app(.launched(kept)))
        remember { vault throws(FlowVaultFailure) in try vault.keepDevice() }
    }

    /// One vault serves one flow: another flow with it is told so, and never begins.
    private func takeVault() -> Bool {
        do throws(FlowVaultFailure) {
            try vault.take()
            hasVault = true
        } catch {
            phase = .stopping
            host.failed(.vault(error))
        }
        return hasVault
    }

    /// Takes an event. After `shutdown` nothing is taken.
    public func feed(_ origin: FlowEvent.Origin) {
        start()
        guard phase == .running else { return }
        step(origin)
    }

    /// Opens a wish and waits for its answer, which comes exactly once. Cancelling the task gives the wish up; so does
    /// `shutdown`.
    public func wish(_ event: @Sendable (WishID) -> UserEvent) async -> Answer {
        start()
        guard phase == .running else { return .dropped }
        let id = vault.nextWish()
        let user = event(id)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wishes[id] = continuation
                step(.user(user))
            }
        } onCancel: {
            Task { await self.giveUp(id) }
        }
    }

    /// How long `shutdown` waits for requests to end, and again for the log to be flushed, and to be closed. A request that
    /// ignores its cancellation, or a disk that does not answer, is left to itself after that; what comes of it reaches
    /// nobody.
    public static let patience = Interval.seconds(2)

    /// Ends the flow: nothing is begun any more, requests and timers are cancelled and awaited for at most `patience`, what
    /// is decided is kept, open wishes are answered `dropped`, and log and vault are closed.
    public func shutdown() async {
        if ending == nil {
            let wasRunning = phase == .running
            if phase == .fresh { _ = takeVault() }
            phase = .stopping
            ending = Task { if wasRunning { await self.end() } else { self.endLaunch() } }
        }
        await ending?.value
    }

    private func giveUp(_ wish: WishID) {
        if phase == .running && wishes[wish] != nil { step(.user(.cancel(wish))) }
    }

    /// One event, without suspension.
    private func step(_ origin: FlowEvent.Origin) {
        let event = FlowEvent(time: clock.now, origin: origin)
        let by = causes.cause(of: origin)
        if let reason = log.wantsSegment(at: event.time) {
            log.beginSegment(recorder.beginSegment(reason), reason, at: event.time)
        }
        let record = recorder.decide(event, by: by)
        log.append(record.line, number: record.number, waits: record.waits)
        causes.note(event, record.effects, number: record.number)
        held.append(record)
        noteNumbers(record.effects)
        release()
    }

    /// Carries out what is durable, in order. What is decided meanwhile joins the queue.
    private func release() {
        guard !isReleasing else { return }
        isReleasing = true
        defer { isReleasing = false }
        while true {
            let durable = watermark.current
            let end = held.firstIndex { $0.number > durable } ?? held.endIndex
            if end == held.startIndex { break }
            let ready = held[..<end]
            held.removeSubrange(..<end)
            for record in ready {
                host.recorded(record)
                for effect in record.effects { execute(effect) }
            }
        }
        scheduleTimers()
    }

    private func execute(_ effect: Effect) {
        switch effect {
        case .keep(let fact):
            remember { vault throws(FlowVaultFailure) in try vault.keep(fact) }
        case .forget(let forgotten): remember { vault throws(FlowVaultFailure) in try vault.forget(forgotten) }
        case .answer(let wish, let answer): wishes.removeValue(forKey: wish)?.resume(returning: answer)
        case .call, .partner, .cancel, .present, .arm, .disarm:
            // While stopping, what was decided is remembered and answered, and nothing is begun.
            if phase == .running { begin(effect) }
        }
    }

    private func begin(_ effect: Effect) {
        switch effect {
        case .call(let id, let call): ask(id) { await $0.adobe(call) }
        case .partner(let id, let question): ask(id) { await $0.partner(question) }
        case .cancel(let id):
            if let task = requests[id] {
                cancelled.insert(id)
                task.cancel()
            }
        case .present(let id, let presentation): host.present(id, presentation)
        case .arm(let id, _, let instant): timers.arm(id, at: instant, now: clock.now)
        case .disarm(let id): timers.disarm(id)
        case .keep, .forget, .answer: return
        }
    }

    private func ask(_ id: RequestID, _ question: @escaping @Sendable (Interpreters) async -> Reply) {
        let interpreters = interpreters
        requests[id] = Task { [weak self] in
            let reply = await question(interpreters)
            await self?.take(reply, for: id)
        }
    }

    private func take(_ reply: Reply, for id: RequestID) {
        requests[id] = nil
        let wasCancelled = cancelled.remove(id) != nil
        guard phase == .running else { return }
        // A cancelled request that failed tells nothing; one that succeeded may bring secrets to be forgotten.
        if wasCancelled, case .failed(.transport) = reply.result { return }
        step(.reply(id, reply))
    }

    private func scheduleTimers() {
        guard phase == .running else { return }
        let clock = clock
        timers.schedule { instant in
            Task { [weak self] in
                do { try await clock.sleep(until: instant) } catch { return }
                await self?.wake()
            }
        }
    }

    private func wake() {
        guard phase == .running, !Task.isCancelled else { return }
        timers.woke()
        for id in timers.due(clock.now) { step(.timer(id)) }
        scheduleTimers()
    }

    private func remember(_ change: (FlowVault) throws(FlowVaultFailure) -> Void) {
        do throws(FlowVaultFailure) {
            try change(vault)
        } catch {
            // Told once: what is decided about it may have to be remembered, too.
            if vaultHasFailed { return }
            vaultHasFailed = true
            host.failed(.vault(error))
            if phase == .running { step(.app(.vaultFailed)) }
        }
    }

    private func noteNumbers(_ effects: [Effect]) {
        let before = next
        for effect in effects {
            switch effect {
            case .call(let id, _), .partner(let id, _): next.request = max(next.request, id.number + 1)
            case .arm(let id, _, _): next.timer = max(next.timer, id.number + 1)
            case .present(let id, _): next.presentation = max(next.presentation, id.number + 1)
            case .cancel, .answer, .disarm, .keep, .forget: continue
            }
        }
        let after = next
        if after != before { remember { vault throws(FlowVaultFailure) in try vault.note(after) } }
    }

    private func end() async {
        let out = Array(requests.values) + [timers.stop()].compactMap { $0 }
        for task in out { task.cancel() }
        await ended(out)
        requests = [:]
        let log = log
        await ended([Task { await log.flush() }])
        release()
        watermark.finish()
        await pump?.value
        for wish in wishes.values { wish.resume(returning: .dropped) }
        wishes = [:]
        endLaunch()
        await ended([Task { await log.close() }])
    }

    /// Returns when all of these have ended, or patience has.
    private func ended(_ tasks: [Task<Void, Never>]) async {
        if tasks.isEmpty { return }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let (clock, limit) = (clock, clock.now.advanced(by: FlowRuntime.patience))
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

    private func endLaunch() {
        guard hasVault else { return }
        hasVault = false
        remember { vault throws(FlowVaultFailure) in try vault.endLaunch() }
    }
}
