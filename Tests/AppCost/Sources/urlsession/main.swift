import AsyncReport
import FlowURLSession
import Parts

reportMemory {
    guard let (flow, answered) = try? makeFlow(over: URLSessionTransport()) else { return }
    for await _ in answered { break }
    _ = flow
}
