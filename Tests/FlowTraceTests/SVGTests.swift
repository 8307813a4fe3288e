import FlowMachine
import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@testable import FlowReading
@testable import flow_trace

@Suite struct SVGTests {
    private static let hostile = Flows.partner("<b>&\"'東京👩‍👩‍👧é]]>\u{1B}[31m")

    @Test(arguments: LogDrawing.Kind.allCases) func `an SVG picture is well-formed, self-contained, and has its texts escaped`(
        kind: LogDrawing.Kind
    ) throws {
        for flow in [SVGTests.hostile, Flows.secondScreen(), Flows.registered()] {
            for glyphs in [Glyphs.unicode, .ascii] {
                let drawing = LogDrawing(kind, .svg, look: Look(glyphs: glyphs))
                let text = drawing.text(try LogContent(flow.bytes), name: "<a & b>.jsonl")
                let parser = XMLParser(data: Data(text.utf8))
                let reader = Reader()
                parser.delegate = reader
                #expect(parser.parse(), "\(String(describing: parser.parserError)) in line \(parser.lineNumber)")
                #expect(reader.elements.isSubset(of: ["svg", "title", "desc", "style", "rect", "text", "polyline", "polygon", "g"]))
                #expect(reader.elements.isSuperset(of: ["title", "desc", "style"]))
                #expect(!text.contains("http") || text.components(separatedBy: "http").count == 2, "only the name space is an address")
                #expect(!text.contains("url(") && !text.contains("@import") && !text.contains("\u{1B}"))
                #expect(text.contains("prefers-color-scheme: dark"))
                if kind == .sequence { #expect(reader.text.contains("<a & b>.jsonl")) }
            }
        }
    }

    @Test func `a sequence picture has the number, time and rule of every event`() throws {
        let flow = Flows.partner()
        let drawing = LogDrawing(.sequence, .svg)
        let text = drawing.text(try LogContent(flow.bytes), name: "a.jsonl")
        for record in flow.records {
            #expect(text.contains(">\(record.number)</text>"))
            #expect(text.contains(">\(Wording(flow.header).rule(record.rule))</text>"))
        }
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var elements: Set<String> = []
        var text = ""

        func parser(
            _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) { elements.insert(element) }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    }
}
