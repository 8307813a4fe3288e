import FlowMachine
import FlowTestSupport

@testable import FlowEffects
@testable import FlowReading
@testable import flow_trace

/// The vectors for interpreters in other languages, made by this library's own.
struct InterpreterVectors {
    private var contexts: [Tree] = []
    private var requests: [Tree] = []
    private var answers: [Tree] = []
    private var names: Set<String> = []
    /// The function that gives the reply to another answer, for each of `answers`.
    private(set) var replies: [@Sendable (HTTPResponse) -> Tree] = []

    /// The number of vectors: requests and answers.
    var count: Int { requests.count + answers.count }

    /// A request that `adobe` builds, or the reply to a call that needs or gets none.
    mutating func addRequest(_ name: String, _ call: Call, _ adobe: AdobePass, _ store: InMemorySecretStore) {
        let vector = Vector(call, adobe, store)
        let result: (String, Tree)
        do throws(CallFailure) {
            if let decided = try vector.adobe.answerWithoutRequest(call.endpoint) {
                result = ("reply", Tree(Reply(decided)))
            } else {
                result = ("request", VectorTree.request(try vector.adobe.request(for: call)))
            }
        } catch {
            result = ("reply", Tree(Reply(.failed(error))))
        }
        requests.append(VectorTree.members(head(name, vector) + [result]))
    }

    /// The reply that `adobe` makes of an answer, and the secrets that the reply names.
    mutating func addAnswer(_ name: String, _ call: Call, _ response: HTTPResponse, _ adobe: AdobePass, _ store: InMemorySecretStore) {
        let vector = Vector(call, adobe, store)
        answers.append(
            VectorTree.members(head(name, vector) + [("response", VectorTree.response(response))] + Self.reply(to: call, response, vector)))
        replies.append { VectorTree.members(Self.reply(to: call, $0, Vector(call, adobe, store))) }
    }

    private static func reply(to call: Call, _ response: HTTPResponse, _ vector: Vector) -> [(String, Tree?)] {
        let before = vector.store.secrets
        let reply = Tree(vector.adobe.reply(to: call, response))
        let named = vector.store.secrets.filter { before[$0.key] == nil && VectorTree.names($0.key, in: reply) }
        return [("reply", reply), ("newSecrets", VectorTree.secrets(named))]
    }

    /// A call, with an interpreter whose store has only the secrets that the call names.
    private struct Vector {
        let call: Call
        let adobe: AdobePass
        let store: VectorStore

        init(_ call: Call, _ adobe: AdobePass, _ store: InMemorySecretStore) {
            let tree = Tree(call)
            self.call = call
            self.store = VectorStore(store.entries.filter { VectorTree.names($0.key, in: tree) })
            self.adobe = AdobePass(
                FlowApp("Test/1", softwareStatement: adobe.softwareStatement, settings: adobe.settings, hosts: adobe.hosts),
                secrets: self.store, deviceIdentifier: adobe.deviceIdentifier, device: adobe.device,
                sendsDeviceHeadersEverywhere: adobe.sendsDeviceHeadersEverywhere, identities: adobe.identities,
                offeredProviders: adobe.offeredProviders)
        }
    }

    private mutating func head(_ name: String, _ vector: Vector) -> [(String, Tree?)] {
        let context = VectorTree.context(vector.adobe)
        let index = contexts.firstIndex(of: context) ?? contexts.count
        if index == contexts.count { contexts.append(context) }
        return [
            ("name", .text(unique(name))), ("context", .number(Int64(index))), ("call", Tree(vector.call)),
            ("secrets", VectorTree.secrets(vector.store.secrets)),
        ]
    }

    private mutating func unique(_ name: String) -> String {
        var unique = name
        var number = 2
        while !names.insert(unique).inserted {
            unique = "\(name) (\(number))"
            number += 1
        }
        return unique
    }

    /// All of them as JSON, one per line.
    func text(_ encodings: [(String, [Tree])]) -> String {
        let groups = [("contexts", contexts)] + encodings + [("requests", requests), ("answers", answers)]
        return "{\n" + groups.map { "\"\($0)\": [\n" + $1.map(\.json).joined(separator: ",\n") + "\n]" }.joined(separator: ",\n") + "\n}\n"
    }
}

/// A store that begins with the given secrets, and numbers new ones after them.
private final class VectorStore: SecretStore {
    private let state: Lock<[SecretRef: Secret]>

    init(_ secrets: [SecretRef: Secret]) { state = Lock(secrets) }

    var secrets: [SecretRef: Secret] { state.withLock { $0 } }

    func put(_ secret: Secret) -> SecretRef {
        state.withLock { secrets in
            let last = secrets.keys.filter { $0.kind == secret.kind }.map(\.number).max() ?? 0
            let ref = SecretRef(secret.kind, last + 1)
            secrets[ref] = secret
            return ref
        }
    }

    func secret(_ ref: SecretRef) -> Secret? { state.withLock { $0[ref] } }
}
