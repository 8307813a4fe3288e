// Lists the public symbols that have no documentation comment, or that throw and do not say what, from the compiler's symbol graphs.
// Usage: swift Undocumented.swift FOLDER. Exits with 1 if there are any.
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
        let declarationFragments: [Fragment]?
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

let folder = CommandLine.arguments.dropFirst().first ?? "."
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
    let inherited = Set(graph.relationships.filter { $0.sourceOrigin != nil }.map(\.source))
    for symbol in graph.symbols where symbol.kind.identifier != "swift.extension" {
        count += 1
        let comment = symbol.docComment?.lines.map(\.text) ?? []
        let isDocumented = comment.contains { !$0.allSatisfy(\.isWhitespace) }
        let place = symbol.location.map { "\($0.uri.replacingOccurrences(of: "file://", with: "")):\($0.position.line + 1): " } ?? ""
        let name = "\(place)\(symbol.pathComponents.joined(separator: "."))"
        let isFunction = ["swift.func", "swift.method", "swift.init", "swift.type.method"].contains(symbol.kind.identifier)
        let throwsErrors = isFunction && symbol.declarationFragments?.contains { $0.spelling == "throws" } == true
        if isDocumented, throwsErrors, !inherited.contains(symbol.identifier.precise), !comment.contains(where: { $0.contains("Throws:") }) {
            complaints.append("\(name) does not say what it throws")
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
