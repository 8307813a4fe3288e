import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct MermaidTests {
    private let hostile = Flows.partner("%%a;b#c\"<i>end:{x}\u{1B}, 東京")

    @Test func `each line of the sequence is a lane, a message between lanes or a note`() {
        for flow in [hostile, Flows.secondScreen()] {
            let sequence = SequenceDiagram(flow.records, header: flow.header)
            let lines = Mermaid.sequence(sequence, scale: TimeScale(flow.records, utc: false), Look())
            #expect(
                lines.prefix(6) == [
                    "sequenceDiagram", "    participant App as App", "    participant Viewer as Viewer", "    participant Apple as Apple",
                    "    participant Register as Register", "    participant Adobe as Adobe Pass",
                ])
            let starts = [
                "App->>", "App-->>", "Viewer->>App: ", "Apple-->>App: ", "Register-->>App: ", "Adobe-->>App: ", "Note over App,Adobe: ",
                "Note over Viewer: ", "Note right of App: ",
            ]
            for line in lines.dropFirst(6) { #expect(starts.contains { line.hasPrefix("    " + $0) }, "\(line)") }
        }
    }

    @Test func `Mermaid's special characters and words are written as entities`() {
        #expect(Mermaid.escaped("a;b#c%%\"<i>", ascii: false) == "a#59;b#35;c#37;#37;#34;#60;i#62;")
        #expect(Mermaid.escaped("end", ascii: false) == "#101;nd")
        #expect(Mermaid.escaped("東京\n", ascii: true) == "#92;u#123;6771#125;#92;u#123;4eac#125;#92;u#123;a#125;")
        var drawing = LogDrawing()
        drawing.format = .mermaid
        for kind in LogDrawing.Kind.allCases {
            drawing.kind = kind
            guard let content = try? LogContent(hostile.bytes) else { continue }
            for line in lines(drawing.text(content, name: "a;b:c.jsonl")).dropFirst() {
                let rest = kind == .timeline && line.contains("axisFormat") ? "" : line
                #expect(!rest.contains("%"), "\(line)")
                #expect(!rest.contains("\u{1B}"), "\(line)")
                #expect(rest.split(separator: ";").dropLast().allSatisfy { isEntity($0) }, "\(line)")
            }
        }
    }

    /// Whether the text before a semicolon ends in `#` and digits.
    private func isEntity(_ text: Substring) -> Bool {
        guard let start = text.lastIndex(of: "#") else { return false }
        let digits = text[start...].dropFirst()
        return !digits.isEmpty && digits.allSatisfy(\.isNumber)
    }

    @Test func `the states are drawn in Mermaid exactly like this`() {
        #expect(
            Mermaid.states(Passage(HandMade.story), Look()).joined(separator: "\n") == """
                stateDiagram-v2
                    direction LR
                    state "A unregistered" as unregistered
                    state "registered" as registered
                    state "B checking" as checking
                    state "C partnerAuth" as partnerAuth
                    state "F basicAuthFallback" as basicAuthFallback
                    state "D deciding" as deciding
                    state "E loggedOut" as loggedOut
                    [*] --> unregistered
                    unregistered --> partnerAuth : 1×
                    partnerAuth --> basicAuthFallback : 1×
                    basicAuthFallback --> deciding : 1×
                    classDef never stroke-dasharray: 4, fill: transparent
                    class registered,checking,loggedOut never
                """)
    }

    @Test func `the timeline is drawn in Mermaid exactly like this`() {
        let timeline = Timeline(HandMade.story)
        #expect(
            Mermaid.timeline(timeline, name: "a: b.jsonl", Look()).joined(separator: "\n") == """
                gantt
                    title a#58; b.jsonl
                    dateFormat x
                    axisFormat %H:%M:%S
                    section Viewer
                    chooses a provider 18.4 s :1767225600600, 1767225619000
                    on the second screen 20.2 s :1767225619000, 1767225639200
                    section Adobe Pass
                    registration 0.3 s :1767225600000, 1767225600300
                    configuration 0.3 s :1767225600300, 1767225600600
                    polls#58; 429 throttled 5.0 s :1767225639200, 1767225644200
                    decision 0.4 s :1767225690000, 1767225690400
                    section At rest
                    At rest 45.8 s :1767225644200, 1767225690000
                """)
    }
}
