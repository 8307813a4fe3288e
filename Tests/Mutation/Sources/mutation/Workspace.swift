import Foundation

/// A copy of the repository in which every mutant is present, each behind its number: built once, run many times.
struct Workspace {
    let repository: String
    let folder: String

    /// The folders searched for mutants: the code that decides, and the code that judges it.
    static let decisions = [
        "Sources/FlowMachine/States", "Sources/FlowMachine/RESTV1", "Sources/FlowMachine/RESTV2", "Sources/FlowMachine/Reducing",
        "Sources/FlowMachine/Invariants",
        "Sources/FlowMachine/FlowReducer.swift", "Sources/FlowMachine/Model/AdobeClock.swift", "Sources/FlowMachine/Model/Batch.swift",
        "Sources/FlowMachine/Model/Calls.swift", "Sources/FlowMachine/Model/CodeEnd.swift",
        "Sources/FlowMachine/Model/Context.swift", "Sources/FlowMachine/Model/ProviderCatalog.swift",
        "Sources/FlowMachine/Model/Wish.swift", "Sources/FlowMachine/Values/Access+Decisions.swift",
        "Sources/FlowMachine/Values/Jitter.swift",
    ]

    private static let switchSource = """
        #if canImport(Glibc)
            import Glibc
        #else
            import Darwin
        #endif

        /// The mutant of this process; also ends it when it takes too long.
        private let chosen: Int32 = {
            guard let text = getenv("MUTANT") else { return 0 }
            // A process may start with the signal blocked.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGALRM)
            sigprocmask(SIG_UNBLOCK, &signals, nil)
            _ = alarm(getenv("MUTANT_SECONDS").map { UInt32(atoi($0)) } ?? 20)
            return atoi(text)
        }()

        public func mutated(_ number: Int32) -> Bool { chosen == number }

        """

    private static let manifest = """
        // swift-tools-version: 6.3
        import PackageDescription

        let package = Package(
            name: "Mutants",
            platforms: [.macOS(.v13)],
            targets: [
                .target(name: "FlowMachine", exclude: ["C", "JavaScript", "Python"]),
                .target(name: "FlowEffects", dependencies: ["FlowMachine"], path: "Sources/FlowEffects/FlowEffects"),
                .target(name: "FlowSimulation", dependencies: ["FlowEffects"], path: "Sources/FlowEffects/FlowSimulation"),
                .target(
                    name: "FlowReading", dependencies: ["FlowMachine"], path: "Sources/flow-trace/FlowReading", exclude: ["Recorded/Plugin"],
                    plugins: ["RecordedTextPlugin"]),
                .plugin(name: "RecordedTextPlugin", capability: .buildTool(), path: "Sources/flow-trace/FlowReading/Recorded/Plugin"),
                .target(
                    name: "FlowExploration", dependencies: ["FlowReading", "FlowEffects", "FlowSimulation"],
                    path: "Sources/FlowEffects/FlowExploration"),
                .executableTarget(name: "trial", dependencies: ["FlowSimulation", "FlowExploration"]),
                .target(name: "FlowTestSupport", dependencies: ["FlowMachine", "FlowEffects"], path: "Tests/Support"),
                .testTarget(name: "FlowMachineTests", dependencies: ["FlowMachine", "FlowSimulation", "FlowExploration", "FlowTestSupport"]),
            ],
            swiftLanguageModes: [.v6]
        )

        """

    // MARK: Files

    /// The files searched for mutants, relative to the repository.
    func decisionFiles() throws -> [String] {
        try Workspace.decisions.flatMap { path in
            if path.hasSuffix(".swift") { return [path] }
            return try FileManager.default.contentsOfDirectory(atPath: "\(repository)/\(path)").filter { $0.hasSuffix(".swift") }.sorted()
                .map { "\(path)/\($0)" }
        }
    }

    /// The mutants that a revision of the repository had, by their identity.
    func keys(at revision: String) throws -> Set<String> {
        guard try Command.run(["git", "cat-file", "-e", "\(revision)^{commit}"], in: repository).status == 0 else {
            throw Trouble(text: "--since \(revision): there is no such revision")
        }
        var keys: Set<String> = []
        for path in try decisionFiles() {
            let shown = try Command.run(["git", "show", "\(revision):\(path)"], in: repository)
            // Every mutant of a file that the revision did not have is new.
            if shown.status == 0 { keys.formUnion(Operators.mutants(SourceText(path: path, bytes: Array(shown.text.utf8))).map { $0.key }) }
        }
        return keys
    }

    func read(_ path: String) throws -> SourceText {
        SourceText(path: path, bytes: Array(try Data(contentsOf: URL(fileURLWithPath: "\(repository)/\(path)"))))
    }

    /// Makes the copy equal to the repository, except for the mutants; unchanged files stay untouched, so that
    /// the next build is short.
    func copy(except mutated: Set<String>, hasDefects: Bool) throws {
        let manager = FileManager.default
        var wanted: Set<String> = ["Package.swift", "Sources/FlowMachine/Mutation.swift", "Sources/trial/main.swift"]
        for top in ["Sources/FlowMachine", "Sources/FlowEffects", "Sources/flow-trace/FlowReading", "Tests", "Specs"] {
            guard let walk = manager.enumerator(atPath: "\(repository)/\(top)") else { continue }
            for case let name as String in walk {
                let path = "\(top)/\(name)"
                if path.hasPrefix("Tests/FlowEffectsTests"), !hasDefects { continue }
                // Products that no mutant reaches.
                if path.hasPrefix("Sources/FlowEffects/FlowURLSession") || path.hasPrefix("Sources/FlowEffects/FlowVideoSubscriber") {
                    continue
                }
                if path.hasPrefix("Tests/Mutation") || path.hasPrefix("Tests/Benchmarks") || path.contains(".build/") { continue }
                var isFolder: ObjCBool = false
                guard manager.fileExists(atPath: "\(repository)/\(path)", isDirectory: &isFolder), !isFolder.boolValue else { continue }
                wanted.insert(path)
                if mutated.contains(path) { continue }
                try write(Data(contentsOf: URL(fileURLWithPath: "\(repository)/\(path)")), path)
            }
        }
        // Only defects outside the core need the tests of the neighboring targets.
        let end = "    ],\n    swift"
        let more = """
                    .testTarget(
                        name: "FlowEffectsTests",
                        dependencies: ["FlowMachine", "FlowEffects", "FlowSimulation", "FlowExploration", "FlowTestSupport"]),

            """
        let manifest = Workspace.manifest.replacingOccurrences(of: end, with: hasDefects ? more + end : end)
        try write(Data(manifest.utf8), "Package.swift")
        try write(Data(Workspace.switchSource.utf8), "Sources/FlowMachine/Mutation.swift")
        let trial = "\(repository)/Tests/Mutation/Trial/main.swift"
        try write(Data(contentsOf: URL(fileURLWithPath: trial)), "Sources/trial/main.swift")
        for top in ["Sources", "Tests", "Specs"] {
            guard let walk = manager.enumerator(atPath: "\(folder)/\(top)") else { continue }
            for case let name as String in walk where name.contains(".") && !wanted.contains("\(top)/\(name)") {
                try? manager.removeItem(atPath: "\(folder)/\(top)/\(name)")
            }
        }
    }

    func write(_ data: Data, _ path: String) throws {
        let url = URL(fileURLWithPath: "\(folder)/\(path)")
        if let old = try? Data(contentsOf: url), old == data { return }
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: url)
    }

    // MARK: Compiling

    /// Writes the mutants, omitting those that do not compile; returns the others.
    func place(_ mutants: [Mutant], in texts: [String: SourceText], log: (String) -> Void) throws -> [Mutant] {
        let all = mutants
        var mutants = withoutKnown(all)
        for round in 1... {
            for (path, text) in texts { try write(Data(text.with(mutants.filter { $0.path == path })), path) }
            let broken = try brokenLines()
            if broken.isEmpty {
                let numbers = Set(mutants.map { $0.number })
                let keys = Set(all.filter { !numbers.contains($0.number) }.map { $0.key }).sorted().joined(separator: "\n")
                try write(Data(keys.utf8), Workspace.leftOut)
                return mutants
            }
            let before = mutants.count
            mutants = Workspace.without(broken, mutants)
            log("round \(round): \(broken.count) lines do not compile, \(before - mutants.count) mutants left out")
            if mutants.count == before {
                throw Trouble(text: "the copy does not compile: \(broken.sorted().prefix(5).joined(separator: ", "))")
            }
        }
        return mutants
    }

    private static let leftOut = "left-out.txt"

    /// Without those that did not compile last time.
    private func withoutKnown(_ mutants: [Mutant]) -> [Mutant] {
        let text = (try? String(contentsOfFile: "\(folder)/\(Workspace.leftOut)", encoding: .utf8)) ?? ""
        let known = Set(text.split(separator: "\n").map { String($0) })
        return mutants.filter { !known.contains($0.key) }
    }

    /// Those in the copy.
    func withinCopy(_ mutants: [Mutant]) throws -> [Mutant] {
        var numbers: Set<String> = []
        for path in Set(mutants.map { $0.path }) {
            let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
            numbers.formUnion(text.matches(of: /mutated\(([0-9]+)\)/).map { String($0.output.1) })
        }
        return mutants.filter { numbers.contains(String($0.number)) }
    }

    /// For each line that does not compile, removes the mutants of one kind: the likeliest first.
    private static func without(_ broken: Set<String>, _ mutants: [Mutant]) -> [Mutant] {
        let order: [Mutant.Operator] = [
            .stays, .dropped, .otherwise, .oneMore, .swapped, .emptied, .boundary, .flipped, .fails, .holds, .misnamed, .defect,
        ]
        var result = mutants
        for place in broken {
            // Or of earlier lines, if a line is omitted that the message misses.
            let parts = place.split(separator: ":")
            let line = parts.last.flatMap { Int($0) } ?? 0
            let near = mutants.filter { $0.path == parts[0] && $0.line <= line && line - $0.line < 25 }
            // A later branch of a `switch` whose value is used: the message names the first branch.
            let below = mutants.filter { $0.path == parts[0] && $0.line > line && $0.line - line < 25 }
            let touching =
                [0, 1, 2].lazy.map { back in near.filter { $0.lines.contains(line - back) } }.first { !$0.isEmpty }
                ?? [near, below].lazy.map { mutants in mutants.filter { $0.kind == .dropped } }.first { !$0.isEmpty } ?? []
            guard let kind = order.first(where: { kind in touching.contains { $0.kind == kind } }) else { continue }
            let gone = Set(touching.filter { $0.kind == kind }.map { $0.number })
            result.removeAll { gone.contains($0.number) }
        }
        return result
    }

    /// `path:line` of every error in the core.
    private func brokenLines() throws -> Set<String> {
        let sources = try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/Sources/FlowMachine").filter { $0.hasSuffix(".swift") }
            .sorted().map { "\(folder)/Sources/FlowMachine/\($0)" }
        let output = try Command.run(
            [
                "swiftc", "-emit-sil", "-wmo", "-swift-version", "6", "-parse-as-library", "-module-name", "FlowMachine", "-package-name",
                "mutants",
                "-o", "/dev/null", "-suppress-warnings",
            ] + sources, in: folder)
        var broken: Set<String> = []
        for line in output.text.split(separator: "\n") where line.contains(": error: ") {
            let parts = line.split(separator: ":")
            guard parts.count > 2, parts[0].hasPrefix(folder) else { continue }
            broken.insert("\(parts[0].dropFirst(folder.count + 1)):\(parts[1])")
        }
        if broken.isEmpty, output.status != 0 { throw Trouble(text: output.text) }
        return broken
    }

    func build() throws {
        let output = try Command.run(
            ["swift", "build", "-c", "release", "--build-tests", "-Xswiftc", "-enable-testing", "-Xswiftc", "-suppress-warnings"],
            in: folder)
        if output.status != 0 { throw Trouble(text: output.text) }
    }
}

struct Trouble: Error {
    let text: String
}

/// A program run to its end.
enum Command {
    struct Output {
        let status: Int32
        let text: String
    }

    static func run(_ words: [String], in folder: String, _ environment: [String: String] = [:]) throws -> Output {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let died = process.terminationReason == .uncaughtSignal
        return Output(status: died ? -process.terminationStatus : process.terminationStatus, text: String(decoding: data, as: UTF8.self))
    }
}

/// Prints a line immediately, also into a pipe.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
