import Testing

@testable import flow_trace
