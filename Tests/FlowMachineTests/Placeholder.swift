import Testing

@testable import FlowMachine
