import FlowMachine
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite struct BoundsTests {
    private static let flows: [Script] = [
        Flows.partner(), Flows.secondScreen(), Flows.partner("東京テレビ・ネットワーク日本放送 %%;#end\u{1B}[31m\u{202E}é"),
        Flows.partner(String(repeating: "Long", count: 32)),
    ]

    private static let name = "/a/folder/with/a/rather/long/name/and/東京/a-file-with-a-rather-long-name-too.jsonl"

    @Test(arguments: LogDrawing.Kind.allCases) func `no line of text is wider than asked, at any width`(kind: LogDrawing.Kind) throws {
        var drawing = LogDrawing()
        drawing.kind = kind
        for flow in BoundsTests.flows {
            let content = try LogContent(flow.bytes)
            for glyphs in [Glyphs.unicode, .ascii] {
                drawing.look.glyphs = glyphs
                // The drawing of the states is equally wide at every width, and in ASCII only its glyphs differ.
                let step = kind == .states || glyphs.isASCII ? 16 : 1
                for width in stride(from: 80, through: 160, by: step) {
                    drawing.look.width = width
                    let text = lines(drawing.text(content, name: BoundsTests.name))
                    let wide = text.filter { DisplayedWidth.of($0) > width }
                    #expect(wide.isEmpty, "width \(width)")
                }
            }
        }
    }

    @Test func `on a terminal no line of a replay is wider than the terminal`() {
        for flow in BoundsTests.flows {
            for width in 80...160 {
                let table = ReplayTable.lines(flow.records, flow.header, Look(width: width), isCut: true)
                let wide = table.filter { DisplayedWidth.of($0) > width }
                #expect(wide.isEmpty, "width \(width)")
            }
        }
    }

    @Test func `with --ascii a drawing is ASCII, and no drawing contains a control character`() throws {
        for flow in BoundsTests.flows {
            let content = try LogContent(flow.bytes)
            for kind in LogDrawing.Kind.allCases {
                for format in LogDrawing.Format.allCases {
                    var drawing = LogDrawing(kind, format)
                    let plain = drawing.text(content, name: BoundsTests.name)
                    #expect(plain.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
                    drawing.look.glyphs = .ascii
                    let ascii = drawing.text(content, name: BoundsTests.name)
                    #expect(ascii.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) }, "\(kind) \(format)")
                }
            }
        }
    }

    @Test func `color changes nothing but color`() throws {
        for flow in BoundsTests.flows {
            let content = try LogContent(flow.bytes)
            for kind in LogDrawing.Kind.allCases {
                var drawing = LogDrawing(kind)
                let plain = drawing.text(content, name: "a.jsonl")
                drawing.look.color = true
                let colored = drawing.text(content, name: "a.jsonl")
                #expect(colored != plain)
                #expect(withoutColor(colored) == plain)
            }
        }
    }

    private func withoutColor(_ text: String) -> String {
        var plain = ""
        var isCode = false
        for scalar in text.unicodeScalars {
            if scalar == "\u{1B}" {
                isCode = true
            } else if !isCode {
                plain.unicodeScalars.append(scalar)
            } else if scalar == "m" {
                isCode = false
            }
        }
        return plain
    }
}
