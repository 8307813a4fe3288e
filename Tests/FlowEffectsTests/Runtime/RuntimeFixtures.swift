import FlowMachine
import FlowTestSupport

@_spi(Testing) @testable import FlowEffects

/// Decides as the test specifies, so that the runtime is tested on its own.
struct ScriptedRecorder: EventRecorder {
    let headerLine: [UInt8] = Array("header\n".utf8)
    let model = FlowModel()
    var number: Int64 = 0
    let effects: @Sendable (FlowEvent.Origin, Int64) -> [Effect]

    init(_ effects: @escaping @Sendable (FlowEvent.Origin, Int64) -> [Effect]) { self.effects = effects }

    mutating func beginSegment(_ reason: Snapshot.Reason) -> [UInt8] { Array("again after \(number)\n".utf8) }

    mutating func record(_ event: FlowEvent, by: Int64?) -> DecidedRecord {
        number += 1
        return DecidedRecord(
            number: number, by: by, event: event, rule: .`FM-05`, state: model.state, effects: effects(event.origin, number),
            line: Array("\(number)\n".utf8))
    }
}

/// Records what a runtime presents.
final class RecordingHost: FlowHost {
    enum Entry: Equatable, Sendable {
        case recorded(Int64, by: Int64?, FlowEvent.Origin)
        case presented(Int64)
        case failed(FlowFailure)
        case noticed(FlowNotice)
    }

    let journal = Journal<Entry>()

    func recorded(_ record: DecidedRecord) { journal.note(.recorded(record.number, by: record.by, record.event.origin)) }
    func present(_ id: PresentationID, _ presentation: Presentation) { journal.note(.presented(id.number)) }
    func failed(_ failure: FlowFailure) { journal.note(.failed(failure)) }
    func noticed(_ notice: FlowNotice) { journal.note(.noticed(notice)) }

    var presented: [Int64] {
        journal.entries.compactMap { if case .presented(let number) = $0 { number } else { nil } }
    }
    var numbers: [Int64] {
        journal.entries.compactMap { if case .recorded(let number, _, _) = $0 { number } else { nil } }
    }
    var failures: [FlowFailure] {
        journal.entries.compactMap { if case .failed(let failure) = $0 { failure } else { nil } }
    }
    func origins(_ isWanted: (FlowEvent.Origin) -> Bool) -> [FlowEvent.Origin] {
        journal.entries.compactMap { entry in
            if case .recorded(_, _, let origin) = entry, isWanted(origin) { origin } else { nil }
        }
    }

    /// Returns when event `number` is recorded.
    func until(_ number: Int64) async {
        await journal.until { $0.contains { if case .recorded(number, _, _) = $0 { true } else { false } } }
    }
}

/// A log whose durability a test decides.
final class GatedLog: EventLog {
    private let report = Lock<(@Sendable (LogReport) -> Void)?>(nil)
    let appended = Journal<Int64>()
    let isClosed = Lock(false)
    let closed = Journal<Bool>()
    /// A disk that does not respond until it is released.
    let isStuck: Bool
    let freed = Journal<Bool>()

    init(isStuck: Bool = false) { self.isStuck = isStuck }

    func begin(_ header: [UInt8], label: String, at now: Instant, report: @escaping @Sendable (LogReport) -> Void) {
        self.report.withLock { $0 = report }
    }
    func append(_ line: [UInt8], number: Int64, waits: LogWait) -> Bool {
        appended.note(number)
        return false
    }
    func reasonForSegment(at now: Instant) -> Snapshot.Reason? { nil }
    func beginSegment(_ lines: [UInt8], _ reason: Snapshot.Reason, at now: Instant) {}
    func erase() async throws(EventLogFailure) {}
    func reach(_ number: Int64) { report.withLock { $0 }?(.durable(number)) }
    func flush() async {
        if isStuck { await freed.until(true) }
        reach(appended.entries.last ?? 0)
    }
    func close() async {
        if isStuck { await freed.until(true) }
        isClosed.withLock { $0 = true }
        closed.note(true)
    }
    func segments() throws(EventLogFailure) -> [String] { [] }
    func read(_ segment: String) throws(EventLogFailure) -> [UInt8] { [] }
}

/// Requests that a test answers at a time of its choice.
final class OpenRequests: Sendable {
    /// Calls as they arrive, and those that were canceled.
    let arrived = Journal<Endpoint>()
    let cancelled = Journal<Endpoint>()
    private let waiting = Lock<[Endpoint: CheckedContinuation<Reply, Never>]>([:])

    var interpreters: Interpreters {
        Interpreters(adobe: { await self.answer($0.endpoint) }, partner: { _ in Reply(.failed(.transport(.connection))) })
    }

    func reply(_ endpoint: Endpoint, _ reply: Reply) {
        waiting.withLock { $0.removeValue(forKey: endpoint) }?.resume(returning: reply)
    }

    private func answer(_ endpoint: Endpoint) async -> Reply {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.withLock { $0[endpoint] = continuation }
                arrived.note(endpoint)
                if Task.isCancelled { reply(endpoint, .cancelled) }
            }
        } onCancel: {
            cancelled.note(endpoint)
            reply(endpoint, .cancelled)
        }
    }
}

extension Reply {
    static let cancelled = Reply(.failed(.transport(.connection)))
}

extension FlowRuntime {
    init(
        log: any EventLog = MemoryEventLog(), clock: any FlowClock = ManualClock(), vault: FlowVault = .inMemory(),
        interpreters: Interpreters = OpenRequests().interpreters, host: any FlowHost,
        _ effects: @escaping @Sendable (FlowEvent.Origin, Int64) -> [Effect]
    ) {
        self.init(
            recorder: ScriptedRecorder(effects), label: "TEST", vault: vault, log: log, clock: clock, interpreters: interpreters,
            host: host)
    }
}

extension Effect {
    static func call(_ number: Int64, _ endpoint: Endpoint) -> Effect { .call(RequestID(number), Call(token: nil, endpoint: endpoint)) }
}
