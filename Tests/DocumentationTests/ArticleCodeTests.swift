import FlowTestSupport
import Testing

@Suite("The articles' code") struct ArticleCodeTests {
    @Test func `every block of Swift in an article is in a source that is compiled here`() throws {
        let sources = try (Repository.texts(under: "Tests", suffix: ".swift") + Repository.texts(under: "Sources", suffix: ".swift"))
            .map { source in source.lines.map(Article.withoutIndent) }
        var blocks = 0
        for article in try Article.all() {
            for block in article.blocks where block.language == "swift" {
                blocks += 1
                // A stand-in of Apple's frameworks has another name than the framework.
                let code = block.lines.map(Article.withoutIndent).drop { $0.text.isEmpty || $0.text.hasPrefix("import ") }
                #expect(!code.isEmpty, "\(article.place(block)): a block without code")
                let isCompiled = sources.contains { Article.contains($0, Array(code)) }
                #expect(isCompiled, "\(article.place(block)): no source under Tests or Sources has these lines: \(code.first?.text ?? "")")
            }
        }
        #expect(blocks > 20, "the blocks of the articles are not found")
    }

    @Test func `every article is on its library's landing page`() throws {
        let articles = try Article.all()
        for article in articles where !article.isLandingPage {
            let landing = articles.filter { $0.isLandingPage && $0.folder == article.folder }
            let link = "<doc:\(article.name)>"
            #expect(landing.contains { $0.lines.contains { $0.contains(link) } }, "\(article.path): no landing page has \(link)")
        }
    }
}
