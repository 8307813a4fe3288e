import FlowURLSession
import Parts
import Report

let (flow, answered) = makeFlow(over: URLSessionTransport())
for await _ in answered { break }
reportMemory()
_ = flow
