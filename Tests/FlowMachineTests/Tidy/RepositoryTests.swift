import FlowTestSupport
import Testing

@Suite("The repository is tidy")
struct RepositoryTests {
    private static let longestFile = 400
    private static let longestFunction = 70

    @Test func `every source file is short`() throws {
        let files = try Repository.texts(under: "Sources", suffix: ".swift")
        #expect(!files.isEmpty)
        let complaints = files.filter { $0.lines.count > Self.longestFile + 1 }.map {
            "\($0.path): \($0.lines.count - 1) lines; more than \(Self.longestFile) are usually two ideas"
        }
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    @Test func `every function is short`() throws {
        var complaints: [String] = []
        for file in try Repository.texts(under: "Sources", suffix: ".swift") {
            var start: (index: Int, indentation: Substring)?
            for (index, line) in file.lines.enumerated() {
                if let open = start, line == "\(open.indentation)}" {
                    let length = index - open.index + 1
                    if length > Self.longestFunction {
                        complaints.append("\(file.place(open.index)): a function of \(length) lines; \(Self.longestFunction) at most")
                    }
                    start = nil
                }
                let isOneLine = line.hasSuffix("}")
                // The regular expression is slow, so it reads only the lines that can match.
                guard !isOneLine, line.contains("func ") || line.contains("init") else { continue }
                if let match = line.firstMatch(of: /^( *)(?:[\w@]+ )*(?:func |init[?(<])/) {
                    start = (index, match.output.1)
                }
            }
        }
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    @Test func `the repository mentions only the product`() throws {
        // Concatenated here, so that this file does not find itself.
        let workshop = [".." + "/shared", "/" + "work/", "issue" + " #", "issues" + " show", "work" + "tree", "/tmp/" + "common"]
        var complaints: [String] = []
        for file in try Repository.texts() {
            for (index, line) in file.lines.enumerated() {
                for word in workshop where line.contains(word) { complaints.append("\(file.place(index)): \(word)") }
            }
        }
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    /// A tool that makes no HTTP request must not pay for URLSession's startup, nor for all of Foundation. A plugin runs in the build, and the code of a
    /// tutorial is another package's.
    @Test func `only FlowURLSession imports Foundation in full`() throws {
        var complaints: [String] = []
        for file in try Repository.texts(under: "Sources", suffix: ".swift")
        where !file.path.hasPrefix("Sources/FlowEffects/FlowURLSession/") && !file.path.contains("/Plugin/")
            && !file.path.contains(".docc/")
        {
            for (index, line) in file.lines.enumerated() {
                let words = line.split(separator: " ")
                guard let place = words.firstIndex(of: "import"), place + 1 < words.count else { continue }
                let isFallback =
                    index >= 3 && file.lines[index - 1] == "#else" && file.lines[index - 3] == "#if canImport(FoundationEssentials)"
                if words[place + 1] == "FoundationNetworking" || (words[place + 1] == "Foundation" && !isFallback) {
                    complaints.append(
                        "\(file.place(index)): \(line): import FoundationEssentials where it can be imported, Foundation only in its #else")
                }
            }
        }
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    @Test func `every folder of sources and tests is a target, and every target has a folder`() throws {
        let manifest = try #require(try Repository.texts(suffix: "Package.swift").first { $0.path == "Package.swift" })
        var targets: Set<String> = []
        // The call of a target, or of a plugin, may take several lines.
        let text = manifest.lines.joined(separator: "\n")
        for call in text.split(separator: /arget\(|\.plugin\(/).dropFirst() {
            guard let name = call.firstMatch(of: /^\s*name: "([^"]+)"/)?.output.1 else { continue }
            let path = call.firstMatch(of: /path: "([^"]+)"/).map { String($0.output.1) }
            targets.insert(path ?? (name.hasSuffix("Tests") ? "Tests/\(name)" : "Sources/\(name)"))
        }
        let files = Repository.files().filter { $0.hasSuffix(".swift") }
        var complaints: [String] = []
        for target in targets.sorted() where !files.contains(where: { $0.hasPrefix("\(target)/") }) {
            complaints.append("Package.swift: \(target) contains no Swift file")
        }
        // A nested package has a manifest of its own.
        let nested = files.filter { $0.hasSuffix("/Package.swift") }.map { $0.dropLast("Package.swift".count) }
        for file in files where file.hasPrefix("Sources/") || file.hasPrefix("Tests/") {
            if nested.contains(where: { file.hasPrefix($0) }) { continue }
            if !targets.contains(where: { file.hasPrefix("\($0)/") }) {
                complaints.append("\(file): belongs to no target of Package.swift")
            }
        }
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    /// What ships, for other languages too, is complete without what tests it. A page may say where the tests are.
    @Test func `no code under Sources names a file under Tests`() throws {
        let files = try Repository.texts(under: "Sources").filter { !$0.path.hasSuffix(".md") }
        #expect(files.contains { $0.path.hasSuffix(".py") } && files.contains { $0.path.hasSuffix("/build") })
        var complaints: [String] = []
        for file in files {
            for (index, line) in file.lines.enumerated() where line.contains("Tests/") {
                complaints.append("\(file.place(index)): \(line)")
            }
        }
        #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    }

    /// The compile of the C functions for other languages is a command of its own.
    @Test(arguments: ["FlowMachine/C", "flow-trace/FlowReading/C"]) func `each C function is defined once, and the header declares it`(
        folder: String
    ) throws {
        func names(_ suffix: String, _ pattern: Regex<(Substring, Substring)>) throws -> [Substring] {
            try Repository.texts(under: "Sources/\(folder)", suffix: suffix).flatMap { file in
                file.lines.flatMap { line in line.contains("flow_") ? line.matches(of: pattern).map { $0.output.1 } : [] }
            }
        }
        let defined = try names(".swift", /@(?:_cdecl\("|c\()(flow_\w+)/)
        let declared = try names(".h", /^[a-z].*?\b(flow_\w+)\(/)
        #expect(Set(defined).count == defined.count && Set(declared).count == declared.count)
        #expect(Set(defined) == Set(declared))
        #expect(defined.count > 5)
    }

    @Test func `flow-trace links no code that makes HTTP requests`() throws {
        let manifest = try #require(try Repository.texts(suffix: "Package.swift").first { $0.path == "Package.swift" })
        // A target's call may take several lines and ends where the next begins.
        let calls = manifest.lines.joined(separator: "\n").split(separator: "arget(").dropFirst()
        for name in ["flow-trace", "FlowSimulation", "FlowEffects", "FlowMachine"] {
            let call = try #require(calls.first { $0.drop(while: \.isWhitespace).hasPrefix("name: \"\(name)\"") })
            for other in ["FlowURLSession", "FlowVideoSubscriber", "FlowDevice", "FlowWebAuthentication"] {
                #expect(!call.contains("\"\(other)\""), "Package.swift: \(name) must not depend on \(other)")
            }
        }
    }

    @Test func `the stand-ins for Apple's frameworks are in no product`() throws {
        let manifest = try #require(try Repository.texts(suffix: "Package.swift").first { $0.path == "Package.swift" })
        let products = manifest.lines.filter { $0.contains(".library(name:") || $0.contains(".executable(name:") }
        #expect(products.count >= 6)
        let folder = "Tests/StandIns/"
        let standIns = manifest.lines.filter { $0.contains("path: \"\(folder)") }.compactMap { line in
            line.firstMatch(of: /name: "([^"]+)"/).map { String($0.output.1) }
        }
        #expect(Set(standIns).isSuperset(of: ["VideoSubscriberAccount", "UIKitStandIn", "Security"]))
        for name in standIns { #expect(!products.contains { $0.contains("\"\(name)\"") }, "\(name)") }
    }
}
