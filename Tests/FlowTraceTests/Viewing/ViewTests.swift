import FlowEffects
import FlowMachine
import FlowTestSupport
import Foundation
import Testing

@testable import FlowReading
@testable import flow_trace

/// `view`: the page as it is written, without a browser. `Tests/Languages/Page` drives it in browsers.
@Suite struct ViewTests {
    private static let scenarios = "\(Repository.path)/Specs/scenarios"

    /// A page that the tool writes.
    private struct Page {
        let code: ExitCode
        let html: String
        let errors: String

        init(_ words: [String]) {
            let run = Run(["view"] + words)
            (code, html, errors) = (run.code, run.output, run.errors)
        }

        /// The texts between these two, each as a browser shows it.
        func texts(_ start: String, _ end: String) -> [String] {
            html.components(separatedBy: start).dropFirst().map { part in
                let inside = part.components(separatedBy: end)[0]
                let text = inside.replacing(/<[^>]*>/, with: "")
                return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing(
                    "&#39;", with: "'"
                )
                .replacing("&amp;", with: "&")
            }
        }
    }

    /// What the text of a triage has under a label, in order.
    private static func entries(_ label: String, in text: String) -> [String] {
        var entries: [String] = []
        var isOpen = false
        for line in lines(text) {
            let rest = line.dropFirst(12).trimmingPrefix(while: { $0 == " " })
            switch line.prefix(12).trimmingPrefix(while: { $0 == " " }).prefix(while: { $0 != " " }) {
            case "" where isOpen && line.count > 12: entries.append(String(rest))
            case label[...] where line.hasPrefix("  \(label) "):
                entries.append(String(rest))
                isOpen = label == "evidence"
            case _: isOpen = false
            }
        }
        return entries
    }

    @Test func `the page has the findings of triage for every log of Specs, in the same order`() {
        let page = Page([Self.scenarios])
        let text = Run(["triage", "--full", "--width", "1000", Self.scenarios]).output
        #expect(page.texts("<p class=\"cause\">", "</p>").count > 80)
        for (label, start, end) in [
            ("cause", "<p class=\"cause\">", "</p>"), ("owner", "<dd class=\"owner\">", "</dd>"),
            ("advice", "<dd class=\"advice\">", "</dd>"),
            ("quote", "<dd class=\"quote copy\">", "</dd>"),
        ] {
            #expect(page.texts(start, end) == Self.entries(label, in: text), "\(label)")
        }
        let evidence = Self.entries("evidence", in: text).map { $0.replacing(/\s+/, with: "") }
        #expect(
            page.texts("<li><a class=\"event\"", "</li>").map {
                "event" + ($0.components(separatedBy: "event ").dropFirst().joined(separator: "event ")).replacing(/\s+/, with: "")
            } == evidence)
    }

    @Test func `the policy allows the page's own script and style and nothing else`() throws {
        let page = Page([Self.scenarios + "/denied-second-screen/log.jsonl"])
        for (kind, text) in [
            ("script", page.html.components(separatedBy: "<script>").last), ("style", page.html.components(separatedBy: "<style>").last),
        ] {
            let content = try #require(text?.components(separatedBy: "</\(kind)>").first)
            let digest = Base64.encode(SHA256.digest(Array(content.utf8)))
            #expect(page.html.contains("\(kind)-src 'sha256-\(digest)'"))
        }
        for rule in ["default-src 'none'", "connect-src 'none'", "base-uri 'none'", "form-action 'none'"] {
            #expect(page.html.contains(rule))
        }
        // The page without its script and without what it embeds.
        let parts = page.html.components(separatedBy: "<script>")
        try #require(parts.count == 2)
        let rest = try #require(parts[1].components(separatedBy: "</script>\n").dropFirst().first?.components(separatedBy: "<script").first)
        #expect(rest.contains("id=\"findings\""))
        for address in ["http://", "https://", "//cdn", "src=\"", "url("] {
            #expect(!(parts[0] + rest).contains(address), "\(address)")
        }
    }

    @Test func `markup in a log stays text in the page`() throws {
        let folder = TemporaryFolder()
        let markup = "</script><img src=x onerror=alert(1)>\"'&<!--"
        var settings = Script.settings
        settings.serviceProvider = markup
        let recorder = FlowRecorder(header: LogHeader(app: markup, system: markup, support: markup, settings: settings))
        let path = try folder.write(recorder.headerLine, "hostile.jsonl")
        let page = Page([path])
        #expect(page.code == .fine)
        #expect(!page.html.contains("<img"))
        #expect(page.html.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;&lt;!--"))
        // The script, and the log; the module only if it is built.
        #expect([2, 3].contains(page.html.components(separatedBy: "</script>").count - 1))
        // The log is in the page byte by byte.
        #expect(page.html.contains(Base64.encode(recorder.headerLine)))
    }

    @Test func `an empty viewer has no log and takes none`() {
        let page = Page(["--empty"])
        #expect(page.code == .fine)
        #expect(!page.html.contains("class=\"log\""))
        #expect(Page(["--empty", "app.jsonl"]).code == .usage)
    }

    @Test func `a page is written to a new file, and never to a terminal`() throws {
        let folder = TemporaryFolder()
        let path = folder.path + "/page.html"
        let log = Self.scenarios + "/denied-second-screen/log.jsonl"
        #expect(Page(["--out", path, log]).code == .fine)
        #expect(Page(["--out", path, log]).errors.contains("already exists"))
        #expect(Run(["view", log], columns: 80).code == .usage)
        #expect(Page(["--module", log, log]).errors.contains("not compressed"))
        // The module stays compressed in the page.
        let module = try folder.write([0x1F, 0x8B, 8, 0, 1, 2, 3], "flowreading.wasm.gz")
        #expect(Page(["--module", module, log]).errors.isEmpty)
    }

    @Test func `a damaged log and one that cannot be read are reported, and the rest is written`() throws {
        let folder = TemporaryFolder()
        var bytes = try LogFile.read(Self.scenarios + "/denied-second-screen/log.jsonl").bytes
        let place = try #require(bytes.firstRange(of: Array("\"number\":9".utf8))?.upperBound)
        bytes[place + 20] ^= 1
        let path = try folder.write(bytes, "damaged.jsonl")
        let page = Page([path])
        #expect(page.code == .logFails)
        #expect(page.html.contains("Damaged at line 10"))
        #expect(page.texts("<h3>", "</h3>").contains("The log is damaged"))
        #expect(Page([folder.path + "/missing.jsonl"]).html.isEmpty)
    }

    @Test func `a table without script has each event once, where its link leads`() {
        let page = Page([Self.scenarios + "/denied-second-screen/log.jsonl"])
        for event in 1...19 { #expect(page.html.components(separatedBy: " id=\"event=\(event)\"").count == 2, "\(event)") }
    }
}
