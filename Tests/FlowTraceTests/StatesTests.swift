import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct StatesTests {
    @Test func `a story's transitions are drawn exactly like this`() {
        #expect(
            StateText.lines(Passage(HandMade.story), Look()).joined(separator: "\n") == """
                                      ╭┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄╮
                                      ┊                                      ┊
                                      ┊  ╭┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄╮   ┊
                                      ▽  ┊                               ▽   ┊
                 unregistered ┄┄┄┄▷ checking ┄┄┄┄┄▷ partnerAuth ┄┄┄┄┄▷ deciding ┄┄┄┄▷ loggedOut
                      ┊             ┊  △  ┊          ┊      │1               ▲
                      ┊             ┊  ┊  ┊          ┊      ▼                1
                      ┊             ┊  ┊  ╰┄┄┄┄┄┄┄┄┄┄┊┄▷ basicAuthFallback ──╯
                      ┊             ┊  ┊             ┊           ┊
                      ┊             ▽  ┊             ┊           ┊
                      ╰┄┄┄┄┄┄┄┄┄┄┄▷ registered ◁┄┄┄┄┄╯           ┊
                                         △                       ┊
                                         ╰┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄╯

                 also  unregistered ──1──▶ partnerAuth

                   state              entered   events    time in it
                 A unregistered             1        3         0.6 s
                   registered           never
                 B checking             never
                 C partnerAuth              1        1        18.4 s
                 F basicAuthFallback        1       13        25.2 s
                 D deciding                 1        2        46.2 s   at the end
                 E loggedOut            never

                 ──2──▶  taken twice    ┄┄┄┄┄▷  never in this log
                """)
    }

    @Test func `every transition in the drawing is drawn if taken, and any other is listed under it`() {
        for from in FlowStateName.allCases {
            for to in FlowStateName.allCases where from != to {
                var made = HandMade()
                made.add(0, .app(.foregrounded), "FM-01", from.rawValue)
                for round in 0..<7 {
                    made.add(Double(2 * round + 1), .app(.foregrounded), "FM-01", to.rawValue)
                    made.add(Double(2 * round + 2), .app(.backgrounded), "FM-01", from.rawValue)
                }
                made.add(99, .app(.foregrounded), "FM-01", to.rawValue)
                let passage = Passage(made.records)
                #expect(passage.count(Passage.Edge(from: from.rawValue, to: to.rawValue)) == 8)
                let drawing = StateText.lines(passage, Look()).prefix { !$0.contains("entered") }
                #expect(drawing.contains { $0.contains("8") }, "\(from) to \(to)")
            }
        }
    }

    @Test func `a state that this build does not know is listed`() {
        var made = HandMade()
        made.add(0, .app(.foregrounded), "FM-01", "checking")
        made.add(1, .app(.foregrounded), "FM-01", "paused")
        let lines = StateText.lines(Passage(made.records), Look())
        #expect(lines.contains(" also  checking ──1──▶ paused"))
        #expect(lines.contains { $0.hasPrefix("   paused ") && $0.hasSuffix("at the end") })
    }
}
