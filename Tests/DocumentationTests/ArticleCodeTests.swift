import FlowTestSupport
import Testing

@Suite("The articles' code") struct ArticleCodeTests {
    @Test func `every Swift block in the README or an article is in a source file that is compiled here`() throws {
        let sources = try (Repository.texts(under: "Tests", suffix: ".swift") + Repository.texts(under: "Sources", suffix: ".swift"))
            .map { source in source.lines.map(Article.withoutIndent) }
        var blocks = 0
        for article in try Article.withReadme() {
            for block in article.blocks where block.language == "swift" {
                blocks += 1
                // A stand-in for Apple's frameworks has a different module name, and an app among tests is not the entry point.
                let lines = block.lines.map { $0.hasPrefix("@main struct ") ? String($0.dropFirst("@main ".count)) : $0 }
                let code = lines.map(Article.withoutIndent).drop { $0.text.isEmpty || $0.text.hasPrefix("import ") }
                #expect(!code.isEmpty, "\(article.place(block)): a block without code")
                let isCompiled = sources.contains { Article.contains($0, Array(code)) }
                #expect(isCompiled, "\(article.place(block)): no source under Tests or Sources has these lines: \(code.first?.text ?? "")")
            }
        }
        #expect(blocks > 20, "the blocks of the articles are not found")
    }

    @Test func `every Swift block in a documentation comment is in a source file that is compiled here`() throws {
        let sources = try Repository.texts(under: "Tests", suffix: ".swift").map { source in source.lines.map(Article.withoutIndent) }
        var blocks = 0
        for file in try Repository.texts(under: "Sources", suffix: ".swift") {
            // The comments as a page; other lines are empty there.
            let comments = file.lines.map { line in
                let text = Article.withoutIndent(line).text
                return text.hasPrefix("///") ? String(text.dropFirst(text.hasPrefix("/// ") ? 4 : 3)) : ""
            }
            let page = Article(path: file.path, lines: comments)
            for block in page.blocks where block.language == "swift" {
                blocks += 1
                let code = block.lines.map(Article.withoutIndent)
                let isCompiled = sources.contains { Article.contains($0, code) }
                #expect(isCompiled, "\(page.place(block)): no source under Tests has these lines: \(code.first?.text ?? "")")
            }
        }
        #expect(blocks > 30, "the blocks of the comments are not found")
    }

    @Test func `every code file of a tutorial is in a source file that is compiled here, and is shown`() throws {
        let tutorials = try Repository.texts(under: "Sources", suffix: ".tutorial").flatMap(\.lines).joined(separator: "\n")
        let sources = try Repository.texts(under: "Tests", suffix: ".swift").map { source in source.lines.map(Article.withoutIndent) }
        let files = try Repository.texts(under: "Sources", suffix: ".swift").filter { $0.path.contains(".docc/") }
        #expect(files.count > 5, "the code of the tutorials is not found")
        for file in files {
            let name = try #require(file.path.split(separator: "/").last)
            #expect(tutorials.contains("file: \(name))"), "\(file.path): no tutorial shows it")
            // A manifest is no part of a target.
            if name.hasSuffix("Package.swift") { continue }
            let code = file.lines.map(Article.withoutIndent).filter { !$0.text.hasPrefix("import ") }.drop { $0.text.isEmpty }
            let isCompiled = sources.contains { Article.contains($0, Article.withoutBlankEnd(Array(code))) }
            #expect(isCompiled, "\(file.path): no source under Tests has these lines")
        }
    }

    @Test func `every error code of the specification is in the troubleshooting article, with its rule`() throws {
        let article = try #require(try Article.all().first { $0.name == "WhenThingsGoWrong" })
        let specification = try #require(try Repository.texts(under: "Specs/rules", suffix: "ERR-errors.md").first)
        let section = specification.lines.drop { $0 != "## Codes" }.prefix { $0 != "## Codes of the legacy API" }
        let codes = section.filter { $0.hasPrefix("| `") }
        #expect(codes.count > 50)
        for row in codes {
            let cells = row.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
            let isThere = article.lines.contains { $0.hasPrefix("| \(cells[0])") && $0.hasSuffix("| \(cells[4]) |") }
            #expect(isThere, "\(article.path) lacks \(cells[0]) with rule \(cells[4])")
        }
    }

    @Test func `every article is on its library's landing page`() throws {
        let articles = try Article.all()
        for article in articles where !article.isLandingPage {
            let landing = articles.filter { $0.isLandingPage && $0.catalog == article.catalog }
            let link = "<doc:\(article.name)>"
            #expect(landing.contains { $0.lines.contains { $0.contains(link) } }, "\(article.path): no landing page has \(link)")
        }
    }
}
