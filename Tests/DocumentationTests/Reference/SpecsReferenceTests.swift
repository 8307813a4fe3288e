import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@Suite("Specs: the references of rules and codes") struct ReferenceTests {
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
