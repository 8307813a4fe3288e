import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowEffects

/// What a launch adds to its log's header.
@Suite struct LaunchHeaderTests {
    let clock = ManualClock(1_700_000_000_000)

    private func disk() -> SimulatedDisk {
        let disk = SimulatedDisk()
        disk.now = clock.now
        return disk
    }

    private func vault(_ disk: SimulatedDisk) throws -> FlowVault {
        try FlowVault(folder: "vault", for: .test(.picker), disk: disk)
    }

    /// Runs a launch to its end.
    private func launch(
        _ support: String, _ vault: FlowVault, _ log: MemoryEventLog = MemoryEventLog(), logsInstallationID: Bool = true,
        crashes: Bool = false
    ) async throws -> LogHeader {
        let adobe = ScriptedAdobe(vault: vault, clock: clock)
        let flow = try Flow(
            FlowApp("DemoTV/1.0", softwareStatement: nil, settings: .picker), supportID: support, vault: vault, log: log, clock: clock,
            interpreters: adobe.interpreters, throttle: HostThrottle(), logsInstallationID: logsInstallationID)
        await flow.enterForeground()
        _ = try? await flow.preview(["show"])
        let name = try #require(try log.segments().last)
        let header = try LogReader(log.read(name)).header
        let export = try #require(try await flow.exportLog().segments.last)
        #expect(try LogReader(export.bytes).header.installation == nil, "a shared log has no installation")
        #expect(try LogReader(export.bytes).header.previousSupport == header.previousSupport)
        for try await segment in try await flow.exportedSegments() {
            #expect(try LogReader(segment.bytes).header.installation == nil)
        }
        if !crashes { await flow.shutDown() }
        return header
    }

    @Test func `launches name the one before, and share an installation until everything is erased`() async throws {
        let disk = disk()
        let first = try await launch("ONE", vault(disk))
        #expect(first.previousSupport == nil)
        let installation = try #require(first.installation)
        #expect(installation.count == 32)
        #expect(installation.allSatisfy { $0.isHexDigit && !$0.isUppercase })
        let second = try await launch("TWO", vault(disk))
        #expect(second.previousSupport == "ONE")
        #expect(second.installation == installation)
        let last = try vault(disk)
        #expect(!last.deviceIdentifier().contains(installation.prefix(8)))
        try last.erase()
        let third = try await launch("THREE", vault(disk))
        #expect(third.previousSupport == nil)
        #expect(third.installation != nil)
        #expect(third.installation != installation)
    }

    @Test func `keychain items and a vault in memory keep the same, and each service provider has its own`() async throws {
        let items = MemoryItems()
        let first = try await launch("ONE", items.vault())
        let second = try await launch("TWO", items.vault())
        #expect(second.previousSupport == "ONE")
        #expect(second.installation == first.installation)
        var other = FlowSettings.picker
        other.serviceProvider = "OTHER"
        let stranger = try items.vault(other)
        #expect(stranger.noteSupport("X") == nil)
        #expect(stranger.installation(isWanted: true) != first.installation)
        let memory = FlowVault.inMemory()
        let third = try await launch("THREE", memory)
        let fourth = try await launch("FOUR", memory)
        #expect(fourth.previousSupport == "THREE")
        #expect(fourth.installation == third.installation)
        #expect(third.installation != first.installation)
    }

    @Test func `an app that wants no installation has none, and the one that is kept is removed`() async throws {
        let disk = disk()
        #expect(try await launch("ONE", vault(disk)).installation != nil)
        #expect(try await launch("TWO", vault(disk), logsInstallationID: false).installation == nil)
        let kept = try vault(disk)
        #expect(kept.state.withLock { $0.installation } == nil)
    }

    @Test func `an installation that cannot be kept is not logged`() async throws {
        let items = MemoryItems()
        let vault = try items.vault()
        items.writeFailure.withLock { $0 = .writing }
        #expect(vault.installation(isWanted: true) == nil)
        items.writeFailure.withLock { $0 = nil }
        #expect(vault.installation(isWanted: true) != nil)
    }

    @Test func `the device's clock tells its offset to UTC, other clocks do not`() throws {
        #expect(clock.utcOffsetMinutes == nil)
        let offset = try #require(SystemClock().utcOffsetMinutes)
        #expect((-24 * 60...24 * 60).contains(offset))
    }

    @Test func `a shutdown is the last record of the log, also after it is asked for twice`() async throws {
        let log = MemoryEventLog()
        _ = try await launch("ONE", FlowVault.inMemory(), log)
        var reader = try LogReader(log.read(try #require(try log.segments().last)))
        var last: LogRecord?
        while let record = try reader.next() { last = record }
        #expect(last?.event.origin == .app(.shutDown))
    }
}
