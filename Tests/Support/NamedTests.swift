/// The tests of this repository by their names, for pages that refer to one.
public enum NamedTests {
    /// Those of `names` that no test has.
    /// - Throws: what reading a file throws.
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
