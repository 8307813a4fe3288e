import FlowMachine

/// A party that was waited for.
package enum AwaitedParty: Int, CaseIterable, Sendable {
    case viewer, adobe, partner, network, held, rest
}
