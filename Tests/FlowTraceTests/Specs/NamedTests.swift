import FlowTestSupport

/// The tests of this repository by their names, for pages that refer to one.
enum NamedTests {
    /// Those of `names` that no test has.
    static func missing(_ names: [String]) throws -> [String] {
        let lines = try Repository.texts(under: "Tests", suffix: ".swift").flatMap(\.lines)
        return names.filter { name in !lines.contains { $0.contains("func `\(name)`(") } }
    }
}
