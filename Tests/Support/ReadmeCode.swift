extension Repository {
    /// What is wrong with the code that README.md shows of a file: that between `// README: begin` and `// README: end`, as far to the
    /// left as its first marker stands. `nil` if README.md has it line for line.
    /// - Parameter suffix: the end of the file's path.
    /// - Throws: what reading a file throws.
    public static func readmeComplaint(about suffix: String) throws -> String? {
        guard let own = try texts(under: "Tests", suffix: suffix).first?.lines,
            let begin = own.firstIndex(where: { $0.hasSuffix("// README: begin") }),
            let end = own.firstIndex(where: { $0.hasSuffix("// README: end") })
        else { return "\(suffix) marks no code" }
        let indent = own[begin].prefix { $0 == " " }.count
        let code = own[(begin + 1)..<end].map { String($0.dropFirst(indent)) }
        let readme = try texts(suffix: "README.md").first { $0.path == "README.md" }?.lines ?? []
        guard let start = readme.firstIndex(of: code.first ?? "") else { return "README.md lacks the code of \(suffix)" }
        for (index, line) in code.enumerated() where readme.dropFirst(start + index).first != line {
            return "README.md:\(start + index + 1) differs from \(suffix): \(line)"
        }
        return nil
    }
}
