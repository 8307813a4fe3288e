import FlowReading

/// `mcp`: serves logs to agents by the Model Context Protocol.
enum MCPCommand {
    static let syntax = CommandSyntax(
        name: "mcp",
        summary: "Serve logs to an agent over standard input and output, by the Model Context Protocol.",
        operands: "FOLDER ...",
        examples: [Example("mcp logs", "Answer questions about the logs in a folder until the input ends.")],
        options: [],
        notes: [
            "An agent's program starts it: give it the command flow-trace with the arguments mcp and a folder. It speaks\n"
                + "JSON-RPC 2.0, one message per line, by revision \(MCPServer.current) of the protocol, and by \(MCPServer.earlier.last ?? "") to\n"
                + "\(MCPServer.earlier.first ?? "") with their initialize.",
            "Tools:\n" + CommandSyntax.columns(MCPTool.allCases.map { ($0.rawValue, $0.title) }).dropLast(),
            "It reads only the folders and logs that are named, also where a link leads elsewhere, and writes and\n"
                + "executes nothing. An answer has at most \(grouped(MCPAnswer.mostBytes)) bytes of JSON, once as text and once as values. A longer\n"
                + "list continues with a cursor; any other long list or text ends early and says so. Control characters in names\n"
                + "of a log are spelled out.",
        ],
        readsPipe: false)

    static func run(_ arguments: Arguments, _ console: Console) throws(UsageFailure) -> ExitCode {
        if arguments.operands.isEmpty { throw UsageFailure("no folder given: name the folders or logs that an agent may read") }
        let folders: MCPFolders
        do throws(UnreadableFile) { folders = try MCPFolders(arguments.operands) } catch { throw UsageFailure(error) }
        let server = MCPServer(MCPDesk(folders))
        var lines = InputLines(longest: MCPServer.longestLine)
        do throws(UnreadableFile) {
            while let line = try lines.next() {
                switch line {
                case .line(let bytes): if let answer = server.answer(bytes) { console.write(answer + "\n") }
                case .tooLong: console.write(MCPServer.tooLong + "\n")
                }
            }
            return .fine
        } catch {
            console.complain(Printable.text(error.text, ascii: false))
            return .unreadable
        }
    }
}

/// Reads the lines of standard input as they arrive. Skips a line that is too long without storing it.
private struct InputLines {
    enum Line {
        case line([UInt8])
        case tooLong
    }

    let longest: Int
    private var buffer: [UInt8] = []
    private var isSkipping = false
    private var isAtEnd = false

    init(longest: Int) { self.longest = longest }

    mutating func next() throws(UnreadableFile) -> Line? {
        var searched = 0
        while true {
            if let newline = buffer[searched...].firstIndex(of: 0x0A) {
                let line = Array(buffer[..<newline])
                buffer.removeSubrange(...newline)
                defer { isSkipping = false }
                return isSkipping || line.count > longest ? .tooLong : .line(line)
            }
            if isAtEnd {
                defer { buffer = [] }
                return buffer.isEmpty ? nil : .line(buffer)
            }
            if buffer.count > longest { (buffer, isSkipping) = ([], true) }
            searched = buffer.count
            let more = try LogFile.available(on: 0)
            if more.isEmpty { isAtEnd = true }
            buffer += more
        }
    }
}
