import FlowEffects
import FlowReading
import FlowTestSupport
import Foundation
import Testing

@testable import FlowMachine

@Suite("Specs: the references of rules and codes") struct SpecsReferenceTests {
    private static let isRecording = ProcessInfo.processInfo.environment["SPECS_RECORD"] == "1"

    @Test func `the references have what the tables have`() throws {
        for page in try ReferencePage.all() {
            let file = URL(filePath: "\(Repository.path)/\(ReferencePage.folder)/\(page.name).md")
            if Self.isRecording {
                try Data(page.text.utf8).write(to: file)
            } else {
                let isSame = try String(contentsOf: file, encoding: .utf8) == page.text
                #expect(
                    isSame, "\(page.name).md differs. If this is intended: SPECS_RECORD=1 swift test --filter Specs, then check git diff.")
            }
        }
    }

    @Test func `every address of a rule or of a code is a heading of its page`() throws {
        let pages = try ReferencePage.all()
        let rules = Set(RuleWords.all.map { DocumentationAnchor.rule($0.id) })
        let codes = Set(ErrorWords.all.map { DocumentationAnchor.code($0.code) })
        #expect(rules.count > 120 && codes.count > 70)
        #expect(rules.subtracting(pages.flatMap(\.addresses)) == [])
        #expect(codes.subtracting(pages.flatMap(\.addresses)) == [])
        let refusal = FlowRefusal(.denied, code: "authorization_denied_by_mvpd")
        #expect(refusal.documentation.map { codes.contains($0) } == true)
        #expect(FlowRefusal(.unreachable).documentation == nil)
    }

    @Test func `the tool's texts of the codes are those of Specs`() throws {
        let specs = ReferencePage.codeRows(try Repository.texts(under: "Specs/rules", suffix: ".md"))
        let file = URL(filePath: "\(Repository.path)/Sources/flow-trace/FlowReading/Recorded/codes.txt")
        if Self.isRecording {
            try Data(specs.map { "\($0.line)\n" }.joined().utf8).write(to: file)
        } else {
            #expect(ErrorWords.all == specs, "SPECS_RECORD=1 swift test --filter Specs writes Recorded/codes.txt; then build again.")
        }
    }

    @Test func `every rule that a transition can name has an anchor, and no anchor is there twice`() throws {
        let pages = try ReferencePage.all()
        let rules = try #require(pages.first { $0.name == "RuleReference" })
        for page in pages {
            let anchors = page.text.split(separator: "\n").filter { $0.hasPrefix("### ") }
            #expect(anchors.count > 70)
            #expect(Set(anchors).count == anchors.count, "\(page.name): two headings have one text")
        }
        for rule in Rule.allCases { #expect(rules.text.contains("\n### \(rule.rawValue)\n"), "\(rule.rawValue) has no anchor") }
    }
}
