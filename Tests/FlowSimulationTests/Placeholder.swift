import Testing

@testable import FlowSimulation
