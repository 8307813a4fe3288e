/// The tests of this repository by name, for pages that refer to a test.
public enum NamedTests {
    /// The names in `names` that no test has.
    /// - Throws: errors of reading a file.
    public static func missing(_ names: [String]) throws -> [String] {
        var known: Set<Substring> = []
        for file in try Repository.texts(under: "Tests", suffix: ".swift") {
            for line in file.lines where line.contains("func `") {
                if let name = line.split(separator: "`", maxSplits: 2).dropFirst().first { known.insert(name) }
            }
        }
        return names.filter { !known.contains(Substring($0)) }
    }
}
