import FlowMachine
import FlowSimulation
import FlowStories
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct EndOfLifeTests {
    private let folder = TemporaryFolder()

    @Test(arguments: ["legacy-shut-down", "legacy-shut-down-while-signing-in", "legacy-unreachable-while-signed-in"])
    func `triage names the end of the legacy API, and what the app's team has to do`(name: String) throws {
        let world = try #require(Scenario.story(name)).run()
        let output = flat(Run([try folder.write(world.log, "log.jsonl")]).output)
        #expect(output.contains("Adobe has shut down REST API V1, which this version of the app uses"), "\(output)")
        #expect(output.contains("Publish a version of the app that uses REST API V2"))
        #expect(output.contains("owner the app"))
    }

    @Test func `a sign-out that the ended API cannot receive has the same cause`() throws {
        var world = SimulatedWorld(settings: .legacyTV, partner: SimulatedPartnerFramework(permission: .denied))
        world.launch()
        while world.adobe.received.last != .token { world.run(for: Interval(milliseconds: 10)) }
        world.addProfile("Cablevision")
        world.runUntilIdle()
        world.adobe.legacyEnd = .gone
        world.signOut()
        world.runUntilIdle()
        let output = flat(Run([try folder.write(world.log, "log.jsonl")]).output)
        #expect(output.contains("Adobe has shut down REST API V1"), "\(output)")
    }

    @Test func `a command ends the legacy API of a running server, and restores it`() {
        var adobe = SimulatedAdobe()
        func say(_ line: String) -> String {
            ServeScript.carryOut(line.split(separator: " ").map(String.init), on: &adobe, at: SimulatedWorld.start).text
        }
        for end in SimulatedAdobe.LegacyEnd.allCases {
            #expect(say("end-of-life \(end.rawValue)") == "done")
            #expect(adobe.legacyEnd == end)
        }
        #expect(say("end-of-life 500") == "it is 410, 404, 403, html, closed or off")
        #expect(say("end-of-life off") == "done")
        #expect(adobe.legacyEnd == nil)
    }
}
