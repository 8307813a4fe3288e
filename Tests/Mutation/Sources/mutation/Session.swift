import Foundation

/// One run of the tool.
struct Session {
    let options: Options
    let repository: String
    let folder: String
    let nested: String

    init(_ options: Options, repository: String, folder: String, nested: String) {
        self.options = options
        self.repository = repository
        self.folder = folder
        self.nested = nested
    }

    /// Whether every mutant was detected or is accepted.
    func run() async throws -> Bool {
        let workspace = Workspace(repository: repository, folder: folder)
        let accepted = try Accepted(String(contentsOf: URL(fileURLWithPath: "\(nested)/accepted.txt"), encoding: .utf8))
        if options.checks { return try Session.check(workspace, accepted) }
        var survey = try Survey(workspace, defects: Defect.all)
        survey.keep(defects: options.defects)
        if options.lists {
            let former = options.since.isEmpty ? [] : try workspace.keys(at: options.since)
            let listed = survey.mutants.filter { !former.contains($0.key) }
            for mutant in listed { say(Session.line(mutant)) }
            say("\(listed.count) mutants")
            return true
        }
        let begin = Date()
        try survey.place(isBuilt: options.isBuilt) { say($0) }
        let verdictsFile = VerdictFile(path: "\(folder)/verdicts.txt")
        if !options.isBuilt { try workspace.build() }
        if !options.resumes { verdictsFile.remove() }
        say("\(survey.mutants.count) mutants compile, \(survey.leftOut) do not; built in \(Int(-begin.timeIntervalSinceNow)) s")
        var judge = Judge(folder: folder)
        judge.counts = try judge.run(0, ["explore"]).text.trimmingCharacters(in: .whitespacesAndNewlines)
        say("without a mutant: \(judge.counts)")
        for suite in Set(survey.mutants.map { $0.suite }).union([""]) {
            let verdict = try judge.judge(0, suite: suite)
            if verdict.by != nil { throw Trouble(text: "the tests fail without a mutant: \(verdict.detail)") }
        }
        let former = options.since.isEmpty ? [] : try workspace.keys(at: options.since)
        let chosen = survey.mutants.filter { options.isChosen(Session.line($0)) }
            .filter { !former.contains($0.key) }.enumerated().filter { $0.offset % options.every == 0 }.map { $0.element }
        let start = Date()
        let known = try verdictsFile.read()
        if options.resumes { say("\(known.count) mutants were tried before") }
        let verdicts = try await tried(chosen.filter { known[$0.number] == nil }, judge, verdictsFile).merging(known) { new, _ in new }
        return report(chosen, verdicts, accepted, survey, seconds: -start.timeIntervalSinceNow)
    }

    /// Whether every defect fits its file, and every accepted mutant exists. Builds nothing.
    private static func check(_ workspace: Workspace, _ accepted: Accepted) throws -> Bool {
        let survey = try Survey(workspace, defects: [])
        var failures: [String] = []
        for defect in Defect.all {
            do {
                _ = try defect.mutant(in: survey.texts[defect.path] ?? workspace.read(defect.path))
            } catch let trouble as Trouble {
                failures.append(trouble.text)
            } catch {
                failures.append("the defect \"\(defect.name)\": \(defect.path) cannot be read")
            }
        }
        failures += accepted.stale(survey.mutants).map { "accepted, but not there: \($0)" }
        for failure in failures { say(failure) }
        say("\(Defect.all.count) defects, \(accepted.reasons.count) accepted mutants, \(failures.count) that do not fit")
        return failures.isEmpty
    }

    static func line(_ mutant: Mutant) -> String {
        if mutant.kind == .defect { return "\(mutant.number) \(mutant.path):\(mutant.line) \(mutant.name)" }
        return "\(mutant.number) \(mutant.path):\(mutant.line) \(mutant.rule) \(mutant.kind.rawValue): \(mutant.changed)"
    }

    private func tried(_ mutants: [Mutant], _ judge: Judge, _ file: VerdictFile) async throws -> [Int: Judge.Verdict] {
        try await withThrowingTaskGroup(of: (Int, Judge.Verdict).self) { group in
            var verdicts: [Int: Judge.Verdict] = [:]
            var waiting = mutants[...]
            func begin() {
                guard let mutant = waiting.popFirst() else { return }
                group.addTask { (mutant.number, try judge.judge(mutant.number, suite: mutant.suite)) }
            }
            for _ in 0..<options.jobs { begin() }
            let names = Dictionary(uniqueKeysWithValues: mutants.map { ($0.number, $0) })
            while let (number, verdict) = try await group.next() {
                verdicts[number] = verdict
                try file.append(number, verdict)
                if let mutant = names[number] {
                    say("\(verdict.by?.rawValue ?? "SURVIVED") [\(verdict.detail)] \(Session.line(mutant))")
                }
                begin()
            }
            return verdicts
        }
    }

    private func report(
        _ mutants: [Mutant], _ verdicts: [Int: Judge.Verdict], _ accepted: Accepted, _ survey: Survey, seconds: Double
    ) -> Bool {
        let survivors = mutants.filter { verdicts[$0.number]?.by == nil }
        let open = survivors.filter { accepted.reasons[$0.key] == nil }
        say("\n\(mutants.count) mutants, \(Int(seconds)) s:")
        for catcher in Judge.Catcher.allCases {
            let count = mutants.count { verdicts[$0.number]?.by == catcher }
            if count > 0 { say("  \(count) noticed by \(catcher.rawValue)") }
        }
        say("  \(survivors.count - open.count) accepted, \(open.count) survived")
        for mutant in open { say("\(Session.line(mutant))\n\(mutant.key)") }
        let wrong = mutants.filter { verdicts[$0.number]?.by != nil && accepted.reasons[$0.key] != nil }
        var stale = options.defects ? [] : accepted.stale(survey.mutants)
        let namedTwice = Set(survivors.map { $0.key })
        stale += wrong.map { $0.key }.filter { !namedTwice.contains($0) }
        for key in stale { say("accepted, but detected or missing: \(key)") }
        if options.defects { return open.isEmpty }
        for rule in survey.rulesWithout { say("no mutant covers \(rule)") }
        return open.isEmpty && stale.isEmpty
    }
}
