import FlowEffects
import FlowMachine

// An app with its own interpreters. Exits with an error if the public API does not let it play.

struct WrongToken: Error {
    let token: String
}

let (token, rules) = try await Gateway.play(MemoryEventLog())
if token != "media token" { throw WrongToken(token: token) }
print("played by \(rules.map(\.rawValue).joined(separator: ", "))")
