import FlowTestSupport

/// A page of a DocC catalog, or the README.
struct Article {
    let path: String
    let lines: [String]

    /// A fenced block.
    struct Block {
        let language: String
        /// The index of the opening fence.
        let start: Int
        let lines: [String]
    }

    /// The README, and all pages of all catalogs.
    /// - Throws: what reading a file throws.
    static func withReadme() throws -> [Article] {
        try all() + Repository.texts(suffix: "README.md").filter { $0.path == "README.md" }.map { Article(path: $0.path, lines: $0.lines) }
    }

    /// All pages of all catalogs.
    /// - Throws: errors of reading a file.
    static func all() throws -> [Article] {
        try Repository.texts(under: "Sources", suffix: ".md").filter { $0.path.contains(".docc/") }.map {
            Article(path: $0.path, lines: $0.lines)
        }
    }

    /// Its name in links.
    var name: String { path.split(separator: "/").last.map { String($0.dropLast(3)) } ?? path }
    /// The catalog that it is in.
    var catalog: Substring { path[..<(path.firstRange(of: ".docc/")?.upperBound ?? path.startIndex)] }
    /// Whether it documents a module, or extends the page of a symbol.
    var isLandingPage: Bool { lines.first?.hasPrefix("# ``") ?? false }

    /// Its fenced blocks, in order.
    var blocks: [Block] {
        var blocks: [Block] = []
        var start: Int?
        for (index, line) in lines.enumerated() where Article.withoutIndent(line).text.hasPrefix("```") {
            if let begin = start {
                let language = Article.withoutIndent(lines[begin]).text.dropFirst(3)
                blocks.append(Block(language: String(language), start: begin, lines: Array(lines[(begin + 1)..<index])))
                start = nil
            } else {
                start = index
            }
        }
        return blocks
    }

    /// The start of a block.
    func place(_ block: Block) -> String { "\(path):\(block.start + 1)" }

    /// A line, and its indentation.
    struct Line: Equatable {
        let indent: Int
        let text: String
    }

    static func withoutIndent(_ line: String) -> Line {
        let indent = line.prefix { $0 == " " }.count
        return Line(indent: indent, text: String(line.dropFirst(indent)))
    }

    static func withoutBlankEnd(_ lines: [Line]) -> [Line] {
        var lines = lines
        while lines.last?.text.isEmpty == true { lines.removeLast() }
        return lines
    }

    /// Whether `source` contains `code` line for line, possibly indented further as a whole.
    static func contains(_ source: [Line], _ code: [Line]) -> Bool {
        guard let first = code.first, source.count >= code.count else { return false }
        for start in 0...(source.count - code.count) where source[start].text == first.text {
            let shift = source[start].indent - first.indent
            let isThere = code.indices.allSatisfy { index in
                let (there, here) = (source[start + index], code[index])
                return there.text == here.text && (here.text.isEmpty || there.indent - here.indent == shift)
            }
            if isThere { return true }
        }
        return false
    }
}
