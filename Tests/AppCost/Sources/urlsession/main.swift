import AsyncReport
import FlowURLSession
import Parts

reportMemory {
    let (flow, answered) = makeFlow(over: URLSessionTransport())
    for await _ in answered { break }
    _ = flow
}
