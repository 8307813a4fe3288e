import FlowEffects
import FlowMachine
import Testing

@Suite struct OwnInterpretersTests {
    @Test func `an embedder's own interpreters let a viewer play, and their log replays`() async throws {
        let log = MemoryEventLog()
        let (token, rules) = try await Gateway.play(log)
        #expect(token == "media token")
        #expect(!rules.isEmpty)
        var replay = try Replay(log.read(log.segments()[0]))
        var count = 0
        while try replay.next() != nil { count += 1 }
        #expect(count >= rules.count)
    }
}
