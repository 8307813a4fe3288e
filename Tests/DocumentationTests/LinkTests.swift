import FlowTestSupport
import Foundation
import Testing

/// The links between the pages of the repository, as a forge shows them. DocC checks those of its catalogs.
@Suite("The pages' links") struct LinkTests {
    @Test func `every link from a page leads to a file, and to a heading if it names one`() throws {
        let pages = try Repository.texts(suffix: ".md").map { Article(path: $0.path, lines: $0.lines) }
        let headings = Dictionary(uniqueKeysWithValues: pages.map { ($0.path, Self.headings($0)) })
        var links = 0
        for page in pages {
            for link in Self.links(page) where !link.contains(":") {
                links += 1
                let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                let folder = URL(filePath: "/" + page.path).deletingLastPathComponent()
                let target = parts[0].isEmpty ? page.path : String(folder.appending(path: parts[0]).standardized.path.dropFirst())
                let isThere = FileManager.default.fileExists(atPath: "\(Repository.path)/\(target)")
                #expect(isThere, "\(page.path): there is no \(link)")
                if parts.count == 2, let there = headings[target] {
                    #expect(there.contains(parts[1]), "\(page.path): \(link) names no heading")
                }
            }
        }
        #expect(links > 200, "the links of the pages are not found")
    }

    /// The lines outside of its fenced blocks.
    private static func text(_ page: Article) -> [String] {
        var lines = page.lines
        for block in page.blocks { for index in block.start...(block.start + block.lines.count + 1) { lines[index] = "" } }
        return lines
    }

    /// The addresses in `[text](address)`.
    private static func links(_ page: Article) -> [String] {
        text(page).flatMap { line in
            line.ranges(of: "](").compactMap { range in
                let rest = line[range.upperBound...]
                return rest.firstIndex(of: ")").map { String(rest[..<$0]) }
            }
        }
    }

    /// The anchors that a forge gives the headings of a page.
    private static func headings(_ page: Article) -> Set<String> {
        Set(
            text(page).filter { $0.hasPrefix("#") }.map { line in
                let words = line.drop { $0 == "#" }.dropFirst().lowercased()
                return words.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.replacingOccurrences(of: " ", with: "-")
            })
    }
}
