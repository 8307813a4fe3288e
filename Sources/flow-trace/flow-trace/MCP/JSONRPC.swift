import FlowEffects
import FlowReading

/// A message of JSON-RPC 2.0, as the Model Context Protocol uses it: one per line, no batches.
struct JSONRPCRequest {
    /// The id that the answer repeats; `nil` for a notification, which gets no answer.
    let id: Tree?
    let method: String
    let params: JSONMembers

    /// The reason why the answer to a message is an error.
    struct Failure: Error, Equatable {
        let code: Int64
        let text: String
        var data: Tree?

        static let unparsable = Failure(code: -32700, text: "the line is not JSON")
        static func invalid(_ text: String) -> Failure { Failure(code: -32600, text: text) }
        static func noMethod(_ name: String) -> Failure { Failure(code: -32601, text: "there is no method \(name)") }
        static func params(_ text: String) -> Failure { Failure(code: -32602, text: text) }
        static func version(_ requested: String, supported: [String]) -> Failure {
            let data = Tree.object([
                Tree.Member("supported", .list(supported.map { .text($0) })), Tree.Member("requested", .text(requested)),
            ])
            return Failure(code: -32022, text: "unsupported protocol version", data: data)
        }
    }

    /// Reads a line; `nil` if the line is an answer. This server sends no requests, so it ignores answers.
    ///
    /// - Returns: The request, or the failure with the id for the error answer.
    static func read(_ line: [UInt8]) -> Result<JSONRPCRequest, (id: Tree, failure: Failure)>? {
        func failed(_ failure: Failure, _ id: Tree = .null) -> Result<JSONRPCRequest, (id: Tree, failure: Failure)> {
            .failure((id, failure))
        }
        guard let json = JSONParser.parse(line) else { return failed(.unparsable) }
        guard case .object(let members) = json else { return failed(.invalid("a message is one object; batches are not supported")) }
        let message = JSONMembers(members)
        let id: Tree?
        switch message["id"] {
        case nil: id = nil
        case .string(let text)?: id = .text(text)
        case .number(let digits)?:
            guard let number = Int64(digits) else { return failed(.invalid("the id is not a whole number")) }
            id = .number(number)
        case .null?, .boolean?, .array?, .object?: return failed(.invalid("the id is neither a text nor a number"))
        }
        guard message.text("jsonrpc") == "2.0" else { return failed(.invalid("jsonrpc is not \"2.0\""), id ?? .null) }
        guard let method = message.text("method") else {
            let isAnswer = message["result"] != nil || message["error"] != nil
            return isAnswer ? nil : failed(.invalid("there is no method"), id ?? .null)
        }
        switch message["params"] {
        case nil: return .success(JSONRPCRequest(id: id, method: method, params: JSONMembers([])))
        case .object(let params)?: return .success(JSONRPCRequest(id: id, method: method, params: JSONMembers(params)))
        case .null?, .boolean?, .number?, .string?, .array?: return failed(.params("params is not an object"), id ?? .null)
        }
    }
}

extension JSONRPCRequest {
    /// A result whose failure is a pair. Swift's own `Result` requires an error.
    enum Result<Success, Failure> {
        case success(Success)
        case failure(Failure)
    }
}

/// The members of an object that a client sent.
struct JSONMembers {
    private let members: [JSONValue.Member]

    init(_ members: [JSONValue.Member]) { self.members = members }

    /// The names of the members, in the order of the text.
    var names: [String] { members.map(\.name) }

    subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

    /// Returns the text of a member; `nil` if the member is missing or not a text.
    func text(_ name: String) -> String? { self[name]?.string }

    /// Returns the members of a member that is an object; `nil` otherwise.
    func object(_ name: String) -> JSONMembers? {
        guard case .object(let members)? = self[name] else { return nil }
        return JSONMembers(members)
    }
}
