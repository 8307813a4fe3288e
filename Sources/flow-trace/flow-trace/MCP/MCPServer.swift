import FlowMachine
import FlowReading

/// A server of the Model Context Protocol, which answers each line with at most one line. The server has no sessions, so it serves both clients of
/// the current revision, which name the revision in each request, and older clients, which start with `initialize`.
struct MCPServer {
    /// The current revision, which has no handshake.
    static let current = "2026-07-28"
    /// The revisions that begin with `initialize`, the newest first.
    static let earlier = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

    /// The maximum size of a line, in bytes.
    static let longestLine = 1 << 20

    private let desk: MCPDesk

    init(_ desk: MCPDesk) { self.desk = desk }

    /// Returns the answer to a line, without a newline; `nil` if the line gets no answer.
    func answer(_ line: [UInt8]) -> String? {
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return nil }
        if line.count > MCPServer.longestLine { return MCPServer.tooLong }
        switch JSONRPCRequest.read(line) {
        case nil: return nil
        case .failure(let (id, failure))?: return MCPServer.error(failure, id)
        case .success(let request)?:
            guard let id = request.id else { return nil }
            do throws(JSONRPCRequest.Failure) {
                let isCurrent = try MCPServer.isCurrent(request)
                let result = try result(request)
                return MCPServer.message(id, Tree.Member("result", .object(isCurrent ? MCPServer.stamped(result) : result.members)))
            } catch {
                return MCPServer.error(error, id)
            }
        }
    }

    /// The answer to a line that is too long to be read.
    static let tooLong = error(.invalid("the line is longer than \(longestLine >> 20) MB"), .null)

    // MARK: Methods

    /// The result of a method, and whether a client may keep it for an hour.
    private struct Answer {
        var members: [Tree.Member]
        var isKept = false
    }

    private func result(_ request: JSONRPCRequest) throws(JSONRPCRequest.Failure) -> Answer {
        switch request.method {
        case "initialize":
            let asked = request.params.text("protocolVersion") ?? ""
            let version = MCPServer.earlier.contains(asked) ? asked : MCPServer.earlier[0]
            return Answer(
                members: [Tree.Member("protocolVersion", .text(version))] + MCPServer.introduction
                    + [Tree.Member("serverInfo", MCPServer.identity)])
        case "server/discover":
            let versions = [MCPServer.current] + MCPServer.earlier
            return Answer(
                members: [Tree.Member("supportedVersions", .list(versions.map { .text($0) }))] + MCPServer.introduction, isKept: true)
        case "ping": return Answer(members: [])
        case "tools/list":
            if request.params["cursor"] != nil { throw .params("the list of tools has one page: leave out cursor") }
            return Answer(members: [Tree.Member("tools", .list(MCPTool.allCases.map(\.description)))], isKept: true)
        case "tools/call":
            guard let name = request.params.text("name") else { throw .params("name is missing") }
            guard let tool = MCPTool(rawValue: name) else {
                throw .params("there is no tool \(name)" + suggestion(for: name, among: MCPTool.allCases.map(\.rawValue)))
            }
            if let arguments = request.params["arguments"], request.params.object("arguments") == nil, arguments.text != "null" {
                throw .params("arguments is not an object")
            }
            return Answer(members: call(tool, request.params.object("arguments") ?? JSONMembers([])))
        case let method: throw .noMethod(method)
        }
    }

    /// Calls a tool. A wrong argument or a missing file is reported as a result, not as a protocol error, because the caller can correct it.
    private func call(_ tool: MCPTool, _ arguments: JSONMembers) -> [Tree.Member] {
        let result: Tree
        do throws(MCPFailure) { result = try desk.call(tool, try MCPArguments(arguments, tool)).tree } catch {
            let text = Tree.object([
                Tree.Member("type", .text("text")), Tree.Member("text", .text(MCPServer.shortened(error.text))),
            ])
            return [Tree.Member("content", .list([text])), Tree.Member("isError", .truth(true))]
        }
        let text = Tree.object([Tree.Member("type", .text("text")), Tree.Member("text", .text(result.json))])
        return [
            Tree.Member("content", .list([text])), Tree.Member("structuredContent", result), Tree.Member("isError", .truth(false)),
        ]
    }

    // MARK: Forms

    /// Returns whether a request names the current revision.
    ///
    /// - Throws: An error if the request names an unknown revision, or lacks what the current revision requires.
    private static func isCurrent(_ request: JSONRPCRequest) throws(JSONRPCRequest.Failure) -> Bool {
        guard request.method != "initialize", let meta = request.params.object("_meta"), let value = meta[prefix + "protocolVersion"] else {
            return false
        }
        guard let version = value.string else { throw .params("\(prefix)protocolVersion is no text") }
        guard version == current else { throw .version(version, supported: [current] + earlier) }
        guard meta.object(prefix + "clientCapabilities") != nil else { throw .params("\(prefix)clientCapabilities is missing") }
        return true
    }

    private static let prefix = "io.modelcontextprotocol/"

    /// Returns a result in the form of the current revision.
    private static func stamped(_ answer: Answer) -> [Tree.Member] {
        var members = [Tree.Member("resultType", .text("complete"))] + answer.members
        if answer.isKept { members += [Tree.Member("ttlMs", .number(3_600_000)), Tree.Member("cacheScope", .text("public"))] }
        return members + [Tree.Member("_meta", .object([Tree.Member(prefix + "serverInfo", identity)]))]
    }

    private static let identity = Tree.object([
        Tree.Member("name", .text("flow-trace")), Tree.Member("title", .text("FlowMachine logs")),
        Tree.Member("version", .text(LogHeader.library)),
    ])

    private static let introduction = [
        Tree.Member("capabilities", .object([Tree.Member("tools", .object([]))])),
        Tree.Member("instructions", .text(MCPTool.instructions)),
    ]

    private static func error(_ failure: JSONRPCRequest.Failure, _ id: Tree) -> String {
        var members = [
            Tree.Member("code", .number(failure.code)), Tree.Member("message", .text(shortened(failure.text))),
        ]
        if let data = failure.data { members.append(Tree.Member("data", data)) }
        return message(id, Tree.Member("error", .object(members)))
    }

    /// Returns a printable message of at most 2,000 characters. It may repeat text that the client sent.
    private static func shortened(_ text: String) -> String { Printable.text(String(text.prefix(2000)), ascii: false) }

    private static func message(_ id: Tree, _ content: Tree.Member) -> String {
        Tree.object([Tree.Member("jsonrpc", .text("2.0")), Tree.Member("id", id), content]).json
    }
}
