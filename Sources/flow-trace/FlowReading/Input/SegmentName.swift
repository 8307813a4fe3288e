/// The names of the files in which a flow writes its log: `flow-<support id>-NNNN.jsonl`, one or more per launch.
package enum SegmentName {
    /// The number of a segment that a flow wrote: `flow-<support id>-NNNN.jsonl`.
    package static func number(_ name: Substring) -> Int64? {
        // By bytes: there can be 100,000 names, and few begin like this.
        guard name.utf8.starts(with: "flow-".utf8) else { return nil }
        return stem(name).split(separator: "-").last.flatMap { Int64($0) }
    }

    /// A name without `.jsonl`, and without the ending of a compressed file.
    private static func stem(_ name: Substring) -> Substring {
        var name = name
        if name.utf8.last != UInt8(ascii: "l") {
            for ending in [".gz", ".zst"] where name.hasSuffix(ending) { name = name.dropLast(ending.count) }
        }
        return name.dropLast(".jsonl".count)
    }

    /// The folder of a path; empty if it names none.
    package static func folder(_ path: String) -> Substring { path.utf8.lastIndex(of: 0x2F).map { path[..<$0] } ?? "" }

    /// The number in the last part of a path.
    package static func number(ofPath path: String) -> Int64? {
        number(path.utf8.lastIndex(of: 0x2F).map { path[path.utf8.index(after: $0)...] } ?? path[...])
    }

    /// Whether a path is named as a flow names its segments.
    package static func isSegment(_ path: String) -> Bool { number(ofPath: path) != nil }

    /// The paths of each launch: segments of one launch, whose support id is in their names, are together, at the place of the first. In a
    /// folder with the logs of many devices, those of other launches may be between them.
    package static func launches(_ paths: [String]) -> [[String]] {
        var launches: [[String]] = []
        var places: [Substring: Int] = [:]
        for path in paths {
            let key = isSegment(path) ? stem(path[...]).lastIndex(of: "-").map { path[..<$0] } : nil
            if let key, let place = places[key] {
                launches[place].append(path)
            } else {
                if let key { places[key] = launches.count }
                launches.append([path])
            }
        }
        return launches
    }
}
