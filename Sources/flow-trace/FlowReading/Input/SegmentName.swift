/// The names of the files in which a flow writes its log: `flow-<support id>-NNNN.jsonl`, one or more per launch.
package enum SegmentName {
    // These functions compare bytes, which is fast: there can be 100,000 names.

    /// Returns the number in a file name of the form `flow-<support id>-NNNN.jsonl`; `nil` for other names.
    package static func number(_ name: Substring) -> Int64? {
        guard name.utf8.starts(with: "flow-".utf8) else { return nil }
        let stem = stem(name)
        return stem.utf8.lastIndex(of: hyphen).flatMap { Int64(stem[stem.utf8.index(after: $0)...]) }
    }

    private static let hyphen = UInt8(ascii: "-")

    /// Returns a name without `.jsonl`, and without the ending of a compressed file.
    private static func stem(_ name: Substring) -> Substring {
        var name = name
        if name.utf8.last != UInt8(ascii: "l") {
            for ending in [".gz", ".zst"] where name.hasSuffix(ending) { name = name.dropLast(ending.count) }
        }
        return Substring(name.utf8.dropLast(".jsonl".utf8.count))
    }

    /// Returns the folder of a path; empty if the path has none.
    package static func folder(_ path: String) -> Substring { path.utf8.lastIndex(of: 0x2F).map { path[..<$0] } ?? "" }

    /// Returns the segment's number in the last component of a path; `nil` for other names.
    package static func number(ofPath path: String) -> Int64? {
        number(path.utf8.lastIndex(of: 0x2F).map { path[path.utf8.index(after: $0)...] } ?? path[...])
    }

    /// Returns whether a path has the form of a segment's name.
    package static func isSegment(_ path: String) -> Bool { number(ofPath: path) != nil }

    /// Groups paths by launch. Segments of one launch have the same support id in their names, and keep their order.
    package static func launches(_ paths: [String]) -> [[String]] { places(paths).map { $0.map { paths[$0] } } }

    /// Groups the indices of `paths` by launch. The launches are in the order of their first segments, even if files of several devices alternate.
    static func places(_ paths: [String]) -> [[Int]] {
        var launches: [[Int]] = []
        var known: [Substring: Int] = [:]
        for (place, path) in paths.enumerated() {
            guard isSegment(path), let end = stem(path[...]).utf8.lastIndex(of: hyphen) else {
                launches.append([place])
                continue
            }
            if let launch = known[path[..<end]] {
                launches[launch].append(place)
            } else {
                known[path[..<end]] = launches.count
                launches.append([place])
            }
        }
        return launches
    }
}
