import FlowMachine
import FlowSimulation
import Testing

@testable import FlowReading
@testable import flow_trace

/// Every log of the simulated world is drawn within its width, and no part of a label is lost without a mark.
@Suite struct WholeTextTests {
    @Test(arguments: [80, 100, 140]) func `no drawing of a scenario is wider than asked`(width: Int) throws {
        for (index, story) in try Story.read().enumerated() where index % 3 == [80, 100, 140].firstIndex(of: width) {
            for launch in story.launches {
                for kind in LogDrawing.Kind.allCases {
                    let drawing = LogDrawing(kind, look: Look(width: width))
                    let wide = lines(drawing.text(launch.content, name: launch.file)).filter {
                        DisplayedWidth.of($0) > width
                    }
                    #expect(wide.isEmpty, "\(story.scenario.name) as \(kind)")
                }
                let table = ReplayTable.lines(launch.content.records, launch.content.header, Look(width: width), isCut: true)
                #expect(table.allSatisfy { DisplayedWidth.of($0) <= width }, "\(story.scenario.name)")
            }
        }
    }

    @Test(arguments: [80, 100, 140]) func `every word of every label is in the drawing`(width: Int) throws {
        for (index, story) in try Story.read().enumerated() where index % 3 == [80, 100, 140].firstIndex(of: width) {
            for launch in story.launches {
                let content = launch.content
                let sequence = SequenceDiagram(content.records, header: content.header, gaps: content.gaps)
                let drawn = SequenceText.lines(sequence, scale: TimeScale(content.records, utc: false), Look(width: width))
                let letters = letters(drawn.joined())
                for row in sequence.blocks.flatMap({ $0.waits + [$0.event].compactMap(\.self) + $0.effects }) {
                    for word in row.label.text.split(separator: " ") where DisplayedWidth.of(String(word)) < 10 {
                        #expect(letters.contains(self.letters(String(word))), "\(word) of \(row.label.text) in \(story.scenario.name)")
                    }
                }
            }
        }
    }

    private func letters(_ text: String) -> String { text.filter { $0.isLetter || $0.isNumber } }

    @Test(arguments: ["東京テレビ", "👩‍👩‍👧‍👦 TV", "Cafe\u{301} Te\u{301}le\u{301}", "한국방송", "🇫🇷 TF1"])
    func `lanes keep their columns next to wide and combining characters`(name: String) throws {
        let flow = Flows.partner(name)
        for width in [80, 100, 140] {
            let sequence = SequenceDiagram(flow.records, header: flow.header)
            let drawn = SequenceText.lines(sequence, scale: TimeScale(flow.records, utc: false), Look(width: width))
            let app = drawn.filter { !$0.hasPrefix("─") }.dropFirst().compactMap { line in
                line.firstIndex { "│├┊●◇".contains($0) }.map { DisplayedWidth.of(String(line[..<$0])) }
            }
            let isFirstLane = Set(app).subtracting(app.filter { $0 > 25 })
            #expect(isFirstLane.count == 1, "\(width)")
            // The lane of Adobe Pass is the last column of lines that no message crosses.
            let ends = drawn.filter { $0.hasSuffix("▶│") || $0.hasSuffix("┤") || $0.hasSuffix("│") }.map { DisplayedWidth.of($0) }
            #expect(Set(ends).count == 1, "\(width): \(Set(ends))")
        }
    }
}
