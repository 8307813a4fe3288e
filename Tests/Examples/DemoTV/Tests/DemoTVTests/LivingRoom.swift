import DemoTVCore
import FlowEffects
import FlowSimulation
import FlowURLSession
import Foundation
import Observation

/// A viewer's device, and a simulated Adobe Pass behind a real socket: the server that `flow-trace serve` runs.
@MainActor final class LivingRoom {
    let adobe: LoopbackAdobe
    let partner: SharedPartnerFramework
    let clock = StandingClock()
    let demo: DemoTV
    /// The tokens that the app's server was asked to check.
    let verified = Verified()

    init(_ settings: FlowSettings, _ partner: SimulatedPartnerFramework) throws {
        let clock = clock
        var service = SimulatedAdobe()
        service.denials = [.init(resource: "movies", details: "Your package has no movies.")]
        adobe = try LoopbackAdobe(service, now: { clock.now })
        self.partner = SharedPartnerFramework(partner)
        var settings = settings
        settings.host = adobe.host
        // The clock does not move, so a spent allowance would not refill.
        settings.policy.allowanceBurst = 0
        let flow = try Flow(
            .simulated(settings), vault: .inMemory(), log: MemoryEventLog(),
            ports: FlowPorts(
                transport: URLSessionTransport(), partnerFramework: self.partner,
                device: { .appleTV }, clock: clock))
        let verified = verified
        demo = DemoTV(flow) { token, channel in
            await verified.note(token)
            return "stream of \(channel.title)"
        }
    }

    deinit { adobe.stop() }

    /// Enters the code on a second screen after one poll without a result; then the next poll is due.
    func signInElsewhere(_ code: String) async {
        await clock.untilWait()
        let now = clock.now
        adobe.withAdobe { _ = $0.completeSignIn(code: code, at: now) }
        clock.passWait()
    }
}

/// The requests to the app's server.
actor Verified {
    private(set) var tokens: [String] = []

    func note(_ token: String) { tokens.append(token) }
}

/// Returns as soon as the condition is true; checks again only when an observed value changes.
@MainActor func until(_ isMet: () -> Bool) async {
    while true {
        let (changes, change) = AsyncStream<Void>.makeStream()
        if withObservationTracking(isMet, onChange: { change.finish() }) { return }
        for await _ in changes {}
    }
}

/// A clock that does not move until a test wakes the sleepers.
final class StandingClock: FlowClock, @unchecked Sendable {
    static let start = SimulatedWorld.start

    private struct Sleeper {
        let until: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let lock = NSLock()
    private var time = StandingClock.start
    private var number = 0
    private var sleepers: [Int: Sleeper] = [:]
    private var cancelled: Set<Int> = []
    /// The callers that wait for a sleeper.
    private var waiting: [CheckedContinuation<Void, Never>] = []

    var now: Instant { lock.withLock { time } }

    func sleep(until instant: Instant) async throws {
        let id = lock.withLock {
            number += 1
            return number
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = lock.withLock {
                    if cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if time >= instant { return .success(()) }
                    sleepers[id] = Sleeper(until: instant, continuation: continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
                let told = lock.withLock {
                    defer { waiting = [] }
                    return waiting
                }
                for continuation in told { continuation.resume() }
            }
        } onCancel: {
            let sleeper: Sleeper? = lock.withLock {
                if let sleeper = sleepers.removeValue(forKey: id) { return sleeper }
                cancelled.insert(id)
                return nil
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Returns when a wait of at most ten seconds is pending: the time between two polls, not a request's timeout.
    func untilWait() async {
        await withCheckedContinuation { continuation in
            let isThere = lock.withLock {
                if nextWait() != nil { return true }
                waiting.append(continuation)
                return false
            }
            if isThere { continuation.resume() }
        }
        if lock.withLock({ nextWait() == nil }) { await untilWait() }
    }

    /// Ends that wait.
    func passWait() {
        let woken: [Sleeper] = lock.withLock {
            guard let next = nextWait() else { return [] }
            time = max(time, next)
            let due = sleepers.filter { $0.value.until <= next }
            for id in due.keys { sleepers[id] = nil }
            return Array(due.values)
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// The earliest end of a wait of at most ten seconds. Call it with the lock held.
    private func nextWait() -> Instant? {
        sleepers.values.map(\.until).filter { $0 <= time.advanced(by: .seconds(10)) }.min()
    }
}
