import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct TimelineTests {
    @Test func `a story's time is drawn exactly like this`() {
        #expect(
            TimelineText.lines(Timeline(HandMade.story), Look()).joined(separator: "\n") == """
                            0 s                20                 40                 60                 80
                            ┬──────────────────┬──────────────────┬──────────────────┬──────────────────┬───────────
                 Adobe Pass █ registration 0.3 s
                            █ configuration 0.3 s
                 Viewer     ██████████████████ chooses a provider 18.4 s
                                              ███████████████████ on the second screen 20.2 s
                 Adobe Pass                                      █████ polls: 429 throttled 5.0 s
                 At rest                                       45.8 s ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
                 Adobe Pass                                                                        decision 0.4 s █

                 At rest          45.8 s   51 %
                 Viewer           38.6 s   43 %
                 Adobe Pass        6.0 s    7 %
                """)
    }

    @Test func `a picture shows a time without work as a dotted line, and nobody as waited for in it`() {
        let picture = SVGTimeline.lines(Timeline(HandMade.story), heading: [], name: "story", Look())
        let svg = picture.joined(separator: "\n")
        #expect(svg.contains("Who was waited for: Viewer 38.6 s, Adobe Pass 6.0 s."))
        #expect(picture.count { $0.contains("line faint dotted") } == 1)
        #expect(picture.contains { $0.contains("nothing under way 45.8 s") && $0.contains("faint") })
        #expect(!picture.contains { $0.contains("<rect") && $0.contains("class=\"bar5\"") })
    }

    @Test func `the stretches add up to the whole time, whatever the clock does`() {
        for flow in [Flows.partner(), Flows.secondScreen()] {
            let timeline = Timeline(flow.records)
            let sum = timeline.sums.reduce(0) { $0 + $1.milliseconds }
            let whole = timeline.end.milliseconds - timeline.start.milliseconds
            // Stretches under 0.05 s are omitted.
            #expect(sum <= whole)
            #expect(sum > whole - 500)
        }
        var made = HandMade()
        for seconds in [10.0, 3, 20, 19, 25] { made.add(seconds, .app(.foregrounded), "FM-01", "registered") }
        let timeline = Timeline(made.records)
        #expect(timeline.sums.map(\.milliseconds) == [15_000])
    }

    @Test func `a log without duration is described in words`() {
        var made = HandMade()
        made.add(0, .app(.foregrounded), "FM-01", "registered")
        for records in [[], made.records] {
            #expect(TimelineText.lines(Timeline(records), Look()) == [" Everything happened at the same time."])
        }
    }
}
