import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

@Suite("Specs: the migration guides") struct SpecsMigrationTests {
    private static let folder = "Specs/migration"

    private func guides() throws -> [TextFile] {
        let guides = try Repository.texts(under: Self.folder, suffix: ".md")
        #expect(guides.count == 5)
        return guides
    }

    /// `page` with new text between `<!-- NAME … -->` and `<!-- /NAME -->`; `make` gets the rest of the first marker.
    private func filled(_ page: [String], _ name: String, _ make: (String) throws -> [String]) rethrows -> [String] {
        var lines: [String] = []
        var isInside = false
        for line in page {
            if line == "<!-- /\(name) -->" { isInside = false }
            if !isInside { lines.append(line) }
            if line.hasPrefix("<!-- \(name)"), line.hasSuffix(" -->") {
                lines += try make(String(line.dropFirst("<!-- \(name)".count).dropLast(" -->".count)))
                isInside = true
            }
        }
        return lines
    }

    /// The code between `// GUIDE: begin` and `// GUIDE: end` of the worked app in that file.
    private func code(_ name: String) throws -> [String] {
        let path = "Tests/FlowURLSessionTests/Migration/\(name)"
        let lines = try #require(try Repository.texts(suffix: path).first, "\(path): there is no such file").lines
        let begin = try #require(lines.firstIndex(of: "// GUIDE: begin"), "\(path)")
        let end = try #require(lines.firstIndex(of: "// GUIDE: end"), "\(path)")
        return ["```swift"] + lines[(begin + 1)..<end] + ["```"]
    }

    /// A viewer on a second screen, under the legacy API and under REST V2, side by side.
    private func drawing() throws -> [String] {
        let folder = TemporaryFolder()
        var paths: [String] = []
        for (name, scenario) in [("v1.jsonl", "legacy-second-screen"), ("v2.jsonl", "denied-second-screen")] {
            let log = try #require(Golden.recorded("Specs/scenarios/\(scenario)/log.jsonl"))
            paths.append(try folder.write(log, name))
        }
        let run = Run(["render"] + paths, columns: 100)
        #expect(run.code == .fine, "\(run.errors)")
        // The folder of the logs differs in each run.
        let drawn = lines(run.output).map { line in
            ["v1.jsonl", "v2.jsonl"].reduce(line) { line, name in
                guard let range = line.range(of: "/\(name)") else { return line }
                return name + line[range.upperBound...]
            }
        }
        return ["```"] + drawn + ["```"]
    }

    @Test func `the guides contain the apps as compiled and run, and both drawings as drawn`() throws {
        let files = try guides().map { guide in
            var lines = try filled(guide.lines, "code") { try code(String($0.dropFirst(2))) }
            lines = try filled(lines, "drawing") { _ in try drawing() }
            return Golden.File(guide.path, lines.joined(separator: "\n"))
        }
        try Golden.check(files)
    }

    @Test func `every replacement name in a migration table is declared`() throws {
        let declared = try Repository.texts(under: "Sources", suffix: ".swift").flatMap(\.lines).filter { line in
            // A comment may contain any word.
            !line.contains("//")
                && ["case ", "let ", "var ", "func ", "init(", "struct ", "enum ", "class ", "protocol ", "typealias "].contains {
                    line.contains($0)
                }
        }
        // Adobe's error codes are not names in code.
        let codes = try Repository.texts(under: "Specs/rules", suffix: "ERR-errors.md").flatMap(\.lines)
        let words = Set((declared + codes).flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init) })
        var names = 0
        for guide in try guides() {
            var replacement: Int?
            for (index, line) in guide.lines.enumerated() where line.hasPrefix("|") {
                let cells = line.split(separator: "|").map(String.init)
                if guide.lines.dropFirst(index + 1).first?.hasPrefix("|---") == true {
                    replacement = cells.firstIndex { $0 == " 0.3 " || $0.hasPrefix(" here") || $0.hasPrefix(" under V2") }
                    continue
                }
                guard let replacement, cells.indices.contains(replacement) else { continue }
                for (position, span) in cells[replacement].split(separator: "`", omittingEmptySubsequences: false).enumerated()
                where position % 2 == 1 {
                    for name in span.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }) {
                        names += 1
                        let isDeclared = words.contains(String(name))
                        #expect(isDeclared, "\(guide.place(index)): \(span): \(name)")
                    }
                }
            }
        }
        #expect(names > 150)
    }

    @Test func `every rule that a migration guide names is in Specs, and every linked page exists`() throws {
        let rules = try Repository.texts(under: "Specs/rules", suffix: ".md").flatMap(\.lines)
        let known = Set(rules.compactMap { $0.firstMatch(of: /^\| ([A-Z0-9]+-[A-Z0-9a-z-]+) \|/).map { String($0.output.1) } })
        let files = Set(Repository.files())
        var links = 0
        for guide in try guides() {
            for (index, line) in guide.lines.enumerated() {
                for match in line.matches(of: /\b(V2-[A-Z]-\d+[a-z]?|V1-\d+[a-z]?|FM-\d+)\b/) where !known.contains(String(match.output.1))
                {
                    Issue.record("\(guide.place(index)): no rule is called \(match.output.1)")
                }
                for match in line.matches(of: /\]\(([^)]+)\)/) {
                    links += 1
                    let target = resolve(String(match.output.1), from: Self.folder)
                    let exists = files.contains(target)
                    #expect(exists, "\(guide.place(index)): \(target) does not exist")
                }
            }
        }
        #expect(links > 8)
        #expect(known.count > 100)
    }

    private func resolve(_ link: String, from folder: String) -> String {
        var parts = folder.split(separator: "/").map(String.init)
        for part in link.split(separator: "/") {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        return parts.joined(separator: "/")
    }
}
