// SearchIndex.swift SITE: writes SITE/search.json, in which index.html looks: for each page its address, its title, its kind, its first
// sentence, its words and the anchors of its headings.
import Foundation

/// All texts in a value of DocC's JSON, in order.
func texts(_ value: Any, into words: inout [String]) {
    if let list = value as? [Any] {
        for part in list { texts(part, into: &words) }
    } else if let object = value as? [String: Any] {
        for key in ["text", "title", "code", "name"] {
            if let text = object[key] as? String { words.append(text) }
            if let lines = object[key] as? [String] { words += lines }
        }
        for key in object.keys.sorted() where !["references", "hierarchy", "seeAlsoSections", "identifier", "variants"].contains(key) {
            if let part = object[key], !(part is String) { texts(part, into: &words) }
        }
    }
}

/// The anchors of all headings in a value of DocC's JSON.
func anchors(_ value: Any, into found: inout [String]) {
    if let list = value as? [Any] {
        for part in list { anchors(part, into: &found) }
    } else if let object = value as? [String: Any] {
        if object["type"] as? String == "heading", let anchor = object["anchor"] as? String { found.append(anchor) }
        for key in object.keys.sorted() where key == "content" { if let part = object[key] { anchors(part, into: &found) } }
    }
}

func plain(_ value: Any?) -> String {
    var words: [String] = []
    if let value { texts(value, into: &words) }
    return words.joined()
}

let site = URL(filePath: CommandLine.arguments[1])
let data = site.appending(path: "data")
var pages: [[String]] = []
for case let file as URL in FileManager.default.enumerator(at: data, includingPropertiesForKeys: nil) ?? .init()
where file.pathExtension == "json" {
    guard let page = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any],
        let metadata = page["metadata"] as? [String: Any], let title = metadata["title"] as? String
    else { continue }
    let path = file.path.dropFirst(data.path.count + 1).dropLast(".json".count)
    var words: [String] = []
    for key in ["abstract", "primaryContentSections", "sections"] { if let part = page[key] { texts(part, into: &words) } }
    let kind = metadata["roleHeading"] as? String ?? page["kind"] as? String ?? ""
    let unique = Set(words.joined(separator: " ").lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" })
    var headings: [String] = []
    if let sections = page["primaryContentSections"] { anchors(sections, into: &headings) }
    pages.append([
        String(path), title, kind, plain(page["abstract"]), unique.sorted().joined(separator: " "), headings.joined(separator: " "),
    ])
}
pages.sort { $0[0] < $1[0] }
try JSONSerialization.data(withJSONObject: pages, options: [.withoutEscapingSlashes]).write(to: site.appending(path: "search.json"))
print("\(pages.count) pages can be searched")
