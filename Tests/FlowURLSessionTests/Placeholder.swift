import Testing

@testable import FlowURLSession
