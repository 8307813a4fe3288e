import FlowTestSupport
import Foundation
import Testing

@Suite("Specs: the pictures", .serialized) struct SpecsPictureTests {
    private static let isRecording = ProcessInfo.processInfo.environment["SPECS_RECORD"] == "1"

    @Test(arguments: Picture.all.map(\.name)) func `a picture is what the tool draws`(name: String) throws {
        let picture = try #require(Picture.all.first { $0.name == name })
        let file = URL(filePath: "\(Repository.path)/\(Picture.folder)/\(name)")
        let drawn = picture.draw()
        #expect(drawn.hasPrefix("<svg ") && drawn.hasSuffix("</svg>\n"))
        #expect(!drawn.contains("Try: flow-trace"), "a command of \(name) fails")
        if Self.isRecording {
            try Data(drawn.utf8).write(to: file)
        } else {
            let isSame = try String(contentsOf: file, encoding: .utf8) == drawn
            #expect(
                isSame, "\(Picture.folder)/\(name) differs. If this is intended: SPECS_RECORD=1 swift test --filter Specs, then look at it."
            )
        }
    }

    @Test func `every picture is in a page, and every picture of a page is one of them`() throws {
        let names = Set(Picture.all.map(\.name))
        let stored = Repository.files(under: Picture.folder).filter { $0.hasSuffix(".svg") }.compactMap {
            $0.split(separator: "/").last.map(String.init)
        }
        #expect(Set(stored) == names)
        var shown: Set<String> = []
        for page in try Repository.texts(suffix: ".md") {
            for line in page.lines {
                for image in line.matches(of: /!\[([^\]]*)\]\(([^)]+)\)/) {
                    let name = image.output.2.split(separator: "/").last.map(String.init) ?? ""
                    #expect(image.output.1.count > 20, "\(page.path): \(name) needs a text for readers who do not see it")
                    // A screenshot of a page in a browser is no drawing of the tool's.
                    guard name.hasSuffix(".svg") else {
                        let folder = page.path.split(separator: "/").dropLast().joined(separator: "/")
                        #expect(
                            FileManager.default.fileExists(atPath: "\(Repository.path)/\(folder)/\(image.output.2)"),
                            "\(page.path): \(name)")
                        continue
                    }
                    #expect(names.contains(name), "\(page.path): no test keeps \(image.output.2) fresh")
                    shown.insert(name)
                }
            }
        }
        #expect(shown == names)
    }
}
