import Testing

@testable import FlowEffects
