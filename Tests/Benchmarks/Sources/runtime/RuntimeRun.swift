@_spi(Testing) import FlowEffects
import FlowMachine
import Foundation

/// Feeds one flow with events that cause no requests.
enum RuntimeRun {
    struct Cost {
        /// Events are fed one after another, and the log is flushed at the end.
        var fed = Double.infinity
        /// The next event is fed when the previous event's effects are released.
        var released = Double.infinity
    }

    private static let origin = FlowEvent.Origin.app(.backgrounded)

    private static let header: LogHeader = {
        var policy = Policy()
        policy.allowanceBurst = 0
        policy.breakerThreshold = 0
        let settings = FlowSettings(
            serviceProvider: "REF30", domainName: "adobe.com", redirectURL: "https://adobe.com", platform: .other, policy: policy)
        return LogHeader(app: "Bench/1", support: "BENCH", settings: settings)
    }()

    static func recorderAlone(_ events: Int) -> Double {
        var recorder = FlowRecorder(header: header)
        let clock = SystemClock()
        _ = recorder.record(FlowEvent(time: clock.now, origin: .app(.launched(PersistedState()))))
        let begin = now()
        for _ in 0..<events { _ = recorder.record(FlowEvent(time: clock.now, origin: origin)) }
        return Double(now() - begin) / Double(events)
    }

    static func run(_ events: Int, _ log: () -> any EventLog) async -> Cost {
        var cost = Cost()
        cost.fed = await run(log()) { runtime, log, _ in
            let begin = now()
            for _ in 0..<events { await runtime.feed(origin) }
            await log.flush()
            return Double(now() - begin) / Double(events)
        }
        // Enough where each waits for the disk.
        let fewer = max(events / 10, 1)
        cost.released = await run(log()) { runtime, _, host in
            let first = host.last
            let begin = now()
            for index in 1...fewer {
                await runtime.feed(origin)
                await host.until(first + Int64(index))
            }
            return Double(now() - begin) / Double(fewer)
        }
        return cost
    }

    private static func run(_ log: any EventLog, _ measure: (FlowRuntime, any EventLog, Listener) async -> Double) async -> Double {
        let host = Listener()
        let failing = Reply(.failed(.transport(.connection)))
        let runtime = FlowRuntime(
            header: header, vault: .inMemory(), log: log, clock: SystemClock(),
            interpreters: Interpreters(adobe: { _ in failing }, partner: { _ in failing }), host: host)
        await runtime.start()
        // Until the launch is over: registration fails, and is retried after a second or more.
        try? await Task.sleep(nanoseconds: 50_000_000)
        await log.flush()
        let cost = await measure(runtime, log, host)
        await runtime.shutDown()
        try? await log.erase()
        return cost
    }

    private static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
}

/// Waits until a record's effects are released.
final class Listener: FlowHost, @unchecked Sendable {
    // Sound: `number` and `waiting` are only accessed while `lock` is held.
    private let lock = NSLock()
    private var number: Int64 = 0
    private var waiting: (number: Int64, continuation: UnsafeContinuation<Void, Never>)?

    var last: Int64 { lock.withLock { number } }

    func recorded(_ record: DecidedRecord) {
        lock.lock()
        number = record.number
        let ready = waiting.map { $0.number <= record.number } ?? false ? waiting : nil
        if ready != nil { waiting = nil }
        lock.unlock()
        ready?.continuation.resume()
    }

    func until(_ wanted: Int64) async {
        if last >= wanted { return }
        await withUnsafeContinuation { continuation in
            let isReady = lock.withLock {
                if number >= wanted { return true }
                waiting = (wanted, continuation)
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    func present(_ id: PresentationID, _ presentation: Presentation) {}

    func noticed(_ notice: FlowNotice) {}
    func failed(_ failure: FlowFailure) {
        FileHandle.standardError.write(Data("\(failure.text)\n".utf8))
    }
}
