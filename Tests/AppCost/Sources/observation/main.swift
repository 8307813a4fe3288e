import FlowObservation
import FlowURLSession
import Parts
import Report

// On the main actor, which waits asynchronously.
let (flow, answered) = try makeFlow(over: URLSessionTransport())
let observable = ObservableFlow(flow)
for await _ in answered { break }
reportMemory()
_ = observable.presentation
