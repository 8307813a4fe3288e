import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@_spi(Testing) @testable import FlowEffects

/// What a whole flow keeps: its log when the disk fails, and nothing after an erasure.
@Suite struct KeepingTests {
    let clock = ManualClock(1_700_000_000_000)

    /// A disk with the same clock.
    private func disk() -> SimulatedDisk {
        let disk = SimulatedDisk()
        disk.now = clock.now
        return disk
    }

    private func vault(_ disk: SimulatedDisk) throws -> FlowVault {
        try FlowVault(folder: "vault", for: .test(.picker), disk: disk)
    }

    /// Every segment of the log, replayed; returns the model at the end of the last.
    private func replayed(_ segments: [LogSegment]) throws -> (beginnings: [Snapshot.Reason?], model: FlowModel, records: [LogRecord]) {
        var beginnings: [Snapshot.Reason?] = []
        var model = FlowModel()
        var records: [LogRecord] = []
        for segment in segments {
            var replay = try Replay(segment.bytes)
            beginnings.append(replay.snapshot?.reason)
            while let record = try replay.next() { records.append(record) }
            model = replay.model
        }
        return (beginnings, model, records)
    }

    private func signedIn(_ adobe: ScriptedAdobe, _ log: any EventLog) async -> Flow {
        adobe.isSignedIn.withLock { $0 = true }
        let flow = Flow(adobe, log: log)
        await flow.status { if case .signedIn = $0 { true } else { false } }
        return flow
    }

    @Test func `a log that never syncs still syncs the launch and every change of the vault`() async throws {
        let disk = disk()
        let log = FileEventLog(folder: "log", sync: .never, disk: disk)
        let flow = await signedIn(ScriptedAdobe(vault: .inMemory(), clock: clock), log)
        await log.flush()
        let before = disk.syncs
        for _ in 0..<3 { _ = try await flow.play("show").redeem() }
        _ = try await flow.preview(["show", "film"])
        await flow.enterBackground()
        await log.flush()
        #expect(disk.syncs == before, "an ordinary event causes no sync")
        try await flow.signOut()
        let export = try await flow.exportLog()
        await flow.shutDown()
        let kept = try replayed(export.segments).records.filter { record in
            record.number == 1
                || record.effects.contains { effect in
                    switch effect {
                    case .keep, .forget(.fact): true
                    case _: false
                    }
                }
        }
        #expect(kept.map(\.number) == [1, 2, 3, 4, 14, 15], "launch, client, token, profile; sign-out, and its logout")
        #expect(before == 4)
        #expect(disk.syncs == kept.count)
    }

    @Test func `on a full disk playback continues, the app learns it once, and the log records the gap`() async throws {
        let disk = disk()
        let log = FileEventLog(folder: "log", disk: disk)
        let flow = await signedIn(ScriptedAdobe(vault: .inMemory(), clock: clock), log)
        let (failures, notices) = (flow.failures(), flow.notices())
        disk.fill()
        for _ in 0..<3 { _ = try await flow.play("show").redeem() }
        disk.fill(false)
        clock.advance(to: clock.now.advanced(by: Interval(milliseconds: 3_600_000)))
        await flow.enterBackground()
        await flow.enterForeground()
        try await flow.signOut()
        let export = try await flow.exportLog()
        await flow.shutDown()
        var failed: [FlowFailure] = []
        for await failure in failures { failed.append(failure) }
        #expect(failed.count == 1)
        if case .log? = failed.first {} else { Issue.record("\(failed)") }
        var noticed: [FlowNotice] = []
        for await notice in notices { noticed.append(notice) }
        #expect(noticed.last == .logResumed)
        #expect(noticed.count { $0 == .logResumed } == 1)
        let (beginnings, model, records) = try replayed(export.segments)
        guard beginnings.count == 2, case .gap(let from, .writing)? = beginnings[1] else {
            Issue.record("\(beginnings)")
            return
        }
        #expect(beginnings[0] == nil)
        #expect(records.contains { $0.number == from - 1 })
        #expect(model.state.name == "loggedOut")
        #expect(records.map(\.number) == records.map(\.number).sorted())
    }

    @Test func `a long launch continues in segments, in files and memory, and each replays on its own`() async throws {
        let logs: [any EventLog] = [
            FileEventLog(folder: "log", segmentBytes: 6000, disk: disk()), MemoryEventLog(maximumBytes: 24_000, maximumSegments: 4),
        ]
        for log in logs {
            let flow = await signedIn(ScriptedAdobe(vault: .inMemory(), clock: clock), log)
            for _ in 0..<12 { _ = try await flow.play("show").redeem() }
            let export = try await flow.exportLog()
            #expect(export.supportID == "SUPPORT1")
            #expect(export.segments.count > 3)
            var streamed: [LogSegment] = []
            for try await segment in try await flow.exportedSegments() { streamed.append(segment) }
            #expect(streamed == export.segments)
            for segment in export.segments { #expect(try LogReader(segment.bytes).header.support == "SUPPORT1") }
            let (beginnings, model, records) = try replayed(export.segments)
            #expect(beginnings.dropFirst().allSatisfy { $0 == .rotation })
            #expect(model.state.name == "deciding")
            #expect(zip(records, records.dropFirst()).allSatisfy { $0.number + 1 == $1.number })
            await flow.shutDown()
        }
    }

    @Test func `a segment that is deleted during an upload is skipped`() async throws {
        let disk = disk()
        let flow = await signedIn(
            ScriptedAdobe(vault: .inMemory(), clock: clock), FileEventLog(folder: "log", segmentBytes: 6000, disk: disk))
        for _ in 0..<12 { _ = try await flow.play("show").redeem() }
        let names = try await flow.exportLog().segments.map(\.name)
        try #require(names.count > 3)
        var segments = try await flow.exportedSegments().makeAsyncIterator()
        #expect(try await segments.next()?.name == names[0])
        try disk.remove("log/\(names[1])")
        #expect(try await segments.next()?.name == names[2])
        await flow.shutDown()
    }

    @Test func `the app can read its device identifier, which the vault keeps`() async {
        let adobe = ScriptedAdobe(vault: .inMemory(), clock: clock)
        let flow = Flow(adobe)
        #expect(flow.deviceIdentifier == adobe.vault.deviceIdentifier())
        await flow.shutDown()
    }

    @Test func `a torn end from an earlier launch is reported`() async throws {
        let disk = disk()
        let first = await signedIn(ScriptedAdobe(vault: .inMemory(), clock: clock), FileEventLog(folder: "log", disk: disk))
        await first.shutDown()
        let name = try #require(try disk.names(in: "log").first { $0.hasSuffix(".jsonl") })
        let file = try disk.open("log/\(name)", isNew: false)
        _ = try disk.write(file, Array("{\"number\":7".utf8)[...])
        disk.close(file)
        let next = Flow(ScriptedAdobe(vault: .inMemory(), clock: clock), log: FileEventLog(folder: "log", disk: disk))
        await next.start()
        for await notice in next.notices() {
            guard case .logRecovered(let recovery) = notice else { continue }
            #expect(recovery.segment == name)
            #expect(recovery.tornBytes == 11)
            #expect(recovery.tornFile == "\(name).torn")
            #expect(recovery.text.contains("moved 11 bytes to"))
            break
        }
        await next.shutDown()
    }

    @Test func `an erasure removes all vault files and logs, and the next launch starts fresh`() async throws {
        let disk = disk()
        let vault = try vault(disk)
        let log = FileEventLog(folder: "log", disk: disk)
        let adobe = ScriptedAdobe(vault: vault, clock: clock)
        let flow = await signedIn(adobe, log)
        _ = try await flow.play("show").redeem()
        #expect(throws: FlowVaultFailure.self) { try vault.erase() }
        try await flow.eraseAll()
        #expect(try disk.names(in: "/").isEmpty)
        #expect(try await flow.exportLog().segments.isEmpty)
        let identifier = vault.deviceIdentifier()
        let again = await signedIn(ScriptedAdobe(vault: vault, clock: clock), log)
        // The answer of the sign-in may arrive before the profile is kept.
        await again.shutDown()
        #expect(vault.persistedState().profile != nil)
        #expect(vault.deviceIdentifier() == identifier)
        #expect(try log.segments().count == 1)
    }

    @Test func `a vault used by another flow is refused, and that flow is not disturbed`() async throws {
        let vault = try vault(SimulatedDisk())
        let first = await signedIn(ScriptedAdobe(vault: vault, clock: clock), MemoryEventLog())
        let second = Flow(ScriptedAdobe(vault: vault, clock: clock))
        let refusal = await #expect(throws: FlowRefusal.self) { try await second.play("show") }
        #expect(refusal?.reason == .vaultInUse)
        #expect(refusal?.isCancellation == false)
        for await failure in second.failures() {
            guard case .vault(let failure) = failure else { continue }
            #expect(failure.reason == .alreadyOpen)
            #expect(failure.text.contains("one vault serves one flow"))
            break
        }
        await second.shutDown()
        _ = try await first.play("show").redeem()
        await first.shutDown()
        let third = await signedIn(ScriptedAdobe(vault: vault, clock: clock), MemoryEventLog())
        await third.shutDown()
    }

    @Test func `launch, sign-out and every kept or forgotten fact wait for the disk; a permit does not`() {
        let time = Instant(milliseconds: 0)
        func waits(_ origin: FlowEvent.Origin, _ effects: [Effect]) -> LogWait {
            DecidedRecord(
                number: 1, by: nil, event: FlowEvent(time: time, origin: origin), rule: .`FM-05`, state: FlowModel().state,
                effects: effects, line: []
            ).waits
        }
        let media = MediaToken(ref: SecretRef(.media, 1), notAfter: time)
        let permit = Effect.answer(WishID(1), .permitted(resource: SecretRef(.resource, 1), media: media, source: .mvpd))
        let forgetsResource = Effect.forget(.secret(SecretRef(.resource, 1)))
        #expect(waits(.app(.launched(PersistedState())), []) == .disk)
        #expect(waits(.user(.signOut(WishID(1))), []) == .disk)
        #expect(waits(.app(.foregrounded), []) == .policy)
        #expect(waits(.app(.foregrounded), [permit, forgetsResource]) == .system)
        for effect in [
            Effect.keep(.signedOut(SignedOutMark())), .forget(.fact(.code)), .forget(.secret(SecretRef(.token, 1))),
        ] {
            #expect(waits(.app(.foregrounded), [permit, effect]) == .disk)
        }
        // A late sign-in is owed its logout in a record that keeps nothing else; a power cut after the logout was sent must not lose it.
        let owing: [Effect] = [.keep(.owedLogouts([.device])), .call(RequestID(1), Call(token: nil, endpoint: .restV1(.logout)))]
        #expect(waits(.reply(RequestID(9), Reply(.done)), owing) == .disk)
        #expect(waits(.reply(RequestID(9), Reply(.done)), [.forget(.fact(.owedLogouts))]) == .disk)
    }
}
