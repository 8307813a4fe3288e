import FlowMachine
import FlowTestSupport
import Testing

// How a test's arguments are printed. In full, settings are eighteen thousand characters.

extension FlowSettings: CustomTestStringConvertible {
    public var testDescription: String { inShort }
}

extension PersistedState: CustomTestStringConvertible {
    public var testDescription: String {
        let facts: [(String, Bool)] = [
            ("client", client != nil), ("token", token != nil), ("provider", provider != nil), ("profile", profile != nil),
            ("code", code != nil), ("signedOut", signedOut != nil), ("owedLogouts", !owedLogouts.isEmpty),
        ]
        return "kept: \(facts.filter { $0.1 }.map { $0.0 }.joined(separator: ", "))"
    }
}
