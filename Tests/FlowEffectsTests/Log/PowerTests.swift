import FlowMachine
@_spi(Testing) import FlowExploration
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowEffects

/// Cuts the power, or ends the process, at every call that reaches the disk.
@Suite struct PowerTests {
    /// A launch that continues through rotations, and its result.
    private struct Launch {
        let settings = FlowSettings.box
        let disk: SimulatedDisk
        let label: String
        var sync = FileEventLog.Sync.every

        /// Runs until all events are done or the power is off.
        /// - Returns: the last event that was acknowledged.
        func run(_ events: [FlowEvent]) async -> Int64 {
            let log = FileEventLog(folder: "a/log", sync: sync, segmentBytes: 4000, keeping: LogRetention(age: nil), disk: disk)
            let acknowledged = Lock<Int64>(0)
            let hasFailed = Lock(false)
            var recorder = FlowRecorder(header: LogHeader(app: "Test/1", support: label, settings: settings))
            log.begin(recorder.headerLine, label: label, at: Instant(milliseconds: 0)) { report in
                switch report {
                // After a failure every record is reported as durable.
                case .durable(let number): if !hasFailed.withLock({ $0 }) { acknowledged.withLock { $0 = number } }
                case .failed: hasFailed.withLock { $0 = true }
                case .resumed, .recovered: break
                }
            }
            for event in events {
                if let reason = log.reasonForSegment(at: event.time) {
                    log.beginSegment(recorder.beginSegment(reason), reason, at: event.time)
                }
                let entry = recorder.record(event)
                log.append(entry.line, number: entry.number, waits: .policy)
                await log.flush()
                if disk.isOff { break }
            }
            await log.close()
            return acknowledged.withLock { $0 }
        }
    }

    private func events(_ count: Int, seed: UInt64) -> [FlowEvent] {
        var generator = EventGenerator(seed: seed)
        return (0..<count).map { $0 == 0 ? generator.launch() : generator.next() }
    }

    /// The records of a launch on the disk; checks that its segments follow each other.
    private func records(_ label: String, _ disk: SimulatedDisk) throws -> [LogRecord] {
        var records: [LogRecord] = []
        var last: Replay?
        for name in try LogFolder(path: "a/log", disk: disk).segments() where name.contains(label) {
            let bytes = try disk.read("a/log/\(name)")
            guard LogSurvey(bytes).wholeLines > 0 else { continue }
            var replay = try Replay(bytes)
            if let snapshot = replay.snapshot, let last {
                #expect(snapshot.model == last.model)
                #expect(snapshot.follows == last.checksum)
            }
            while let record = try replay.next() { records.append(record) }
            last = replay
        }
        return records
    }

    @Test func `a power cut at any call loses no acknowledged record, and the next launch is logged`() async throws {
        let events = events(12, seed: 7)
        var cut = 0
        var losses = 0
        while true {
            let disk = SimulatedDisk(seed: UInt64(cut))
            disk.faults.writesShort = true
            disk.faults.callsUntilPowerCut = cut
            let acknowledged = await Launch(disk: disk, label: "ONE").run(events)
            let wasCut = disk.isOff
            disk.restart()
            let recovered = (try? FileEventLog.recover(folder: "a/log", disk: disk)) ?? []
            losses += recovered.count
            let kept = try records("ONE", disk)
            guard kept.map(\.number) == Array(1...Int64(max(kept.count, 1))).prefix(kept.count).map({ $0 }),
                Int64(kept.count) >= acknowledged,
                kept.map(\.event) == Array(events.prefix(kept.count))
            else {
                Issue.record("cut at call \(cut): \(kept.count) records of \(acknowledged) acknowledged")
                return
            }
            #expect(await Launch(disk: disk, label: "TWO").run(events) == 12, "cut at call \(cut)")
            #expect(try records("TWO", disk).count == 12)
            if !wasCut { break }
            cut += 1
        }
        #expect(cut > 60, "the power was cut at \(cut) calls only")
        #expect(losses > 5, "only \(losses) torn ends occurred")
    }

    @Test func `a segment cut after any byte is recovered once, and none of its bytes is discarded`() throws {
        var recorder = FlowRecorder(header: LogHeader(app: "Test/1", support: "ONE", settings: .box))
        var bytes = recorder.headerLine
        for event in events(3, seed: 9) { bytes += recorder.record(event).line }
        let name = "flow-ONE-0001.jsonl"
        for cut in 1..<bytes.count {
            let disk = try SimulatedDisk.with("log")
            try disk.put(Array(bytes[..<cut]), at: "log/\(name)")
            let found = try FileEventLog.recover(folder: "log", disk: disk)
            let kept = (try? disk.read("log/\(name)")) ?? []
            let torn = (try? disk.read("log/\(name).torn")) ?? []
            let isWhole = bytes[cut - 1] == 0x0A
            guard kept + torn == Array(bytes[..<cut]), kept.last ?? 0x0A == 0x0A, found.isEmpty == isWhole, torn.isEmpty == isWhole,
                found.allSatisfy({ $0.tornBytes == torn.count && $0.failure.reason == .torn }),
                try FileEventLog.recover(folder: "log", disk: disk).isEmpty
            else {
                Issue.record("cut after \(cut) bytes: \(found)")
                return
            }
        }
    }

    @Test func `a process killed at any call loses no written record, whatever the policy`() async throws {
        let events = events(12, seed: 8)
        for cut in stride(from: 0, to: 100, by: 3) {
            let disk = SimulatedDisk(seed: UInt64(cut))
            disk.faults.callsUntilPowerCut = cut
            let acknowledged = await Launch(disk: disk, label: "ONE", sync: .never).run(events)
            disk.endProcess()
            disk.faults = SimulatedDisk.Faults()
            disk.powerOn()
            _ = try? FileEventLog.recover(folder: "a/log", disk: disk)
            let kept = try records("ONE", disk)
            #expect(Int64(kept.count) >= acknowledged, "cut at call \(cut)")
        }
    }

    @Test func `after a power cut at any call, the vault contains each fact as it was before or after`() throws {
        let end = Instant(milliseconds: 5_000_000)
        var cut = 0
        while true {
            let disk = SimulatedDisk(seed: UInt64(cut))
            var kept = -1
            var vault: FlowVault? = try FlowVault(folder: "v", for: .test(.box), disk: disk)
            disk.faults.callsUntilPowerCut = cut
            for index in 0..<4 {
                guard let vault else { break }
                let token = AccessToken(ref: vault.put(.token("token \(index)")), notAfter: end)
                do throws(FlowVaultFailure) { try vault.keep(.token(token)) } catch { break }
                kept = index
            }
            let wasCut = disk.isOff
            vault = nil
            disk.restart()
            let reopened = try FlowVault(folder: "v", for: .test(.box), disk: disk)
            var found = -1
            if let token = reopened.beginLaunch().token, case .token(let text) = reopened.secret(token.ref) {
                found = Int(text.split(separator: " ").last ?? "") ?? -2
            }
            #expect(found == kept || found == kept + 1, "cut at call \(cut): \(found) for \(kept)")
            if !wasCut { break }
            cut += 1
        }
        #expect(cut > 30)
    }
}
