import FlowEffects
import FlowMachine
import Foundation

/// One `FileEventLog` that several tasks append to. Each waits until its line is as durable as the policy says.
final class DurableLog: @unchecked Sendable {
    // Sound: `last`, `waiting` and `failure` are only accessed while `lock` is held.
    private let lock = NSLock()
    private var last: Int64 = 0
    private var waiting: [(number: Int64, continuation: UnsafeContinuation<Void, Never>)] = []
    private var failure: EventLogFailure?
    private let log: FileEventLog

    init(folder: String, sync: FileEventLog.Sync) {
        log = FileEventLog(folder: URL(fileURLWithPath: folder, isDirectory: true), sync: sync, segmentBytes: 1 << 40)
    }

    func run(_ appenders: Int, _ count: Int) async throws -> Contestant.Result {
        log.begin(Array("header\n".utf8), label: "A", at: Instant(milliseconds: 0)) { [weak self] report in
            switch report {
            case .durable(let number): self?.raise(to: number)
            case .failed(let failure): self?.lock.withLock { self?.failure = failure }
            case .resumed, .recovered: return
            @unknown default: return
            }
        }
        await log.flush()
        let begin = now()
        let latencies = await withTaskGroup(of: [UInt64].self) { group in
            for _ in 0..<appenders {
                group.addTask {
                    var latencies: [UInt64] = []
                    latencies.reserveCapacity(count)
                    for _ in 0..<count {
                        let begin = now()
                        await self.append()
                        latencies.append(now() - begin)
                    }
                    return latencies
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        let seconds = Double(now() - begin) / 1e9
        await log.close()
        if let failure = lock.withLock({ failure }) { throw Complaint(text: failure.text) }
        return Contestant.Result(seconds: seconds, latencies: latencies)
    }

    private func append() async {
        await withUnsafeContinuation { continuation in
            let number = lock.withLock {
                last += 1
                waiting.append((last, continuation))
                return log.append(line, number: last, waits: .policy) ? last : 0
            }
            if number > 0 { raise(to: number) }
        }
    }

    private func raise(to number: Int64) {
        let ready = lock.withLock {
            let end = waiting.firstIndex { $0.number > number } ?? waiting.endIndex
            defer { waiting.removeSubrange(..<end) }
            return Array(waiting[..<end])
        }
        for waiter in ready { waiter.continuation.resume() }
    }
}
