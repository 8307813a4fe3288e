import FlowMachine
import FlowTestSupport
import Testing

@testable import FlowReading
@testable import flow_trace

/// Compares the essay at the head of each state with the machine.
@Suite("The essays of the states") struct StateEssayTests {
    private func claimed(_ state: FlowStateName) throws -> [String] {
        let file = try #require(
            try Repository.texts(under: "Sources/FlowMachine/States", suffix: ".swift").first { file in
                file.path.lowercased().hasSuffix("/\(state.rawValue.lowercased()).swift")
            })
        let line = try #require(file.lines.first { $0.hasPrefix("/// Can go to: ") }, "\(file.path) does not say where the state goes")
        return line.split(separator: "`").filter { $0.first?.isLetter ?? false }.map(String.init)
    }

    /// The states that the machine reached from this one, in the order of their names.
    private func taken(_ state: FlowStateName) -> [String] {
        let moves = MachineRuns.table.entries.filter { $0.from.hasPrefix("\(state.rawValue).") }
        let others = Set(moves.map { String($0.to.prefix { $0 != "." }) }).subtracting([state.rawValue])
        return FlowStateName.allCases.map(\.rawValue).filter { others.contains($0) }
    }

    @Test(arguments: FlowStateName.allCases)
    func `each state's essay lists the states that follow it`(_ state: FlowStateName) throws {
        #expect(try claimed(state) == taken(state))
    }
}
