import Foundation

@testable import FlowReading
@testable import flow_trace

/// A run of the tool with these arguments, and its output.
struct Run {
    let code: ExitCode
    let output: String
    let errors: String

    init(_ words: [String], columns: Int? = nil, color: Bool = false) {
        self.init(columns: columns, color: color) { Tool.run(words, $0) }
    }

    init(columns: Int? = nil, color: Bool = false, _ run: (Console) -> ExitCode) {
        let capture = Capture()
        let console = Console(
            columns: columns, usesColor: color, invocation: "flow-trace", write: { capture.output += $0 },
            complain: { capture.errors += $0 + "\n" })
        code = run(console)
        output = capture.output
        errors = capture.errors
    }

    private final class Capture {
        var output = ""
        var errors = ""
    }
}

/// A folder of its own for one test, removed with its files at the end.
final class TemporaryFolder {
    let path: String

    init() {
        var template = Array("/tmp/flow-trace-test-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? "/tmp/flow-trace-test"
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file in it and returns its path.
    func write(_ bytes: [UInt8], _ name: String) throws -> String { try writeFile(bytes, named: name, in: path) }
}

/// The lines of a text, without an empty last line.
func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
}

/// A text without its line breaks and indents, for text that may be wrapped.
func flat(_ text: String) -> String { text.split { $0 == " " || $0 == "\n" }.joined(separator: " ") }
