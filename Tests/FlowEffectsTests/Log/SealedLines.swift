@testable import FlowMachine

/// Lines whose checksums continue each other, as recovery requires.
enum SealedLines {
    private struct Text: LogObject {
        let text: String

        func describeFields<S: LogSink>(to sink: inout S) {
            sink.field("text", text)
        }

        static func readFields<S: LogSource>(from source: inout S) throws(CodingFailure) -> Self {
            Text(text: try source.field("text"))
        }
    }

    /// A header and three lines.
    static var four: [String] {
        var writer = LineWriter()
        return (0..<4).map { String(decoding: writer.line(Text(text: "line \($0)")), as: UTF8.self) }
    }
}
