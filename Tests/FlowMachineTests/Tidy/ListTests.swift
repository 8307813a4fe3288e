import FlowTestSupport
import Testing

@testable import FlowMachine

/// Lists that repeat a type of the core where the compiler does not see it.
@Suite struct ListTests {
    private func text(_ path: String) throws -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let folder = String(path.dropLast(name.count + 1))
        return try Repository.texts(under: folder, suffix: "/\(name)").flatMap(\.lines).joined(separator: "\n")
    }

    private func names<T>(_ value: T) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }

    @Test func `the page of the policies lists every policy`() throws {
        let page = try text("Sources/FlowMachine/FlowMachine.docc/Policy.md")
        let missing = names(Policy()).filter { !page.contains("- ``\($0)``") && !page.contains("- ``\($0)-swift.property``") }
        #expect(missing == [])
    }

    @Test func `every error code that the core names has a row in Specs`() throws {
        let rows = try Repository.texts(under: "Specs/rules", suffix: "ERR-errors.md").flatMap(\.lines)
        var named: Set<String> = []
        for file in try Repository.texts(under: "Sources/FlowMachine", suffix: ".swift") {
            for line in file.lines {
                for call in ["isNamed(\"", "isSpelled(\"", "ErrorCode(\""] {
                    for range in line.ranges(of: call) { named.insert(String(line[range.upperBound...].prefix { $0 != "\"" })) }
                }
            }
        }
        #expect(named.count > 10, "no code was found: \(named)")
        // No document lists this one; it is expected because Adobe checks the domain as it checks the redirect URL.
        named.remove("invalid_parameter_domain_name")
        #expect(named.filter { code in !rows.contains { $0.contains("`\(code)`") } }.sorted() == [])
    }

    @Test func `FlowEffects feeds every event of the app but a lost secret, and every event of the viewer`() throws {
        let files = try Repository.texts(under: "Sources/FlowEffects/FlowEffects", suffix: ".swift")
        let lines = files.flatMap(\.lines).filter { !$0.contains("//") }
        func isFed(_ event: String) -> Bool { lines.contains { $0.contains(event) } }
        let app = AppEvent.Kind.allCases.filter { !isFed(".app(.\($0))") && !isFed(".app(.\($0)(") }
        // FlowEffects answers a request whose secret is missing with a failure. Only another interpreter may report it by itself.
        #expect(app == [.secretLost])
        let viewer = UserEvent.Kind.allCases.filter { !isFed(" .\($0)(") && !isFed(".user(.\($0)(") }
        #expect(viewer == [])
    }
}
