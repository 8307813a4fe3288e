import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite("Specs: the glossary") struct SpecsGlossaryTests {
    private static let columns = ["word", "means", "in code", "in the log"]

    private func terms() throws -> [Term] {
        let file = try #require(try Repository.texts(under: "Specs", suffix: "glossary.md").first)
        var section = ""
        var terms: [Term] = []
        for line in file.lines {
            if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
            guard line.hasPrefix("| ") else { continue }
            let cells = MarkdownTables.parts(String(line.dropFirst().dropLast()), by: "|")
            let all = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map { plain(String($0)) }
            #expect(all.count == 4, "\(line)")
            if all.count == 4, all != Self.columns, cells.first != nil {
                terms.append(
                    Term(section: section, words: MarkdownTables.parts(all[0], by: ","), meaning: all[1], code: all[2], log: all[3]))
            }
        }
        return terms
    }

    /// A cell without surrounding blanks and without code marks.
    private func plain(_ text: String) -> String {
        var text = text.filter { $0 != "`" }
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }

    @Test func `the tool's glossary is exactly that of Specs`() throws {
        let terms = try terms()
        #expect(terms.count > 80)
        let text = terms.map { "\($0.line)\n" }.joined()
        try Golden.check([Golden.File("Sources/flow-trace/FlowReading/Recorded/glossary.txt", text)])
        // Not while the table is being recorded: this build still has the old one.
        if !Golden.isRecording { #expect(Term.all.map(\.line) == terms.map(\.line)) }
    }

    @Test func `no word has two rows in one section, and every word has a meaning`() throws {
        let words = try terms().flatMap { term in term.words.map { "\(term.section): \($0)" } }
        #expect(Set(words).count == words.count)
        #expect(try terms().allSatisfy { !$0.meaning.isEmpty && !$0.words.isEmpty })
    }

    @Test func `every code name in the glossary is declared`() throws {
        let declared = try Repository.texts(under: "Sources", suffix: ".swift").flatMap(\.lines).filter { line in
            ["case ", "let ", "var ", "func ", "struct ", "enum ", "class ", "protocol ", "actor "].contains { line.contains($0) }
        }
        let words = Set(declared.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init) })
        for term in try terms() {
            for name in term.code.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
                #expect(words.contains(String(name)), "\(term.words): \(name)")
            }
        }
    }
}
