import FlowTestSupport
import Testing

@Suite("The CI workflow for Apple's platforms")
struct WorkflowTests {
    private func text(_ path: String) throws -> String {
        try #require(try Repository.texts(suffix: path).first { $0.path == path }).lines.joined(separator: "\n")
    }

    @Test func `the workflow builds every library of Package.swift for every platform, and the tool for macOS`() throws {
        let manifest = try text("Package.swift")
        let workflow = try text(".github/workflows/apple.yml")
        let libraries = manifest.matches(of: /\.library\(\s*name: "([^"]+)"/).map { String($0.output.1) }
        let tools = manifest.matches(of: /\.executable\(\s*name: "([^"]+)"/).map { String($0.output.1) }
        #expect(libraries.count >= 8)
        #expect(tools == ["flow-trace"])
        for library in libraries {
            #expect(workflow.contains("run: .github/build \(library) \"${{ matrix.platform }}\"\n"), "apple.yml does not build \(library)")
        }
        for tool in tools { #expect(workflow.contains("swift build --product \(tool)\n"), "apple.yml does not build \(tool)") }
        #expect(workflow.contains("platform: [iOS, tvOS, macOS, visionOS]"))
        #expect(workflow.contains("swift test"))
        let built = workflow.matches(of: /\.github\/build (\S+)/).map { String($0.output.1) }
        #expect(Set(built) == Set(libraries))
    }

    @Test func `the workflow uses each action at one commit, and leaves no credentials behind`() throws {
        let workflow = try text(".github/workflows/apple.yml")
        let used = workflow.matches(of: /uses: (\S+)/).map { String($0.output.1) }
        #expect(used.count == 2)
        for action in used { #expect(action.wholeMatch(of: /[a-z\/]+@[0-9a-f]{40}/) != nil, "\(action) can be moved") }
        #expect(workflow.matches(of: /persist-credentials: false/).count == used.count)
    }

    @Test(arguments: ["release", "documentation"])
    func `another workflow uses only the checkout at one commit, and calls scripts that exist`(name: String) throws {
        let workflow = try text(".github/workflows/\(name).yml")
        let used = Set(workflow.matches(of: /uses: (\S+)/).map { String($0.output.1) })
        #expect(used.count == 1)
        for action in used { #expect(action.wholeMatch(of: /actions\/checkout@[0-9a-f]{40}/) != nil, "\(action) can be moved") }
        let checkouts = workflow.ranges(of: "uses: ").count
        #expect(workflow.matches(of: /persist-credentials: false/).count == checkouts)
        #expect(!workflow.contains("-latest"))
        let scripts = workflow.matches(of: /\.(?:github|ci)\/[\w-]+/).map { String($0.output) }.filter { !$0.hasSuffix("/workflows") }
        #expect(!scripts.isEmpty)
        for script in scripts { #expect(try text(script).hasPrefix("#!/"), "\(script)") }
    }

    @Test func `every form for issues has a name and a description`() throws {
        let forms = try Repository.texts(under: ".github/ISSUE_TEMPLATE", suffix: ".yml").filter { !$0.path.hasSuffix("config.yml") }
        #expect(forms.count >= 3)
        for form in forms {
            for key in ["name: ", "description: ", "body:"] {
                #expect(form.lines.contains { $0.hasPrefix(key) }, "\(form.path): no \(key)")
            }
        }
    }

    @Test func `the workflow names its image and its Xcode, and calls scripts that exist`() throws {
        let workflow = try text(".github/workflows/apple.yml")
        #expect(!workflow.contains("runs-on: macos-latest"))
        #expect(workflow.contains(/XCODE: "\d+\.\d+"/))
        for script in workflow.matches(of: /run: (\.github\/[\w-]+)/).map({ String($0.output.1) }) {
            #expect(try text(script).hasPrefix("#!/bin/bash\n"), "\(script)")
        }
    }
}
