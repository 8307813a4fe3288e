import FlowMachine

/// A party for which the flow waits.
package enum AwaitedParty: Int, CaseIterable, Sendable {
    case viewer, adobe, partner, network, held, rest
}
