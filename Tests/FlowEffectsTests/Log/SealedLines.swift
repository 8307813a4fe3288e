@testable import FlowMachine

/// Lines whose checksums go on from each other, as recovery wants them.
enum SealedLines {
    private struct Text: LogValue {
        let text: String

        static func pass<A: Archive>(_ old: Self?, through archive: inout A) throws(CodingFailure) -> Self {
            try archive.object { archive throws(CodingFailure) in Text(text: try archive.field("text", old?.text)) }
        }
    }

    /// A header and three lines.
    static var four: [String] {
        var writer = LineWriter()
        return (0..<4).map { String(decoding: writer.line(Text(text: "line \($0)")), as: UTF8.self) }
    }
}
