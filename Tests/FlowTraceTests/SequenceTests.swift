import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct SequenceTests {
    @Test func `a story's sequence is drawn exactly like this`() {
        let sequence = SequenceDiagram(HandMade.story, header: HandMade.header)
        let drawn = SequenceText.lines(sequence, scale: TimeScale(HandMade.story, utc: false), Look())
        #expect(
            drawn.joined(separator: "\n") == """
                 #   time  App                         Viewer              Apple        Register   Adobe Pass  rule
                ─── A  Registration ─────────────────────────────────────────────────────────────── unregistered ───
                 1    0.0   ● launched  vault: empty      │                  │              │               │  A-02
                            ├─ POST /o/client/register ────────────────────────────────────▶│               │
                 2    0.3   │◀ client#1 ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤               │  A-03
                            ├─ GET /REF30/configuration ───────────────────────────────────────────────────▶│
                 3    0.6   │◀ 3 providers, 2 with Apple SSO  configuration#1 ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤  C-02
                ─── C  Partner authentication ────────────────────────────────────────────────────── partnerAuth ───
                            ├─ status, may interrupt ───────────────────────▶│              │               │
                            │                             ┊ 18.4 s  chooses a provider      │               │
                 4   19.0   │◀ the viewer denied TV-provider access ╌╌╌╌╌╌╌╌╌┤              │               │  C-08
                ─── F  Basic authentication ────────────────────────────────────────────────── basicAuthFallback ───
                            ├─ code#1  30 min ───────────▶│                  │              │               │
                            ├─ GET /REF30/profiles/code/code#1 ────────────────────────────────────────────▶│
                 5   19.2   │◀ nothing yet ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤  F-14
                11   34.2   ┊ × 3, 5.0 s apart, all answered nothing yet; events 6 to 11    │               │  F-14
                12          ├─ GET /REF30/profiles/code/code#1 ────────────────────────────────────────────▶│  F-12
                13   39.2 ! │◀ 429  throttled ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤  X-10
                14   39.5 ~ │◀ try again ─────────────────┤                  │              │               │  FM-04
                15   40.2   ● the hold is over            │                  │              │               │  X-10
                16          ├─ GET /REF30/profiles/code/code#1 ────────────────────────────────────────────▶│  F-12
                            │                             ┊ 25.2 s  on the second screen    │               │
                17   44.2   │◀ Dish, regular  until 2026-01-02 00:00Z ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤  F-13
                ─── D  Decisions ────────────────────────────────────────────────────────────────────── deciding ───
                            ├╌ signed in  Dish ╌╌╌╌╌╌╌╌╌╌▶│                  │              │               │
                            ┊ 45.8 s later                ┊                  ┊              ┊               ┊
                18   90.0   │◀ play resource#1 ───────────┤                  │              │               │  D-10
                            ├─ POST /REF30/decisions/authorize/Dish  resource#1 ───────────────────────────▶│
                19   90.4 ! │◀ deny resource#1  authorization_denied_by_mvpd ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┤  D-13
                            │  Adobe's trace id 12f6fef9-82b1                │              │               │
                          ! ├╌ denied resource#1 ╌╌╌╌╌╌╌╌▶│                  │              │               │
                            │    authorization_denied_by_mvpd                │              │               │
                """)
    }

    @Test func `a part is drawn with the times and answers of the whole log and with its starting state`() {
        let sequence = SequenceDiagram(HandMade.story, header: HandMade.header, part: Part(numbers: 3...3))
        let drawn = SequenceText.lines(sequence, scale: TimeScale(HandMade.story, utc: true), Look(width: 80, utc: true))
        #expect(
            drawn.joined(separator: "\n") == """
                 #          UTC  App               Viewer       Apple Register Adobe Pass  rule
                ─── A  Registration ─────────────────────────────────────────── unregistered ───
                 3 00:00:00.600   │◀ 3 providers, 2 with Apple SSO  configuration#1 ╌╌╌╌┤  C-02
                ─── C  Partner authentication ────────────────────────────────── partnerAuth ───
                                  ├─ status, may interrupt ───────▶│         │          │
                """)
    }

    @Test func `repetitions are folded only if all had the same result`() {
        var made = HandMade()
        let code = SecretRef(.code, 1)
        for round in 1...6 {
            let id = Int64(round)
            let time = Double(round) * 5
            made.add(
                time, .timer(TimerID(id)), "V2-F-12", "basicAuthFallback",
                [
                    HandMade.call(id, .profileForCode(code)), .arm(TimerID(id + 1), .poll, at: Script.instant(time + 5)),
                ])
            let isOdd = round == 4
            made.add(time + 0.2, HandMade.reply(id, .profiles([])), isOdd ? "FM-05" : "V2-F-14", "basicAuthFallback")
        }
        let sequence = SequenceDiagram(made.records, header: HandMade.header)
        #expect(
            sequence.blocks.compactMap { $0.event?.label.main } == [
                "timer 1", "nothing yet", "2", "nothing yet", "nothing yet", "nothing yet",
            ])
        #expect(sequence.blocks.filter { $0.event?.kind == .again }.map(\.number) == [6])
    }

    @Test func `a log with resource names shows the names`() {
        let header = LogHeader(
            app: "DemoTV/1.0", support: "4711", settings: Script.settings,
            names: [ResourceName(ref: SecretRef(.resource, 1), name: "Channel 7")])
        let drawn = SequenceText.lines(
            SequenceDiagram(HandMade.story, header: header), scale: TimeScale(HandMade.story, utc: false), Look())
        #expect(drawn.filter { $0.contains("Channel 7") }.count == 4)
        #expect(!drawn.contains { $0.contains("resource#1") })
    }

    @Test func `a device without a partner framework has no lane for it`() {
        var settings = Script.settings
        settings.partner = .absent
        let header = LogHeader(app: "DemoTV/1.0", support: "4711", settings: settings)
        let head = SequenceText.lines(SequenceDiagram([], header: header), scale: TimeScale([], utc: false), Look()).first ?? ""
        #expect(head.split(separator: " ") == ["#", "time", "App", "Viewer", "Register", "Adobe", "Pass", "rule"])
    }
}
