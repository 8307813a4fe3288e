extension Repository {
    /// The first difference between README.md and a file's code between `// README: begin` and `// README: end`, without the
    /// indentation of the first marker. `nil` if README.md contains it line for line.
    /// - Parameter suffix: the end of the file's path.
    /// - Throws: errors of reading a file.
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
