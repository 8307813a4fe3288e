import Foundation

/// All mutants of the repository, including those written by hand.
struct Survey {
    let workspace: Workspace
    private(set) var texts: [String: SourceText] = [:]
    private(set) var mutants: [Mutant] = []
    /// The rules that the code uses in decisions.
    private(set) var rules: Set<String> = []
    /// The number of mutants that did not compile.
    private(set) var leftOut = 0

    init(_ workspace: Workspace, defects: [Defect]) throws {
        self.workspace = workspace
        for path in try workspace.decisionFiles() {
            let text = try workspace.read(path)
            texts[path] = text
            rules.formUnion(Rules.used(text))
            let rules = Rules(text)
            for var mutant in Operators.mutants(text) {
                mutant.rule = mutant.kind == .misnamed ? String(mutant.changed.dropFirst(2).dropLast()) : rules.rule(at: mutant.line)
                mutants.append(mutant)
            }
        }
        let covered = Set(mutants.filter { $0.kind != .misnamed }.map { $0.rule })
        mutants.removeAll { $0.kind == .misnamed && $0.rule.hasPrefix("FM-") && covered.contains($0.rule) }
        for defect in defects {
            if texts[defect.path] == nil { texts[defect.path] = try workspace.read(defect.path) }
            guard let text = texts[defect.path] else { continue }
            let mutant = try defect.mutant(in: text)
            mutants.append(mutant)
        }
        number()
    }

    /// A defect's text is replaced, so the mutants that touch it are tried in another build: see `withoutDefects`.
    private mutating func number() {
        for index in mutants.indices { mutants[index].number = index + 1 }
    }

    /// Keeps the mutants, or the defects: they cannot be in one text.
    mutating func keep(defects: Bool) { mutants.removeAll { ($0.kind == .defect) != defects } }

    mutating func place(isBuilt: Bool, log: (String) -> Void) throws {
        if isBuilt {
            let all = mutants.count
            mutants = try workspace.withinCopy(mutants)
            leftOut = all - mutants.count
            return
        }
        try workspace.copy(except: Set(texts.keys), hasDefects: mutants.contains { $0.kind == .defect })
        let all = mutants.count
        mutants = try workspace.place(mutants, in: texts, log: log)
        leftOut = all - mutants.count
    }

    /// Rules that no mutant covers.
    var rulesWithout: [String] { rules.subtracting(mutants.map { $0.rule }).sorted() }
}

/// Mutants that no test can detect, with the reason: two lines each, the key and, indented below it, the reason.
struct Accepted {
    private(set) var reasons: [String: String] = [:]

    init(_ text: String) throws {
        var key: String?
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix(" ") {
                guard let named = key else { throw Trouble(text: "a reason without a mutant: \(line)") }
                reasons[named] = (reasons[named].map { $0 + " " } ?? "") + line.drop { $0 == " " }
            } else {
                key = String(line)
                reasons[String(line)] = nil
            }
        }
    }

    /// Entries that match no mutant of the current code.
    func stale(_ mutants: [Mutant]) -> [String] {
        let keys = Set(mutants.map { $0.key })
        return reasons.keys.filter { !keys.contains($0) }.sorted()
    }
}
