import Foundation

/// Runs one mutant and finds the first check that detects it.
struct Judge {
    let folder: String
    /// The result of the pinned slice without a mutant.
    var counts = ""

    struct Verdict {
        /// The check that detected it first; `nil` if it survived.
        let by: Catcher?
        let detail: String
    }

    enum Catcher: String, CaseIterable {
        case invariants = "invariants, by random events"
        case tests = "state tests"
        case logs = "the recorded logs"
        case slice = "invariants, by the pinned slice"
        case counts = "the pinned slice's counts alone"
        case module = "the module's tests"
    }

    /// Suites that read the repository or depend on its files' modes, slow suites, and suites of the log, whose code has no mutants.
    private static let reading = [
        "RepositoryTests", "OldVaultTests", "PrivacyManifestTests", "WorkflowTests", "CoreTests", "ListTests", "RuleTests", "AccountTests",
        "TrapTests",
    ]
    private static let slow = ["InvariantTests", "DamageTests", "DeterminismTests", "CanonicalTests"]
    private static let log = [
        "RoundTripTests", "HostileLineTests", "CodingTests", "BitRepairTests", "SnapshotTests", "SharedLogTests", "ReplayTests",
    ]

    private var products: String { "\(folder)/.build/release" }

    func judge(_ mutant: Int, suite: String = "") throws -> Verdict {
        if !suite.isEmpty { return try tests(mutant, suite, skipping: Judge.reading) ?? Verdict(by: nil, detail: "") }
        if let found = try trial(mutant, ["properties"], .invariants) { return found }
        if let found = try tests(mutant, "FlowMachineTests", skipping: Judge.reading + Judge.slow + Judge.log) { return found }
        if let found = try trial(mutant, ["logs", "\(folder)/Specs/scenarios"], .logs) { return found }
        return try trial(mutant, ["explore"], .slice) ?? Verdict(by: nil, detail: "")
    }

    func run(_ mutant: Int, _ words: [String]) throws -> Command.Output {
        try Command.run(["\(products)/trial"] + words, in: folder, ["MUTANT": String(mutant)])
    }

    private func trial(_ mutant: Int, _ words: [String], _ catcher: Catcher) throws -> Verdict? {
        let output = try run(mutant, words)
        let text = output.text.trimmingCharacters(in: .whitespacesAndNewlines)
        if output.status < 0 { return Verdict(by: catcher, detail: output.status == -14 ? "takes too long" : "traps") }
        if text == "fine" || (text == counts && !counts.isEmpty) { return nil }
        return Verdict(by: text.hasPrefix("counts") ? .counts : catcher, detail: text)
    }

    private func tests(_ mutant: Int, _ target: String, skipping: [String]) throws -> Verdict? {
        var words = ["\(products)/MutantsPackageTests.xctest", "--testing-library", "swift-testing", "--filter", "\(target)\\."]
        // With its delimiters, because RuntimeCoreTests contains CoreTests.
        for suite in skipping { words += ["--skip", "\\.\(suite)/"] }
        let output = try Command.run(words, in: folder, ["MUTANT": String(mutant)])
        if output.status == 0 { return nil }
        let catcher: Catcher = target == "FlowMachineTests" ? .tests : .module
        if output.status < 0 { return Verdict(by: catcher, detail: output.status == -14 ? "takes too long" : "traps") }
        // ✘ Test "name" failed after …
        let failed = output.text.split(separator: "\n").filter {
            $0.contains(" failed after ") && !$0.contains("Suite") && !$0.contains("Test run")
        }
        let names = failed.map { line in
            let name = line.drop { $0 != "T" }.dropFirst(5)
            return String(name.prefix(upTo: name.range(of: " failed after ")?.lowerBound ?? name.endIndex).prefix(120))
        }
        return Verdict(by: catcher, detail: names.isEmpty ? "exit \(output.status)" : names.prefix(3).joined(separator: "; "))
    }
}
