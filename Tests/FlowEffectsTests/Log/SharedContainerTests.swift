import FlowMachine
import FlowSimulation
import FlowTestSupport
import Testing

@testable import FlowEffects

/// A log holds a file lock. iOS terminates a suspended app that holds a lock in a shared container.
@Suite struct SharedContainerTests {
    private static let shared = "/private/var/mobile/Containers/Shared/AppGroup/7A1B/Library/log"

    @Test func `an app group's container is recognized by its path`() {
        let simulator = "/Users/me/Library/Developer/CoreSimulator/Devices/1/data/Containers/Shared/AppGroup/2"
        for path in [Self.shared, simulator, "/private/var/mobile/Containers/Shared/AppGroup"] { #expect(isInSharedContainer(path)) }
        for path in ["/private/var/mobile/Containers/Data/Application/7A1B/Library/Caches/log", "log", "", "/Shared/AppGroup/1"] {
            #expect(!isInSharedContainer(path))
        }
    }

    @Test func `a flow with its log in an app group's container reports it once and plays without a log`() async throws {
        let disk = SimulatedDisk()
        let clock = ManualClock(1_700_000_000_000)
        let log = FileEventLog(folder: Self.shared, disk: disk, refusesSharedContainers: true)
        let adobe = ScriptedAdobe(vault: .inMemory(), clock: clock)
        adobe.isSignedIn.withLock { $0 = true }
        let flow = Flow(adobe, log: log)
        let failures = flow.failures()
        for _ in 0..<2 { _ = try await flow.play("show").redeem() }
        await flow.shutDown()
        var told: [EventLogFailure] = []
        for await case .log(let failure) in failures { told.append(failure) }
        #expect(told.map(\.reason) == [.sharedContainer])
        #expect(told.first?.text.contains("put it into the app's own container") == true)
        #expect(try disk.names(in: "/").isEmpty)
    }

    #if os(Linux)
        @Test func `on other platforms such a path is an ordinary path`() async throws {
            let folder = TemporaryFolder()
            let log = FileEventLog(folder: folder.url("Containers/Shared/AppGroup/1"))
            let adobe = ScriptedAdobe(vault: .inMemory(), clock: ManualClock())
            let flow = Flow(adobe, log: log)
            await flow.enterBackground()
            await flow.shutDown()
            #expect(try log.segments().count == 1)
        }
    #endif
}
