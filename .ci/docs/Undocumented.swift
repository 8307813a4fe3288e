// Lists the public symbols that have no documentation comment, that throw and do not say what, or that have two parameters or more and do not
// describe each, from the compiler's symbol graphs; and those that their library's landing page does not list.
// Usage: swift Undocumented.swift FOLDER SOURCES. Exits with 1 if there are any.
import Foundation

struct Graph: Decodable {
    struct Symbol: Decodable {
        struct Identifier: Decodable { let precise: String }
        struct Kind: Decodable { let identifier: String }
        struct Lines: Decodable {
            struct Line: Decodable { let text: String }
            let lines: [Line]
        }
        struct Location: Decodable {
            struct Position: Decodable { let line: Int }
            let uri: String
            let position: Position
        }
        let identifier: Identifier
        let kind: Kind
        struct Fragment: Decodable { let spelling: String }
        let pathComponents: [String]
        struct Signature: Decodable {
            struct Parameter: Decodable {
                let name: String
                let internalName: String?
            }
            let parameters: [Parameter]?
        }
        let declarationFragments: [Fragment]?
        let functionSignature: Signature?
        let docComment: Lines?
        let location: Location?
    }
    struct Relationship: Decodable {
        struct Origin: Decodable { let identifier: String }
        let source: String
        let sourceOrigin: Origin?
    }
    let symbols: [Symbol]
    let relationships: [Relationship]
}

/// The landing page of a library: `LIBRARY.docc/LIBRARY.md`, somewhere in `folder`.
func landingPage(of library: String, in folder: String) -> String {
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let path = files.first { $0.hasSuffix("/\(library).docc/\(library).md") }
    return path.flatMap { try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) } ?? ""
}

let folder = CommandLine.arguments.dropFirst().first ?? "."
let sources = CommandLine.arguments.dropFirst(2).first ?? "Sources"
let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }.filter { $0.hasSuffix(".symbols.json") } ?? []
if files.isEmpty {
    print("no symbol graph in \(folder)")
    exit(1)
}
var complaints: [String] = []
var count = 0
for file in files.sorted() {
    let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")))
    // What satisfies a protocol's requirement has the requirement's words.
    let library = file.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? file
    // `A@B` has what A adds to B.
    let landing = library.contains("@") ? nil : landingPage(of: library, in: sources)
    let inherited = Set(graph.relationships.filter { $0.sourceOrigin != nil }.map(\.source))
    for symbol in graph.symbols where symbol.kind.identifier != "swift.extension" {
        count += 1
        let comment = symbol.docComment?.lines.map(\.text) ?? []
        let isDocumented = comment.contains { !$0.allSatisfy(\.isWhitespace) }
        let place = symbol.location.map { "\($0.uri.replacingOccurrences(of: "file://", with: "")):\($0.position.line + 1): " } ?? ""
        let name = "\(place)\(symbol.pathComponents.joined(separator: "."))"
        let isFunction = ["swift.func", "swift.method", "swift.init", "swift.type.method"].contains(symbol.kind.identifier)
        let throwsErrors = isFunction && symbol.declarationFragments?.contains { $0.spelling == "throws" } == true
        if let landing, symbol.pathComponents.count == 1, !landing.contains("- ``\(symbol.pathComponents[0])``\n") {
            complaints.append("\(name) is not on the landing page of \(library)")
        }
        if isDocumented, throwsErrors, !inherited.contains(symbol.identifier.precise), !comment.contains(where: { $0.contains("Throws:") })
        {
            complaints.append("\(name) does not say what it throws")
        }
        let parameters = isFunction ? symbol.functionSignature?.parameters ?? [] : []
        if isDocumented, parameters.count > 1, !inherited.contains(symbol.identifier.precise) {
            // A list of parameters, a sentence about all of them, or each by its name.
            let words = Set(comment.joined(separator: " ").split { !$0.isLetter && !$0.isNumber }.map(String.init))
            let isNamed = parameters.allSatisfy { words.contains($0.name) || words.contains($0.internalName ?? $0.name) }
            if !isNamed, !comment.contains(where: { $0.lowercased().contains("parameter") }) {
                complaints.append("\(name) does not describe its parameters")
            }
        }
        if isDocumented || inherited.contains(symbol.identifier.precise) { continue }
        // The ids of the rules: their words are the tables of Specs/rules. And the inverse of `rawValue`, which the compiler writes.
        if symbol.pathComponents.first == "Rule" || symbol.pathComponents.last == "init(rawValue:)" { continue }
        complaints.append("\(name) has no documentation comment")
    }
}
for complaint in complaints.sorted() { print(complaint) }
print("\(count) public symbols, \(complaints.count) complaints")
exit(complaints.isEmpty ? 0 : 1)
