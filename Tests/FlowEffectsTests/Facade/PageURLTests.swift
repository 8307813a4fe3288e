import FlowMachine
import FlowSimulation
import FlowTestSupport
import Foundation
import Testing

@testable import FlowEffects

@Suite("URLs of pages") struct PageURLTests {
    @Test(arguments: [
        ("https://a.b/c?x=%2B&y=1#top", "https://a.b/c?x=%2B&y=1#top"), ("https://a.b/c?x=%2B|", "https://a.b/c?x=%2B%7C"),
        ("https://a.b/?x={[\"y\"]}", "https://a.b/?x=%7B%5B%22y%22%5D%7D"), ("https://a.b/100%", "https://a.b/100%25"),
        ("https://a.b/%zz%4", "https://a.b/%25zz%254"), ("https://a.b/#c#d", "https://a.b/#c%23d"),
        ("https://[::1]:8/a[", "https://[::1]:8/a%5B"),
        ("https://a.b/ä b", "https://a.b/%C3%A4%20b"), ("https://a.b/\\c", "https://a.b/%5Cc"),
    ])
    func `only characters that a URL cannot contain are encoded`(text: String, expected: String) {
        #expect(URL(page: text)?.absoluteString == expected)
    }

    @Test func `a link that Adobe may send keeps every escape, and is a URL unless its port is not a number`() throws {
        var random = RandomSource(seed: 20)
        let pieces = ["%2B", "%2f", "a", "/", "?", "&", "=", "|", "{", "[", "]", "\"", "%", "#", "+", ":", "@", "~", "^", "`", "\\"]
        for _ in 0..<2000 {
            let tail = (0..<Int.random(in: 0...12, using: &random)).map { _ in (pieces.randomElement(using: &random) ?? "") }.joined()
            let link = try #require(LinkResolver("https://sp.auth.adobe.com").resolve("/api/\(tail)"))
            let url = try #require(URL(page: link), "\(link)")
            let escapes = { (text: String) in text.components(separatedBy: "%2B").count }
            #expect(escapes(url.absoluteString) == escapes(link), "\(link)")
        }
        #expect(URL(page: "https://a.b:port/") == nil)
    }

    @Test func `a page without a URL is a problem that the viewer can leave`() throws {
        let vault = FlowVault.inMemory()
        let link = vault.put(.link("https://a.b:port/"))
        for presentation in [Presentation.userAgent(link: link), .signOutUserAgent(link: link)] {
            let shown = ShownPresentation(PresentationID(1), presentation, in: vault, settings: .phone, hosts: AdobeHosts("https://a.b"))
            guard case .problem(let problem)? = shown else { Issue.record("\(String(describing: shown))"); return }
            #expect(problem.options == [.cancel])
        }
    }

    @Test func `a folder that is not a file URL is refused`() async throws {
        let page = try #require(URL(string: "https://example.com/logs"))
        #expect(throws: FlowVaultFailure(.folder, path: "https://example.com/logs", cause: "it is not a file URL")) {
            try FlowVault(folder: page, for: .test(.box))
        }
        let failures = Journal<EventLogFailure>()
        let log = FileEventLog(folder: page)
        log.begin(Array("header\n".utf8), label: "x", at: Instant(milliseconds: 0)) { report in
            if case .failed(let failure) = report { failures.note(failure) }
        }
        await log.flush()
        #expect(failures.entries.map(\.place) == ["https://example.com/logs"])
        #expect(throws: EventLogFailure.self) { try FileEventLog.recover(folder: page) }
    }
}
